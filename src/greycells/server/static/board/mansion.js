/** The nine rooms of the classic mansion. */

import { svg } from "../vendor/lit-html.js";
import {
  armchair,
  block,
  books,
  chair,
  dinner,
  fireplace,
  lamp,
  line,
  ovalRug,
  piano,
  plant,
  round,
  rug,
  shape,
  sofa,
  spread,
} from "./furniture.js";

/** @import {RoomLook} from "./rooms.js" */

/** @type {Record<string, RoomLook>} */
export const mansion = {
  Study: {
    floor: "wood",
    draw: (w, h) => [
      books(1, 1, w * 0.36, 4),
      books(w * 0.64 - 1, 1, w * 0.36, 4),
      rug(w * 0.2, h * 0.3, w * 0.6, h * 0.55),
      block(w / 2 - 8, 2, 16, 6),
      line(`M${w / 2 - 5} 4h4v2.6h-4ZM${w / 2 + 2} 4.5h3`),
      chair(w / 2, 11.4, 0),
      lamp(w - 4, h - 4),
      armchair(6, h - 6, 90),
    ],
  },
  Hall: {
    floor: "chequer",
    draw: (w, h) => [
      rug(w * 0.3, 3, w * 0.4, h - 6),
      ...spread(8, h - 8, 3).flatMap((y) => [round(5, y, 2.4), round(w - 5, y, 2.4)]),
      plant(6, h - 5, 4),
      plant(w - 6, h - 5, 4),
      shape(`M${w / 2 - 4} 1h8v6h-8Z`),
      round(w / 2, 4, 1.8),
      line(`M${w / 2} 4v-1.3M${w / 2} 4h1`),
    ],
  },
  Lounge: {
    floor: "carpet",
    draw: (w, h) => [
      fireplace(w / 2, 0.5),
      rug(w * 0.22, h * 0.26, w * 0.56, h * 0.5),
      armchair(7, h * 0.36, 90),
      armchair(w - 7, h * 0.36, 270),
      sofa(w / 2, h - 5, w * 0.4, 0),
      lamp(4, h - 4),
      plant(w - 5, h - 5, 4),
    ],
  },
  DiningRoom: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.08, h * 0.24, w * 0.84, h * 0.52),
      dinner(w * 0.2, h * 0.36, w * 0.6, h * 0.28),
      block(w * 0.25, 1, w * 0.5, 4),
      round(w * 0.36, 3, 1),
      round(w * 0.5, 3, 1.3),
      round(w * 0.64, 3, 1),
      plant(5, h - 5, 3.6),
      plant(w - 5, h - 5, 3.6),
    ],
  },
  Kitchen: {
    floor: "tiles",
    draw: (w, h) => [
      block(1, 1, w - 2, 5.4),
      ...spread(4, 20, 2).flatMap((x) => [round(x, 3.7, 1.7), line(`M${x - 0.7} 3.7h1.4`)]),
      shape(`M${w - 16} 2h9v3.6h-9Z`),
      line(`M${w - 11.5} 2v1.6`),
      block(1, 8, 5, h - 16),
      line(`M1 ${h / 2}h5M2.5 ${h / 2 - 3}v-3M2.5 ${h / 2 + 3}v3`),
      block(w * 0.34, h * 0.62, w * 0.36, 7),
      line(`M${w * 0.38} ${h * 0.62 + 2}l5 3M${w * 0.5} ${h * 0.62 + 3.5}h6`),
      chair(w * 0.44, h * 0.62 + 10, 0),
      chair(w * 0.6, h * 0.62 + 10, 0),
      round(w - 5, h - 5, 3),
      line(`M${w - 5} ${h - 5}l2-2`),
    ],
  },
  Ballroom: {
    floor: "parquet",
    draw: (w, h) => [
      ovalRug(w / 2, h * 0.52, w * 0.32, h * 0.3),
      piano(w - 20, 9, 1),
      ...spread(10, h - 8, 4).map((y) => chair(4, y, 90)),
      ...spread(22, h - 6, 2).map((y) => chair(w - 4, y, 270)),
      line(`M${w / 2} ${h * 0.34}l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z`),
    ],
  },
  Conservatory: {
    floor: "stone",
    draw: (w, h) => [
      ...spread(2, w - 2, 4).map((x, at) => plant(x, 5 + (at % 2) * 2, 4.6)),
      plant(5, h * 0.5, 5),
      plant(w - 5, h * 0.55, 5),
      plant(5, h - 6, 4.4),
      round(w / 2, h - 8, 4),
      chair(w / 2 - 7, h - 8, 90),
      chair(w / 2 + 7, h - 8, 270),
      plant(w - 5, h - 5, 4),
    ],
  },
  BilliardRoom: {
    floor: "carpet",
    draw: (w, h) => {
      const [bw, bh] = [Math.min(w * 0.64, 40), Math.min(h * 0.5, 22)];
      const [x, y] = [(w - bw) / 2, (h - bh) / 2];
      const pockets = [
        [x, y],
        [x + bw / 2, y],
        [x + bw, y],
        [x, y + bh],
        [x + bw / 2, y + bh],
        [x + bw, y + bh],
      ];
      return [
        rug(x - 5, y - 5, bw + 10, bh + 10),
        block(x - 1.6, y - 1.6, bw + 3.2, bh + 3.2, 2),
        svg`<rect class="baize" x=${x} y=${y} width=${bw} height=${bh}></rect>`,
        ...pockets.map(([px, py]) => svg`<circle class="hole" cx=${px} cy=${py} r="1.3"></circle>`),
        line(`M${x + bw * 0.25} ${y}v${bh}M${x + bw * 0.7} ${y + bh * 0.2}l${bw * 0.36} ${bh * 0.9}`),
        ...[
          [0.62, 0.42],
          [0.66, 0.36],
          [0.66, 0.48],
          [0.7, 0.3],
          [0.7, 0.42],
          [0.7, 0.54],
        ].map(([fx, fy]) => round(x + bw * fx, y + bh * fy, 0.8)),
        line(`M2 4v9M3.5 4v9M5 4v9M1 5h5M1 12h5`),
        armchair(w - 6, h - 6, 315, 7),
      ];
    },
  },
  Library: {
    floor: "wood",
    draw: (w, h) => [
      books(4, 1, w - 8, 4),
      books(1, 7, 4, h - 14),
      books(w - 5, 7, 4, h - 14),
      books(w * 0.2, h - 5, w * 0.6, 4),
      ovalRug(w / 2, h / 2, w * 0.27, h * 0.24),
      round(w / 2 - 10, h * 0.3, 3),
      line(`M${w / 2 - 12.5} ${h * 0.3}c2 1.5 3 1.5 5 0M${w / 2 - 10} ${h * 0.3 - 3}v6`),
      armchair(w / 2 + 11, h * 0.3, 200, 7),
    ],
  },
};
