/** The review of a finished game: what its graph and its lists show. */

import { isTransient } from "../ui/retries_model.js";

/** @import {FullReview, ReviewDecision, ReviewProgress, ReviewedSeat} from "../types/wire.js" */
/** @import {Word} from "../types/types.js" */
/** @typedef {"win" | "bits"} Measure */
/** How far the review is, then the review, or why there is none. @typedef {{part: number, problem: string, review: FullReview | null}} Progress */

export const WIDE = 320;
export const HIGH = 130;
/** The most decisions that are told at once. */
const MOST = 8;

/** @type {Progress} */
export const NO_REVIEW = { part: 0, problem: "", review: null };

/** @param {ReviewProgress} answer @returns {Progress} */
export const afterAnswer = ({ part, problem, review }) => ({ part, problem: problem ?? "", review: review ?? null });

/** What failed while it was worked out would fail again. @param {Progress} progress @param {{status: number, message: string}} refusal @returns {Progress} */
export const afterRefusal = (progress, { status, message }) =>
  isTransient(status) && status !== 500 ? progress : { ...progress, problem: message };

/** Whether the review is still being worked out. @param {Progress} progress */
export const isWorking = ({ review, problem }) => !review && !problem;

/** The seats whose decisions are told: one, or all. @param {FullReview} review @param {Word} seat */
export const seatsShown = ({ seats }, seat) => seats.filter((one) => !seat || one.seat === seat);

/** The decisions of a seat in their order: all of them, or the mistakes that cost most. @param {Pick<ReviewedSeat, "decisions">} seat @param {boolean} everything */
export function decisionsShown({ decisions }, everything) {
  const shown = everything
    ? [...decisions]
    : decisions
        .filter(({ label }) => label)
        .sort(costlier)
        .slice(0, MOST);
  return shown.sort((a, b) => a.event - b.event);
}

/** Those that cost more first, then those that gave more away. @param {ReviewDecision} a @param {ReviewDecision} b */
const costlier = (a, b) => b.loss - a.loss || b.best_win - b.win - (a.best_win - a.win);

/**
 * What a decision cost: the key of its words, with the points; where the graph shows them, from how much to how much.
 * @param {Pick<ReviewDecision, "loss" | "best_win" | "win" | "chosen">} decision
 * @param {boolean} won
 */
export function costOf({ loss, best_win, win, chosen }, won) {
  const [points, before, after] = [loss, best_win, win].map((chance) => Math.round(100 * chance));
  if (!points) return { key: won ? "review.no cost, won" : "review.no cost, lost", points, before, after };
  const shown = points === before - after ? "review.cost on the graph" : "review.cost, no more left";
  return { key: chosen === "wait" ? shown : "review.cost", points, before, after };
}

/** What the graph shows at its top. @param {Pick<FullReview, "timeline">} review @param {Measure} measure */
export const topOf = ({ timeline }, measure) =>
  measure === "win" ? 1 : Math.max(1, ...timeline.flatMap(({ seats }) => seats.map(({ bits }) => bits ?? 0)));

/** The first and the last event of the graph. @param {Pick<FullReview, "timeline">} review @returns {[number, number]} */
const eventsOf = ({ timeline }) => [timeline[0]?.event ?? 0, timeline.at(-1)?.event ?? 1];

/** Where an event is in the graph. @param {Pick<FullReview, "timeline">} review @param {number} event */
export function across(review, event) {
  const [first, last] = eventsOf(review);
  return ((Math.min(last, Math.max(first, event)) - first) / Math.max(1, last - first)) * WIDE;
}

/** The event at a part of the width. @param {Pick<FullReview, "timeline">} review @param {number} part */
export function eventAt(review, part) {
  const [first, last] = eventsOf(review);
  return first + Math.round(part * (last - first));
}

/** The line of each seat, as points. @param {Pick<FullReview, "timeline">} review @param {Measure} measure @returns {{seat: Word, points: string}[]} */
export function graphLines(review, measure) {
  const top = topOf(review, measure);
  const { timeline } = review;
  return (timeline[0]?.seats ?? []).map(({ seat }, index) => ({
    seat,
    points: timeline
      .map(({ event, seats }) => ({ event, value: seats[index][measure] }))
      .filter(({ value }) => value !== null)
      .map(
        ({ event, value }) => `${across(review, event).toFixed(1)},${(HIGH - ((value ?? 0) / top) * HIGH).toFixed(1)}`,
      )
      .join(" "),
  }));
}

/** The chances at a moment. @param {Pick<FullReview, "timeline">} review @param {number} at */
export const chancesAt = ({ timeline }, at) =>
  timeline[Math.min(timeline.length - 1, Math.max(0, at - (timeline[0]?.event ?? 0)))]?.seats ?? [];
