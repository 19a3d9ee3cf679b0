/** Pawns and the suspects' symbols: figures that differ by shape as well as by colour. */

import { svg } from "../vendor/lit-html.js";

/** @import {SuspectPrint} from "../types/types.js" */

/** The suspects' symbols, each in a box of 10 by 10. @type {Record<string, string>} */
const SYMBOLS = {
  "◆": "M5 .5 9 5 5 9.5 1 5Z",
  "▲": "M5 1 9.4 9H.6Z",
  "○": "M5 .8A4.2 4.2 0 1 1 5 9.2 4.2 4.2 0 1 1 5 .8M5 3A2 2 0 1 0 5 7 2 2 0 1 0 5 3",
  "■": "M1.2 1.2H8.8V8.8H1.2Z",
  "▼": "M.6 1H9.4L5 9Z",
  "★": "M5 .3 6.4 3.6 10 3.9 7.3 6.2 8.1 9.7 5 7.8 1.9 9.7 2.7 6.2 0 3.9 3.6 3.6Z",
  "●": "M5 .8A4.2 4.2 0 1 1 5 9.2 4.2 4.2 0 1 1 5 .8",
  "✚": "M3.5.8H6.5V3.5H9.2V6.5H6.5V9.2H3.5V6.5H.8V3.5H3.5Z",
  "❀": "M5 3.2C4-.6 8.4.6 6.4 3.6 10 2.4 10.6 6.6 6.8 5.8 8.6 9.4 4.4 10.4 5 6.8 2.4 9.8-.6 6.8 3.2 5.8-.6 4.6 1.4.8 3.8 3.6Z",
  "⬢": "M5 .4 9 2.7V7.3L5 9.6 1 7.3V2.7Z",
};

/**
 * A suspect's symbol, drawn rather than typed: no font has to know it.
 * @param {string} character
 * @param {number} [size]
 */
export const symbolMark = (character, size = 10) =>
  svg`<path class="symbol" d=${SYMBOLS[character] ?? SYMBOLS["●"]} transform=${`scale(${size / 10})`}></path>`;

/** What each suspect wears on the head, in a box around (0, 0). @type {Record<string, string>} */
const HATS = {
  Scarlet: "M-3.4-1.6C-3-4.6 2.8-5.2 3.3-1.9 1.4-2.9-1.5-2.8-3.4-1.6ZM2.6-3.9C4-6 5.4-5.6 5.2-4.2Z",
  Mustard: "M-4.6-1.4C-3.2-2-3-4.9 0-4.9S3.2-2 4.6-1.4C2.6-.8-2.6-.8-4.6-1.4ZM-.5-5.8H.5V-4.8H-.5Z",
  White: "M-3-1.8C-4.6-3.4-2.8-4.8-1.6-4.2-1-5.6 1-5.6 1.6-4.2 2.8-4.8 4.6-3.4 3-1.8 1.4-2.6-1.4-2.6-3-1.8Z",
  Green: "M-4.4-1.6C-3.6-1.2-2.9-1.6-2.8-2.4-2.8-5.6 2.8-5.6 2.8-2.4 2.9-1.6 3.6-1.2 4.4-1.6 3-.4-3-.4-4.4-1.6Z",
  Peacock: "M-3.2-1.4C-3.4-4 3.4-4 3.2-1.4ZM1.2-3.2C1.4-6.4 4.4-7.6 5.4-6.6 5.6-5 3.4-3.2 1.8-2.6Z",
  Plum: "M-4.8-3 0-5.2 4.8-3 0-.9ZM-2.6-2.1V-.8C-1-.1 1-.1 2.6-.8V-2.1L0-.9ZM4.2-3.2H4.6V.4H4.2Z",
  Peach:
    "M-4.8-1.2C-3.6-2-3.2-3.6-2.4-4.2-1-5 1-5 2.4-4.2 3.2-3.6 3.6-2 4.8-1.2 3-2-3-2-4.8-1.2ZM-2.9-3.2H2.9V-2.5H-2.9Z",
  Brunette: "M-4-2.2C-4-5 3.6-5.4 4.2-2.4 2-3.4-2-3.2-4-2.2ZM-.4-5.4A.7.7 0 1 1 .6-4.6Z",
  Rose: "M-3.4-1C-4.4-5.4 4.4-5.4 3.4-1 4.6 1 4 3 3.6 3.6 3.2 1 3-1.6 0-2.6-3-1.6-3.2 1-3.6 3.6-4 3-4.6 1-3.4-1Z",
  Gray: "M-3.6-2.2C-3.6-5 3.6-5 3.6-2.2L4-1.4C1.6-2-1.6-2-4-1.4ZM-.9-3.9H.9L0-2.6Z",
};

/** @param {string} word the name of a suspect in records: some editions spell Scarlet with two t */
const hatOf = (word) => HATS[word.replace("Scarlett", "Scarlet")] ?? HATS.Green;

/**
 * A pawn: a turned wooden figure with the suspect's hat and symbol; its foot stands at (0, 0).
 * @param {SuspectPrint} suspect
 */
export const pawn = (suspect) => svg`
  <ellipse class="shadow" cx="0.6" cy="2.6" rx="4.6" ry="1.7"></ellipse>
  <path class="body" fill=${suspect.colour}
    d="M-4.2 2.2C-4.2.8-2.6.6-2.4-.6-2.2-2-1.9-3.4-1.6-4.4H1.6C1.9-3.4 2.2-2 2.4-.6 2.6.6 4.2.8 4.2 2.2 4.2 3.6-4.2 3.6-4.2 2.2Z"></path>
  <path class="gleam" d="M-2.7 1.6C-2.4.4-1.7-.4-1.5-1.6-1.3-2.6-1.1-3.4-.9-4"></path><path class="collar" d="M-2-4.6H2L2.3-3.6H-2.3Z"></path>
  <circle class="face" cx="0" cy="-6.2" r="2.6"></circle><path class="eyes" d="M-.9-5.7h.01M.9-5.7h.01"></path>
  <path class="hat" fill=${suspect.colour} transform="translate(0 -5.4) scale(.78)" d=${hatOf(suspect.word)}></path>
  <g class=${pale(suspect.colour) ? "mark dark" : "mark"} transform="translate(-1.6 -1.7)">${symbolMark(suspect.symbol, 3.2)}</g>`;

/** Whether ink is easier to see on a colour than paper is. @param {string} colour */
export function pale(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 150;
}
