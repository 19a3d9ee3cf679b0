/** Small boards beside the rules, drawn by the game's own board: a walk that the referee worked out, a door, a passage. */

import { ask } from "../api.js";
import { BoardView } from "../board/board.js";
import { UNIT, square } from "../board/plan.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { called } from "../widgets/card.js";
import { t } from "../words.js";

/** @import {EditionPrint, Look} from "../types.js" */

const CROP = 11 * UNIT;

/** A first roll of an edition, worked out by the referee; asked for once. @param {string} key */
export async function loadWalk(key) {
  if (!state.walks[key]) {
    const walk = /** @type {Look} */ (await ask(`/api/editions/${key}/walk`));
    update({ walks: { ...state.walks, [key]: walk } });
  }
}

/** @type {Map<string, HTMLElement>} */
const drawn = new Map();

/**
 * A board that only shows something, drawn once.
 * @param {EditionPrint} printed @param {string} name
 * @param {{pawns: Record<string, string>, lit?: string[], way?: string[], around?: string}} scene
 */
function drawing(printed, name, { pawns, lit = [], way = [], around }) {
  const known = drawn.get(`${printed.key} ${name}`);
  if (known) return known;
  const view = new BoardView(printed, () => undefined);
  const look = { ...state.walks[printed.key], pawns, weapons: {}, mover: "", phase: "over" };
  view.show(look, { lit, paths: {}, mine: null, fresh: [], motion: "none" });
  view.svg.setAttribute("role", "img");
  for (const place of view.element.querySelectorAll("[role=button]")) {
    place.removeAttribute("role");
    place.removeAttribute("tabindex");
    place.removeAttribute("aria-label");
  }
  const points = way.map((step) => view.plan.middle(step));
  const line = points.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join("");
  view.element.querySelector(".path")?.setAttribute("d", line);
  if (around) {
    const { x, y } = view.plan.middle(around);
    const left = Math.max(-3, Math.min(x - CROP / 2, view.plan.width + 3 - CROP));
    const top = Math.max(-6, Math.min(y - CROP / 2, view.plan.height + 3 - CROP));
    for (const layer of view.element.children) layer.setAttribute("viewBox", `${left} ${top} ${CROP} ${CROP}`);
  }
  view.svg.setAttribute("aria-label", t(`rules.drawing ${name}`, words(printed)));
  drawn.set(`${printed.key} ${name}`, view.element);
  return view.element;
}

/** The board as it is printed, with everybody where they begin. @param {EditionPrint} printed */
export const wholeBoard = (printed) => drawing(printed, "board", { pawns: starts(printed) });

/** @param {EditionPrint} printed */
const starts = (printed) => Object.fromEntries(printed.suspects.map((one) => [one.word, one.start]));

/** What the captions name: the roll, a room with a door, the two ends of a passage. @param {EditionPrint} printed */
function words(printed) {
  const [[, , room]] = printed.board.doors;
  const [from = "", to = ""] = printed.board.passages[0] ?? [];
  const { dice } = state.walks[printed.key];
  const roll = dice.reduce((sum, die) => sum + die, 0);
  return { roll, room: called(printed, room), from: called(printed, from), to: called(printed, to) };
}

/** @param {EditionPrint} printed */
export function drawings(printed) {
  const walk = state.walks[printed.key];
  if (!walk) return nothing;
  const { board, suspects } = printed;
  const ways = Object.entries(walk.paths);
  const [, longest] = ways.reduce((one, other) => (other[1].length > one[1].length ? other : one));
  const [step, , room] = board.doors[0];
  const [passage] = board.passages;
  const mover = walk.to_act ?? suspects[0].word;
  const shown = [
    figure(printed, "walk", {
      pawns: walk.pawns,
      lit: ways.map(([place]) => place),
      way: [walk.pawns[mover], ...longest.filter((place) => place !== walk.pawns[mover])],
      around: walk.pawns[mover],
    }),
    figure(printed, "door", { pawns: { [suspects[0].word]: step }, lit: [room], way: [step, room], around: step }),
    passage ? figure(printed, "passage", { pawns: {}, lit: [...passage], way: [...passage] }) : nothing,
    board.spyglasses.length
      ? figure(printed, "spyglass", {
          pawns: { [suspects[0].word]: board.spyglasses[0] },
          lit: board.spyglasses.filter((place) => square(place)),
          around: board.spyglasses[0],
        })
      : nothing,
  ];
  return html`<section class="drawings" aria-label=${t("rules.drawings")}>${shown}</section>`;
}

/** @param {EditionPrint} printed @param {string} name @param {Parameters<typeof drawing>[2]} scene */
const figure = (printed, name, scene) =>
  html`<figure>
    ${drawing(printed, name, scene)}
    <figcaption>${t(`rules.drawing ${name}`, words(printed))}</figcaption>
  </figure>`;
