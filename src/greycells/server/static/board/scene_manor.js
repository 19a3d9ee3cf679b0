/** Views into the rooms and corners of the manor and its garden. */

import { svg } from "../vendor/lit-html.js";
import { put, round, shape, spread } from "./furniture.js";
import { brushes, candle, glass, letter, openBook, vase } from "./scene_objects.js";
import {
  GROUND,
  box,
  chandelier,
  easyChair,
  garden,
  glow,
  hearth,
  painting,
  potted,
  sideboard,
  windowed,
} from "./scene_parts.js";

/** @import {SceneRoom} from "./scene_mansion.js" */

/** A wheel with spokes. @param {number} x @param {number} y @param {number} r */
const wheel = (x, y, r) =>
  svg`${round(x, y, r, "soot")}${round(x, y, r * 0.72, "oak")}<path class="l" d=${[0, 1, 2, 3]
    .map((at) => {
      const [dx, dy] = [Math.cos((at * Math.PI) / 4) * r * 0.72, Math.sin((at * Math.PI) / 4) * r * 0.72];
      return `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`;
    })
    .join("")}></path>${round(x, y, r * 0.2, "brass")}`;

/** A lantern that hangs. @param {number} x @param {number} y */
const lantern = (x, y) =>
  put(
    x,
    y,
    svg`${glow(0, 8, 52)}<path class="l" d="M0-30V0"></path><path class="soot" d="M-7 0H7L5-5H-5ZM-7 16H7V19H-7Z"></path><path class="shade" d="M-6 0H6V16H-6Z"></path><path class="l" d="M0 0V16"></path>`,
  );

/** A stag's head on its shield. @param {number} x @param {number} y */
const stag = (x, y) =>
  put(
    x,
    y,
    svg`<path class="wood" d="M-15 6Q0-4 15 6V28Q8 40 0 44-8 40-15 28Z"></path><path class="antler" d="M-5 12Q-14 4-13-12M-13-4-22-10M-11 4-22 2M5 12Q14 4 13-12M13-4 22-10M11 4 22 2"></path><path class="crust" d="M-8 14Q0 8 8 14 8 26 4 38 0 42-4 38-8 26-8 14ZM-8 15-17 11-10 20ZM8 15 17 11 10 20Z"></path><path class="l" d="M-4 22h.1M4 22h.1"></path><path class="soot" d="M-3 35H3L0 39Z"></path>`,
  );

/** A cup. @param {number} x @param {number} y @param {number} [size] */
const cup = (x, y, size = 1) =>
  put(
    x,
    y,
    svg`<path class="brass" d="M-8-22H8Q8-10 1.6-8V-3H6V0H-6V-3H-1.6V-8Q-8-10-8-22Z"></path><path class="l" d="M-8-20Q-14-20-12-14-10-11-7-12M8-20Q14-20 12-14 10-11 7-12"></path>`,
    { size },
  );

/** A row of columns with arches between them. @param {number} from @param {number} to @param {number} count */
const arcade = (from, to, count) => {
  const wide = (to - from) / count;
  return spread(from, to, count).map((x) =>
    put(
      x,
      GROUND,
      svg`<path class="stones" fill-rule="evenodd" d=${`M${-wide / 2}-124H${wide / 2}V0H${wide / 2 - 6}V-66Q${wide / 2 - 6} ${-66 - wide * 0.4} 0 ${-66 - wide * 0.4}T${6 - wide / 2}-66V0H${-wide / 2}Z`}></path>${box("marble", -wide / 2 - 5, -70, 10, 5)}${box("marble", -wide / 2 - 5, -6, 10, 6)}`,
    ),
  );
};

/** @type {Record<string, SceneRoom>} */
export const manor = {
  CarriageHouse: {
    wall: "panel",
    floor: "stone",
    back: () => [
      svg`<path class="oak" d="M0 6H320V14H0ZM96 14H104V134H96ZM236 14H244V134H236Z"></path><path class="oak" d="M104 34 124 14H132L104 42ZM96 34 76 14H68L96 42ZM244 34 264 14H272L244 42ZM236 34 216 14H208L236 42Z"></path>`,
      put(
        46,
        158,
        svg`<ellipse class="cast" rx="52" ry="6"></ellipse><path class="plush" d="M-46-40Q-44-70-20-74H26Q34-74 36-62L40-40Q20-22-10-24-36-24-46-40Z"></path><path class="soot" d="M-24-74Q-14-104 22-100L28-74Z"></path><path class="night" d="M-10-76Q-4-94 14-92L18-76Z"></path><path class="brass" d="M-46-42 40-42V-38L-44-38Z"></path>${wheel(-30, -18, 18)}${wheel(30, -22, 22)}`,
      ),
      put(
        282,
        152,
        svg`${box("hay", -32, -30, 64, 30, 3)}${box("hay", -22, -56, 46, 26, 3)}<path class="l" d="M-16-30V0M14-30V0M-8-56v26M12-56v26M-28-22l8 3M-4-12l8 3M18-20l8 3M0-46l7 3"></path>`,
      ),
      lantern(136, 36),
      put(
        282,
        40,
        svg`<path class="l" d="M-20 0H20M-14 0V34M0 0V20M14 0V30"></path><path class="hide" d="M-20 16Q-14 50-8 16-14 26-20 16Z"></path>${round(0, 26, 9, "soot")}${round(0, 26, 5, "wood")}<path class="steel" d="M11 30H17V50H11Z"></path>`,
      ),
    ],
    table: "oak",
    on: () => [
      put(
        94,
        160,
        svg`<path class="steel" d="M-14 0 6-9l3 3-20 9Z"></path><path class="wood" d="M6-10 16-15l3 4-10 5Z"></path>`,
      ),
      letter(128),
      lanternSmall(70),
    ],
  },
  DrawingRoom: {
    wall: "blue",
    floor: "carpet",
    rug: "madder",
    back: () => [
      windowed(38, 20, "plush"),
      painting(104, 24, 36, 46, true),
      hearth(252),
      painting(252, 20, 58, 40),
      easyChair(298, 166, "plush", 0.9),
      put(
        40,
        158,
        svg`<ellipse class="cast" rx="48" ry="5"></ellipse><path class="hide" d="M-46-4V-34Q-46-44-36-42-30-58 0-58T36-42Q46-44 46-34V-4Z"></path><path class="hide" d="M-36-30H36V-14H-36Z"></path><path class="l" d="M0-30V-14M-20-48h.1M0-50h.1M20-48h.1M-10-40h.1M10-40h.1"></path>`,
      ),
      chandelier(150, 0.8),
    ],
    table: "desk",
    on: () => [
      vase(86, 160, "sky"),
      put(
        126,
        160,
        svg`<path class="linen" d="M-8-10H6Q7 0-1 1T-8-10ZM6-8Q12-8 10-3 8-1 5-2Z"></path><ellipse class="marble" cx="-1" cy="2" rx="11" ry="2.6"></ellipse>`,
      ),
      glass(228),
    ],
  },
  Gazebo: {
    wall: "sky",
    floor: "wood",
    back: () => [
      garden(),
      svg`<path class="roof" d="M-10 22Q160-30 330 22V34H-10Z"></path><path class="roof light" d="M54 8Q106-4 120-6L92 34H28ZM200-6Q214-4 266 8L292 34H228Z"></path><path class="linen" d="M-10 32H330V38H-10Z"></path>`,
      [18, 96, 224, 302].map(
        (x) =>
          svg`${box("linen", x - 4, 36, 8, 108)}<path class="linen" d=${`M${x - 4} 58Q${x - 18} 54 ${x - 20} 38h5Q${x - 12} 50 ${x - 4} 52ZM${x + 4} 58Q${x + 18} 54 ${x + 20} 38h-5Q${x + 12} 50 ${x + 4} 52Z`}></path>`,
      ),
      svg`<path class="linen" d="M0 104H96V108H0ZM224 104H320V108H224ZM0 136H96V140H0ZM224 136H320V140H224Z"></path>${[...spread(22, 92, 7), ...spread(228, 298, 7)].map((x) => box("linen", x - 1.4, 108, 2.8, 28, 0))}`,
      lantern(60, 62),
      potted(282, 160, 0.9, "rose"),
      put(
        46,
        166,
        svg`<path class="oak" d="M-36-30H36V-25H-36ZM-36-46H36V-42H-36ZM-36-54H36V-50H-36ZM-30-56h4V0h-4ZM26-56h4V0h-4Z"></path>`,
      ),
    ],
    table: "oak",
    on: () => [openBook(98), candle(70, 162), vase(228, 160)],
  },
  Courtyard: {
    wall: "sky",
    floor: "stone",
    back: () => [
      garden(),
      arcade(0, 108, 2),
      arcade(212, 320, 2),
      svg`<path class="stones" d="M108 8H212V0H108Z"></path>`,
      put(
        282,
        160,
        svg`<ellipse class="cast" rx="22" ry="5"></ellipse><path class="marble" d="M-12 0-6-40H6L12 0ZM-16-46H16V-40H-16Z"></path><ellipse class="brass" cx="0" cy="-47" rx="15" ry="4"></ellipse><path class="soot" d="M-2-47 0-62 8-47Z"></path>`,
      ),
      potted(40, 162, 1.1, "sun"),
      potted(96, 150, 0.7, "rose"),
      lantern(80, 50),
    ],
    table: "stone",
    on: () => [potted(84, 162, 0.5, "sky"), letter(122), lanternSmall(236)],
  },
  Fountain: {
    wall: "sky",
    floor: "grass",
    back: () => [
      garden(),
      put(
        70,
        160,
        svg`<ellipse class="cast" cx="4" cy="2" rx="66" ry="8"></ellipse><path class="marble" d="M-62-14H62L54 2H-54Z"></path><ellipse class="marble" cx="0" cy="-15" rx="62" ry="9"></ellipse><ellipse class="water" cx="0" cy="-15" rx="55" ry="6.4"></ellipse><path class="marble" d="M-6-16-4-52H4L6-16Z"></path><path class="marble" d="M-28-58H28Q22-46 0-46T-28-58Z"></path><ellipse class="water" cx="0" cy="-58" rx="26" ry="4"></ellipse><path class="marble" d="M-3-60-2-80H2L3-60Z"></path><path class="spray" d="M0-82Q-14-98-22-60M0-82Q14-98 22-60M0-82Q-6-104-8-60M0-82Q6-104 8-60M-26-56Q-40-48-42-18M26-56Q40-48 42-18M-18-52Q-26-44-26-18M18-52Q26-44 26-18"></path>`,
      ),
      put(
        286,
        158,
        svg`<path class="marble" d="M-16 0V-10H16V0ZM-10-10V-40H10V-10Z"></path><path class="marble" d="M-8-40Q-12-62-4-68-6-80 0-82 8-80 5-70 14-60 9-40Z"></path>`,
      ),
      potted(246, 146, 0.7, "sky"),
    ],
    table: "marble",
    on: () => [
      svg`<path class="water" d="M78 150H242L258 163H62Z"></path><path class="l foam" d="M90 156q6-3 12 0t12 0M206 157q6-3 12 0t12 0"></path><ellipse class="leaf" cx="96" cy="160" rx="9" ry="2.6"></ellipse><ellipse class="leaf" cx="226" cy="154" rx="7" ry="2"></ellipse><g class="bloom rose"><circle cx="96" cy="157" r="3"></circle></g>`,
    ],
  },
  Studio: {
    wall: "plaster",
    floor: "wood",
    back: () => [
      svg`<path class="pane" d="M196 0H320V84H196Z"></path><path class="night" d="M200 0H316V80H200Z"></path><circle class="moon" cx="284" cy="26" r="11"></circle><path class="frames" d="M200 0V80M239 0V80M278 0V80M316 0V80M200 40H316M196 82H320"></path>`,
      put(
        50,
        160,
        svg`<ellipse class="cast" rx="34" ry="5"></ellipse><path class="oak" d="M-24 0-4-112H0L-18 0ZM24 0 4-112H0L18 0ZM-34-38H34V-33H-34Z"></path>${box("linen", -30, -100, 60, 62, 0)}<path class="sky" d="M-27-97H27V-62H-27Z"></path><circle class="sun" cx="10" cy="-84" r="6"></circle><path class="lawn" d="M-27-41V-64Q-10-76 4-64T27-66V-41Z"></path><path class="plush" d="M-14-54V-64L-8-70-2-64V-54Z"></path>`,
      ),
      put(
        288,
        154,
        svg`${box("linen", -26, -54, 34, 48, 0)}${box("plush", -22, -50, 26, 40, 0)}${box("linen", -6, -44, 34, 42, 0)}${box("blue", -2, -40, 26, 34, 0)}<circle class="linen" cx="11" cy="-28" r="6"></circle>`,
      ),
      painting(112, 22, 36, 44, true),
      put(
        152,
        20,
        svg`<path class="linen" d="M-12 0H12V30H-12Z"></path><path class="l" d="M-6 22Q0 4 6 22M-3 12H3"></path>`,
      ),
    ],
    table: "oak",
    on: () => [
      brushes(84),
      put(
        122,
        160,
        svg`<path class="oak" d="M-16 0Q-14-9 2-9T16-2Q14 3 6 1 2 5-6 4T-16 0Z"></path><circle class="apple" cx="-8" cy="-3" r="2.4"></circle><circle class="sun" cx="0" cy="-6" r="2.4"></circle><circle class="sky" cx="8" cy="-4" r="2.4"></circle>`,
      ),
      glass(230),
    ],
  },
  TrophyRoom: {
    wall: "green",
    floor: "wood",
    rug: "bottle",
    back: () => [
      stag(50, 22),
      stag(110, 12),
      stag(262, 20),
      sideboard(278, 74, [cup(-22, 0), cup(0, 0, 1.4), cup(22, 0)]),
      put(
        38,
        GROUND + 6,
        svg`${box("wood", -34, -56, 68, 56)}${box("pane", -30, -52, 60, 48, 0)}<path class="wood" d="M-30-28H30V-25H-30Z"></path>${cup(-16, -28, 0.9)}${cup(6, -28, 0.8)}${cup(-6, -4, 0.9)}${cup(18, -4, 0.8)}`,
      ),
      put(
        196,
        20,
        svg`<path class="steel" d="M-26 34 22-8l4 4-48 42ZM26 34-22-8l-4 4 48 42Z"></path><path class="brass" d="M-15 0H15V16Q12 30 0 34-12 30-15 16Z"></path>${shape("M0 2H13V16H0Z", "plush")}${shape("M-13 16H0V31Q-10 27-13 16Z", "blue")}`,
      ),
    ],
    table: "desk",
    on: () => [cup(88, 162), openBook(126), glass(228)],
  },
};

/** A lantern that stands on a table. @param {number} x */
const lanternSmall = (x) =>
  put(
    x,
    160,
    svg`${glow(0, -10, 40)}<path class="soot" d="M-6 1H6V-2H-6ZM-5-18H5L3-22H-3Z"></path><path class="shade" d="M-5-18H5V-2H-5Z"></path><path class="l" d="M-4-22Q0-30 4-22"></path>`,
  );
