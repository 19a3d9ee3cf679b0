/** A small cross that puts something away. */

import { html } from "../vendor/lit-html.js";
import { t } from "./words.js";

/** @param {() => void} close */
export const closeButton = (close) =>
  html`<button class="quiet close-cross" aria-label=${t("app.close")} title=${t("app.close")} @click=${close}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6 18 18M18 6 6 18"></path></svg>
  </button>`;
