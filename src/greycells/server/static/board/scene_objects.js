/** Small things for the table of a crime scene, each standing at a place on it. */

import { svg } from "../vendor/lit-html.js";
import { put } from "./furniture.js";
import { glow } from "./scene_parts.js";

/** A letter with its broken seal. @param {number} x @param {number} [y] */
export const letter = (x, y = 160) =>
  put(
    x,
    y,
    svg`<path class="linen" d="M-12 3-8-5H10L8 3Z"></path><path class="l" d="M-7-3H6M-8-1H5M-9 1H0"></path><circle class="apple" cx="5" cy="1" r="1.8"></circle>`,
  );

/** A glass of something strong. @param {number} x @param {number} [y] */
export const glass = (x, y = 160) =>
  put(x, y, svg`<path class="pane" d="M-4-12H4L3 0H-3Z"></path><path class="sun" d="M-3.4-6H3.4L3 0H-3Z"></path>`);

/** A candle in its holder. @param {number} x @param {number} [y] */
export const candle = (x, y = 160) =>
  put(
    x,
    y,
    svg`${glow(0, -24, 42)}<path class="brass" d="M-8 1Q0 5 8 1L5-3H-5Z"></path><path class="linen" d="M-2.6-3H2.6V-19H-2.6Z"></path><path class="flame" d="M0-30Q4-23 0-19-4-23 0-30Z"></path>`,
  );

/** An open book. @param {number} x @param {number} [y] */
export const openBook = (x, y = 160) =>
  put(
    x,
    y,
    svg`<path class="hide" d="M-19 3-15-7H15L19 3Z"></path><path class="linen" d="M0 1Q-8-2-17 1L-13-7Q-6-9 0-7 6-9 13-7L17 1Q8-2 0 1Z"></path><path class="l" d="M0-7V1M-11-5Q-6-6-2-5M-12-2.6Q-7-4-2-2.6M2-5Q6-6 11-5M2-2.6Q7-4 12-2.6"></path>`,
  );

/** A plate with knife and fork. @param {number} x @param {number} [y] */
export const plate = (x, y = 158) =>
  put(
    x,
    y,
    svg`<ellipse class="marble" rx="13" ry="4.4"></ellipse><ellipse class="l" rx="8" ry="2.6"></ellipse><path class="l" d="M-17 4-15-4M17 4 15-4"></path>`,
  );

/** A bowl of apples. @param {number} x @param {number} [y] */
export const fruit = (x, y = 160) =>
  put(
    x,
    y,
    svg`<circle class="apple" cx="-5" cy="-9" r="4.4"></circle><circle class="sun" cx="4" cy="-9" r="4.4"></circle><circle class="leaf" cx="0" cy="-13" r="4"></circle><path class="blue" d="M-13-8H13Q11 2 0 2T-13-8Z"></path>`,
  );

/** Billiard balls. @param {number} x @param {number} [y] */
export const balls = (x, y = 158) =>
  put(
    x,
    y,
    svg`<circle class="apple" cx="0" cy="0" r="3.4"></circle><circle class="linen" cx="16" cy="3" r="3.4"></circle><circle class="sun" cx="-12" cy="4" r="3.4"></circle>`,
  );

/** A vase of flowers. @param {number} x @param {number} [y] @param {string} [bloom] */
export const vase = (x, y = 160, bloom = "") =>
  put(
    x,
    y,
    svg`<path class="leaf" d="M0-12Q-9-18-10-26-2-22 0-12 2-22 10-27 9-18 0-12Z"></path><g class=${`bloom ${bloom}`}><circle cx="-9" cy="-26" r="4"></circle><circle cx="0" cy="-30" r="4.6"></circle><circle cx="9" cy="-27" r="4"></circle></g><path class="blue" d="M-5-14H5Q2-9 6-3 4 1 0 1T-6-3Q-2-9-5-14Z"></path>`,
  );

/** A folded towel. @param {number} x @param {number} [y] */
export const towel = (x, y = 160) =>
  put(
    x,
    y,
    svg`<path class="linen" d="M-15 2V-3Q0-6 15-3V2Q0 4-15 2Z"></path><path class="blue" d="M-15-3V-8Q0-11 15-8V-3Q0-6-15-3Z"></path>`,
  );

/** A tall drink with a straw. @param {number} x @param {number} [y] */
export const drink = (x, y = 160) =>
  put(
    x,
    y,
    svg`<path class="l" d="M1-14 6-24"></path><path class="fire" d="M-5-14H5L3.4 0H-3.4Z"></path><circle class="sun" cx="-5" cy="-14" r="3.4"></circle>`,
  );

/** Tubes of paint and brushes in a jar. @param {number} x @param {number} [y] */
export const brushes = (x, y = 160) =>
  put(
    x,
    y,
    svg`<path class="oak" d="M-5-10-8-30h2L-3-10ZM-1-10V-33H1V-10ZM3-10 7-29H9L5-10Z"></path><path class="plush" d="M-8.4-30-7.4-36-5.6-30Z"></path><path class="sun" d="M-1.2-33 0-39 1.2-33Z"></path><path class="sky" d="M6.8-29 9-35 9.2-29Z"></path><path class="steel" d="M-7-14H7L6 1H-6Z"></path>`,
  );
