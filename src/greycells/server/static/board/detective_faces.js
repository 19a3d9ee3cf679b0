/** The ten detectives of the ladder, who sit in the bots' seats: portraits of the same parts as the suspects'. */

import { html } from "../vendor/lit-html.js";
import { constables } from "./constable_faces.js";
import { backdrop, bust } from "./portraits.js";
import { COAT, COLLAR, LAPELS, SHIRT } from "./suspect_faces.js";
import { cap, CHEVRONS, LIPS, SUIT, TIE, TUNIC } from "./uniforms.js";

/** @import {Features} from "./portraits.js" */
/** @import {Person} from "./suspect_faces.js" */

/** Each level by its id: the colour of the wall behind, and the face. @type {Record<string, [string, Person]>} */
const DETECTIVES = {
  ...constables,
  sergeant: [
    "#a8726c",
    {
      face: "slim",
      skin: "fair",
      gaze: 0,
      lid: 0.4,
      under: [
        [
          "auburn",
          "M18.6 32C14.6 22 19 14 30 14S45.4 22 41.4 32L38 36H22ZM39 32C43.6 30 48 35 44.6 39.6 41.4 42 37.6 39 38 35Z",
        ],
        ...TUNIC,
        ["stripes", CHEVRONS],
      ],
      over: [
        ["lips mouth", "M27.4 36.8Q28.8 35.8 30 36.4 31.2 35.8 32.6 36.8 30 38.4 27.4 36.8Z"],
        ["brow stern", "M22.8 23.6 28.2 24.4M37.2 23.6 31.8 24.4"],
        ["lens", "M25.8 23.6a3.8 3.8 0 1 1-.01 0M34.2 23.6a3.8 3.8 0 1 1-.01 0M29.4 26.8Q30 26.2 30.6 26.8"],
        [
          "auburn",
          "M20.6 28C19.4 21.6 24 20 30 21.6 36 20 40.6 21.6 39.4 28 37.4 24.4 34 23.4 30 23.4S22.6 24.4 20.6 28Z",
        ],
        ...cap("gold"),
      ],
    },
  ],
  "detective-sergeant": [
    "#5f6b78",
    {
      face: "long",
      skin: "fair",
      gaze: -0.6,
      lid: 1,
      under: [
        ["crust", COAT],
        ["white", SHIRT],
        ["ink", TIE],
        ["crust", "M23 42 17.4 52 27 57 24.6 48ZM37 42 42.6 52 33 57 35.4 48Z"],
        ["line", "M12 56 16 61M48 56 44 61"],
        ["gold", "M45.6 50.6a2.4 2.4 0 1 1-.01 0"],
      ],
      over: [
        ["stubble", "M22.4 31C23 40 26 43.6 30 44 34 43.6 37 40 37.6 31 36 35 33.4 39 30 39S24 35 22.4 31Z"],
        ["line mouth", "M26.8 38.2Q30 37.4 33.6 37"],
        ["brow thick", "M22.6 24.6 28.4 24.8M37.4 23.8 31.6 24.8"],
        ["brown", "M21.4 20H23.4V28L22 30ZM38.6 20H36.6V28L38 30Z"],
        ["own", "M18.4 17C18.4 2.6 27 5 30 7.4 33 5 41.6 2.6 41.6 17Z"],
        ["soot", "M18.4 13.6Q30 11 41.6 13.6V17.6Q30 15 18.4 17.6Z"],
        ["own", "M8.6 21.6C14 13.4 44 14.6 51.4 18.4 48 24 38 21.6 30 21.6S13 25 8.6 21.6Z"],
        ["dim", "M8.6 21.6C17 17.8 42 17.4 51.4 18.4 48 24 38 21.6 30 21.6S13 25 8.6 21.6Z"],
      ],
    },
  ],
  inspector: [
    "#7f5a86",
    {
      face: "slim",
      skin: "deep",
      gaze: 0.5,
      lid: 0.6,
      under: [
        ["soot", "M18.4 31C13.4 20 20 13 30 13S46.6 20 41.6 31L38 36H22Z"],
        ["own", COAT],
        ["white", SHIRT],
        ["dim", LAPELS],
        ["gem", "M30 48.8 32.4 51.6 30 54.4 27.6 51.6Z"],
        ["line", "M10 55l3 3M14 52.6l4 4M50 55l-3 3M46 52.6l-4 4"],
      ],
      over: [
        ["lips mouth", LIPS],
        ["line", "M25.4 34.6Q24.6 36 25 37.2M34.6 34.6Q35.4 36 35 37.2"],
        ["brow", "M22.8 23Q25.6 20.8 28.6 22.8M31.4 22.8Q34.4 20.8 37.2 23"],
        ["soot", "M20.6 28C19.6 21 24 19.6 30 21 36 19.6 40.4 21 39.4 28 37.4 24 34 22.8 30 22.8S22.6 24 20.6 28Z"],
        ["pearl", "M20.4 35h.01M39.6 35h.01"],
        ["own", "M17 20C13 6 46 1 45 16.6 44 20.4 40 17.6 34 16.6 27 15.6 22 17 17 20Z"],
        [
          "dim",
          "M17 20C16.6 18.6 16.6 17.2 16.8 16 26 11.4 38 11.6 45 16.6 44 20.4 40 17.6 34 16.6 27 15.6 22 17 17 20Z",
        ],
        ["gold", "M21.6 13.4a2 2 0 1 1-.01 0"],
        ["line", "M20 11.6Q15 6 16.4 2"],
      ],
    },
  ],
  "chief-inspector": [
    "#4f7a6a",
    {
      face: "broad",
      skin: "ruddy",
      gaze: 0.8,
      lid: 0.8,
      under: [
        ...SUIT,
        ["silk", "M26.4 50.6 30 53 33.6 50.6 34 61H26Z"],
        ["lips", "M30 50.6 25.4 48V54ZM30 50.6 34.6 48V54Z"],
        ["chain", "M31 57Q38 61 45 55"],
      ],
      over: [
        ["mouth", ""],
        [
          "silver",
          "M30 33.4C27 31.6 23 34 19 31 18 35 22 37.6 26 37.2 28 37 29.4 36 30 35.2 30.6 36 32 37 34 37.2 38 37.6 42 35 41 31 37 34 33 31.6 30 33.4Z",
        ],
        ["silver", "M28.2 39.4H31.8L30 44Z"],
        ["brow thick", "M22.6 24Q25.4 22.6 28.4 24.4M31.6 22.6Q34.6 20.4 37.4 22.6"],
        ["lens", "M34 23.4a3.8 3.8 0 1 1-.01 0"],
        ["chain", "M37.6 28Q41.6 36 39 47"],
        ["silver", "M20.2 20.6H22.2V29L20.6 30.6ZM39.8 20.6H37.8V29L39.4 30.6Z"],
        ["soot", "M18.2 18.6C15.6.6 44.4.6 41.8 18.6Z"],
        ["own", "M18.2 14.6Q30 11.8 41.8 14.6V18.6Q30 16 18.2 18.6Z"],
        ["soot", "M13 17.4C17 21 43 21 47 17.4 49 22 42 23.4 30 23.4S11 22 13 17.4Z"],
        ["gloss", "M22 10.6Q23 6.4 26.6 5.2"],
      ],
    },
  ],
  superintendent: [
    "#b8923c",
    {
      face: "long",
      skin: "fair",
      gaze: 0,
      lid: 0.7,
      under: [
        ["silver", "M18.4 33C13 20 19 13 30 13S47 20 41.6 33L38 37H22Z"],
        ["night", COAT],
        ["dim", COLLAR],
        [
          "gold",
          "M4.6 54 16.6 47.8 19.2 51.4 7 57.8ZM55.4 54 43.4 47.8 40.8 51.4 53 57.8ZM30 53a1 1 0 1 1-.01 0M30 57.4a1 1 0 1 1-.01 0",
        ],
        ["line", "M8 55v3.4M11 53.4v3.4M14 51.8v3.4M52 55v3.4M49 53.4v3.4M46 51.8v3.4"],
        ["lips", "M37 52.4h2.6v3.6H37Z"],
        ["blue", "M40.2 52.4h2.6v3.6h-2.6Z"],
        [
          "gold",
          "M38.3 55.8a1.5 1.5 0 1 1-.01 0M41.5 55.8a1.5 1.5 0 1 1-.01 0M23 45.6l3 2.6-1.4 1.6-3-2.8ZM37 45.6l-3 2.6 1.4 1.6 3-2.8Z",
        ],
      ],
      over: [
        ["lips mouth", "M27.4 37.4Q28.8 36.4 30 37 31.2 36.4 32.6 37.4 30 39 27.4 37.4Z"],
        [
          "line",
          "M25.4 35Q24.6 36.8 25 38.2M34.6 35Q35.4 36.8 35 38.2M23.6 30.6Q25.6 31.4 27.4 30.6M36.4 30.6Q34.4 31.4 32.6 30.6",
        ],
        ["brow stern", "M22.6 23.4Q25.6 21.4 28.4 23.2M31.6 23.2Q34.4 21.4 37.4 23.4"],
        [
          "silver",
          "M20.8 28C19.4 21.4 24 20 30 21.6 36 20 40.6 21.4 39.2 28 37.4 24.4 34 23.4 30 23.4S22.6 24.4 20.8 28Z",
        ],
        ["line", "M22 24.4q2-2.6 6-2.6M38 24.4q-2-2.6-6-2.6"],
        ["pearl", "M21 36h.01M39 36h.01"],
        ...cap("gold"),
        [
          "gold",
          "M19.6 23.4Q30 19.4 40.4 23.4L40 24.4Q30 20.8 20 24.4ZM17.6 16.2Q30 14 42.4 16.2V17.8Q30 15.6 17.6 17.8Z",
        ],
      ],
    },
  ],
};

/** Names that tables of earlier versions use for levels of today. @type {Record<string, string>} */
const EARLIER = { stroller: "constable", chief: "chief-inspector" };

/** The ids of all levels that have a face, from weakest to strongest. */
export const DETECTIVE_LEVELS = Object.keys(DETECTIVES);

/**
 * The portrait of a level's detective, as a whole picture: `detective("sergeant")`, or `detective(6)` by its number.
 * A level without a face of its own (somebody's own program) has the constable's.
 * @param {string | number} level @param {Features} [features] an expression, from `expressions.js`
 */
export function detective(level, features) {
  const id = typeof level === "number" ? DETECTIVE_LEVELS[level - 1] : (EARLIER[level] ?? level);
  const [colour, person] = DETECTIVES[id] ?? DETECTIVES.constable;
  return html`<svg
    class="art portrait detective"
    viewBox="0 0 60 60"
    preserveAspectRatio="xMidYMin slice"
    aria-hidden="true"
  >
    ${backdrop(colour)}${bust(person, colour, features)}
  </svg>`;
}
