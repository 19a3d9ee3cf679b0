/** Reactions, drawn: six faces, a thumb and a magnifying glass, each in a box of 24 by 24. */

import { html, svg } from "../vendor/lit-html.js";

const FACE = svg`<circle class="skin" cx="12" cy="12" r="10"></circle>`;
const EYES = svg`<circle class="dark" cx="8.4" cy="10" r="1.4"></circle><circle class="dark" cx="15.6" cy="10" r="1.4"></circle>`;

/** @type {Record<string, unknown>} */
const DRAWN = {
  laugh: svg`${FACE}<path d="M6.4 10.6 8.4 8.6 10.4 10.6M13.6 10.6 15.6 8.6 17.6 10.6"></path>
    <path class="dark" d="M6.4 13H17.6Q16.8 19 12 19T6.4 13Z"></path><path class="tongue" d="M9 17.4Q12 15 15 17.4 12 20 9 17.4Z"></path>`,
  wow: svg`${FACE}${EYES}<ellipse class="dark" cx="12" cy="16.4" rx="2.3" ry="2.9"></ellipse>
    <path d="M6.6 6.6 9.2 5.8M17.4 6.6 14.8 5.8"></path>`,
  think: svg`${FACE}${EYES}<path d="M6.8 7.4 10 6.8M14.2 6.2 17.4 7.2M9.6 15.4 14.6 14.6"></path>
    <path class="hand" d="M7.4 22.6C5 21 5 18.2 7.2 17.4L13.4 15.8Q15 16.8 13.4 17.8L11.2 18.4Q14 20.6 12 22.6 9.8 24 7.4 22.6Z"></path>`,
  doubt: svg`${FACE}<path d="M7 10.4H10M14 10.4H17M6.8 7.8 10.2 8.2M13.8 6.4Q15.6 5 17.4 6.6M9 16.6Q11.4 14.8 15.2 15.6"></path>`,
  sad: svg`${FACE}${EYES}<path d="M6.6 7.8 9.8 6.6M17.4 7.8 14.2 6.6M8.4 17.6Q12 13.6 15.6 17.6"></path>
    <path class="tear" d="M17 12.4Q18.9 15.2 17 16.2 15.1 15.2 17 12.4Z"></path>`,
  wink: svg`${FACE}<circle class="dark" cx="8.4" cy="10" r="1.4"></circle>
    <path d="M13.8 10.2Q15.6 8.8 17.4 10.2M7.4 14.4Q12 19.4 16.6 14.4"></path>`,
  bravo: svg`<path class="hand" d="M8.6 11 12.4 3.4Q15 3 14.6 6.2L13.8 9.4H19.4Q21.6 10.2 20.2 12.2 21.4 14 19.6 15.2 20.2 17 18.2 18 18.2 20 16 20.2H8.6Z"></path>
    <path class="cuff" d="M3 10.4H8.2V21H3Z"></path>`,
  aha: svg`<path class="handle" d="M15.4 15.4 21.4 21.4"></path><circle class="glass" cx="10" cy="10" r="7"></circle>
    <path d="M10 6V10.8M10 13.6V13.8"></path>`,
};

/** @param {string} reaction */
export const reactionFace = (reaction) =>
  html`<svg class="reaction" viewBox="0 0 24 24" aria-hidden="true">${DRAWN[reaction]}</svg>`;
