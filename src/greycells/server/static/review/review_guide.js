/** What every number of a review means, in the words of the server: plain words, the formula, and the limits. */

import { ask } from "../ui/api.js";
import { redraw } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";

/** @import {GuideFigure, ReviewGuide} from "../types/wire.js" */

/** @type {ReviewGuide | null} */
let guide = null;

export async function enter() {
  guide ??= /** @type {ReviewGuide} */ (await ask("/api/explained"));
  redraw();
  if (location.hash) requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
}

export const draw = () =>
  html`${head()}
    <main class="about explained" id="page" tabindex="-1">${guide ? explained(guide) : nothing}</main>
    ${foot()}`;

/** @param {ReviewGuide} told */
const explained = (told) =>
  html`<h1>${told.title}</h1>
    <p class="lead">${told.lead}</p>
    <nav class="contents" aria-label=${told.contents}>
      <ul>
        ${told.figures.map(({ key, title }) => html`<li><a href=${`#${key}`}>${title}</a></li>`)}
      </ul>
    </nav>
    ${told.figures.map((figure) => section(told, figure))}`;

/** @param {ReviewGuide} told @param {GuideFigure} figure */
const section = (told, { key, title, text, points, formula, limits }) =>
  html`<section id=${key}>
    <h2>${title}</h2>
    <p>${text}</p>
    ${points.length ? list("points", points) : nothing}
    <h3>${told.formula}</h3>
    <div class="formula">${formula.map((line) => html`<p>${line}</p>`)}</div>
    <h3>${told.limits}</h3>
    ${list("limits", limits)}
  </section>`;

/** @param {string} name @param {string[]} lines */
const list = (name, lines) =>
  html`<ul class=${name}>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
