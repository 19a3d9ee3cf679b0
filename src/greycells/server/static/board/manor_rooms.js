/** The locations in and around the manor of Master Detective. */

import { svg } from "../vendor/lit-html.js";
import {
  armchair,
  block,
  car,
  fireplace,
  lamp,
  line,
  piano,
  plant,
  put,
  round,
  rug,
  shape,
  sofa,
  spread,
} from "./furniture.js";

/** @import {RoomLook} from "./rooms.js" */

/** A round flower bed with a stone edge. @param {number} x @param {number} y @param {number} r @param {string} flower */
const flowerBed = (x, y, r, flower) =>
  svg`${round(x, y, r, "marble")}<circle class="earth" cx=${x} cy=${y} r=${r - 1}></circle>${plant(x, y, r * 0.95, flower)}`;

/** @param {number} x @param {number} y @param {number} turn */
const bench = (x, y, turn) =>
  put(
    x,
    y,
    svg`<rect class="oak" x="-6" y="-2" width="12" height="4" rx=".5"></rect><path class="l" d="M-6-.7H6M-6 .6H6"></path>`,
    { turn },
  );

/** A carriage with its shafts, from above. */
const CARRIAGE = svg`<path class="l" d="M-3.4-17V-6M3.4-17V-6M-3.4-14H3.4"></path><path class="wood" d="M-9.4-7h2v9h-2ZM7.4-7h2v9h-2ZM-10 7h2.2v11H-10ZM7.8 7H10v11H7.8Z"></path>
  <path class="soot" d="M-5-6H5V3H-5ZM-7 4C-7 1.6 7 1.6 7 4V18C7 20.6-7 20.6-7 18Z"></path><rect class="plush" x="-4.4" y="-4" width="8.8" height="4.4" rx="1.2"></rect><rect class="hide" x="-5.4" y="5.4" width="10.8" height="12" rx="1.6"></rect><path class="l" d="M-5.4 11.4H5.4M0 5.4V17.4"></path>
  <circle class="shade" cx="-6.4" cy="-5" r="1.3"></circle><circle class="shade" cx="6.4" cy="-5" r="1.3"></circle>`;

/** @type {Record<string, RoomLook>} */
export const manor = {
  CarriageHouse: {
    floor: "stone",
    draw: (w, h) => {
      const long = h > 100;
      return [
        long ? car(w / 2, 22, 34) : car(w * 0.3, 10, 36),
        put(long ? w / 2 : w * 0.72, h * (long ? 0.6 : 0.5), CARRIAGE, { size: 0.95 }),
        ...(long ? [0.84, 0.92] : [0.9]).map((fy, at) =>
          put(
            7 + at * 3,
            h * fy,
            svg`<rect class="hay" x="-5" y="-3.4" width="10" height="6.8" rx=".8"></rect><path class="l" d="M-4-1.4h3M-1 1h4M1-2h3M-2-3.4v6.8M2-3.4v6.8"></path>`,
          ),
        ),
        put(
          w - 6,
          h * (long ? 0.9 : 0.12),
          svg`<circle class="wood" r="4.6"></circle><circle class="l pale" r="3.4"></circle><path class="l pale" d="M-3.4 0H3.4M0-3.4V3.4M-2.4-2.4 2.4 2.4M2.4-2.4-2.4 2.4"></path><circle class="brass" r="1"></circle>`,
        ),
        block(1, 3, 4.6, 14, "oak", 0.4),
        line("M2 5.4h2.6M2 8.4h2.6M2 11.4h2.6M2 14.4h2.6"),
      ];
    },
  },
  DrawingRoom: {
    floor: "carpet",
    draw: (w, h) => [
      rug(w * 0.24, h * 0.32, w * 0.5, h * 0.42, "navy"),
      piano(5, 10.4, 0.95),
      fireplace(w * 0.62, 0.5, 16),
      sofa(w / 2, h * 0.75, w * 0.4, 0, "blue"),
      armchair(w - 7, h * 0.42, 260, "blue"),
      round(w / 2, h * 0.53, 4.6, "wood"),
      put(
        w / 2,
        h * 0.53,
        svg`<circle class="linen" r="2.9"></circle><circle class="brass" cx="-.8" cy="-.4" r="1"></circle><circle class="linen" cx="1.3" cy=".8" r=".8"></circle>`,
      ),
      lamp(w - 5.6, h - 6),
      plant(5.6, h - 6, 4.4, "rose"),
    ],
  },
  Gazebo: {
    floor: "grass",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, Math.min(h * 0.4, w * 0.5), w * 0.38];
      const corner = (/** @type {number} */ k, /** @type {number} */ s) =>
        `${Math.round((x + Math.cos((k * Math.PI) / 4 + 0.39) * r * s) * 10) / 10} ${Math.round((y + Math.sin((k * Math.PI) / 4 + 0.39) * r * s) * 10) / 10}`;
      const spokes = [0, 1, 2, 3, 4, 5, 6, 7];
      const ring = (/** @type {number} */ s) => `M${spokes.map((k) => corner(k, s)).join("L")}Z`;
      return [
        svg`<path class="gravel" d=${`M${x - 5} ${y}h10L${x + 6} ${h}h-12Z`}></path>`,
        shape(ring(1.12), "marble"),
        ...spokes.map((k) => shape(`M${x} ${y}L${corner(k, 1)}L${corner(k + 1, 1)}Z`, k % 2 ? "roof" : "roof light")),
        line(ring(0.5) + ring(0.76)),
        round(x, y, 2.4, "brass"),
        flowerBed(8, h - 9, 5.4, "rose"),
        flowerBed(w - 8, h - 9, 5.4, "sun"),
        plant(5, 5, 4),
        plant(w - 5, 5, 4, "sky"),
      ];
    },
  },
  Courtyard: {
    floor: "stone",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, h / 2, Math.min(w, h) * 0.3];
      return [
        svg`<circle class="lawn" cx=${x} cy=${y} r=${r * 1.24}></circle><circle class="inlay ring" cx=${x} cy=${y} r=${r * 1.24}></circle>`,
        ...spread(0, 8, 8).map((k) =>
          plant(
            x + Math.cos((k * Math.PI) / 4) * r * 0.98,
            y + Math.sin((k * Math.PI) / 4) * r * 0.98,
            3.6,
            ["rose", "sun", "sky", ""][Math.floor(k) % 4],
          ),
        ),
        round(x, y, r * 0.52, "marble"),
        put(
          x,
          y,
          svg`<circle class="brass" r="5.4"></circle><path class="l" d="M0-4.6v1.4M0 3.2v1.4M-4.6 0h1.4M3.2 0h1.4M-3.2-3.2l.8.8M3.2-3.2l-.8.8M-3.2 3.2l.8-.8M3.2 3.2l-.8-.8"></path><path class="soot" d="M-.6 1 .2-3.6 1.4 1.4Z"></path>`,
        ),
        bench(w * 0.24, 4.6, 0),
        bench(w * 0.76, 4.6, 0),
        bench(w * 0.24, h - 4.6, 0),
        bench(w * 0.76, h - 4.6, 0),
        ...[
          [9, 9],
          [w - 9, 9],
          [9, h - 9],
          [w - 9, h - 9],
        ].map(([px, py]) => flowerBed(px, py, 5.6, "sun")),
      ];
    },
  },
  Fountain: {
    floor: "grass",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, Math.min(h * 0.42, w * 0.5), w * 0.38];
      return [
        svg`<circle class="gravel" cx=${x} cy=${y} r=${r * 1.18}></circle>`,
        round(x, y, r, "marble"),
        svg`<circle class="water" cx=${x} cy=${y} r=${r * 0.86}></circle>`,
        svg`<circle class="l foam" cx=${x} cy=${y} r=${r * 0.7}></circle><circle class="l foam" cx=${x} cy=${y} r=${r * 0.56}></circle>`,
        round(x, y, r * 0.36, "marble"),
        svg`<circle class="water" cx=${x} cy=${y} r=${r * 0.28}></circle>`,
        line(
          [0, 1, 2, 3, 4, 5, 6, 7]
            .map((k) => {
              const a = (k * Math.PI) / 4;
              return `M${x} ${y}Q${x + Math.cos(a + 0.3) * r * 0.4} ${y + Math.sin(a + 0.3) * r * 0.4} ${x + Math.cos(a) * r * 0.64} ${y + Math.sin(a) * r * 0.64}`;
            })
            .join(""),
          "foam",
        ),
        round(x, y, 2, "brass"),
        flowerBed(8, h - 9, 5.4, "sky"),
        flowerBed(w - 8, h - 9, 5.4, "rose"),
        bench(x, h - 6, 0),
      ];
    },
  },
  Studio: {
    floor: "wood",
    draw: (w, h) => [
      svg`<path class="drops" d=${`M${w * 0.5} ${h * 0.44}h.01M${w * 0.56} ${h * 0.5}h.01M${w * 0.44} ${h * 0.52}h.01`}></path><path class="drops blue" d=${`M${w * 0.4} ${h * 0.4}h.01M${w * 0.6} ${h * 0.42}h.01M${w * 0.52} ${h * 0.56}h.01`}></path>`,
      put(
        w * 0.28,
        h * 0.3,
        svg`<path class="l" d="M-6 4-8 11M6 4 8 11M0-9V-12"></path><rect class="linen" x="-8" y="-9" width="16" height="14" rx=".4"></rect><path class="sky" d="M-7-8H7V-1H-7Z"></path><path class="leaf" d="M-7 4V-1Q-3-4.4 0-1.4T7-2V4Z"></path><circle class="sun" cx="3.6" cy="-5.2" r="1.7"></circle><path class="oak" d="M-9 5H9V6.6H-9Z"></path>`,
        { turn: -8 },
      ),
      put(
        w * 0.7,
        h * 0.36,
        svg`<path class="oak" d="M-8 0C-8-7 8-8 8-1 8 2.6 3 .6 3 4 3 7-8 7-8 0Z"></path><circle class="hole" cx="1" cy="2.6" r="1.1"></circle><circle class="apple" cx="-4.6" cy="-1.6" r="1.5"></circle><circle class="sun" cx="-1" cy="-3.6" r="1.5"></circle><circle class="sky" cx="3" cy="-3" r="1.5"></circle><circle class="leaf" cx="-4" cy="2.4" r="1.4"></circle><path class="wood" d="M3-2 12 7l-.8.8L2.2-1.2Z"></path>`,
      ),
      ...[0, 1, 2].map((at) =>
        put(
          8 + at * 4,
          h - 8,
          svg`<rect class="linen" x="-5" y="-4.4" width="10" height="8.8" rx=".3"></rect><path class=${["plush", "sky", "leaf"][at]} d="M-3.8-3.2h7.6v6.4h-7.6Z"></path>`,
          { turn: -14 + at * 12 },
        ),
      ),
      put(w - 9, h - 9, svg`<circle class="oak" r="3.6"></circle><circle class="l" r="2.4"></circle>`),
      put(
        w * 0.56,
        h * 0.74,
        svg`<path class="brass" d="M-2.4-2.4h4.8v4.8h-4.8Z"></path><path class="wood" d="M-1.6-5.4h.8V0h-.8ZM0-6h.8V0H0ZM1.2-5h.8V0h-.8Z"></path>`,
      ),
    ],
  },
  TrophyRoom: {
    floor: "wood",
    draw: (w, h) => [
      put(
        w / 2,
        h * 0.52,
        svg`<path class="fur" d="M-5-9C-6-13 6-13 5-9 8-8 13-13 16-10 17-7 12-5 10-2 10 2 10 5 12 7 15 9 17 13 14 14 10 14 7 10 0 11-7 10-10 14-14 14-17 13-15 9-12 7-10 5-10 2-10-2-12-5-17-7-16-10-13-13-8-8-5-9Z"></path><path class="fur dark" d="M-4-10.4C-4-14 4-14 4-10.4 4-8-4-8-4-10.4ZM-4.6-13a1.3 1.3 0 1 0 .01 0M4.6-13a1.3 1.3 0 1 0 .01 0"></path><path class="l" d="M0-7V8M-6-4q3 2 2 6M6-4q-3 2-2 6"></path><path class="linen" d="M-1.8-12.4h.9v.9h-.9ZM.9-12.4h.9v.9H.9Z"></path>`,
        { size: Math.min(w, h) / 62 },
      ),
      ...spread(9, w - 9, 3).map((x) =>
        put(
          x,
          4.6,
          svg`<rect class="wood" x="-6" y="-4" width="12" height="7.4" rx=".5"></rect><path class="brass" d="M-2.2-3H2.2V0C2.2 2-2.2 2-2.2 0Z"></path><path class="l" d="M-2.2-2.4C-4.2-2.4-4.2 0-2.2 0M2.2-2.4C4.2-2.4 4.2 0 2.2 0M0 1.5V3M-1.5 3h3"></path>`,
        ),
      ),
      put(
        w - 6,
        h * 0.72,
        svg`<path class="wood" d="M-4 4C-4.4-1-2-4 0-4S4.4-1 4 4Z"></path><path class="crust" d="M-1.6 3C-2.4-.6-1-2 0-2S2.4-.6 1.6 3Z"></path><path class="horn" d="M-1-1.6C-3-4-6-3-6-7M-4.6-4-6.4-3M1-1.6C3-4 6-3 6-7M4.6-4 6.4-3"></path>`,
      ),
      put(
        5.6,
        h * 0.72,
        svg`<path class="brass" d="M-3.6-4H3.6V0C3.6 3 1.6 4.4 0 5-1.6 4.4-3.6 3-3.6 0Z"></path><path class="plush" d="M0-3.2h2.8V0H0Z"></path><path class="blue" d="M-2.8 0H0V4C-1.6 3-2.6 2-2.8 0Z"></path>`,
      ),
      armchair(8, h - 7, 50, "hide", 0.9),
      put(
        w - 12,
        h - 5,
        svg`<rect class="wood" x="-7" y="-3" width="14" height="6" rx=".6"></rect><path class="l pale" d="M-6-1.4H6M-6 .8H6"></path><path class="steel" d="M-5.6-2h9l1 .8H-5.6Z"></path>`,
      ),
    ],
  },
  CloakRoom: {
    floor: "chequer",
    draw: (w, h) => [
      block(0.8, 0.8, w - 1.6, 2.4, "wood", 0.3),
      ...spread(3, w - 3, 6).map((x, at) =>
        put(
          x,
          3,
          svg`<path class=${["plush", "soot", "hide", "blue", "crust", "soot"][at]} d="M-3.2 9C-3.6 3.6-1.6 2.4 0 .6 1.6 2.4 3.6 3.6 3.2 9Z"></path><path class="l" d="M0 .6V9M0-1V.6"></path>`,
        ),
      ),
      bench(w * 0.32, h - 5, 0),
      put(
        w * 0.32,
        h - 5,
        svg`<ellipse class="soot" rx="3.4" ry="2.8"></ellipse><ellipse class="l pale" rx="1.8" ry="1.5"></ellipse>`,
      ),
      put(
        w - 7,
        h - 7,
        svg`<circle class="brass" r="3.8"></circle><circle class="hole" r="2.7"></circle><path class="l" d="M-1-1-5-6M.6-1 2.6-7M1 0 6-3"></path><path class="plush" d="M-1.4-1.8l.8-.6-2.8-4-1.2.8Z"></path><path class="blue" d="M.2-2l1 .2L3-7.2l-1.4-.4Z"></path>`,
      ),
      put(
        5,
        h * 0.5,
        svg`<rect class="brass" x="-2" y="-6" width="4" height="12" rx="1.6"></rect><rect class="pane" x="-1.1" y="-5" width="2.2" height="10" rx="1"></rect>`,
      ),
    ],
  },
};
