/** How the constables and the acting sergeant look, levels 1 to 5: the layers of their portraits. */

import { COAT, LAPELS } from "./suspect_faces.js";
import { BROWS, cap, CHEVRON, HELMET, LIPS, ROUND_HAT, SMILE, TUNIC } from "./uniforms.js";

/** @import {Person} from "./suspect_faces.js" */

/** Each level by its id: the colour of the wall behind, and the face. @type {Record<string, [string, Person]>} */
export const constables = {
  constable: [
    "#6f93b5",
    {
      face: "round",
      skin: "fair",
      gaze: 0.2,
      lid: 0,
      under: [["copper", "M18.6 30C16.6 20 22 15 30 15S43.4 20 41.4 30L38 34H22Z"], ...TUNIC],
      over: [
        ["blush", "M23 34a2.6 1.9 0 1 1 .01 0M37 34a2.6 1.9 0 1 1 .01 0"],
        ["freckles", "M24 31h.01M26.2 32h.01M33.8 32h.01M36 31h.01M22.8 32.4h.01M37.2 32.4h.01M30 31.4h.01"],
        ["line mouth", SMILE],
        ["brow", "M23 22.8Q25.6 21 28.2 22.8M31.8 22.8Q34.4 21 37 22.8"],
        [
          "copper",
          "M20 27C19.6 21.6 23 20 27 21.8 31 20 37 20.4 40 27 37.4 24.2 34 23.6 30 24.2 26 23.4 22.4 24.2 20 27Z",
        ],
        ...HELMET,
        ["line", "M20 25Q19.6 38 30 43.4 40.4 38 40 25"],
      ],
    },
  ],
  "senior-constable": [
    "#7d9c8e",
    {
      face: "round",
      skin: "fair",
      gaze: 0.6,
      lid: 0.3,
      under: [
        [
          "blond",
          "M18 22C13 26 13.6 33 17 34.6 15.6 38.6 19.4 41.4 23 39.6L24 24ZM42 22C47 26 46.4 33 43 34.6 44.4 38.6 40.6 41.4 37 39.6L36 24Z",
        ],
        ...TUNIC,
        ["white", "M24.6 44 30 50 35.4 44 34 49 30 53 26 49Z"],
      ],
      over: [
        ["blush", "M23.2 34a2.6 1.8 0 1 1 .01 0M36.8 34a2.6 1.8 0 1 1 .01 0"],
        ["lips mouth", LIPS],
        ["brow", BROWS],
        [
          "blond",
          "M20.2 28C18.6 21 24 18.6 30 21 36 18.6 41.4 21 39.8 28 37.6 24 33 23 30 24.4 27 23 22.4 24 20.2 28Z",
        ],
        ...ROUND_HAT,
      ],
    },
  ],
  "leading-constable": [
    "#b08b62",
    {
      face: "broad",
      skin: "ruddy",
      gaze: -0.8,
      lid: 0.5,
      under: [...TUNIC, ["stripes", CHEVRON]],
      over: [
        ["blush", "M22.6 32.4a2.4 1.8 0 1 1 .01 0M37.4 32.4a2.4 1.8 0 1 1 .01 0"],
        ["copper", "M20.2 25H22.6L23.4 35.4Q22.6 38.6 20.8 35ZM39.8 25H37.4L36.6 35.4Q37.4 38.6 39.2 35Z"],
        ["mouth", ""],
        [
          "copper",
          "M30 33.6C27 31.8 23.6 33.8 22.6 37.4 25.4 39 28.6 38 30 36.2 31.4 38 34.6 39 37.4 37.4 36.4 33.8 33 31.8 30 33.6Z",
        ],
        ["brow thick", "M22.6 24.4Q25.6 22.8 28.4 24.4M31.6 24Q34.4 22 37.4 23.8"],
        ...HELMET,
        ["line", "M20 25Q20 39.6 30 44 40 39.6 40 25"],
      ],
    },
  ],
  "detective-constable": [
    "#9b7fa8",
    {
      face: "slim",
      skin: "tan",
      gaze: -0.9,
      lid: 0.2,
      under: [
        ["ink", "M19 22H41L42.6 38Q38.6 40.6 36.4 38L37.4 24H22.6L23.6 38Q21.4 40.6 17.4 38Z"],
        ["silk", COAT],
        ["dim", LAPELS],
        ["white", "M25 44.4 30 49.6 35 44.4 33.6 50 30 54 26.4 50Z"],
        ["wood", "M47.4 55.4 50.6 61 48.6 62 45.4 56.4Z"],
        ["loupe", "M45 45.6a5 5 0 1 1-.01 0"],
      ],
      over: [
        ["lips mouth", LIPS],
        ["brow", "M22.8 23.4Q25.6 21.6 28.6 23.2M31.4 22.4Q34.4 20.2 37.2 22.4"],
        [
          "ink",
          "M20.8 29C20 22 24 20 28.4 21.4 33 23.4 37 22 39.2 29 35 26.6 33 25 28.4 23.6 25 24 22.6 25.6 20.8 29Z",
        ],
        ["own", "M17.4 23C14.4 3.6 45.6 3.6 42.6 23 36 18.6 24 18.6 17.4 23Z"],
        ["dim", "M17.2 20.2Q30 13.8 42.8 20.2L42.6 23Q30 16.4 17.4 23Z"],
        ["gold", "M37.6 15.6 40 12.6 42.2 16.8 39.8 18.4Z"],
      ],
    },
  ],
  "acting-sergeant": [
    "#8e9a6b",
    {
      face: "long",
      skin: "olive",
      gaze: 0.9,
      lid: 0.7,
      under: [
        ...TUNIC,
        ["stripes", "M5.6 56 10.6 59.4 15.6 53.8M6.4 53 10.6 55.8 14.8 51"],
        ["white", "M40 51.4H47.4V61H40Z"],
        ["line", "M41.4 54h4.6M41.4 56.4h4.6M41.4 58.8h3"],
        ["wood", "M46 49.4 50.6 58 49.6 58.6 45 50Z"],
      ],
      over: [
        ["ink", "M25.4 34.8Q28 33.4 30 34.6 32 33.4 34.6 34.8 32 35.4 30 35.6 28 35.4 25.4 34.8Z"],
        ["line mouth", "M27 38Q30.4 39.4 33.4 37.4"],
        ["brow", "M22.8 24Q25.6 22.8 28.4 24.2M31.6 23.2Q34.4 21.2 37.2 23"],
        ["ink", "M21.6 20H22.8V28L22 30ZM38.4 20H37.2V28L38 30Z"],
        ...cap("steel"),
      ],
    },
  ],
};
