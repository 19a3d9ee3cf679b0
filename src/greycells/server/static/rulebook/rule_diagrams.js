/** Rules in drawings: cut-outs of the game's own board, with what the referee worked out for them. */

import { ask } from "../ui/api.js";
import { BoardView } from "../board/board.js";
import { pawn } from "../board/pawn_figures.js";
import { UNIT, square } from "../board/board_layout.js";
import { rulebook, updateRulebook } from "./rulebook_state.js";
import { once } from "../ui/once.js";
import { html, svg } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";

/** @import {Drawing, EditionPrint, Look} from "../types/types.js" */
/** @import {BoardPlan, Spot} from "../board/board_layout.js" */

const LEAST = 9 * UNIT;
const MARGIN = 1.2 * UNIT;
const FRAME = 0.46 * UNIT;
/** Larger than there is room for: a page makes it as small as it has to be. */
const LARGE = 10;

/**
 * What there is to draw for an edition, and how to play it with these house rules.
 * @param {string} key @param {string} query
 */
export async function loadDrawings(key, query) {
  if (rulebook.drawings[key] && rulebook.loaded === `${key}${query}`) return;
  const { drawings, steps } = await ask(`/api/editions/${key}/drawings${query}`);
  updateRulebook({
    loaded: `${key}${query}`,
    drawings: { ...rulebook.drawings, [key]: drawings },
    howTo: { ...rulebook.howTo, [key]: steps ?? [] },
  });
}

/** The board of this page, drawn once. @param {EditionPrint} printed */
const boardOf = (printed) => once(`rule board ${printed.key}`, () => drawBoard(printed));

/** The board as it is printed, with everybody where they begin. @param {EditionPrint} printed */
export const wholeBoard = (printed) => boardOf(printed).element;

/** @param {EditionPrint} printed */
function drawBoard(printed) {
  const view = new BoardView(printed, () => undefined);
  const pawns = Object.fromEntries(printed.suspects.map((one) => [one.word, one.start]));
  const look = /** @type {Look} */ (/** @type {unknown} */ ({ pawns, weapons: {}, mover: "", phase: "over" }));
  view.show(look, { lit: [], paths: {}, mine: null, fresh: [], motion: "none" });
  view.svg.setAttribute("role", "img");
  view.svg.setAttribute("aria-label", t("rules.drawing board"));
  const house = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const sheet = /** @type {Element} */ (view.element.querySelector(".printed"));
  house.id = "house";
  house.append(...sheet.children);
  sheet.append(house);
  return view;
}

/** The cut-outs, printed from the one board on this page. @param {EditionPrint} printed */
export function drawings(printed) {
  const { plan } = boardOf(printed);
  return html`<section class="drawings" aria-label=${t("rules.drawings")}>
    ${rulebook.drawings[printed.key].map(
      (one) =>
        html`<figure>
          ${cutOut(plan, one)}
          <figcaption>
            <b>${one.title}</b> ${one.words}
            <small>${one.rules.map((id) => html`<a href=${`#${id}`}>${id}</a> `)}</small>
          </figcaption>
        </figure>`,
    )}
  </section>`;
}

/** The cut-out of this name, if the edition has one. @param {EditionPrint} printed @param {string} name */
export function drawingNamed(printed, name) {
  const drawing = rulebook.drawings[printed.key]?.find((one) => one.name === name);
  return drawing ? cutOut(boardOf(printed).plan, drawing) : null;
}

/** @param {BoardPlan} plan @param {Drawing} drawing */
function cutOut(plan, { words, pawns, lit, barred, way }) {
  const { pawns: standing } = plan.spots(pawns, {});
  const line = way.map((place) => plan.middle(place)).map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`);
  const [left, top, width, height] = box(plan, [...Object.values(pawns), ...lit, ...barred, ...way]);
  return html`<svg
    class="cut-out"
    viewBox=${`${left} ${top} ${width} ${height}`}
    width=${width * LARGE}
    height=${height * LARGE}
    role="img"
    aria-label=${words}
  >
    <use href="#house"></use>
    ${lit.map(
      (place) => svg`<path class=${plan.byName.has(place) ? "lit area" : "lit"} d=${shape(plan, place)}></path>`,
    )}
    ${barred.map((place) => svg`<path class="barred" d=${`${shape(plan, place)}${cross(plan.middle(place))}`}></path>`)}
    <path class="path" d=${line.join("")}></path>
    ${[...lit, ...barred].filter((place) => !plan.byName.has(place)).map((place) => label(place, plan.middle(place)))}
    ${plan.edition.suspects
      .filter(({ word }) => standing.has(word))
      .map((one) => {
        const { x, y } = /** @type {Spot} */ (standing.get(one.word));
        return svg`<g class="pawn" transform=${`translate(${x} ${y})`}>${pawn(one)}</g>`;
      })}
  </svg>`;
}

/** The outline of a place. @param {BoardPlan} plan @param {string} place */
function shape(plan, place) {
  const { x, y } = square(place) ?? { x: 0, y: 0 };
  return plan.byName.get(place)?.outline ?? `M${x * UNIT + 0.8} ${y * UNIT + 0.8}h8.4v8.4h-8.4Z`;
}

/** What a square is called, written on it. @param {string} place @param {Spot} middle */
const label = (place, { x, y }) => svg`<text class="name" x=${x} y=${y + 1.2}>${place}</text>`;

/** A cross in the middle of a place. @param {Spot} middle */
const cross = ({ x, y }) => `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`;

/** The part of the board in which these places lie, with a margin. @param {BoardPlan} plan @param {string[]} places */
function box(plan, places) {
  const cells = places.flatMap((place) => plan.byName.get(place)?.cells ?? [/** @type {Spot} */ (square(place))]);
  const [x, w] = stretch(
    cells.map((cell) => cell.x),
    plan.width,
  );
  const [y, h] = stretch(
    cells.map((cell) => cell.y),
    plan.height,
  );
  return [x, y, w, h];
}

/**
 * From the first to the last of these squares, never too little to see where one is, and nothing beyond the frame.
 * @param {number[]} at
 * @param {number} all the length of the board
 */
function stretch(at, all) {
  const start = Math.min(...at) * UNIT - MARGIN;
  const end = (Math.max(...at) + 1) * UNIT + MARGIN;
  const more = Math.max(0, LEAST - (end - start)) / 2;
  const first = Math.max(-FRAME, start - more);
  return [first, Math.min(all + FRAME, end + more) - first];
}
