/** Views into the nine rooms of the classic mansion. */

import { svg } from "../vendor/lit-html.js";
import { line, put, round, shape, spread } from "./furniture.js";
import { balls, candle, fruit, glass, letter, openBook, plate, vase } from "./scene_objects.js";
import {
  GROUND,
  bookcase,
  box,
  chandelier,
  easyChair,
  floorLamp,
  glow,
  hearth,
  knight,
  painting,
  palm,
  potted,
  sideboard,
  smallLamp,
  tallClock,
  windowed,
} from "./scene_parts.js";

/**
 * A room as one looks into it: wall and floor, a rug, what stands around, and the table with what lies on it.
 * @typedef {{wall: string, floor: string, rug?: string, back: () => unknown, table: string, on: () => unknown}} SceneRoom
 */

/** A globe on its stand. @param {number} x @param {number} y */
const globe = (x, y) =>
  put(
    x,
    y,
    svg`<ellipse class="cast" cx="2" cy="0" rx="18" ry="4"></ellipse><path class="wood" d="M-14 0-4-26H4L14 0H10L0-20-10 0Z"></path><circle class="brass" cx="0" cy="-42" r="21"></circle><circle class="water" cx="0" cy="-42" r="18.5"></circle>
      <path class="leaf" d="M-12-50Q-6-60 2-56 4-48-4-46-4-38-10-36-16-42-12-50ZM4-42Q12-48 16-42 14-32 6-30Z"></path>`,
  );

/** A grand piano with its lid up, seen from its side. @param {number} x @param {number} y */
const grandPiano = (x, y) =>
  put(
    x,
    y,
    svg`<ellipse class="cast" cx="0" cy="0" rx="46" ry="5"></ellipse><path class="soot" d="M-36-26h4V0h-4ZM30-26h4V0h-4Z"></path><path class="soot" d="M-40-34Q-20-84 34-80L36-42H-40Z"></path><path class="wood" d="M-32-40Q-14-74 30-72L31-44H-32Z"></path>
      <path class="soot" d="M-44-42H40V-26H-44Z"></path><path class="linen" d="M-44-34H-22V-30H-44Z"></path><path class="keys" d="M-41-34v2.4M-37-34v2.4M-33-34v2.4M-29-34v2.4M-25-34v2.4"></path>`,
  );

/** Stairs with a runner and a banister, up to the right. @param {number} x */
const stairs = (x) => {
  let [treads, runner, posts] = [`M${x} 138`, "", ""];
  for (let at = 0; at < 9; at++) {
    const [left, top] = [x + at * 13, 126 - at * 11];
    treads += `V${top}H${left + 13}`;
    runner += `M${left} ${top + 11}V${top}H${left + 13}V${top + 3}H${left + 3}V${top + 11}Z`;
    posts += `M${left + 6} ${top}V${top - 26}`;
  }
  return [
    shape(`${treads}V138Z`, "oak"),
    shape(runner, "plush"),
    line(`${posts}M${x - 2} 108 330 -2`, "banister"),
    box("wood", x - 5, 92, 7, 46),
    round(x - 1.5, 90, 5, "brass"),
  ];
};

/** A kitchen range with pots, and pans above it. @param {number} x */
const range = (x) =>
  put(
    x,
    GROUND + 8,
    svg`${glow(0, -24, 50)}${box("soot", -36, -46, 72, 46)}${box("steel", -38, -50, 76, 5)}${box("hole", -28, -36, 34, 24, 2)}<path class="fire" d="M-22-14q2-12 8-10 4-10 8 0 6-2 6 10Z"></path>${box("steel", 12, -36, 18, 24)}
      <path class="brass" d="M-26-50V-64H-4V-50ZM8-50V-58H28V-50ZM-30-60h4v3h-4ZM-4-60H0v3h-4Z"></path><path class="smoke-up" d="M-18-68q-5-6 0-12t0-12M16-62q-4-5 0-10t0-10"></path>
      <path class="wood" d="M-38-112H38V-109H-38Z"></path>${[-28, -10, 8, 26].map((at, turn) => svg`<path class="l" d=${`M${at}-109V-102`}></path><circle class=${turn % 2 ? "soot" : "brass"} cx=${at} cy=${turn % 2 ? -94 : -93} r=${turn % 2 ? 7 : 9}></circle>`)}`,
  );

/** @type {Record<string, SceneRoom>} */
export const mansion = {
  Study: {
    wall: "green",
    floor: "wood",
    rug: "bottle",
    back: () => [windowed(40), bookcase(226, 18, 92, 116), painting(104, 20, 42, 52, true), globe(52, 156)],
    table: "desk",
    on: () => [letter(118), letter(142, 158), smallLamp(82, 160, 1.1), glass(226)],
  },
  Hall: {
    wall: "red",
    floor: "chequer",
    back: () => [
      put(
        104,
        GROUND,
        svg`${box("wood", -30, -106, 60, 106)}${glow(0, -84, 40, 30)}<path class="pane" d="M-24-80Q0-116 24-80Z"></path><path class="l" d="M0-80V-98M0-80-14-91M0-80 14-91"></path>${[-25, 1].map((x) => box("oak", x, -76, 24, 74))}<path class="l" d="M-20-70h14v26h-14ZM-20-38h14v30h-14ZM6-70h14v26H6ZM6-38h14v30H6Z"></path>${round(-4, -36, 1.6, "brass")}${round(4, -36, 1.6, "brass")}`,
      ),
      stairs(206),
      tallClock(180),
      knight(36),
      potted(222, 150, 0.6),
      chandelier(150, 0.8),
    ],
    table: "desk",
    on: () => [letter(110), vase(84, 160), glass(228)],
  },
  Lounge: {
    wall: "red",
    floor: "carpet",
    rug: "navy",
    back: () => [
      hearth(246, 1.05),
      painting(246, 14, 66, 42),
      easyChair(48, 160, "plush"),
      painting(46, 26, 40, 50, true),
      floorLamp(98, 140),
    ],
    table: "oak",
    on: () => [glass(92), glass(104, 158), openBook(214)],
  },
  DiningRoom: {
    wall: "blue",
    floor: "wood",
    rug: "madder",
    back: () => [
      windowed(36, 22, "blue"),
      sideboard(
        272,
        80,
        svg`<circle class="steel" cx="-20" cy="-12" r="11"></circle><circle class="l" cx="-20" cy="-12" r="7"></circle><path class="brass" d="M4 0V-18Q12-26 20-18V0Z"></path><path class="steel" d="M26 0V-12h8V0Z"></path>`,
      ),
      painting(268, 24, 60, 44),
      chandelier(160),
    ],
    table: "cloth",
    on: () => [plate(90), plate(128), candle(70, 162), plate(226)],
  },
  Kitchen: {
    wall: "tiled",
    floor: "tiles",
    back: () => [
      range(276),
      windowed(46, 16, "linen"),
      put(
        46,
        GROUND + 10,
        svg`${box("oak", -44, -34, 88, 34)}${box("marble", -46, -38, 92, 5)}<path class="l" d="M0-32V-2M-24-20v4M24-20v4"></path><path class="steel" d="M-4-38V-50H8v3H-1v9Z"></path>`,
      ),
      svg`<path class="oak" d="M110 34H206V37H110Z"></path>`,
      spread(112, 204, 5).map((x, at) =>
        put(
          x,
          34,
          svg`<path class=${["linen", "blue", "brass", "linen", "blue"][at]} d="M-6 0V-12H6V0ZM-4-12V-16H4V-12Z"></path>`,
        ),
      ),
    ],
    table: "oak",
    on: () => [
      fruit(84),
      put(
        128,
        159,
        svg`<path class="crust" d="M-16 2Q-16-9 0-9T16 2Z"></path><path class="l" d="M-8-7l3 5M0-8l3 5M8-7l3 5"></path>`,
      ),
      plate(226),
    ],
  },
  Ballroom: {
    wall: "gold",
    floor: "parquet",
    back: () => [
      windowed(34, 16, "plush"),
      windowed(112, 16, "plush"),
      windowed(200, 16, "plush"),
      grandPiano(274, 152),
      [16, 74, 152, 240].map((x) => box("marble", x - 4, 6, 8, 126, 2)),
      chandelier(156, 1.3),
    ],
    table: "marble",
    on: () => [vase(84, 160, "sky"), glass(112), glass(122, 158), drinkTray(224)],
  },
  Conservatory: {
    wall: "sky",
    floor: "stone",
    back: () => [
      svg`<circle class="moon" cx="262" cy="34" r="13"></circle><path class="tree" d="M0 132V100Q30 70 60 96 90 74 130 100 170 78 210 98 250 76 320 104V132Z"></path>
        <path class="frames" d=${`M0 46H320M0 132V0M0 90H320M0 14Q160-12 320 14${spread(0, 320, 8)
          .map((x) => `M${x} 0V132`)
          .join("")}`}></path>`,
      palm(32, 152, 1.25),
      palm(292, 150, 1.1),
      potted(76, 148, 0.9, "rose"),
      potted(252, 150, 0.8, "sun"),
      potted(8, 176, 1, "sky"),
      potted(312, 178, 0.9),
    ],
    table: "marble",
    on: () => [
      vase(86, 160, "sun"),
      put(
        224,
        160,
        svg`<path class="steel" d="M-10 1V-10H6V1ZM6-8 16-14l1 3L6-2Z"></path><path class="l" d="M-8-10Q-2-20 4-10"></path>`,
      ),
      letter(122),
    ],
  },
  BilliardRoom: {
    wall: "green",
    floor: "carpet",
    rug: "madder",
    back: () => [
      put(
        50,
        24,
        svg`${box("wood", -26, 0, 52, 78)}${box("hole", -22, 4, 44, 70, 0)}${spread(-22, 22, 5).map((x) => svg`<path class="oak" d=${`M${x - 2.6} 72H${x + 2.6}L${x + 1.3} 8H${x - 1.3}Z`}></path>`)}<path class="wood" d="M-26 40H26V44H-26Z"></path>`,
      ),
      put(
        280,
        26,
        svg`${box("wood", -26, 0, 52, 34)}${box("soot", -23, 3, 46, 28, 0)}<path class="l pale" d="M-18 10H18M-18 18H18M-18 26H18M-10 7v6M4 15v6M12 23v6"></path>`,
      ),
      easyChair(284, 158, "hide"),
      potted(30, 156, 0.9),
      put(
        160,
        0,
        svg`<path class="l" d="M-50 0V14M50 0V14"></path>${glow(0, 40, 130, 60)}${[-50, 0, 50].map((x) => svg`<path class="hide" d=${`M${x - 8} 14H${x + 8}L${x + 20} 30H${x - 20}Z`}></path>`)}<path class="brass" d="M-60 12H60V15H-60Z"></path>`,
      ),
    ],
    table: "baize",
    on: () => [balls(96), balls(222, 159)],
  },
  Library: {
    wall: "panel",
    floor: "wood",
    rug: "bottle",
    back: () => [
      bookcase(2, 10, 100, 124),
      bookcase(108, 10, 104, 124),
      bookcase(218, 10, 100, 124),
      line("M76 134 94 14M88 134 106 14M80 110h10M82 94h10M84 78h10M87 62h10M89 46h10M92 30h10", "ladder"),
      easyChair(286, 162, "hide", 0.95),
      floorLamp(38, 154),
    ],
    table: "desk",
    on: () => [
      openBook(98),
      put(
        226,
        161,
        svg`${box("plush", -14, -6, 28, 6)}${box("hide", -12, -11, 26, 5)}${box("brass", -13, -16, 24, 5)}`,
      ),
      candle(70, 162),
    ],
  },
};

/** A tray with glasses. @param {number} x */
const drinkTray = (x) => [
  svg`<ellipse class="brass" cx=${x} cy="159" rx="16" ry="4"></ellipse>`,
  glass(x - 7, 159),
  glass(x + 5, 160),
  round(x, 157, 1, "brass"),
  shape(`M${x - 1} 157h2v-4h-2Z`, "brass"),
];
