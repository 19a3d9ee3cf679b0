/** An address as a QR code, made here: no other site learns of the table. Versions 1 to 5, level L, mask 0. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "./words.js";

/** The codewords of each version: of data, and of correction. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
];
/** What a reader is told first: level L and mask 0, with its own correction. */
const FORMAT = 0b111011111000100;

const [LOG, EXP] = tables();

function tables() {
  const [log, exp] = [new Uint8Array(256), new Uint8Array(512)];
  for (let power = 0, value = 1; power < 255; power++) {
    exp[power] = exp[power + 255] = value;
    log[value] = power;
    value = (value << 1) ^ (value & 128 ? 285 : 0);
  }
  return [log, exp];
}

/** The correction of some codewords after Reed and Solomon. @param {number[]} data @param {number} count */
function correction(data, count) {
  let generator = [1];
  for (let at = 0; at < count; at++) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => (next[place + 1] ^= factor ? EXP[LOG[factor] + at] : 0));
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at];
    if (lead) generator.forEach((factor, place) => (rest[at + place] ^= EXP[LOG[lead] + LOG[factor]]));
  });
  return rest.slice(data.length);
}

/** The codewords of a text, and the version that holds them. @param {string} text */
function codewords(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([room]) => bytes.length + 2 <= room) + 1;
  if (!version) return null;
  const [room, count] = SIZES[version - 1];
  const bits = [
    "0100",
    bytes.length.toString(2).padStart(8, "0"),
    ...bytes.map((byte) => byte.toString(2).padStart(8, "0")),
    "0000",
  ].join("");
  const data = (bits.match(/.{1,8}/g) ?? []).map((eight) => Number.parseInt(eight.padEnd(8, "0"), 2)).slice(0, room);
  for (let at = 0; data.length < room; at++) data.push(at % 2 ? 17 : 236);
  return { version, words: [...data, ...correction(data, count)] };
}

/** The modules of a text: dark ones are true. @param {string} text */
function modules(text) {
  const coded = codewords(text);
  if (!coded) return null;
  const size = 17 + 4 * coded.version;
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: size }, () => new Array(size).fill(null));
  const finder = (/** @type {number} */ row, /** @type {number} */ column) => {
    for (let y = -1; y < 8; y++)
      for (let x = -1; x < 8; x++) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        if (grid[row + y]?.[column + x] !== undefined) grid[row + y][column + x] = ring !== 2 && ring !== 4;
      }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  if (coded.version > 1) {
    for (let y = -2; y <= 2; y++)
      for (let x = -2; x <= 2; x++) grid[size - 7 + y][size - 7 + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
  }
  for (let at = 8; at < size - 8; at++) grid[6][at] = grid[at][6] = at % 2 === 0;
  format(grid, size);
  fill(grid, size, coded.words);
  return grid;
}

/** @param {(boolean | null)[][]} grid @param {number} size */
function format(grid, size) {
  for (let at = 0; at < 15; at++) {
    const dark = Boolean((FORMAT >> at) & 1);
    const row = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    grid[row][8] = dark;
    const column = at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at;
    grid[8][column] = dark;
  }
  grid[size - 8][8] = true;
}

/**
 * Lay the bits up and down in columns of two, from the right.
 * @param {(boolean | null)[][]} grid
 * @param {number} size
 * @param {number[]} words
 */
function fill(grid, size, words) {
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        const dark = bit < words.length * 8 && Boolean((words[bit >> 3] >> (7 - (bit & 7))) & 1);
        grid[y][x] = dark !== ((x + y) % 2 === 0);
        bit++;
      }
    }
  }
}

/** @param {string} text */
export function qr(text) {
  const grid = modules(text);
  if (!grid) return nothing;
  const path = grid.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1Z` : "")).join("")).join("");
  return html`<svg
    class="qr"
    viewBox=${`-3 -3 ${grid.length + 6} ${grid.length + 6}`}
    role="img"
    aria-label=${t("qr.label")}
  >
    <path d=${path}></path>
  </svg>`;
}
