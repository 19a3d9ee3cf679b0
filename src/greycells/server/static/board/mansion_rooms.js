/** The nine rooms of the classic mansion. */

import { svg } from "../vendor/lit-html.js";
import {
  armchair,
  block,
  books,
  candles,
  chair,
  dinner,
  fireplace,
  globe,
  lamp,
  line,
  ovalRug,
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

/** A suit of armour: helmet, shoulders and a halberd. @param {number} x @param {number} y @param {number} turn */
const armour = (x, y, turn) =>
  put(
    x,
    y,
    svg`<path class="l" d="M4-5V5"></path><path class="steel" d="M3-5.6h2L6-3.4H4.6L4-1.6ZM-3.6-1.6C-3.6-3 3.6-3 3.6-1.6V1.6C3.6 3-3.6 3-3.6 1.6Z"></path>
      <circle class="steel" r="2"></circle><path class="plush" d="M-.5-3.4C.8-3.4.8-.6 0 .4-.8-.6-1.4-2.6-.5-3.4Z"></path>`,
    { turn, size: 0.95 },
  );

/** @type {Record<string, RoomLook>} */
export const mansion = {
  Study: {
    floor: "wood",
    draw: (w, h) => [
      rug(w * 0.16, h * 0.42, w * 0.62, h * 0.48, "bottle"),
      books(11, 0.8, w - 22, 4.6),
      put(
        w * 0.47,
        h * 0.5,
        svg`<rect class="wood" x="-13" y="-5" width="26" height="10.4" rx="1"></rect><rect class="hide" x="-8" y="-3.8" width="16" height="8" rx=".5"></rect>
          <path class="linen" d="M-4-2.6h6.4v4.8H-4ZM4-2.4l3 .6-.7 4-3-.6Z"></path><path class="l" d="M-2.8-1.2h4M-2.8 0h4M-2.8 1.2h2.4M9.6-2.4l1.6 4"></path>
          <circle class="glow" cx="-10" cy="-1.6" r="9"></circle><rect class="hide" x="-12.2" y="-3" width="4.4" height="2.2" rx="1"></rect><circle class="soot" cx="10.6" cy="2.6" r="1"></circle>`,
      ),
      chair(w * 0.47, h * 0.5 + 8.4, 0, "hide", 1.2),
      globe(5.6, h - 6),
      armchair(w - 6.4, h * 0.42, 250, "hide"),
    ],
  },
  Hall: {
    floor: "chequer",
    draw: (w, h) => [
      rug(w * 0.34, 4, w * 0.32, h - 8),
      ...spread(h * 0.12, h * 0.8, 2).flatMap((y) => [armour(6.4, y, 90), armour(w - 6.4, y, 270)]),
      put(
        w / 2,
        0.6,
        svg`<rect class="wood" x="-5" y="0" width="10" height="5.6" rx=".6"></rect><circle class="linen" cx="0" cy="2.8" r="2.1"></circle><path class="l" d="M0 2.8V1.4M0 2.8h1.1"></path>`,
      ),
      plant(6, h - 6, 4.4),
      plant(w - 6, h - 6, 4.4),
      round(w / 2, h * 0.72, 5.4, "wood"),
      plant(w / 2, h * 0.72, 3.6, "rose"),
    ],
  },
  Lounge: {
    floor: "carpet",
    draw: (w, h) => [
      rug(w * 0.22, h * 0.24, w * 0.56, h * 0.46, "navy"),
      fireplace(w / 2, 0.5, 18),
      armchair(7, h * 0.4, 110, "plush"),
      armchair(w - 7, h * 0.4, 250, "plush"),
      sofa(w / 2, h * 0.74, w * 0.46, 0, "plush"),
      round(w / 2, h * 0.44, 5, "wood"),
      shape(`M${w / 2 - 3} ${h * 0.44 - 1.6}l2.2-.8 1.2 3.2-2.2.8Z`, "linen"),
      round(w / 2 + 2.2, h * 0.44, 0.8, "brass"),
      put(
        5.6,
        h - 6,
        svg`<rect class="wood" x="-4" y="-4" width="8" height="8" rx=".6"></rect><circle class="soot" cx="0" cy=".6" r="2.8"></circle><circle class="brass" cx="0" cy=".6" r=".7"></circle><path class="brass" d="M1.6-1.4C3-3.6 6.4-3 6.8-.8 5.4-1.6 3.6-1.2 2.4-.6Z"></path>`,
      ),
      lamp(w - 5.6, h - 6),
    ],
  },
  DiningRoom: {
    floor: "wood",
    draw: (w, h) => {
      const tall = h > w * 1.2;
      const [tw, th] = tall ? [w * 0.34, h * 0.6] : [w * 0.58, h * 0.3];
      const [x, y] = [(w - tw) / 2, (h - th) / 2 + 1];
      return [
        rug(x - 8, y - 7, tw + 16, th + 14),
        dinner(x, y, tw, th),
        block(w * 0.36, 0.8, w * 0.42, 5),
        candles(w * 0.44, 3.3),
        round(w * 0.57, 3.3, 1.9, "steel"),
        line(`M${w * 0.57 - 1.2} 3.3h2.4`),
        shape(`M${w * 0.66} 2h4v2.6h-4Z`, "brass"),
        plant(5.4, h - 5.4, 4),
        plant(w - 5.4, h - 5.4, 4),
      ];
    },
  },
  Kitchen: {
    floor: "tiles",
    draw: (w, h) => [
      put(
        w - 17,
        0.8,
        svg`<rect class="soot" x="-11" y="0" width="22" height="8.4" rx=".8"></rect>${[-7.4, -2.4].map((x) => svg`<circle class="steel" cx=${x} cy="4.2" r="2"></circle><circle class="l pale" cx=${x} cy="4.2" r="1.1"></circle>`)}
          <circle class="brass" cx="5.4" cy="4" r="3"></circle><circle class="fire" cx="5.4" cy="4" r="1.9"></circle><path class="l" d="M8 5.8 11.4 9"></path><path class="brass" d="M-10 8.4h20v.7h-20Z"></path>`,
      ),
      put(
        0.8,
        h * 0.36,
        svg`<rect class="oak" x="0" y="-9" width="6.6" height="24" rx=".6"></rect><rect class="steel" x="1.2" y="-6" width="4.2" height="7" rx="1"></rect><path class="l" d="M.6-2.5H3.4"></path>
          <circle class="linen" cx="3.4" cy="5" r="1.8"></circle><circle class="linen" cx="3.2" cy="5.6" r="1.8"></circle><path class="brass" d="M1.8 10.4h3v3h-3Z"></path>`,
      ),
      put(
        w * 0.56,
        h * 0.52,
        svg`<rect class="oak" x="-13" y="-6" width="26" height="12" rx="1"></rect><path class="l" d="M-13-2H13M-13 2H13"></path>
          <path class="crust" d="M-9-2.6C-9-4.6-2-4.6-2-2.6V.4C-2 2-9 2-9 .4Z"></path><path class="l" d="M-7.4-3v3M-5.4-3v3M-3.6-3v3"></path>
          <circle class="linen" cx="3.6" cy=".4" r="3.2"></circle><circle class="apple" cx="2.6" cy="-.4" r="1.4"></circle><circle class="apple" cx="4.8" cy="0" r="1.4"></circle><circle class="leaf" cx="3.6" cy="1.8" r="1.3"></circle>
          <path class="steel" d="M8-4.4h1.6l.6 5H8Z"></path><path class="wood" d="M8.2.8h1.6v3H8.2Z"></path>`,
      ),
      chair(w * 0.42, h * 0.52 + 9, 0, "oak"),
      chair(w * 0.68, h * 0.52 + 9, 0, "oak"),
      put(
        7,
        h - 7,
        svg`<circle class="oak" r="4.4"></circle><circle class="l" r="3.4"></circle><path class="leaf" d="M-2.4-1C-1-3 1-1 .4.4-1.4 1.4-2.8.6-2.4-1ZM.4 0C2-1.6 3.4.2 2.6 1.6 1 2.6 0 1.6.4 0Z"></path>`,
      ),
    ],
  },
  Ballroom: {
    floor: "parquet",
    draw: (w, h) => {
      const [x, y, r] = [w / 2, h * 0.54, Math.min(w, h) * 0.33];
      const star = (/** @type {number} */ s, /** @type {number} */ from) =>
        `M${spread(-0.5, 15.5, 16)
          .map((k) => {
            const [a, far] = [(k * Math.PI) / 8 + from, k % 2 ? s * 0.36 : s];
            return `${Math.round((x + Math.cos(a) * r * far) * 10) / 10} ${Math.round((y + Math.sin(a) * r * far) * 10) / 10}`;
          })
          .join("L")}Z`;
      return [
        svg`<circle class="inlay ring" cx=${x} cy=${y} r=${r * 1.12}></circle><circle class="inlay" cx=${x} cy=${y} r=${r}></circle>`,
        svg`<path class="inlay dark" d=${star(0.98, 0.19)}></path><path class="inlay light" d=${star(0.8, 0)}></path><circle class="glow" cx=${x} cy=${y} r=${r}></circle>`,
        piano(w - 19, 11, 0.95),
        ...spread(h * 0.55, h - 3, 3).map((at) => chair(4.4, at, 90)),
        ...spread(h * 0.6, h - 3, 2).map((at) => chair(w - 4.4, at, 270)),
        ...[0, 1, 2].map((at) =>
          put(
            9 + at * 7,
            7 + (at % 2) * 2,
            svg`<path class="linen" d="M-2-1.6 0-.8 2-1.6V1L0 1.8-2 1Z"></path><path class="l" d="M0-.8V4M-1.6 4h3.2"></path>`,
          ),
        ),
        plant(w - 5.4, h - 5.4, 4.2),
      ];
    },
  },
  Conservatory: {
    floor: "stone",
    draw: (w, h) => [
      svg`<path class="panes" d=${`M1.5 1.5H${w - 1.5}V${h - 1.5}H1.5Z${spread(1.5, w - 1.5, 6)
        .map((x) => `M${x} 0V3M${x} ${h - 3}V${h}`)
        .join("")}${spread(1.5, h - 1.5, 4)
        .map((y) => `M0 ${y}H3M${w - 3} ${y}H${w}`)
        .join("")}`}></path>`,
      ...spread(3, w - 12, 4).map((x, at) => plant(x, 6 + (at % 2) * 2.4, 5 + (at % 2), ["", "rose", "", "sun"][at])),
      plant(6, h * 0.52, 5.4, "sky"),
      plant(w - 7, h * 0.5, 6.4),
      plant(w - 6, h - 7, 5.2, "rose"),
      plant(15.6, h - 5.6, 4),
      svg`<ellipse class="marble" cx=${w * 0.5} cy=${h * 0.56} rx="9.4" ry="6.6"></ellipse><ellipse class="water" cx=${w * 0.5} cy=${h * 0.56} rx="8" ry="5.2"></ellipse>`,
      put(
        w * 0.5,
        h * 0.56,
        svg`<path class="leaf" d="M-4-1.4a1.7 1.7 0 1 0 .01 0M2.6 1.4a1.5 1.5 0 1 0 .01 0"></path><g class="bloom rose"><circle cx="-3.8" cy="0" r=".8"></circle></g><path class="fire" d="M.6-2.4c1.6-.8 2.6 0 3.4.6l.8-.6v1.6l-.8-.4C3.2-.6 1.8-.8.6-2.4Z"></path>`,
      ),
      chair(w * 0.5, h - 5, 0, "linen", 1.15),
    ],
  },
  BilliardRoom: {
    floor: "carpet",
    draw: (w, h) => {
      const [bw, bh] = [Math.min(w * 0.64, 40), Math.min(h * 0.46, 22)];
      const [x, y] = [(w - bw) / 2, (h - bh) / 2 + 1];
      const pockets = [0, 0.5, 1].flatMap((at) => [
        [x + bw * at, y],
        [x + bw * at, y + bh],
      ]);
      const balls = [
        ["apple", 0.6, 0.5],
        ["sun", 0.655, 0.42],
        ["apple", 0.655, 0.58],
        ["sky", 0.71, 0.34],
        ["soot", 0.71, 0.5],
        ["apple", 0.71, 0.66],
        ["linen", 0.25, 0.62],
      ];
      return [
        rug(x - 6, y - 6, bw + 12, bh + 12),
        block(x - 2.4, y - 2.4, bw + 4.8, bh + 4.8, "wood", 2.4),
        svg`<rect class="baize" x=${x} y=${y} width=${bw} height=${bh}></rect><ellipse class="glow" cx=${w / 2} cy=${y + bh / 2} rx=${bw * 0.5} ry=${bh * 0.6}></ellipse>`,
        ...pockets.map(([px, py]) => svg`<circle class="hole" cx=${px} cy=${py} r="1.7"></circle>`),
        line(
          `M${x + bw * 0.2} ${y}v${bh}M${x + bw * 0.2} ${y + bh * 0.34}a${bh * 0.16} ${bh * 0.16} 0 0 0 0 ${bh * 0.32}`,
          "pale",
        ),
        ...balls.map(
          ([of, fx, fy]) =>
            svg`<circle class=${of} cx=${x + bw * Number(fx)} cy=${y + bh * Number(fy)} r="1.15"></circle>`,
        ),
        shape(`M${x + bw * 0.3} ${y + bh * 0.72}l${bw * 0.5} ${bh * 0.5} 0.7-0.6 ${-bw * 0.5} ${-bh * 0.5}Z`, "oak"),
        put(
          w - 15,
          0.8,
          svg`<rect class="wood" x="-6" y="0" width="14" height="4" rx=".6"></rect><path class="l pale" d="M-4 .6v2.8M-2 .6v2.8M0 .6v2.8M2 .6v2.8M4 .6v2.8M6 .6v2.8"></path>`,
        ),
        armchair(6, h - 6, 45, "hide", 0.9),
        lamp(w - 5, h - 5, 2.4),
      ];
    },
  },
  Library: {
    floor: "wood",
    draw: (w, h) => [
      ovalRug(w / 2, h * 0.52, w * 0.3, h * 0.27, "bottle"),
      books(6, 0.8, w - 12, 4.8),
      books(0.8, 6.6, 4.8, h - 14),
      books(w - 5.6, 6.6, 4.8, h * 0.3),
      books(w - 5.6, h * 0.66, 4.8, h * 0.3),
      put(
        w / 2,
        h * 0.5,
        svg`<rect class="wood" x="-9" y="-5" width="18" height="10" rx="1.2"></rect><path class="linen" d="M0-2.6C-1.6-3.6-4-3.6-5-3V2.4C-4 1.8-1.6 1.8 0 2.8 1.6 1.8 4 1.8 5 2.4V-3C4-3.6 1.6-3.6 0-2.6Z"></path><path class="l" d="M0-2.6V2.8M-4-1.6q1.6-.4 3 .2M-4 0q1.6-.4 3 .2M1-1.4q1.6-.6 3-.2M1 .2Q2.6-.4 4 0"></path>`,
      ),
      lamp(w / 2 + 12, h * 0.42, 2.2),
      chair(w / 2, h * 0.5 + 8, 0, "hide", 1.15),
      put(
        w * 0.32,
        7.4,
        svg`<path class="oak" d="M-2-4.6h1.2L.2 5H-1ZM2.4-4.6h1.2L4.6 5H3.4Z"></path><path class="l" d="M-1.6-2.6h4.4M-1.4-.6h4.4M-1.2 1.4h4.4M-1 3.4h4.4"></path>`,
      ),
      armchair(10.6, h - 6.6, 35, "hide", 0.9),
    ],
  },
};
