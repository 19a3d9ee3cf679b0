/** A small picture of an edition's board, drawn by the server and kept by the browser for good. */

import { html } from "../vendor/lit-html.js";

/** @param {string} edition */
export const boardPicture = (edition) =>
  html`<img
    class="board-picture"
    src=${new URL(`../boards/${edition}.svg`, import.meta.url).href}
    alt=""
    width="96"
    height="96"
  />`;
