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
  lounger,
  parasol,
  plant,
  put,
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
    draw: (w, h) => {
      const [x, y, r] = [w * 0.4, Math.min(h * 0.3, w * 0.42), Math.min(w * 0.32, h * 0.3)];
      return [
        round(x, y, r + 2.4, "marble"),
        svg`<circle class="water" cx=${x} cy=${y} r=${r}></circle>`,
        line(
          `M${x - r * 0.6} ${y}a${r * 0.6} ${r * 0.6} 0 1 1 ${r * 0.6} ${r * 0.6}M${x - r * 0.3} ${y}a${r * 0.3} ${r * 0.3} 0 1 0 ${r * 0.3}-${r * 0.3}M${x - r * 0.7} ${y + r * 0.5}q${r * 0.3}-${r * 0.2} ${r * 0.5} 0`,
          "foam",
        ),
        put(x, y + r, svg`<path class="marble" d="M-4-1.6H4V2.6H-4ZM-3-3.6H3V-1.6H-3Z"></path>`),
        ...spread(h * 0.1, h * 0.62, 2).map((at) => lounger(w - 5.6, at, 90, "linen")),
        put(
          11,
          h - 9,
          svg`<rect class="oak" x="-9" y="-5" width="18" height="10" rx="1"></rect><path class="l" d="M-9-1.6H9M-9 1.6H9"></path><g class="stones"><circle cx="-5" cy="0" r="2"></circle><circle cx="-2.4" cy="-1" r="1.6"></circle><circle cx="-2.6" cy="1.6" r="1.5"></circle></g><path class="linen" d="M2-2.6h5v2H2ZM2 .2h5v2H2Z"></path>`,
        ),
        plant(w - 6.4, h - 7, 5, "rose"),
        plant(5.6, h * 0.62, 4),
      ];
    },
  },
  Theatre: {
    floor: "carpet",
    draw: (w, h) => {
      let folds = "";
      for (let at = 3; at < w - 5; at += 4) folds += `M${at} 1q1 4 2 0t2 0`;
      return [
        block(1, 1, w - 2, h * 0.2, "oak", 0.4),
        shape(`M1 1H${w - 1}V5.4Q${w * 0.75} 8.6 ${w / 2} 5.4T1 5.4Z`, "plush"),
        line(folds),
        shape(`M1 1h4.6q-.4 9 1 ${h * 0.2}H1ZM${w - 1} 1h-4.6q.4 9-1 ${h * 0.2}H${w - 1}Z`, "plush"),
        svg`<ellipse class="glow" cx=${w / 2} cy=${h * 0.18} rx=${w * 0.34} ry=${h * 0.12}></ellipse>`,
        ...spread(6, w - 6, 6).map((x) => svg`<circle class="wick" cx=${x} cy=${h * 0.2 + 1.6} r="1"></circle>`),
        ...spread(h * 0.32, h - 3, Math.floor(h / 14)).flatMap((y) =>
          spread(3, w - 3, Math.floor(w / 7)).map((x, at, all) =>
            at === Math.floor(all.length / 2) ? "" : chair(x, y, 0, "plush", 1.05),
          ),
        ),
      ];
    },
  },
  LivingRoom: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.2, h * 0.26, w * 0.6, h * 0.44, "navy"),
      fireplace(w / 2, 0.5, 18),
      sofa(w / 2, h * 0.8, w * 0.54, 0, "blue"),
      sofa(6.4, h * 0.46, h * 0.3, 90, "blue"),
      armchair(w - 7, h * 0.38, 250, "hide"),
      block(w / 2 - 8, h * 0.42, 16, 8.4, "oak", 1.4),
      shape(`M${w / 2 - 6} ${h * 0.42 + 2}l5-.8.8 4.4-5 .8Z`, "linen"),
      round(w / 2 + 4, h * 0.42 + 4, 2, "brass"),
      put(
        w - 6,
        h * 0.62,
        svg`<rect class="wood" x="-4" y="-5" width="8" height="10" rx="1.4"></rect><circle class="linen" cx="0" cy="-1.4" r="2.3"></circle><path class="l" d="M-1.6-1.4h3.2M0-3V.2M-2 3h4"></path>`,
      ),
      plant(6, h - 7, 4.8),
      lamp(w - 6, h - 6),
    ],
  },
  Observatory: {
    floor: "stone",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, Math.min(h * 0.42, w * 0.5), Math.min(w, h) * 0.45];
      const stars = [
        [-0.6, -0.3, 1.2],
        [-0.25, -0.72, 0.9],
        [0.4, -0.55, 1.4],
        [0.68, 0.05, 1],
        [-0.55, 0.42, 1],
        [0.15, 0.74, 1.3],
        [0.55, 0.5, 0.8],
        [-0.8, 0.05, 0.7],
      ];
      return [
        round(x, y, r + 1, "brass"),
        svg`<circle class="night" cx=${x} cy=${y} r=${r - 0.6}></circle>`,
        line(
          `M${stars
            .slice(0, 5)
            .map(([fx, fy]) => `${x + fx * r} ${y + fy * r}`)
            .join("L")}M${x - r * 0.75} ${y}a${r * 0.75} ${r * 0.75} 0 1 1 0 .1`,
          "pale",
        ),
        ...stars.map(
          ([fx, fy, s]) =>
            svg`<path class="star" transform=${`translate(${x + fx * r} ${y + fy * r}) scale(${s})`} d="M0-1.6.4-.4 1.6 0 .4.4 0 1.6-.4.4-1.6 0-.4-.4Z"></path>`,
        ),
        put(
          x,
          y,
          svg`<circle class="soot" r="4.6"></circle><path class="brass" d="M-12-1.8H-4V-2.6H7V-3.6H15V3.6H7V2.6H-4V1.8H-12Z"></path><path class="l" d="M-4-2.6V2.6M7-3.6V3.6M12.6-3.6V3.6"></path><path class="l pale" d="M-3-1.2H6M8-2H12"></path><circle class="steel" r="1.6"></circle>`,
          { turn: -38, size: Math.min(1, r / 17) },
        ),
        block(2, h * 0.62, w * 0.5, 8, "wood", 0.6),
        shape(`M3.4 ${h * 0.62 + 1.4}h${w * 0.5 - 2.8}v5.2H3.4Z`, "night"),
        line(`M6 ${h * 0.62 + 4}a2 2 0 1 0 4 0 2 2 0 1 0-4 0M12 ${h * 0.62 + 3}h5M12 ${h * 0.62 + 5}h3`, "pale"),
        put(
          w - 9,
          h * 0.74,
          svg`<circle class="l" r="5"></circle><circle class="l" r="3"></circle><circle class="sun" r="1.5"></circle><circle class="sky" cx="3" cy="0" r=".9"></circle><circle class="apple" cx="-3.6" cy="3.4" r="1.1"></circle>`,
        ),
      ];
    },
  },
  GuestHouse: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.32, h * 0.5, w * 0.42, h * 0.32, "bottle"),
      bed(w * 0.06, 2.4, w * 0.26, h * 0.42, "blue"),
      bed(w * 0.52, 2.4, w * 0.26, h * 0.42, "plush"),
      lamp(w * 0.42, 6, 2.8),
      put(
        w - 6,
        h * 0.62,
        svg`<rect class="wood" x="-4.6" y="-9" width="9.2" height="18" rx=".8"></rect><path class="l" d="M-4.6 0H4.6M-3-1.2h1.6M-3 1.2h1.6"></path>`,
      ),
      put(
        w * 0.5,
        h * 0.68,
        svg`<rect class="hide" x="-6" y="-4" width="12" height="8" rx="1"></rect><path class="l" d="M-3-4v8M3-4v8M-1.6 4v1.4h3.2V4"></path><path class="linen" d="M-1.4-2.6 1-2.2.8-.4-1.6-.8Z"></path>`,
        { turn: 12 },
      ),
      armchair(7, h - 8, 60, "blue"),
      plant(w - 6, h - 6, 4.2, "sun"),
    ],
  },
  Patio: {
    floor: "stone",
    draw: (w, h) => [
      ...[
        [0.24, 0.3],
        [0.7, 0.68],
      ].flatMap(([fx, fy]) =>
        [0, 90, 180, 270].map((turn) => put(w * fx, h * fy, chair(0, 9.4, 0, "linen"), { turn: turn + 45 })),
      ),
      parasol(w * 0.24, h * 0.3, 8.6),
      parasol(w * 0.7, h * 0.68, 8.6),
      lounger(w * 0.62, h * 0.26, 0),
      lounger(w * 0.74, h * 0.26, 0, "plush"),
      put(
        w * 0.26,
        h * 0.72,
        svg`<circle class="glow" r="9"></circle><circle class="soot" r="5.4"></circle><circle class="fire" r="4"></circle><path class="l" d="M-3.6-2H3.6M-4.2 0H4.2M-3.6 2H3.6M0-4.2V4.2"></path><path class="crust" d="M-2-2.4h2.4v1.6H-2ZM.6.4H3V2H.6Z"></path>`,
      ),
      plant(6, h - 6.4, 5, "rose"),
      plant(w - 6.4, h - 6.4, 5, "sun"),
      plant(w / 2 - 3, 6, 4.6, "sky"),
      plant(5.6, 5.6, 4.4),
    ],
  },
};
