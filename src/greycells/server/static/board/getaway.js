/** The rooms of the country house around a pool. */

import { svg } from "../vendor/lit-html.js";
import {
  armchair,
  bed,
  block,
  chair,
  fireplace,
  lamp,
  line,
  plant,
  round,
  rug,
  shape,
  sofa,
  spread,
} from "./furniture.js";

/** @import {RoomLook} from "./rooms.js" */

/** @type {Record<string, RoomLook>} */
export const getaway = {
  Spa: {
    floor: "tiles",
    draw: (w, h) => [
      svg`<ellipse class="water" cx=${w * 0.36} cy=${h * 0.3} rx=${w * 0.28} ry=${h * 0.18}></ellipse>`,
      line(`M${w * 0.2} ${h * 0.28}q3-3 6 0t6 0 6 0M${w * 0.24} ${h * 0.34}q3-3 6 0t6 0`),
      ...spread(h * 0.15, h * 0.55, 3).map((y) => block(w - 11, y - 3, 9, 5.6, 2)),
      ...spread(h * 0.15, h * 0.55, 3).map((y) => line(`M${w - 8} ${y - 3}v5.6`)),
      block(2, h - 13, 12, 6),
      round(5, h - 10, 1.6),
      plant(w - 6, h - 6, 4.4),
    ],
  },
  Theatre: {
    floor: "carpet",
    draw: (w, h) => [
      shape(`M3 1H${w - 3}V5H3Z`),
      line(`M5 5q3 3 6 0t6 0 6 0 6 0 6 0 6 0`),
      block(6, 8, w - 12, 1.6),
      ...spread(h * 0.36, h - 6, 4).flatMap((y) => spread(5, w - 5, Math.floor(w / 9)).map((x) => chair(x, y, 0, 4))),
    ],
  },
  LivingRoom: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.2, h * 0.24, w * 0.6, h * 0.46),
      sofa(w / 2, h * 0.82, w * 0.5, 0),
      sofa(6, h * 0.46, h * 0.3, 90),
      armchair(w - 7, h * 0.4, 270),
      block(w / 2 - 7, h * 0.4, 14, 7, 1.5),
      line(`M${w / 2 - 4} ${h * 0.4 + 2}h5v3h-5Z`),
      fireplace(w / 2, 0.5),
      plant(5, h - 6, 4),
      lamp(w - 5, h - 5),
    ],
  },
  Observatory: {
    floor: "stone",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, h * 0.42, Math.min(w, h * 0.8) * 0.42];
      return [
        svg`<circle class="night" cx=${x} cy=${y} r=${r}></circle><circle class="rim" cx=${x} cy=${y} r=${r - 2}></circle>`,
        ...[
          [-0.6, -0.3],
          [-0.2, -0.7],
          [0.4, -0.5],
          [0.65, 0.1],
          [-0.5, 0.4],
          [0.2, 0.7],
        ].map(
          ([fx, fy]) =>
            svg`<path class="star" d=${`M${x + fx * r} ${y + fy * r - 1.3}l.4.9.9.4-.9.4-.4.9-.4-.9-.9-.4.9-.4Z`}></path>`,
        ),
        svg`<g transform=${`translate(${x} ${y}) rotate(-38)`}><path class="f" d="M-10-2.5H6V2.5H-10ZM6-3.5H13V3.5H6ZM-13-1.5H-10V1.5H-13Z"></path></g>`,
        round(x, y, 2.6),
        block(2, h - 8, 12, 5),
        line(`M4 ${h - 6.5}h8M4 ${h - 4.8}h6`),
      ];
    },
  },
  GuestHouse: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.3, h * 0.3, w * 0.5, h * 0.46),
      bed(2, 3, w * 0.3, h * 0.4),
      lamp(w * 0.3 + 6, 6),
      block(w - 12, 2, 10, 5),
      line(`M${w - 7} 2v5`),
      armchair(w - 7, h - 7, 315),
      plant(5, h - 5, 4),
    ],
  },
  Patio: {
    floor: "stone",
    draw: (w, h) => [
      round(w * 0.27, h * 0.24, 6),
      line(
        `M${w * 0.27 - 6} ${h * 0.24}h12M${w * 0.27} ${h * 0.24 - 6}v12M${w * 0.27 - 4.2} ${h * 0.24 - 4.2}l8.4 8.4M${w * 0.27 + 4.2} ${h * 0.24 - 4.2}l-8.4 8.4`,
      ),
      chair(w * 0.27 - 9, h * 0.24, 90),
      chair(w * 0.27 + 9, h * 0.24, 270),
      block(w - 13, h * 0.16, 10, 4.6, 1.6),
      block(w - 13, h * 0.28, 10, 4.6, 1.6),
      plant(5, h - 6, 4.6),
      plant(w - 6, h - 6, 4.6),
      plant(w / 2, 5, 4),
    ],
  },
};
