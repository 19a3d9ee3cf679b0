/** Views into the two rooms that only the cottage has. */

import { svg } from "../vendor/lit-html.js";
import { line, put, round, spread } from "./furniture.js";
import { candle, fruit, glass, letter, openBook } from "./scene_objects.js";
import { GROUND, box, painting, windowed } from "./scene_parts.js";

/** @import {SceneRoom} from "./scene_mansion.js" */

/** Shelves of jars. @param {number} x @param {number} w */
const jars = (x, w) =>
  [30, 62, 94, 126].map((y, row) => [
    spread(x, x + w, Math.floor(w / 17)).map((at, turn) => {
      const of = ["apple", "sun", "linen", "leaf", "brass"][(turn * 2 + row) % 5];
      return put(
        at,
        y,
        svg`<path class="pane" d="M-6 0V-13Q-6-16-4-17H4Q6-16 6-13V0Z"></path><path class=${of} d="M-5-1V-11H5V-1Z"></path><path class="oak" d="M-5-17H5V-21H-5Z"></path>`,
      );
    }),
    box("wood", x, y, w, 4),
  ]);

/** @type {Record<string, SceneRoom>} */
export const cottage = {
  Pantry: {
    wall: "plaster",
    floor: "stone",
    back: () => [
      box("wood", 4, 4, 4, 130),
      jars(8, 92),
      box("wood", 100, 4, 4, 130),
      line("M216 8H312"),
      [228, 248, 270, 294].map((x, at) =>
        put(
          x,
          8,
          at % 2
            ? svg`<path class="l" d="M0 0V12"></path><path class="crust" d="M-9 12Q0 8 9 12 12 30 0 44-12 30-9 12Z"></path><path class="l" d="M-6 20Q0 24 6 20M-6 30Q0 34 6 30"></path>`
            : svg`<path class="l" d="M0 0V10"></path>${[14, 22, 30, 38].map((y) => round(y % 4 ? 3 : -3, y, 5, "linen"))}<path class="leaf" d="M-6 10H6L2 3H-2Z"></path>`,
        ),
      ),
      put(
        262,
        156,
        svg`<ellipse class="cast" cx="4" cy="0" rx="30" ry="5"></ellipse><path class="oak" d="M-22 0Q-30-26-22-52H22Q30-26 22 0Z"></path><path class="soot" d="M-25-14H25V-10H-25ZM-25-42H25V-38H-25Z"></path><path class="l" d="M-8-52V0M8-52V0"></path><circle class="brass" cx="0" cy="-24" r="3"></circle>`,
      ),
      put(
        300,
        164,
        svg`<path class="linen" d="M-16 0Q-22-26-8-34L-12-42H12L8-34Q22-26 16 0Z"></path><path class="brass" d="M-9-36H9V-33H-9Z"></path>`,
      ),
    ],
    table: "oak",
    on: () => [fruit(86), candle(126, 161), put(230, 161, svg`<path class="sun" d="M-14 1V-8L8-14 14-8V1Z"></path>`)],
  },
  Loft: {
    wall: "panel",
    floor: "wood",
    back: () => [
      svg`<path class="oak" d="M0 96 152-6H168L320 96V84L182-8H138L0 84Z"></path><path class="oak" d="M0 40H320V48H0Z"></path>`,
      line("M16 132V86M48 132V64M272 132V64M304 132V86"),
      put(52, 60, svg`<g transform="scale(.6)">${windowed(0, 0, "linen")}</g>`),
      put(
        46,
        160,
        svg`<ellipse class="cast" cx="4" cy="0" rx="42" ry="5"></ellipse>${box("wood", -38, -32, 76, 32)}<path class="oak" d="M-40-30Q-40-50 0-50T40-30Z"></path><path class="soot" d="M-24-46h6V0h-6ZM18-46h6V0h-6Z"></path>${box("brass", -6, -34, 12, 10)}`,
      ),
      put(
        284,
        156,
        svg`<path class="oak" d="M-2-104H2V0H-2ZM-18 0-2-14H2L18 0H12L0-9-12 0Z"></path><path class="plush" d="M-20-40Q-24-72-14-84-8-90 0-90T14-84Q24-72 20-40Q0-32-20-40Z"></path><path class="l" d="M0-90V-36"></path>${round(0, -97, 7, "oak")}`,
      ),
      put(
        250,
        GROUND + 4,
        svg`${box("crust", -18, -28, 36, 28)}<path class="l" d="M-18-20H18M0-28V0"></path>${box("crust", -12, -48, 26, 20)}`,
      ),
      painting(96, 92, 40, 34, true),
    ],
    table: "oak",
    on: () => [openBook(96), letter(130, 158), candle(70, 162), glass(230)],
  },
};
