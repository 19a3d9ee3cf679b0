/** The plan of a board: where everything printed on it lies, in units of a tenth of a square. */

/** @import {EditionPrint} from "../types/types.js" */

export const UNIT = 10;
/** The ends of the line that a door draws on a side of its square. @type {Record<string, [number, number, number, number]>} */
const SIDES = { "^": [0, 0, 1, 0], v: [0, 1, 1, 1], "<": [0, 0, 0, 1], ">": [1, 0, 1, 1] };

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{name: string, title: string, card: string | null, kind: string, cells: Spot[], box: Box, outline: string}} Area
 * @typedef {{x1: number, y1: number, x2: number, y2: number, side: string}} Door
 */

/**
 * Where a square lies: `q7` is column 16 and row 6, both from 0.
 * @param {string} name
 * @returns {Spot | null}
 */
export function square(name) {
  const found = /^([a-z]+)(\d+)$/.exec(name);
  if (!found) return null;
  let column = 0;
  for (const letter of found[1]) column = column * 26 + letter.charCodeAt(0) - 96;
  return { x: column - 1, y: Number(found[2]) - 1 };
}

/**
 * The name of the square at a place of the drawing.
 * @param {number} x
 * @param {number} y
 */
export function nameOf(x, y) {
  let letters = "";
  for (let column = x; column >= 0; column = Math.floor(column / 26) - 1) {
    letters = String.fromCharCode(97 + (column % 26)) + letters;
  }
  return `${letters}${y + 1}`;
}

/**
 * The line around some cells, as an SVG path.
 * @param {Spot[]} cells
 */
export function outline(cells) {
  const inside = new Set(cells.map(({ x, y }) => `${x},${y}`));
  /** @type {Map<string, Spot[]>} */
  const ways = new Map();
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
  const edge = (x1, y1, x2, y2) => {
    const from = `${x1},${y1}`;
    ways.set(from, [...(ways.get(from) ?? []), { x: x2, y: y2 }]);
  };
  for (const { x, y } of cells) {
    if (!inside.has(`${x},${y - 1}`)) edge(x, y, x + 1, y);
    if (!inside.has(`${x + 1},${y}`)) edge(x + 1, y, x + 1, y + 1);
    if (!inside.has(`${x},${y + 1}`)) edge(x + 1, y + 1, x, y + 1);
    if (!inside.has(`${x - 1},${y}`)) edge(x, y + 1, x, y);
  }
  let path = "";
  while (ways.size) {
    let [from] = ways.keys();
    path += `M${from
      .split(",")
      .map((n) => Number(n) * UNIT)
      .join(" ")}`;
    for (let next = take(ways, from); next; next = take(ways, from)) {
      path += `L${next.x * UNIT} ${next.y * UNIT}`;
      from = `${next.x},${next.y}`;
    }
    path += "Z";
  }
  return path;
}

/** @param {Map<string, Spot[]>} ways @param {string} from */
function take(ways, from) {
  const [next, ...rest] = ways.get(from) ?? [];
  if (rest.length) ways.set(from, rest);
  else ways.delete(from);
  return next;
}

/**
 * The largest rectangle inside some cells: where furniture and a name have room.
 * @param {Spot[]} cells
 * @returns {Box}
 */
function largestBox(cells) {
  const inside = new Set(cells.map(({ x, y }) => `${x},${y}`));
  let best = { x: cells[0].x, y: cells[0].y, w: 1, h: 1 };
  for (const { x, y } of cells) {
    let width = Infinity;
    for (let h = 1; inside.has(`${x},${y + h - 1}`); h++) {
      let w = 0;
      while (w < width && inside.has(`${x + w},${y + h - 1}`)) w++;
      width = w;
      const squarer = Math.min(w, h) * 0.2;
      if (w * h + squarer > best.w * best.h + Math.min(best.w, best.h) * 0.2) best = { x, y, w, h };
    }
  }
  return { x: best.x * UNIT, y: best.y * UNIT, w: best.w * UNIT, h: best.h * UNIT };
}

/** How far below its place the foot of a pawn reaches, with a little air. */
const FOOT = 5.2;

/** How far a name is above the lower wall: the hat of a pawn that stands in front of the wall doesn't cover it. */
const LIFTED = 4.4;

/** Where the name of a room is, at its lower wall: in one line, or a line for each word. @param {{title: string, box: Box}} area */
export function plateOf({ title, box }) {
  const lines = box.w < title.length * 4.1 ? title.split(" ") : [title];
  const longest = Math.max(...lines.map((text) => text.length));
  const size = Math.min(5.8, (box.w - 4) / (longest * 0.6));
  const [w, h] = [longest * size * 0.58 + 4, lines.length * size * 1.05 + 2];
  return { lines, size, w, h, x: box.x + box.w / 2, y: box.y + box.h - h / 2 - LIFTED };
}

export class BoardPlan {
  /** @param {EditionPrint} edition */
  constructor(edition) {
    const board = edition.board;
    this.edition = edition;
    this.columns = Math.max(...board.rows.map((row) => row.length));
    this.rows = board.rows.length;
    /** @type {Area[]} */
    this.areas = [];
    /** @type {Area[]} */
    this.scenery = [];
    /** @type {Spot[]} */
    this.squares = [];
    /** @type {Map<string, Spot[]>} */
    const byLetter = new Map();
    board.rows.forEach((row, y) =>
      [...row].forEach((letter, x) => {
        if (letter in board.letters || letter in board.scenery) {
          byLetter.set(letter, [...(byLetter.get(letter) ?? []), { x, y }]);
        } else if (letter !== "#") this.squares.push({ x, y });
      }),
    );
    for (const [letter, cells] of byLetter) {
      const area = board.letters[letter];
      const drawn = { cells, box: largestBox(cells), outline: outline(cells) };
      const title = area ? (edition.names[area.name]?.bare ?? area.name) : "";
      if (area) this.areas.push({ name: area.name, title, card: area.card, kind: area.kind, ...drawn });
      else this.scenery.push({ name: board.scenery[letter], title, card: null, kind: "scenery", ...drawn });
    }
    this.byName = new Map(this.areas.map((area) => [area.name, area]));
    /** @type {Door[]} */
    this.doors = board.doors.map(([name, side]) => {
      const { x, y } = /** @type {Spot} */ (square(name));
      const [dx1, dy1, dx2, dy2] = SIDES[side];
      return { x1: (x + dx1) * UNIT, y1: (y + dy1) * UNIT, x2: (x + dx2) * UNIT, y2: (y + dy2) * UNIT, side };
    });
    this.width = this.columns * UNIT;
    this.height = this.rows * UNIT;
  }

  /**
   * The middle of a place.
   * @param {string} name
   * @returns {Spot}
   */
  middle(name) {
    const at = square(name);
    if (at && !this.byName.has(name)) return { x: (at.x + 0.5) * UNIT, y: (at.y + 0.5) * UNIT };
    const box = this.byName.get(name)?.box ?? { x: 0, y: 0, w: this.width, h: this.height };
    return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  }

  /**
   * Where pawns and weapons stand: one in the middle of a square, several in rows of their own in a room, above its name.
   * @param {Record<string, string>} pawns
   * @param {Record<string, string>} weapons
   * @returns {{pawns: Map<string, Spot>, weapons: Map<string, Spot>}}
   */
  spots(pawns, weapons) {
    return { pawns: this.#standing(pawns, 0.64), weapons: this.#standing(weapons, 0.24) };
  }

  /**
   * @param {Record<string, string>} where
   * @param {number} height how far down in a room they stand
   */
  #standing(where, height) {
    /** @type {Map<string, string[]>} */
    const byPlace = new Map();
    for (const [word, place] of Object.entries(where)) byPlace.set(place, [...(byPlace.get(place) ?? []), word]);
    /** @type {Map<string, Spot>} */
    const spots = new Map();
    for (const [place, words] of byPlace) {
      const area = this.byName.get(place);
      if (!area || area.kind !== "room") {
        const { x, y } = this.middle(place);
        words.forEach((word, index) => spots.set(word, { x: x + index * 2, y: y + index }));
        continue;
      }
      const { x, y, w, h } = area.box;
      const most = Math.max(1, Math.floor((w - 4) / 8));
      // Pawns gather upwards from the lower wall, weapons downwards from the upper one.
      const rows = Math.ceil(words.length / most);
      const first = height > 0.5 ? (1 - rows) / 2 : 0;
      // Pawns don't stand on the room's name.
      const plate = plateOf(area);
      const lowest = plate.y - plate.h / 2 - FOOT - (first + rows - 1) * 9;
      const middle = height > 0.5 ? Math.min(y + h * height, lowest) : y + h * height;
      words.forEach((word, index) => {
        const row = Math.floor(index / most);
        const inRow = Math.min(most, words.length - row * most);
        const step = Math.min(11, (w - 4) / inRow);
        const across = (index % most) - (inRow - 1) / 2;
        spots.set(word, { x: x + w / 2 + across * step, y: middle + (first + row) * 9 });
      });
    }
    return spots;
  }
}
