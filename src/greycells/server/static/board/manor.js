/** The locations in and around the manor of Master Detective. */

import { svg } from "../vendor/lit-html.js";
import {
  armchair,
  block,
  car,
  chair,
  fireplace,
  lamp,
  line,
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
export const manor = {
  CarriageHouse: {
    floor: "stone",
    draw: (w, h) => [
      car(w / 2 - 1, 4, Math.min(h * 0.34, 34)),
      svg`<g transform=${`translate(${w / 2} ${h * 0.74}) scale(.9)`}><path class="f" d="M-7-8H7V6C7 10-7 10-7 6Z"></path><path class="l" d="M-4-5H4V1H-4ZM-4 4H4"></path>
        <circle class="f" cx="-10" cy="-5" r="3"></circle><circle class="f" cx="10" cy="-5" r="3"></circle><circle class="f" cx="-10" cy="6" r="3"></circle><circle class="f" cx="10" cy="6" r="3"></circle></g>`,
      block(1, 2, 4, 12),
      block(w - 5, h * 0.42, 4, 12),
      round(6, h * 0.5, 3),
      round(6, h * 0.5, 1.2),
    ],
  },
  DrawingRoom: {
    floor: "carpet",
    draw: (w, h) => [
      rug(w * 0.2, h * 0.24, w * 0.6, h * 0.5),
      piano(5, 8, 0.9),
      sofa(w / 2, h - 5, w * 0.4, 0),
      armchair(w - 7, h * 0.4, 270),
      fireplace(w * 0.62, 0.5),
      lamp(w - 4.5, h - 5),
      plant(5, h - 5, 4),
    ],
  },
  Gazebo: {
    floor: "grass",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, h * 0.36, w * 0.42];
      const corner = (/** @type {number} */ k, /** @type {number} */ s) =>
        `${x + Math.cos((k * Math.PI) / 4 + 0.39) * r * s} ${y + Math.sin((k * Math.PI) / 4 + 0.39) * r * s}`;
      const ring = (/** @type {number} */ s) =>
        `M${spread(-0.5, 7.5, 8)
          .map((k) => corner(k, s))
          .join("L")}Z`;
      return [
        shape(ring(1)),
        line(
          ring(0.72) +
            spread(-0.5, 7.5, 8)
              .map((k) => `M${x} ${y}L${corner(k, 1)}`)
              .join(""),
        ),
        round(x, y, 3),
        plant(7, h - 7, 4.6),
        plant(w - 7, h - 7, 4.6),
        plant(w / 2, h - 5, 3.6),
      ];
    },
  },
  Courtyard: {
    floor: "stone",
    draw: (w, h) => [
      plant(8, 8, 5),
      plant(w - 8, 8, 5),
      plant(8, h - 7, 5),
      plant(w - 8, h - 7, 5),
      svg`<circle class="rim" cx=${w / 2} cy=${h / 2} r=${h * 0.36}></circle><circle class="rim" cx=${w / 2} cy=${h / 2} r=${h * 0.28}></circle>`,
      block(w * 0.24, 3, 12, 3),
      block(w * 0.76 - 12, 3, 12, 3),
      block(w * 0.24, h - 6, 12, 3),
      block(w * 0.76 - 12, h - 6, 12, 3),
    ],
  },
  Fountain: {
    floor: "grass",
    draw: (w, h) => {
      const [x, y] = [w / 2, h * 0.34];
      return [
        round(x, y, w * 0.4),
        svg`<circle class="water" cx=${x} cy=${y} r=${w * 0.35}></circle><circle class="rim" cx=${x} cy=${y} r=${w * 0.24}></circle>`,
        round(x, y, w * 0.12),
        round(x, y, 2),
        line(
          spread(0, 8, 8)
            .map((k) => {
              const a = (k * Math.PI) / 4;
              return `M${x + Math.cos(a) * w * 0.13} ${y + Math.sin(a) * w * 0.13}l${Math.cos(a) * w * 0.08} ${Math.sin(a) * w * 0.08}`;
            })
            .join(""),
        ),
        plant(6, h - 7, 4.6),
        plant(w - 6, h - 7, 4.6),
      ];
    },
  },
  Studio: {
    floor: "wood",
    draw: (w, h) => [
      svg`<g transform=${`translate(${w * 0.24} 9)`}><path class="f" d="M-5-6H5V3H-5Z"></path><path class="l" d="M-4 3-6 8M4 3 6 8M0 3V7M-3-1C-1-4 1 1 3-3"></path></g>`,
      svg`<g transform=${`translate(${w * 0.72} 8)`}><path class="f" d="M-6 0C-6-5 6-6 6-1 6 2 2 0 2 2.5 2 5-6 5-6 0Z"></path><path class="l" d="M-3-2h.01M0-3h.01M3-2h.01M-3 1.5h.01"></path></g>`,
      block(1, h - 7, w * 0.4, 5),
      line(`M3 ${h - 5}h6M3 ${h - 3.6}h8`),
      chair(w - 7, h - 8, 300),
      rug(w * 0.16, h * 0.42, w * 0.68, h * 0.3),
    ],
  },
  TrophyRoom: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.18, h * 0.26, w * 0.64, h * 0.5),
      ...spread(4, w - 4, 4).map(
        (x) =>
          svg`<g transform=${`translate(${x} 4.5)`}><path class="f" d="M-2-3H2V0C2 2-2 2-2 0Z"></path><path class="l" d="M-2-2.4C-4-2.4-4 0-2 0M2-2.4C4-2.4 4 0 2 0M0 1.5V3M-1.5 3h3"></path></g>`,
      ),
      armchair(7, h - 7, 60),
      block(w - 12, h - 6, 10, 4),
      svg`<g transform=${`translate(${w - 6} ${h * 0.4})`}><path class="f" d="M-2.5 3C-3-1-1-3 0-3S3-1 2.5 3Z"></path><path class="l" d="M-1.5-2C-3-5-6-4-6-7M-4.5-4.6-6-3M1.5-2C3-5 6-4 6-7M4.5-4.6 6-3"></path></g>`,
    ],
  },
  CloakRoom: {
    floor: "chequer",
    draw: (w, h) => [
      block(1, 1, w - 2, 2.6),
      ...spread(3, w - 3, 7).map((x) =>
        shape(`M${x - 2.2} 8C${x - 2.4} 5 ${x - 0.8} 4.4 ${x} 3.6 ${x + 0.8} 4.4 ${x + 2.4} 5 ${x + 2.2} 8Z`),
      ),
      block(3, h - 5, w * 0.34, 3.6),
      round(w - 5, h - 5, 2.6),
      line(`M${w - 6} ${h - 6}l2 2M${w - 6.4} ${h - 4.4}l2.4-1.6`),
    ],
  },
};
