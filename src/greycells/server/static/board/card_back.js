/** The back of every card. */

import { html } from "../vendor/lit-html.js";

/** Diamonds across the back of a card. */
const LATTICE = Array.from({ length: 17 }, (_, at) => `M${at * 8 - 74} 4l76 76M${at * 8 - 2} 4l-76 76`).join("");

/** A card, face down. */
export const cardBack = () =>
  html`<span class="card back" aria-hidden="true"
    ><svg class="art" viewBox="0 0 60 84">
      <svg x="4" y="4" width="52" height="76" viewBox="4 4 52 76"><path class="lattice" d=${LATTICE}></path></svg>
      <rect x="4" y="4" width="52" height="76" rx="3"></rect>
      <rect x="1.6" y="1.6" width="56.8" height="80.8" rx="4"></rect>
      <path class="medallion" d="M30 16 46 26V58L30 68 14 58V26Z"></path>
      <circle cx="28" cy="39" r="9.4"></circle>
      <path class="handle" d="M35 46.4 41 54"></path>
      <path
        class="keyhole-mark"
        d="M28 33.6a3.4 3.4 0 0 1 1.7 6.3L31 44.4H25l1.3-4.5A3.4 3.4 0 0 1 28 33.6Z"
      ></path></svg
  ></span>`;
