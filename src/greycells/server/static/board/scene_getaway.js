/** Views into the rooms of the country house around a pool. */

import { svg } from "../vendor/lit-html.js";
import { line, put, round, spread } from "./furniture.js";
import { candle, drink, fruit, glass, letter, openBook, towel, vase } from "./scene_objects.js";
import {
  GROUND,
  bookcase,
  box,
  easyChair,
  floorLamp,
  garden,
  glow,
  hearth,
  painting,
  palm,
  potted,
  smallLamp,
  windowed,
} from "./scene_parts.js";

/** @import {SceneRoom} from "./scene_mansion.js" */

/** Little lamps on a string between two points. @param {number} x @param {number} y @param {number} w @param {number} sag */
const lights = (x, y, w, sag) => {
  const bulbs = spread(0, 1, 7).map((at) => [x + w * at, y + 4 * sag * at * (1 - at)]);
  return [
    line(`M${x} ${y}Q${x + w / 2} ${y + 2 * sag} ${x + w} ${y}`),
    bulbs.map(([bx, by]) => svg`${glow(bx, by + 3, 14)}<circle class="wick" cx=${bx} cy=${by + 3} r="2.4"></circle>`),
  ];
};

/** @type {Record<string, SceneRoom>} */
export const getaway = {
  Spa: {
    wall: "tiled",
    floor: "tiles",
    back: () => [
      put(
        54,
        GROUND,
        svg`${box("hole", -42, -112, 84, 112, 40)}${box("night", -38, -108, 76, 108, 36)}<circle class="moon" cx="14" cy="-80" r="8"></circle><path class="tree" d="M-38 0V-34Q-22-52-6-34 8-50 20-36 30-44 38-34V0Z"></path><path class="l pale" d="M0-108V0M-38-60H38"></path>`,
      ),
      svg`<path class="marble" d="M0 138H118L104 176H0Z"></path><path class="water" d="M0 142H108L96 170H0Z"></path><path class="l foam" d="M10 150q6-4 12 0t12 0M50 158q6-4 12 0t12 0M20 164q6-4 12 0M70 150q5-3 10 0"></path>`,
      svg`<path class="smoke-up" d="M26 138q-6-10 0-20t0-20M60 140q-6-10 0-20t0-18M88 138q-5-8 0-16t0-16"></path>`,
      put(
        278,
        GROUND + 8,
        svg`${box("oak", -34, -84, 68, 84)}${[-58, -32].map((y) => box("wood", -32, y, 64, 3))}${[-70, -44].map((y) => svg`${box("linen", -26, y, 20, 12, 4)}${box("blue", 2, y, 20, 12, 4)}`)}${box("linen", -26, -18, 48, 12, 4)}`,
      ),
      palm(246, 150, 0.8),
      candle(300, 92),
    ],
    table: "marble",
    on: () => [
      towel(88),
      put(
        126,
        160,
        svg`<g class="stones"><ellipse cx="0" cy="0" rx="9" ry="4"></ellipse><ellipse cx="0" cy="-5" rx="7" ry="3.4"></ellipse><ellipse cx="0" cy="-9.6" rx="4.6" ry="2.6"></ellipse></g>`,
      ),
      candle(230, 161),
    ],
  },
  Theatre: {
    wall: "panel",
    floor: "wood",
    back: () => [
      svg`<rect class="soot" x="0" y="0" width="320" height="134"></rect><path class="sky" d="M60 40H260V132H60Z"></path><path class="lawn" d="M60 132V104Q110 84 160 102T260 96V132Z"></path><path class="linen" d="M84 132V92L98 82 112 92V132Z"></path><path class="plush" d="M80 94 98 78 116 94Z"></path>`,
      svg`${glow(160, 90, 130, 80)}<path class="beam-light" d="M20-10H36L210 200H110ZM300-10H284L110 200H210Z"></path>`,
      svg`<path class="plush" d="M0 0H320V22Q300 40 280 22 260 40 240 22 220 40 200 22 180 40 160 22 140 40 120 22 100 40 80 22 60 40 40 22 20 40 0 22Z"></path><path class="plush" d="M0 0H58Q54 60 34 90 24 110 30 150H0ZM320 0H262Q266 60 286 90 296 110 290 150H320Z"></path>
        <path class="l" d="M12 10Q12 80 8 148M28 10Q26 70 16 148M44 10Q38 66 24 110M308 10Q308 80 312 148M292 10Q294 70 304 148M276 10Q282 66 296 110"></path><path class="brass" d="M26 92 42 84 44 90 28 98ZM294 92 278 84 276 90 292 98Z"></path>`,
      spread(0, 320, 9).map((x) =>
        put(x, 146, svg`${glow(0, -4, 20)}<path class="brass" d="M-7 4Q-7-6 0-6T7 4Z"></path>`),
      ),
    ],
    table: "plush",
    on: () => [
      put(
        92,
        160,
        svg`<path class="linen" d="M-12-12Q0-16 0-4-2 4-8 2-13-2-12-12Z"></path><path class="l" d="M-9-6h2M-4-7h2M-8-1q3-2 5-1"></path><path class="soot" d="M2-8Q14-12 15 0 14 7 8 5 1 2 2-8Z"></path><path class="l pale" d="M5-2h2M10-3h2M6 2q3-3 5-1"></path>`,
      ),
      letter(128),
      glass(228),
    ],
  },
  LivingRoom: {
    wall: "plaster",
    floor: "wood",
    rug: "navy",
    back: () => [
      windowed(36, 20, "blue"),
      bookcase(78, 24, 60, 110),
      hearth(250),
      painting(250, 18, 62, 42),
      easyChair(46, 162, "blue"),
      floorLamp(302, 160),
    ],
    table: "oak",
    on: () => [openBook(94), fruit(128, 159), glass(226)],
  },
  Observatory: {
    wall: "sky",
    floor: "stone",
    back: () => [
      svg`<path class="star" d="M24 30h.1M60 16h.1M84 52h.1M118 22h.1M204 34h.1M232 14h.1M262 44h.1M296 20h.1M284 80h.1M40 74h.1M12 100h.1M226 74h.1M306 106h.1M146 10h.1M100 84h.1"></path><path class="l pale" d="M24 30 60 16 84 52 40 74M204 34 232 14 262 44 296 20M262 44 284 80"></path><circle class="moon" cx="264" cy="72" r="12"></circle>`,
      svg`<path class="soot" d="M0 0H320V132H300Q300 30 160 14 20 30 20 132H0Z"></path><path class="brass" d="M20 132Q20 30 160 14 300 30 300 132H295Q295 36 160 20 25 36 25 132Z"></path><path class="l pale" d="M20 96H0M300 96H320M60 52 46 20M260 52 274 20M110 24 104 0M210 24 216 0"></path>`,
      svg`<rect class="wainscot" x="0" y="112" width="320" height="20"></rect><rect class="rail" x="0" y="110" width="320" height="4"></rect>`,
      put(
        56,
        156,
        svg`<ellipse class="cast" rx="30" ry="5"></ellipse><path class="wood" d="M-2-46-24 0H-18L0-38 18 0H24L4-46Z"></path><g transform="rotate(-34 0 -52)">${box("brass", -44, -60, 40, 16, 2)}${box("soot", -8, -59, 42, 14, 2)}${box("brass", 32, -63, 22, 22, 2)}${box("brass", -54, -57, 12, 10, 2)}</g>${round(0, -48, 6, "brass")}`,
      ),
      put(
        282,
        152,
        svg`<path class="wood" d="M-12 0-4-24H4L12 0Z"></path><circle class="l pale" cx="0" cy="-44" r="20"></circle><ellipse class="l pale" cx="0" cy="-44" rx="20" ry="8"></ellipse><ellipse class="l pale" cx="0" cy="-44" rx="8" ry="20"></ellipse>${svg`<circle class="sun" cx="0" cy="-44" r="6"></circle>`}${round(18, -40, 3, "blue")}`,
      ),
    ],
    table: "desk",
    on: () => [
      svg`<path class="linen" d="M74 164 84 152H138L134 164Z"></path><path class="l" d="M88 160q8-8 18-4t20-2"></path>`,
      smallLamp(230, 161),
      letter(206, 158),
    ],
  },
  GuestHouse: {
    wall: "blue",
    floor: "wood",
    rug: "madder",
    back: () => [
      put(
        54,
        158,
        svg`<path class="wood" d="M-56 0V-78Q-36-92 0-92T56-78V0Z"></path>${box("linen", -50, -48, 100, 22, 8)}${box("linen", -44, -62, 40, 22, 8)}${box("linen", 4, -62, 40, 22, 8)}<path class="blue" d="M-56-30H56L62 6H-62Z"></path><path class="l pale" d="M-58-18H58M-60-6H60M-30-30-34 6M0-30V6M30-30 34 6"></path>`,
      ),
      windowed(262, 20, "linen"),
      put(134, GROUND + 8, svg`${box("wood", -16, -38, 32, 38)}<path class="l" d="M-12-22H12M-3-14H3"></path>`),
      smallLamp(134, 102, 1.1),
      painting(180, 20, 40, 32),
      put(
        294,
        152,
        svg`${box("hide", -20, -30, 40, 30, 3)}<path class="l" d="M-20-16H20M-10-30V-36H10V-30"></path>${box("brass", -14, -19, 5, 6)}${box("brass", 9, -19, 5, 6)}`,
      ),
    ],
    table: "oak",
    on: () => [vase(86, 160), letter(122), glass(226)],
  },
  Patio: {
    wall: "sky",
    floor: "stone",
    back: () => [
      garden(),
      svg`<path class="marble" d="M208 138H320V172H236Z"></path><path class="water" d="M218 142H320V168H242Z"></path><path class="l foam" d="M240 150q6-4 12 0t12 0M280 158q6-4 12 0t12 0M262 164q5-3 10 0"></path>`,
      put(
        50,
        154,
        svg`<path class="oak" d="M-2-100H2V0H-2Z"></path><path class="plush" d="M0-116Q-50-104-56-78-42-86-28-78-14-88 0-80 14-88 28-78 42-86 56-78 50-104 0-116Z"></path><path class="linen" d="M0-116Q-28-104-28-78-14-88 0-80ZM0-116Q28-104 28-78 42-86 56-78 50-104 0-116Z"></path><path class="oak" d="M-30-38H30V-34H-30ZM-22-34h3V0h-3ZM19-34h3V0h-3Z"></path>`,
      ),
      drink(38, 116),
      lights(80, 22, 120, 12),
      lights(200, 22, 140, 12),
      potted(300, 146, 0.8, "rose"),
    ],
    table: "stone",
    on: () => [drink(88), fruit(122), towel(226)],
  },
};
