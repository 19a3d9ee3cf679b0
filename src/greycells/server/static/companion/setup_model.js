/** What is filled in about a real table, and the set-up that follows from it. */

/** @import {CompanionBox, CompanionSetup} from "../types/wire.js" */
/** @typedef {{suspects: string[], weapons: string[], rooms: string[]}} Names */
/** @typedef {{edition: string, box: Names, everybody: boolean, players: string[], me: number, hand: number[], open: number[], lying: boolean, dealer: number | null, sizes: (number | null)[], level: "sheet" | "deductions" | "advice"}} Form */

/** Where an edition is named: a box that we don't have. */
export const OWN = "";
/** The fewest who can play. */
const FEWEST = 2;
/** The cards of a case file. */
const SEALED = 3;
/** Letters of a name, and cards of a kind. */
const MOST_LETTERS = 24;
const MOST_CARDS = 30;

/** A table of four, with one's own name. @param {string} name @returns {Form} */
export const blankForm = (name) => ({
  edition: "classic",
  box: { suspects: [], weapons: [], rooms: [] },
  everybody: false,
  players: [name.slice(0, MOST_LETTERS), "", "", ""],
  me: 0,
  hand: [],
  open: [],
  lying: false,
  dealer: null,
  sizes: [],
  level: "deductions",
});

/** A set-up that is corrected. @param {CompanionSetup} setup @returns {Form} */
export function formOf(setup) {
  const blank = blankForm("");
  const { suspects, weapons, rooms } = setup.box ?? blank.box;
  return {
    ...blank,
    edition: setup.edition ?? OWN,
    box: { suspects, weapons, rooms },
    everybody: setup.box?.everybody ?? false,
    players: setup.players,
    me: setup.me,
    hand: setup.hand ?? [],
    open: setup.open ?? [],
    lying: Boolean(setup.open?.length),
    sizes: setup.sizes ?? [],
    level: setup.level ?? blank.level,
  };
}

/** Take another box: its cards are other ones. @param {Form} form @param {string} edition @returns {Form} */
export const withBox = (form, edition) =>
  form.edition === edition ? form : { ...form, edition, hand: [], open: [], dealer: null, sizes: [] };

/** Name a player. A name that comes or goes changes who sits where; one that is corrected changes nothing else. @param {Form} form @param {number} at @param {string} name @returns {Form} */
export function withPlayerName(form, at, name) {
  const players = form.players.with(at, name);
  const sameSeats = Boolean(form.players[at].trim()) === Boolean(name.trim());
  return { ...form, players, ...(sameSeats ? {} : { dealer: null, sizes: [] }) };
}

/** Say how many cards one player has; an empty text says that it isn't known. @param {Form} form @param {CompanionBox[]} boxes @param {number} at @param {string} size @returns {Form} */
export function withSize(form, boxes, at, size) {
  const known = sizesOf(form, boxes);
  const sizes = seatedOf(form).map((_, other) => known[other] ?? null);
  return { ...form, dealer: null, sizes: sizes.with(at, size === "" ? null : Number(size)) };
}

/** Add a card, or take it back. @param {number[]} cards @param {number} card */
export const toggled = (cards, card) => (cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card]);

/** The names of an own box: one to a line, or with commas. @param {string} text */
export const linesOf = (text) =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim().slice(0, MOST_LETTERS))
    .filter(Boolean)
    .slice(0, MOST_CARDS);

/** The cards of the box. @param {Form} form @param {CompanionBox[]} boxes @returns {Names} */
export const cardsOf = (form, boxes) => boxes.find(({ key }) => key === form.edition) ?? form.box;

/** Who sits at the table: every place with a name. @param {Form} form */
export const seatedOf = (form) => form.players.map((name) => name.trim()).filter(Boolean);

/** Whether one's own place has a name, and enough others have one. @param {Form} form */
export const hasNames = (form) => Boolean(form.players[form.me].trim()) && seatedOf(form).length >= FEWEST;

/** How many cards each player has, if one dealt round the table; nothing if that isn't known. @param {Form} form @param {CompanionBox[]} boxes */
export function sizesOf(form, boxes) {
  const { dealer } = form;
  if (dealer === null) return form.sizes;
  const { length } = seatedOf(form);
  const { suspects, weapons, rooms } = cardsOf(form, boxes);
  const dealt = suspects.length + weapons.length + rooms.length - SEALED - form.open.length;
  const [each, more] = [Math.floor(dealt / length), dealt % length];
  return Array.from({ length }, (_, at) => each + Number((at - dealer - 1 + length) % length < more));
}

/** The set-up as it was filled in, with all the names that it needs. @param {Form} form @param {CompanionBox[]} boxes @returns {CompanionSetup} */
export function setupOf(form, boxes) {
  const before = form.players.slice(0, form.me).filter((name) => name.trim()).length;
  const sizes = sizesOf(form, boxes);
  const box = { ...form.box, ...(form.everybody ? { everybody: true } : {}) };
  return {
    ...(form.edition === OWN ? { box } : { edition: form.edition }),
    players: seatedOf(form),
    me: before,
    hand: form.hand,
    open: form.open,
    ...(sizes.some((size) => size !== null) ? { sizes } : {}),
    level: form.level,
  };
}
