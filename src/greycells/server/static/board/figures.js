/** Pawns, weapons and the suspects' symbols: figures that differ by shape as well as by colour. */

import { svg } from "../vendor/lit-html.js";

/** @import {SuspectPrint} from "../types.js" */

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
  <circle class="face" cx="0" cy="-6" r="2.5"></circle>
  <path class="hat" fill=${suspect.colour} transform="translate(0 -5.4) scale(.78)" d=${hatOf(suspect.word)}></path>
  <g class=${pale(suspect.colour) ? "mark dark" : "mark"} transform="translate(-1.6 -1.7)">${symbolMark(suspect.symbol, 3.2)}</g>`;

/** Whether ink is easier to see on a colour than paper is. @param {string} colour */
export function pale(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 150;
}

/**
 * A suspect's portrait for a card: a bust by lamplight, in a box of 60 by 60.
 * @param {SuspectPrint} suspect
 */
export const portrait = (suspect) => svg`
  <circle class="lamp" cx="30" cy="28" r="25"></circle>
  <path class="ray" d="M30 3V0M48 10l2-2M55 28h3M12 10l-2-2M5 28H2"></path>
  <path class="coat" fill=${suspect.colour} d="M6 60C8 45 18 42 24 40.5L30 46 36 40.5C42 42 52 45 54 60Z"></path>
  <path class="fold" d="M24 40.5 27 52 30 46 33 52 36 40.5M30 46V60M14 60C15 54 16 51 18 49M46 60C45 54 44 51 42 49"></path>
  <path class="skin" d="M24.5 33V40.5L30 46 35.5 40.5V33Z"></path>
  <ellipse class="skin" cx="30" cy="26" rx="9.2" ry="11"></ellipse>
  <path class="features" d="M25.4 25.4h2.8M31.8 25.4h2.8M30 26.4l-.9 3.6h1.9M27.2 33.2c1.8 1 3.8 1 5.6 0"></path>
  ${hair(suspect.word)}${attire(suspect.word)}
  <path class="hat" fill=${suspect.colour} transform="translate(30 22.4) scale(3.1)" d=${hatOf(suspect.word)}></path>
  <g class=${pale(suspect.colour) ? "mark dark" : "mark"} transform="translate(42 50)">${symbolMark(suspect.symbol, 7)}</g>`;

/** @param {string} word */
function hair(word) {
  switch (word) {
    case "Mustard":
      return svg`<path class="ink" d="M23.6 30.4C26 28.4 28.6 29 30 30.2 31.4 29 34 28.4 36.4 30.4 34 32 31.4 31.6 30 31 28.6 31.6 26 32 23.6 30.4Z"></path>`;
    case "Plum":
      return svg`<path class="features" d="M23.6 25.6a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0M31.2 25.6a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0M28.8 25.4h2.4"></path>`;
    case "Green":
      return svg`<path class="ink" d="M26.4 31.2C28 30 32 30 33.6 31.2 32 32 28 32 26.4 31.2ZM21 22v8h1.4V22ZM37.6 22v8H39V22Z"></path>`;
    case "White":
      return svg`<path class="grey" d="M20.6 28C18 24 21 16 30 16S42 24 39.4 28C39 22 36 20 30 20S21 22 20.6 28Z"></path>`;
    case "Gray":
      return svg`<path class="ink" d="M25 31C27 29.6 33 29.6 35 31 33 32.4 27 32.4 25 31Z"></path>`;
    case "Brunette":
      return svg`<path class="ink" d="M25.6 30.8C27 29.8 29 30 30 30.6 31 30 33 29.8 34.4 30.8L36 29.6C34.6 32 31.6 32 30 31.4 28.4 32 25.4 32 24 29.6ZM29 36h2l-1 3Z"></path>`;
    default:
      return svg`<path class="ink" d="M20.6 32C17.6 26 19 16 30 15.6S42.4 26 39.4 32C38.6 30 39 24 36 21 32 22 27 22 24 21 21 24 21.4 30 20.6 32Z"></path>`;
  }
}

/**
 * What else tells a suspect from the others, over face and coat: how it is drawn, and its lines.
 * @type {Record<string, [string, string]>}
 */
const ATTIRE = {
  Scarlet: [
    "lips",
    "M27 33c1-1.2 2-1 3-.4 1-.6 2-.8 3 .4-1.8 1.5-4.2 1.5-6 0ZM20.4 31.5a1.2 1.2 0 1 0 .01 0M39.6 31.5a1.2 1.2 0 1 0 .01 0",
  ],
  Mustard: ["brass", "M31 25.4a2.8 2.8 0 1 1 5.6 0 2.8 2.8 0 1 1-5.6 0M36.4 26.5l2 7M10 52h7M10 54.5h7"],
  White: ["plain", "M22 41.5 30 49.5 38 41.5 36 39 30 45.5 24 39ZM24 52h12v8H24Z"],
  Green: ["ink", "M28.6 46h2.8l-.7 2.4 1.6 8.6-2.3 3-2.3-3 1.6-8.6Z"],
  Peacock: [
    "pearls",
    "M23.5 41.5h.01M25 43.5h.01M27 45.2h.01M29.2 46.3h.01M31.4 46.2h.01M33.4 45h.01M35.2 43.3h.01M36.5 41.4h.01",
  ],
  Plum: ["ink", "M30 46.5 24.5 43.5V50ZM30 46.5 35.5 43.5V50Z"],
  Peach: [
    "lips",
    "M27.4 33c1-.9 1.8-.8 2.6-.3.8-.5 1.6-.6 2.6.3-1.6 1.2-3.6 1.2-5.2 0ZM15 50a2.2 2.2 0 1 1 .01 0M18 47.5a2.2 2.2 0 1 1 .01 0M18.5 51.5a2.2 2.2 0 1 1 .01 0",
  ],
  Brunette: ["plain", "M22 42.5 30 47 25 55ZM38 42.5 30 47 35 55Z"],
  Rose: ["brass", "M22.5 42a8 9 0 0 0 15 0M30 51l-2 3 2 3 2-3Z"],
  Gray: ["brass", "M30 49.5h.01M30 53.5h.01M30 57.5h.01M9 51.5l7-3M9 54l7-3"],
};

/** @param {string} word */
function attire(word) {
  const [look, d] = ATTIRE[word.replace("Scarlett", "Scarlet")] ?? ["ink", ""];
  return svg`<path class=${`attire ${look}`} d=${d}></path>`;
}

/**
 * The weapons, in a box of 24 by 24: what is filled, and the lines on it.
 * @type {Record<string, [string, string]>}
 */
const WEAPONS = {
  Rope: [
    "M12 3C6.5 3 3 6 3 9.5S6.5 16 12 16s9-3 9-6.5S17.5 3 12 3Zm0 3.2c3.6 0 5.6 1.6 5.6 3.3S15.6 12.8 12 12.8 6.4 11.2 6.4 9.5 8.4 6.2 12 6.2ZM14 15.5C15 19 18.5 18.5 19 22H15.8C15 20 11.6 20 11 15.8Z",
    "M4 7.5l2.8 1.2M6.5 4.6l1.9 2.4M10.4 3.2l.5 3M14.6 3.4l-.8 3M18.2 5.1l-2 2.2M20.6 8l-3 1M4.2 12l2.6-1.1M7.2 14.7l1.6-2.4M11 15.9l.3-3M15.2 15.5l-.9-2.9M18.8 13.5l-2-2M13 17.6l2.6-.6M15.4 20l2.6-.9",
  ],
  LeadPipe: [
    "M3.2 17.6 16 4.8l3.2 3.2L6.4 20.8ZM15 3.8l2-2L22.2 7l-2 2ZM2 18.6l3.4 3.4-1.6 1L1 20.2Z",
    "M6 17.6 16.8 6.8M4.6 18.8l2 2",
  ],
  Knife: [
    "M21.5 2.5C15 4 9.5 9.5 8 13.5l2.5 2.5C14.5 14.5 20 9 21.5 2.5ZM7.6 13 11 16.4l-1.4 1.4-3.4-3.4ZM6 15.6l2.4 2.4-4.6 4.6c-1.4 1-3-.6-2-2Z",
    "M19.5 4.5 10 14.5M4 19l1 1M5.2 17.6l1 1",
  ],
  Wrench: [
    "M20.8 6.2 17.6 9.4 14.6 8.8 14.2 6 17.4 2.8C14.5 1.8 10.8 4.3 11.8 8.6L3 17.4c-2.2 2.2 1.4 5.8 3.6 3.6L15.4 12.2C19.7 13.2 22.2 9 20.8 6.2Z",
    "M4.6 18.2a.9.9 0 1 0 1.3 1.3.9.9 0 1 0-1.3-1.3M12.4 10.3 7 15.7",
  ],
  Candlestick: [
    "M10.4 6.5h3.2V12h1.8v1.6h-2.2V17c0 1.6 4.8 2 4.8 4.5H6C6 19 10.8 18.6 10.8 17v-3.4H8.6V12h1.8ZM12 .8C13.8 2.8 14 4.6 12 5.6 10 4.6 10.2 2.8 12 .8Z",
    "M8 19.8h8M10.8 15.4h2.4M12 5.6v.9",
  ],
  Revolver: [
    "M1.5 6H15l1-1.2h2L18.6 6H20v3.2c2 .8 2.4 2 2.6 4.2l.6 6.4h-4.8L17 14.2h-3.2c-.6 2.4-3.6 2.6-4.6.2L9 10H1.5Z",
    "M9 6.6h4.6v3H9ZM10.8 6.6v3M14 10.2c-.2 2.6-2.6 3-3.4 1.6M18 11l3 7",
  ],
  Pistol: [
    "M1.5 5.5H20l1.2 1.6V10h-1.6L22 20h-5l-1.6-6h-3.2c-.6 2.2-3.4 2.2-4-.2L8 10.5H1.5Z",
    "M3 7.6h16M12.8 10.6c0 2-2.4 2.6-3.2 1.4M14 5.5v2M16 5.5v2",
  ],
  Poison: [
    "M9.8 1.5h4.4v2h-.8v4.2c3.6.8 5.8 3.6 5.8 7.2 0 4.6-3.2 7.6-7.2 7.6s-7.2-3-7.2-7.6c0-3.6 2.2-6.4 5.8-7.2V3.5h-.8Z",
    "M5.4 13.6h13.2M12 15.2a2.3 2.3 0 1 0 .01 0M10.9 17v.8M13.1 17v.8M9.4 20.6l5.2-1.4M14.6 20.6l-5.2-1.4",
  ],
  Horseshoe: [
    "M5 2.5C1 9 2 21.5 12 21.5S23 9 19 2.5l-3.6 1.3C18 9.5 17 17 12 17S6 9.5 8.6 3.8Z",
    "M4.6 8l1.6.4M5 12.5l1.8-.3M7.4 17l1.4-1.4M12 20v-2M16.6 17l-1.4-1.4M19 12.5l-1.8-.3M19.4 8l-1.6.4",
  ],
  Bat: [
    "M20.6 2C18.8.8 17 1.4 15.8 2.8L6.6 14.6 4 18.6l1.6 1.6 4-2.6L21.4 8.4C22.8 7.2 23.2 5.2 22 3.6ZM3.6 18.8 5.4 20.6 3.6 22.4c-1.4 1-2.8-.4-1.8-1.8Z",
    "M7.6 14.6l2 2M8.8 13.2l2 2M18 4.6 11 12.6",
  ],
  Axe: [
    "M13.6 5 16 2.6 18 4.6 5.4 21.6c-1.4 1.6-3.4-.2-2.2-1.8ZM10.6 3C14 .4 19 1 22.6 5.8c-2 .2-3.6 1-4.8 3C16 9.6 14.6 8.4 13.6 7Z",
    "M20.8 5.2c-1.8.4-3.2 1.4-4 3M5 18.6l1 .8",
  ],
};

/**
 * A weapon in a box of 24 by 24.
 * @param {string} word
 */
export function weapon(word) {
  const [shape, lines] = WEAPONS[word] ?? WEAPONS.Knife;
  return svg`<path class="shape" d=${shape}></path><path class="lines" d=${lines}></path>`;
}
