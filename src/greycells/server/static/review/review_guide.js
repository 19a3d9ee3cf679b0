/** What every number of a review means, in the words of the server: plain words, the formula, and the limits. */

import { ask } from "../ui/api.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";
import { review, updateReview } from "./review_state.js";

/** @import {GuideFigure, ReviewGuide} from "../types/wire.js" */

export async function enter() {
  updateReview({ guide: review.guide ?? (await ask("/api/explained")) });
  if (location.hash) requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
}

export const draw = () =>
  html`${head()}
    <main class="about explained" id="page" tabindex="-1">${review.guide ? explained(review.guide) : nothing}</main>
    ${foot()}`;

/** @param {ReviewGuide} guide */
const explained = (guide) =>
  html`<h1>${guide.title}</h1>
    <p class="lead">${guide.lead}</p>
    <nav class="contents" aria-label=${guide.contents}>
      <ul>
        ${guide.figures.map(({ key, title }) => html`<li><a href=${`#${key}`}>${title}</a></li>`)}
      </ul>
    </nav>
    ${guide.figures.map((figure) => section(guide, figure))}`;

/** @param {ReviewGuide} guide @param {GuideFigure} figure */
const section = (guide, { key, title, text, points, formula, limits }) =>
  html`<section id=${key}>
    <h2>${title}</h2>
    <p>${text}</p>
    ${points.length ? list("points", points) : nothing}
    <h3>${guide.formula}</h3>
    <div class="formula">${formula.map((line) => html`<p>${line}</p>`)}</div>
    <h3>${guide.limits}</h3>
    ${list("limits", limits)}
  </section>`;

/** @param {string} name @param {string[]} lines */
const list = (name, lines) =>
  html`<ul class=${name}>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
