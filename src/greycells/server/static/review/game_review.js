/** The review of a finished game: winning chances and bits left over the game, turning points, and every decision. */

import { cardName, token } from "../board/token.js";
import { url } from "../ui/url.js";
import { numberText, t } from "../ui/words.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import "../words/review.js";
import {
  across,
  chancesAt,
  costOf,
  decisionsShown,
  eventAt,
  graphLines,
  HIGH,
  seatsShown,
  topOf,
  WIDE,
} from "./review_model.js";
import { review, updateReview } from "./review_state.js";

/** @import {EditionPrint, Word} from "../types/types.js" */
/** @import {FullReview, ReviewDecision, ReviewedSeat} from "../types/wire.js" */
/** Where the replay is, how it goes elsewhere, and how a decision is played again. @typedef {{at: number, to: (at: number) => void, again: ((decision: ReviewDecision) => void) | null}} Moves */

/** Where the graph has lines across, from the top. */
const LEVELS = [0.25, 0.5, 0.75];
const MEASURES = /** @type {const} */ (["win", "bits"]);

/**
 * The review beside the replay.
 * @param {EditionPrint} edition
 * @param {Word} seat whose decisions are found; empty for all
 * @param {Moves} moves
 */
export function gameReview(edition, seat, moves) {
  const { problem, part, review: found } = review.progress;
  if (problem) return html`<p class="empty">${problem}</p>`;
  if (!found)
    return html`<p role="status">${t("review.working")}</p>
      <progress max="1" value=${part} aria-label=${t("review.working")}></progress>`;
  return html`<div class="analysis">
    ${found.decided
      ? html`<p class="decided">
          <button class="line-button" @click=${() => moves.to(found.decided?.event ?? 0)}>
            <b>${found.decided.text}</b>
          </button>
        </p>`
      : nothing}
    <div class="measures" role="group" aria-label=${t("review.graph")}>
      ${MEASURES.map(
        (one) =>
          html`<button aria-pressed=${one === review.measure} @click=${() => updateReview({ measure: one })}>
            ${t(`review.${one}`)}
          </button>`,
      )}
    </div>
    ${graph(edition, found, moves)} ${key(found)} ${legend(edition, found, moves.at)}
    <h2>${t("review.turning points")}</h2>
    ${found.turning_points.length
      ? html`<ol class="turning-points">
          ${found.turning_points.map(
            (point) =>
              html`<li><button class="line-button" @click=${() => moves.to(point.event)}>${point.text}</button></li>`,
          )}
        </ol>`
      : html`<p class="empty">${t("review.none")}</p>`}
    <p class="units">${t("review.units")}</p>
    ${seatsShown(found, seat).map((one) => seatReview(edition, one, moves))}
    <p><a href=${url("/explained")} target="_blank">${t("review.explained")}</a></p>
  </div>`;
}

/** One seat in words, and its decisions. @param {EditionPrint} edition @param {ReviewedSeat} one @param {Moves} moves */
function seatReview(edition, one, moves) {
  const { everything } = review;
  const decisions = decisionsShown(one, everything);
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
    ${decisions.length
      ? html`<ol class="turning-points">
          ${decisions.map(
            (decision) => html`<li class=${decision.label ?? ""}>${choice(decision, one.result > 0, moves)}</li>`,
          )}
        </ol>`
      : html`<p class="empty">${t("review.no mistakes")}</p>`}
    ${one.decisions.some((decision) => !decision.label)
      ? html`<button class="quiet" @click=${() => updateReview({ everything: !everything })}>
          ${t(everything ? "review.only mistakes" : "review.all decisions")}
        </button>`
      : nothing}
  </section>`;
}

/** What a decision cost beside its label. @param {ReviewDecision} decision @param {boolean} won */
function costWords(decision, won) {
  const { key, ...figures } = costOf(decision, won);
  return t(key, figures);
}

/** @param {ReviewDecision} decision @param {boolean} won @param {Moves} moves */
const choice = (decision, won, { to, again }) =>
  html`<button class="line-button" @click=${() => to(decision.event)}>
      <b>${t("review.on turn", { turn: decision.turn })}</b>${decision.label
        ? html` <span class="label">${t(`review.${decision.label}`)}, ${costWords(decision, won)}</span>`
        : nothing}
      ${decision.text}</button
    >${again && decision.label
      ? html`<button class="quiet again" @click=${() => again(decision)}>${t("review.differently")}</button>`
      : nothing}`;

/** @param {EditionPrint} edition @param {FullReview} found @param {Moves} moves */
function graph(edition, found, { at, to }) {
  const { measure } = review;
  const top = topOf(found, measure);
  const pick = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    to(eventAt(found, (event.clientX - box.left) / box.width));
  };
  return html`<div class="graph-box">
    <svg
      class=${review.emphasized ? "graph one-lit" : "graph"}
      viewBox="-2 -4 ${WIDE + 4} ${HIGH + 8}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${t(measure === "win" ? "review.graph of wins" : "review.graph of bits")}
      @click=${pick}
    >
      ${LEVELS.map((level) => svg`<path class="grid" d="M0 ${HIGH * level}H${WIDE}"></path>`)}
      ${found.turning_points.map(
        (point) => svg`<path class="point" d="M${across(found, point.event)} ${HIGH - 9}V${HIGH}"></path>`,
      )}
      ${graphLines(found, measure).map(({ seat, points }) => line(edition, seat, points))}
      <path class="now" d="M${across(found, at)} 0V${HIGH}"></path>
    </svg>
    <span class="scale" aria-hidden="true"
      >${LEVELS.map(
        (level) =>
          html`<small
            >${measure === "win"
              ? t("review.percent", { percent: 100 * (1 - level) })
              : numberText(top * (1 - level), 1)}</small
          >`,
      )}</span
    >
  </div>`;
}

/** What the marks in the graph stand for. @param {FullReview} found */
const key = (found) =>
  html`<ul class="graph-key">
    ${found.turning_points.length
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
  svg`<g class=${seat === review.emphasized ? "lit" : ""}><polyline class="casing" points=${points}></polyline>
    <polyline stroke=${colourOf(edition, seat)} points=${points}></polyline></g>`;

/** @param {EditionPrint} edition @param {Word} seat */
const colourOf = (edition, seat) => edition.suspects.find(({ word }) => word === seat)?.colour ?? "#888";

/** Everybody with the chances at this moment: a tap brings one line out. @param {EditionPrint} edition @param {FullReview} found @param {number} at */
function legend(edition, found, at) {
  const { emphasized, measure } = review;
  return html`<ul class="legend">
    ${chancesAt(found, at).map(
      (one) =>
        html`<li>
          <button
            aria-pressed=${one.seat === emphasized}
            @click=${() => updateReview({ emphasized: one.seat === emphasized ? "" : one.seat })}
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
