/** What is filled in about a real table, and the set-up that follows from it. */

import { page } from "../ui/page.js";
import { redraw } from "../ui/store.js";
import { fetchBoxes, fresh, knownBoxes } from "./device.js";

/** @import {CompanionSetup} from "../types/wire.js" */
/** @typedef {{suspects: string[], weapons: string[], rooms: string[]}} Names */

export const OWN = "";
/** The cards of a case file. */
const SEALED = 3;

/** @type {{edition: string, box: Names, everybody: boolean, players: {key: string, name: string}[], me: number, hand: number[], open: number[], lying: boolean, dealer: number | null, sizes: (number | null)[], level: "sheet" | "deductions" | "advice"}} */
let form = blank();

export const filled = () => form;

/** @returns {typeof form} */
function blank() {
  return {
    edition: "classic",
    box: { suspects: [], weapons: [], rooms: [] },
    everybody: false,
    players: Array.from({ length: 4 }, () => ({ key: fresh(), name: "" })),
    me: 0,
    hand: [],
    open: [],
    lying: false,
    dealer: null,
    sizes: [],
    level: "deductions",
  };
}

/** A new table, or one whose set-up is corrected. @param {CompanionSetup | null} setup */
export async function begin(setup) {
  form = blank();
  form.players[0].name = (page.guest ?? "").slice(0, 24);
  if (setup) {
    form = {
      ...form,
      edition: setup.edition ?? OWN,
      box: setup.box ?? form.box,
      everybody: setup.box?.everybody ?? false,
      players: setup.players.map((name) => ({ key: fresh(), name })),
      me: setup.me,
      hand: setup.hand ?? [],
      open: setup.open ?? [],
      lying: Boolean(setup.open?.length),
      sizes: setup.sizes ?? [],
      level: setup.level ?? "deductions",
    };
  }
  await fetchBoxes();
  redraw();
}

/** Take another box. @param {string} key */
export function choose(key) {
  if (form.edition !== key) form = { ...form, hand: [], open: [], dealer: null, sizes: [] };
  form.edition = key;
  redraw();
}

/** @returns {Names} */
export const cards = () => knownBoxes().find(({ key }) => key === form.edition) ?? form.box;

export const seated = () => form.players.filter((player) => player.name.trim());

/** How many cards each player has, if one dealt round the table; nothing if that isn't known. */
export function sizes() {
  if (form.dealer === null) return form.sizes;
  const players = seated().length;
  const { suspects, weapons, rooms } = cards();
  const dealt = suspects.length + weapons.length + rooms.length - SEALED - form.open.length;
  const [each, more] = [Math.floor(dealt / players), dealt % players];
  const dealer = form.dealer;
  return Array.from({ length: players }, (_, at) => each + Number((at - dealer - 1 + players) % players < more));
}

/** The set-up as it was filled in. @returns {CompanionSetup} */
export function filledIn() {
  const me = Math.max(0, seated().indexOf(form.players[form.me]));
  const box = { ...form.box, ...(form.everybody ? { everybody: true } : {}) };
  const known = sizes();
  return {
    ...(form.edition === OWN ? { box } : { edition: form.edition }),
    players: seated().map((player) => player.name.trim()),
    me,
    hand: form.hand,
    open: form.open,
    ...(known.some((size) => size !== null) ? { sizes: known } : {}),
    level: form.level,
  };
}

/** @param {Partial<typeof form>} changes */
export function fill(changes) {
  form = { ...form, ...changes };
  redraw();
}
