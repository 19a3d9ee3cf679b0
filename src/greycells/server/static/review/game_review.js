/** The review of a finished game: winning chances and bits left over the game, turning points, and every decision. */

import { Problem, ask } from "../ui/api.js";
import { redraw } from "../ui/store.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";
import { numberText, t } from "../ui/words.js";
import "../words/review.js";
import { cardName, token } from "../board/token.js";

/** @import {EditionPrint, Word} from "../types/types.js" */
/** @import {FullReview, ReviewDecision, ReviewProgress, ReviewedSeat} from "../types/wire.js" */
/** @typedef {"win" | "bits"} Measure */
/** `to` goes to a moment, `again` plays on from before a decision, where the game can be played on. */
/** Where the replay is, how it goes elsewhere, and how a decision is played again. @typedef {{at: number, to: (at: number) => void, again: ((decision: ReviewDecision) => void) | null}} Moves */

/** Milliseconds between two questions how far it is. */
const PAUSE = 700;
const WIDE = 320;
const HIGH = 130;
/** Where the graph has lines across, from the top. */
const LEVELS = [0.25, 0.5, 0.75];
/** The most decisions that are told at once. */
const MOST = 8;

/** Where the review is fetched from. */
let source = "";
let part = 0;
let problem = "";
/** @type {FullReview | null} */
let review = null;
/** @type {Measure} */
let measure = "win";
let everything = false;
/** The seat whose line stands out in the graph; empty for none. @type {Word} */
let lit = "";

/** The review that has come, if any: for the notebook beside it. */
export const current = () => review;

/** Ask for a review, unless it is there or on its way. @param {string} path */
export function begin(path) {
  if (source === path) return;
  source = path;
  part = 0;
  problem = "";
  review = null;
  everything = false;
  lit = "";
  void poll(path);
}

/** Forget it: another game is looked at. */
export function forget() {
  source = "";
  review = null;
}

/** @param {string} path */
async function poll(path) {
  if (source !== path) return;
  try {
    const told = /** @type {ReviewProgress} */ (await ask(path));
    if (source !== path) return;
    part = told.part;
    problem = told.problem ?? "";
    review = told.review ?? null;
  } catch (trouble) {
    if (!(trouble instanceof Problem)) throw trouble;
    if (![0, 429, 503].includes(trouble.status)) problem = trouble.message;
  }
  if (!review && !problem) setTimeout(() => void poll(path), PAUSE);
  redraw();
}

/**
 * The review beside the replay.
 * @param {EditionPrint} edition
 * @param {Word} seat whose decisions are told; empty for all
 * @param {Moves} moves
 */
export function gameReview(edition, seat, moves) {
  if (problem) return html`<p class="empty">${problem}</p>`;
  if (!review)
    return html`<p role="status">${t("review.working")}</p>
      <progress max="1" value=${part} aria-label=${t("review.working")}></progress>`;
  const told = review;
  const shown = told.seats.filter((one) => !seat || one.seat === seat);
  return html`<div class="analysis">
    ${told.decided
      ? html`<p class="decided">
          <button class="line" @click=${() => moves.to(told.decided?.event ?? 0)}><b>${told.decided.text}</b></button>
        </p>`
      : nothing}
    <div class="measures" role="group" aria-label=${t("review.graph")}>
      ${
        /** @type {Measure[]} */ (["win", "bits"]).map(
          (one) =>
            html`<button
              aria-pressed=${one === measure}
              @click=${() => {
                measure = one;
                redraw();
              }}
            >
              ${t(`review.${one}`)}
            </button>`,
        )
      }
    </div>
    ${graph(edition, told, moves)} ${key(told)} ${legend(edition, told, moves.at)}
    <h2>${t("review.turning points")}</h2>
    ${told.turning_points.length
      ? html`<ol class="turning-points">
          ${told.turning_points.map(
            (point) => html`<li><button class="line" @click=${() => moves.to(point.event)}>${point.text}</button></li>`,
          )}
        </ol>`
      : html`<p class="empty">${t("review.none")}</p>`}
    <p class="units">${t("review.units")}</p>
    ${shown.map((one) => seatReview(edition, one, moves))}
    <p><a href=${url("/explained")} target="_blank">${t("review.explained")}</a></p>
  </div>`;
}

/** One seat in words, and its decisions. @param {EditionPrint} edition @param {ReviewedSeat} one @param {Moves} moves */
function seatReview(edition, one, moves) {
  const costly = one.decisions.filter((decision) => everything || decision.label);
  const told = everything ? costly : [...costly].sort(costlier).slice(0, MOST);
  told.sort((a, b) => a.event - b.event);
  return html`<section class="seat-review">
    <h2>${token(edition, one.seat)} ${cardName(edition, one.seat)}</h2>
    <p>${one.summary}</p>
    ${one.proof.length
      ? html`<details class="replay-details">
          <summary>${t("review.proof", { turn: one.provable_turn ?? 0 })}</summary>
          <ol class="proof">
            ${one.proof.map((line) => html`<li>${line}</li>`)}
          </ol>
        </details>`
      : nothing}
    ${told.length
      ? html`<ol class="turning-points">
          ${told.map(
            (decision) => html`<li class=${decision.label ?? ""}>${choice(decision, one.result > 0, moves)}</li>`,
          )}
        </ol>`
      : html`<p class="empty">${t("review.no mistakes")}</p>`}
    ${one.decisions.some((decision) => !decision.label)
      ? html`<button
          class="quiet"
          @click=${() => {
            everything = !everything;
            redraw();
          }}
        >
          ${t(everything ? "review.only mistakes" : "review.all decisions")}
        </button>`
      : nothing}
  </section>`;
}

/** Those that cost more first, then those that gave more away. @param {ReviewDecision} a @param {ReviewDecision} b */
const costlier = (a, b) => b.loss - a.loss || b.best_win - b.win - (a.best_win - a.win);

/** What a decision cost beside its label. @param {ReviewDecision} decision @param {boolean} won */
function cost(decision, won) {
  const points = Math.round(100 * decision.loss);
  if (points) return t("review.cost", { points });
  return t(decision.loss ? "review.cost below one" : won ? "review.no cost, won" : "review.no cost, lost");
}

/** @param {ReviewDecision} decision @param {boolean} won @param {Moves} moves */
const choice = (decision, won, { to, again }) =>
  html`<button class="line" @click=${() => to(decision.event)}>
      <b>${t("review.on turn", { turn: decision.turn })}</b>${decision.label
        ? html` <span class="label">${t(`review.${decision.label}`)}, ${cost(decision, won)}</span>`
        : nothing}
      ${decision.text}</button
    >${again && decision.label
      ? html`<button class="quiet again" @click=${() => again(decision)}>${t("review.differently")}</button>`
      : nothing}`;

/** @param {EditionPrint} edition @param {FullReview} told @param {Moves} moves */
function graph(edition, told, { at, to }) {
  const { timeline } = told;
  const first = timeline[0]?.event ?? 0;
  const last = timeline.at(-1)?.event ?? 1;
  const most =
    measure === "win" ? 1 : Math.max(1, ...timeline.flatMap(({ seats }) => seats.map((one) => one.bits ?? 0)));
  const across = (/** @type {number} */ event) => ((event - first) / Math.max(1, last - first)) * WIDE;
  const up = (/** @type {number} */ value) => HIGH - (value / most) * HIGH;
  const lines = (timeline[0]?.seats ?? []).map((_, index) =>
    timeline
      .map(({ event, seats }) => ({ event, value: seats[index][measure] }))
      .filter(({ value }) => value !== null)
      .map(({ event, value }) => `${across(event).toFixed(1)},${up(value ?? 0).toFixed(1)}`)
      .join(" "),
  );
  const pick = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    to(first + Math.round(((event.clientX - box.left) / box.width) * (last - first)));
  };
  const now = across(Math.min(last, Math.max(first, at)));
  return html`<div class="graph-box">
    <svg
      class=${lit ? "graph one-lit" : "graph"}
      viewBox="-2 -4 ${WIDE + 4} ${HIGH + 8}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${t(measure === "win" ? "review.graph of wins" : "review.graph of bits")}
      @click=${pick}
    >
      ${LEVELS.map((level) => svg`<path class="grid" d="M0 ${HIGH * level}H${WIDE}"></path>`)}
      ${told.turning_points.map(
        (point) => svg`<path class="point" d="M${across(point.event)} ${HIGH - 9}V${HIGH}"></path>`,
      )}
      ${lines.map((points, index) => line(edition, timeline[0].seats[index].seat, points))}
      <path class="now" d="M${now} 0V${HIGH}"></path>
    </svg>
    <span class="scale" aria-hidden="true"
      >${LEVELS.map(
        (level) =>
          html`<small
            >${measure === "win"
              ? t("review.percent", { percent: 100 * (1 - level) })
              : numberText(most * (1 - level), 1)}</small
          >`,
      )}</span
    >
  </div>`;
}

/** What the marks in the graph stand for. @param {FullReview} told */
const key = (told) =>
  html`<ul class="graph-key">
    ${told.turning_points.length
      ? html`<li>
          <svg class="graph" viewBox="-4 0 8 9" aria-hidden="true"><path class="point" d="M0 0V9"></path></svg>
          ${t("review.key point")}
        </li>`
      : nothing}
    <li>
      <svg class="graph" viewBox="-4 0 8 9" aria-hidden="true"><path class="now" d="M0 0V9"></path></svg>
      ${t("review.key now")}
    </li>
  </ul>`;

/** A seat's line in the colour of its suspect, on a dark one, so that pale colours show. @param {EditionPrint} edition @param {Word} seat @param {string} points */
const line = (edition, seat, points) =>
  svg`<g class=${seat === lit ? "lit" : ""}><polyline class="casing" points=${points}></polyline>
    <polyline stroke=${colourOf(edition, seat)} points=${points}></polyline></g>`;

/** @param {EditionPrint} edition @param {Word} seat */
const colourOf = (edition, seat) => edition.suspects.find(({ word }) => word === seat)?.colour ?? "#888";

/** Everybody with the chances at this moment: a tap brings one line out. @param {EditionPrint} edition @param {FullReview} told @param {number} at */
function legend(edition, told, at) {
  const first = told.timeline[0]?.event ?? 0;
  const moment = told.timeline[Math.min(told.timeline.length - 1, Math.max(0, at - first))];
  return html`<ul class="legend">
    ${moment?.seats.map(
      (one) =>
        html`<li>
          <button
            aria-pressed=${one.seat === lit}
            @click=${() => {
              lit = one.seat === lit ? "" : one.seat;
              redraw();
            }}
          >
            ${token(edition, one.seat)}<span>${cardName(edition, one.seat)}</span>
            <b
              >${measure === "win"
                ? t("review.percent", { percent: Math.round(100 * one.win) })
                : one.bits === null
                  ? "?"
                  : t("review.bits left", { bits: numberText(one.bits, 1) })}</b
            >
          </button>
        </li>`,
    )}
  </ul>`;
}
