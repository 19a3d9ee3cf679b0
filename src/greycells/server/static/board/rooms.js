/** The rooms of all houses: a floor and furniture each, drawn to fit whatever rectangle a board gives them. */

import { svg } from "../vendor/lit-html.js";
import { armchair, bed, block, books, car, chair, dinner, fireplace, lamp, line, ovalRug, piano, plant, round, rug, shape, sofa } from "./furniture.js";

/** @typedef {{floor: string, draw: (w: number, h: number) => unknown}} RoomLook */

/** @param {number} from @param {number} to @param {number} count */
const spread = (from, to, count) => Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 0.5)) / count);

/** @type {Record<string, RoomLook>} */
const ROOMS = {
  Study: {
    floor: "wood",
    draw: (w, h) => [books(1, 1, w * 0.36, 4), books(w * 0.64 - 1, 1, w * 0.36, 4), rug(w * 0.2, h * 0.3, w * 0.6, h * 0.55),
      block(w / 2 - 8, 2, 16, 6), line(`M${w / 2 - 5} 4h4v2.6h-4ZM${w / 2 + 2} 4.5h3`), chair(w / 2, 11.4, 0), lamp(w - 4, h - 4), armchair(6, h - 6, 90)],
  },
  Hall: {
    floor: "chequer",
    draw: (w, h) => [rug(w * 0.3, 3, w * 0.4, h - 6), ...spread(8, h - 8, 3).flatMap((y) => [round(5, y, 2.4), round(w - 5, y, 2.4)]),
      plant(6, h - 5, 4), plant(w - 6, h - 5, 4), shape(`M${w / 2 - 4} 1h8v6h-8Z`), round(w / 2, 4, 1.8), line(`M${w / 2} 4v-1.3M${w / 2} 4h1`)],
  },
  Lounge: {
    floor: "carpet",
    draw: (w, h) => [fireplace(w / 2, 0.5), rug(w * 0.22, h * 0.26, w * 0.56, h * 0.5), armchair(7, h * 0.36, 90), armchair(w - 7, h * 0.36, 270),
      sofa(w / 2, h - 5, w * 0.4, 0), lamp(4, h - 4), plant(w - 5, h - 5, 4)],
  },
  DiningRoom: {
    floor: "wood",
    draw: (w, h) => [rug(w * 0.08, h * 0.24, w * 0.84, h * 0.52), dinner(w * 0.2, h * 0.36, w * 0.6, h * 0.28), block(w * 0.25, 1, w * 0.5, 4),
      round(w * 0.36, 3, 1), round(w * 0.5, 3, 1.3), round(w * 0.64, 3, 1), plant(5, h - 5, 3.6), plant(w - 5, h - 5, 3.6)],
  },
  Kitchen: {
    floor: "tiles",
    draw: (w, h) => [block(1, 1, w - 2, 5.4), ...spread(4, 20, 2).flatMap((x) => [round(x, 3.7, 1.7), line(`M${x - 0.7} 3.7h1.4`)]),
      shape(`M${w - 16} 2h9v3.6h-9Z`), line(`M${w - 11.5} 2v1.6`), block(1, 8, 5, h - 16), line(`M1 ${h / 2}h5M2.5 ${h / 2 - 3}v-3M2.5 ${h / 2 + 3}v3`),
      block(w * 0.34, h * 0.62, w * 0.36, 7), line(`M${w * 0.38} ${h * 0.62 + 2}l5 3M${w * 0.5} ${h * 0.62 + 3.5}h6`), chair(w * 0.44, h * 0.62 + 10, 0), chair(w * 0.6, h * 0.62 + 10, 0),
      round(w - 5, h - 5, 3), line(`M${w - 5} ${h - 5}l2-2`)],
  },
  Ballroom: {
    floor: "parquet",
    draw: (w, h) => [ovalRug(w / 2, h * 0.52, w * 0.32, h * 0.3), piano(w - 20, 9, 1), ...spread(10, h - 8, 4).map((y) => chair(4, y, 90)),
      ...spread(22, h - 6, 2).map((y) => chair(w - 4, y, 270)), line(`M${w / 2} ${h * 0.34}l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z`)],
  },
  Conservatory: {
    floor: "stone",
    draw: (w, h) => [...spread(2, w - 2, 4).map((x, at) => plant(x, 5 + (at % 2) * 2, 4.6)), plant(5, h * 0.5, 5), plant(w - 5, h * 0.55, 5), plant(5, h - 6, 4.4),
      round(w / 2, h - 8, 4), chair(w / 2 - 7, h - 8, 90), chair(w / 2 + 7, h - 8, 270), plant(w - 5, h - 5, 4)],
  },
  BilliardRoom: {
    floor: "carpet",
    draw: (w, h) => {
      const [bw, bh] = [Math.min(w * 0.64, 40), Math.min(h * 0.5, 22)];
      const [x, y] = [(w - bw) / 2, (h - bh) / 2];
      const pockets = [[x, y], [x + bw / 2, y], [x + bw, y], [x, y + bh], [x + bw / 2, y + bh], [x + bw, y + bh]];
      return [rug(x - 5, y - 5, bw + 10, bh + 10), block(x - 1.6, y - 1.6, bw + 3.2, bh + 3.2, 2), svg`<rect class="baize" x=${x} y=${y} width=${bw} height=${bh}></rect>`,
        ...pockets.map(([px, py]) => svg`<circle class="hole" cx=${px} cy=${py} r="1.3"></circle>`), line(`M${x + bw * 0.25} ${y}v${bh}M${x + bw * 0.7} ${y + bh * 0.2}l${bw * 0.36} ${bh * 0.9}`),
        ...[[0.62, 0.42], [0.66, 0.36], [0.66, 0.48], [0.7, 0.3], [0.7, 0.42], [0.7, 0.54]].map(([fx, fy]) => round(x + bw * fx, y + bh * fy, 0.8)),
        line(`M2 4v9M3.5 4v9M5 4v9M1 5h5M1 12h5`), armchair(w - 6, h - 6, 315, 7)];
    },
  },
  Library: {
    floor: "wood",
    draw: (w, h) => [books(4, 1, w - 8, 4), books(1, 7, 4, h - 14), books(w - 5, 7, 4, h - 14), books(w * 0.2, h - 5, w * 0.6, 4),
      ovalRug(w / 2, h / 2, w * 0.27, h * 0.24), round(w / 2 - 10, h * 0.3, 3), line(`M${w / 2 - 12.5} ${h * 0.3}c2 1.5 3 1.5 5 0M${w / 2 - 10} ${h * 0.3 - 3}v6`), armchair(w / 2 + 11, h * 0.3, 200, 7)],
  },
  Spa: {
    floor: "tiles",
    draw: (w, h) => [svg`<ellipse class="water" cx=${w * 0.36} cy=${h * 0.3} rx=${w * 0.28} ry=${h * 0.18}></ellipse>`,
      line(`M${w * 0.2} ${h * 0.28}q3-3 6 0t6 0 6 0M${w * 0.24} ${h * 0.34}q3-3 6 0t6 0`), ...spread(h * 0.15, h * 0.55, 3).map((y) => block(w - 11, y - 3, 9, 5.6, 2)),
      ...spread(h * 0.15, h * 0.55, 3).map((y) => line(`M${w - 8} ${y - 3}v5.6`)), block(2, h - 13, 12, 6), round(5, h - 10, 1.6), plant(w - 6, h - 6, 4.4)],
  },
  Theatre: {
    floor: "carpet",
    draw: (w, h) => [shape(`M3 1H${w - 3}V5H3Z`), line(`M5 5q3 3 6 0t6 0 6 0 6 0 6 0 6 0`), block(6, 8, w - 12, 1.6),
      ...spread(h * 0.36, h - 6, 4).flatMap((y) => spread(5, w - 5, Math.floor(w / 9)).map((x) => chair(x, y, 0, 4)))],
  },
  LivingRoom: {
    floor: "wood",
    draw: (w, h) => [rug(w * 0.2, h * 0.24, w * 0.6, h * 0.46), sofa(w / 2, h * 0.82, w * 0.5, 0), sofa(6, h * 0.46, h * 0.3, 90), armchair(w - 7, h * 0.4, 270),
      block(w / 2 - 7, h * 0.4, 14, 7, 1.5), line(`M${w / 2 - 4} ${h * 0.4 + 2}h5v3h-5Z`), fireplace(w / 2, 0.5), plant(5, h - 6, 4), lamp(w - 5, h - 5)],
  },
  Observatory: {
    floor: "stone",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, h * 0.42, Math.min(w, h * 0.8) * 0.42];
      return [svg`<circle class="night" cx=${x} cy=${y} r=${r}></circle><circle class="rim" cx=${x} cy=${y} r=${r - 2}></circle>`,
        ...[[-0.6, -0.3], [-0.2, -0.7], [0.4, -0.5], [0.65, 0.1], [-0.5, 0.4], [0.2, 0.7]].map(([fx, fy]) => svg`<path class="star" d=${`M${x + fx * r} ${y + fy * r - 1.3}l.4.900.900.4-.9.4-.4.9-.4-.9-.9-.4.9-.4Z`}></path>`),
        svg`<g transform=${`translate(${x} ${y}) rotate(-38)`}><path class="f" d="M-10-2.5H6V2.5H-10ZM6-3.5H13V3.5H6ZM-13-1.5H-10V1.5H-13Z"></path></g>`,
        round(x, y, 2.6), block(2, h - 8, 12, 5), line(`M4 ${h - 6.5}h8M4 ${h - 4.8}h6`)];
    },
  },
  GuestHouse: {
    floor: "wood",
    draw: (w, h) => [rug(w * 0.3, h * 0.3, w * 0.5, h * 0.46), bed(2, 3, w * 0.3, h * 0.4), lamp(w * 0.3 + 6, 6), block(w - 12, 2, 10, 5), line(`M${w - 7} 2v5`), armchair(w - 7, h - 7, 315), plant(5, h - 5, 4)],
  },
  Patio: {
    floor: "stone",
    draw: (w, h) => [round(w * 0.27, h * 0.24, 6), line(`M${w * 0.27 - 6} ${h * 0.24}h12M${w * 0.27} ${h * 0.24 - 6}v12M${w * 0.27 - 4.2} ${h * 0.24 - 4.2}l8.4 8.4M${w * 0.27 + 4.2} ${h * 0.24 - 4.2}l-8.4 8.4`),
      chair(w * 0.27 - 9, h * 0.24, 90), chair(w * 0.27 + 9, h * 0.24, 270), block(w - 13, h * 0.16, 10, 4.6, 1.6), block(w - 13, h * 0.28, 10, 4.6, 1.6), plant(5, h - 6, 4.6), plant(w - 6, h - 6, 4.6), plant(w / 2, 5, 4)],
  },
  CarriageHouse: {
    floor: "stone",
    draw: (w, h) => [car(w / 2 - 1, 4, Math.min(h * 0.34, 34)), svg`<g transform=${`translate(${w / 2} ${h * 0.74}) scale(.9)`}><path class="f" d="M-7-8H7V6C7 10-7 10-7 6Z"></path><path class="l" d="M-4-5H4V1H-4ZM-4 4H4"></path>
        <circle class="f" cx="-10" cy="-5" r="3"></circle><circle class="f" cx="10" cy="-5" r="3"></circle><circle class="f" cx="-10" cy="6" r="3"></circle><circle class="f" cx="10" cy="6" r="3"></circle></g>`, block(1, 2, 4, 12), block(w - 5, h * 0.42, 4, 12), round(6, h * 0.5, 3), round(6, h * 0.5, 1.2)],
  },
  DrawingRoom: {
    floor: "carpet",
    draw: (w, h) => [rug(w * 0.2, h * 0.24, w * 0.6, h * 0.5), piano(5, 8, 0.9), sofa(w / 2, h - 5, w * 0.4, 0), armchair(w - 7, h * 0.4, 270), fireplace(w * 0.62, 0.5), lamp(w - 4.5, h - 5), plant(5, h - 5, 4)],
  },
  Gazebo: {
    floor: "grass",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, h * 0.36, w * 0.42];
      const corner = (/** @type {number} */ k, /** @type {number} */ s) => `${x + Math.cos((k * Math.PI) / 4 + 0.39) * r * s} ${y + Math.sin((k * Math.PI) / 4 + 0.39) * r * s}`;
      const ring = (/** @type {number} */ s) => `M${spread(-0.5, 7.5, 8).map((k) => corner(k, s)).join("L")}Z`;
      return [shape(ring(1)), line(ring(0.72) + spread(-0.5, 7.5, 8).map((k) => `M${x} ${y}L${corner(k, 1)}`).join("")), round(x, y, 3), plant(7, h - 7, 4.6), plant(w - 7, h - 7, 4.6), plant(w / 2, h - 5, 3.6)];
    },
  },
  Courtyard: {
    floor: "stone",
    draw: (w, h) => [plant(8, 8, 5), plant(w - 8, 8, 5), plant(8, h - 7, 5), plant(w - 8, h - 7, 5), svg`<circle class="rim" cx=${w / 2} cy=${h / 2} r=${h * 0.36}></circle><circle class="rim" cx=${w / 2} cy=${h / 2} r=${h * 0.28}></circle>`,
      block(w * 0.24, 3, 12, 3), block(w * 0.76 - 12, 3, 12, 3), block(w * 0.24, h - 6, 12, 3), block(w * 0.76 - 12, h - 6, 12, 3)],
  },
  Fountain: {
    floor: "grass",
    draw: (w, h) => {
      const [x, y] = [w / 2, h * 0.34];
      return [round(x, y, w * 0.4), svg`<circle class="water" cx=${x} cy=${y} r=${w * 0.35}></circle><circle class="rim" cx=${x} cy=${y} r=${w * 0.24}></circle>`, round(x, y, w * 0.12), round(x, y, 2),
        line(spread(0, 8, 8).map((k) => { const a = (k * Math.PI) / 4; return `M${x + Math.cos(a) * w * 0.13} ${y + Math.sin(a) * w * 0.13}l${Math.cos(a) * w * 0.08} ${Math.sin(a) * w * 0.08}`; }).join("")), plant(6, h - 7, 4.6), plant(w - 6, h - 7, 4.6)];
    },
  },
  Studio: {
    floor: "wood",
    draw: (w, h) => [svg`<g transform=${`translate(${w * 0.24} 9)`}><path class="f" d="M-5-6H5V3H-5Z"></path><path class="l" d="M-4 3-6 8M4 3 6 8M0 3V7M-3-1C-1-4 1 1 3-3"></path></g>`,
      svg`<g transform=${`translate(${w * 0.72} 8)`}><path class="f" d="M-6 0C-6-5 6-6 6-1 6 2 2 0 2 2.5 2 5-6 5-6 0Z"></path><path class="l" d="M-3-2h.01M0-3h.01M3-2h.01M-3 1.5h.01"></path></g>`,
      block(1, h - 7, w * 0.4, 5), line(`M3 ${h - 5}h6M3 ${h - 3.6}h8`), chair(w - 7, h - 8, 300), rug(w * 0.16, h * 0.42, w * 0.68, h * 0.3)],
  },
  TrophyRoom: {
    floor: "wood",
    draw: (w, h) => [rug(w * 0.18, h * 0.26, w * 0.64, h * 0.5), ...spread(4, w - 4, 4).map((x) => svg`<g transform=${`translate(${x} 4.5)`}><path class="f" d="M-2-3H2V0C2 2-2 2-2 0Z"></path><path class="l" d="M-2-2.4C-4-2.4-4 0-2 0M2-2.4C4-2.4 4 0 2 0M0 1.5V3M-1.5 3h3"></path></g>`),
      armchair(7, h - 7, 60), block(w - 12, h - 6, 10, 4), svg`<g transform=${`translate(${w - 6} ${h * 0.4})`}><path class="f" d="M-2.5 3C-3-1-1-3 0-3S3-1 2.5 3Z"></path><path class="l" d="M-1.5-2C-3-5-6-4-6-7M-4.5-4.6-6-3M1.5-2C3-5 6-4 6-7M4.5-4.6 6-3"></path></g>`],
  },
  CloakRoom: {
    floor: "chequer",
    draw: (w, h) => [block(1, 1, w - 2, 2.6), ...spread(3, w - 3, 7).map((x) => shape(`M${x - 2.2} 8C${x - 2.4} 5 ${x - 0.8} 4.4 ${x} 3.6 ${x + 0.8} 4.4 ${x + 2.4} 5 ${x + 2.2} 8Z`)),
      block(3, h - 5, w * 0.34, 3.6), round(w - 5, h - 5, 2.6), line(`M${w - 6} ${h - 6}l2 2M${w - 6.4} ${h - 4.4}l2.4-1.6`)],
  },
};

/** @type {RoomLook} */
const PLAIN = { floor: "wood", draw: (w, h) => [rug(w * 0.2, h * 0.25, w * 0.6, h * 0.5), armchair(7, h - 7, 60), plant(w - 6, h - 6, 4), block(w * 0.3, 1, w * 0.4, 4)] };

/**
 * How a room looks, by its name with or without spaces.
 * @param {string} name
 */
export const roomLook = (name) => ROOMS[name.replaceAll(" ", "")] ?? PLAIN;
