/** A suggestion: the suggester, the three cards, and each player's answer. */

import { playSound } from "./sounds.js";
import { afterwards, picturePanel } from "../ui/staged_render.js";
import { game, updateGame } from "../session/game_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { cardBack } from "../board/card_back.js";
import { cardName } from "../board/token.js";
import { Scene, face } from "./scene.js";
import { SUGGESTION, answerLength } from "./scene_lengths_model.js";

/** @import {BoardPlan} from "../board/board_layout.js" */
/** @import {Sighting, Word} from "../types/types.js" */
/** @typedef {Extract<Sighting, {event: "Suggested"}>} Suggested */
/** @typedef {Extract<Sighting, {event: "CouldNotShow" | "Shown"}>} Answer */

export class SuggestionScene extends Scene {
  finished = true;
  /** Answers that have come, each with the moment at which it did. @type {[Answer, number][]} */
  answers = [];
  began = 0;
  /** @type {Map<Word, "none" | "shown">} */
  given = new Map();
  /** The answer that is being shown. @type {Answer | null} */
  now = null;
  /** The last answer that was shown. @type {Answer | null} */
  last = null;
  away = false;
  leaving = false;
  complete = false;

  /** @param {BoardPlan} plan @param {Suggested} suggested @param {() => void} changed */
  constructor(plan, suggested, changed) {
    super(changed);
    const { edition } = plan;
    this.edition = edition;
    this.suggested = suggested;
    const seats = (game.table?.seats ?? []).map(([word]) => word);
    const at = seats.indexOf(suggested.seat);
    this.others = [...seats.slice(at + 1), ...seats.slice(0, Math.max(0, at))];
    // The room where pawn and weapon are gathered stays in sight: the cards lie on the other half of the board.
    const room = suggested.theory[2];
    this.half = plan.byName.has(room) && plan.middle(room).y < plan.height / 2 ? "lower" : "upper";
  }

  get look() {
    return `suggestion ${this.half} ${this.away ? "away" : ""} ${this.leaving ? "leaving" : ""}`;
  }

  /** @param {Answer} answer */
  answer(answer) {
    this.answers.push([answer, this.elapsed]);
    // A stage that was loaded late doesn't take back what the log says already.
    if (!this.skipped && !this.leaving && game.fresh.includes(answer)) this.holdBack();
    if (!this.now) this.wake();
  }

  /** Log and notebook wait for the answers that have come and are not on stage yet. */
  holdBack() {
    updateGame({ unshown: this.answers[0]?.[0].number ?? null });
  }

  skip() {
    super.skip();
    updateGame({ unshown: null });
  }

  /** Check whether all answers have come. */
  follow() {
    this.complete = game.scene?.phase !== "answering";
    if (this.complete && !this.now) this.wake();
  }

  /** Milliseconds since it began, as many as they were at the usual pace. */
  get elapsed() {
    return (performance.now() - this.began) / this.pace;
  }

  async play() {
    this.began = performance.now();
    playSound("suggestion");
    await this.beat(SUGGESTION.named);
    while (!this.skipped) {
      const next = this.answers.shift();
      if (next) await this.show(...next);
      else if (this.complete) break;
      else await this.think();
    }
    this.leaving = true;
    await this.beat(SUGGESTION.leaves);
  }

  /** Wait for an answer; after a while the scene hides, and the whole board is visible. */
  async think() {
    this.redraw();
    await this.rest(this.away ? Infinity : SUGGESTION.rest);
    if (this.answers.length || this.complete || this.skipped) return;
    this.away = true;
    this.redraw();
  }

  /** @param {Answer} answer @param {number} came */
  async show(answer, came) {
    this.now = this.last = answer;
    this.away = false;
    const kind = answer.event === "CouldNotShow" ? "none" : answer.card ? "face" : "back";
    playSound(kind === "none" ? "could not" : kind === "face" ? "card seen" : "card back");
    if (kind === "none") this.given.set(answer.seat, "none");
    this.redraw();
    if (game.unshown !== null) afterwards(() => this.skipped || this.holdBack());
    if (answer.event === "Shown") afterwards(() => this.fly());
    await this.beat(this.share(kind, came));
    if (kind !== "none") this.given.set(answer.seat, "shown");
    this.now = null;
  }

  /** How long an answer may take. @param {"none" | "back" | "face"} kind @param {number} came */
  share(kind, came) {
    const others = this.others.length - this.given.size - (kind === "none" ? 0 : 1);
    const several = [...this.given.values()].includes("shown");
    return answerLength(kind, { came, elapsed: this.elapsed, others, several });
  }

  /** The card travels from hand to hand. */
  fly() {
    const stage = document.querySelector(".scene.suggestion");
    const seen = this.now?.event === "Shown" && this.now.card !== null;
    // For the two players who know the card, it lands on the one that was named; for all others it flies to the suggester.
    const goal = seen ? ".three .hit" : ".suggester";
    const [flight, from, to] = [".flight", ".asked.now", goal].map((one) => stage?.querySelector(one));
    if (!flight || !from || !to) return;
    const [a, b, c] = [from, to, flight].map((one) => one.getBoundingClientRect());
    const shrunk = c.width / /** @type {HTMLElement} */ (flight).offsetWidth || 1;
    const way = (/** @type {DOMRect} */ box) =>
      `translate(${(box.x + box.width / 2 - c.x - c.width / 2) / shrunk}px, ${(box.y + box.height / 2 - c.y - c.height / 2) / shrunk}px)`;
    const ends = `${way(b)} scale(${seen ? 1 : 0.45})`;
    flight.animate(
      [
        { transform: `${way(a)} scale(0.3)`, opacity: 0 },
        { transform: `${way(a)} scale(0.5)`, opacity: 1, offset: 0.2 },
        { transform: ends, opacity: 1, offset: 0.9 },
        { transform: ends, opacity: seen ? 1 : 0 },
      ],
      { duration: SUGGESTION.flight * this.pace, easing: "ease-in-out", fill: "both" },
    );
  }

  draw() {
    const { suggested, now } = this;
    const shown = now?.event === "Shown" ? now : null;
    return html`<div class="scene-caption" aria-hidden="true">
        <span class="suggester">${face(this.edition, suggested.seat)}</span>
        <p>${this.caption()}</p>
      </div>
      <div class=${shown?.card ? "three seen" : "three"} aria-hidden="true">
        ${suggested.theory.map((word, at) => this.named(word, at, word === shown?.card))}
      </div>
      <div class="asked-all" aria-hidden="true">${this.others.map((word) => this.chip(word))}</div>
      ${shown ? html`<span class="flight" aria-hidden="true">${this.handed(shown.card)}</span>` : nothing}`;
  }

  /** One of the three cards, each drawn in a task of its own. @param {Word} word @param {number} at @param {boolean} hit */
  named(word, at, hit) {
    const drawn = picturePanel(`named ${at}`, [this.suggested, word], () => card(this.edition, word));
    return html`<span class=${hit ? "named hit" : "named"}>${drawn}</span>`;
  }

  /** What is handed over, as this viewer sees it. @param {Word | null} word */
  handed = (word) => (word ? card(this.edition, word) : cardBack());

  /** A player who is asked, and the answer so far. @param {Word} word */
  chip(word) {
    const acting = !this.now && !this.answers.length && game.scene?.to_act === word && !this.complete;
    const state_ =
      this.now?.seat === word ? `now ${this.now.event === "Shown" ? "gives" : "has-none"}` : acting ? "now" : "";
    const given = this.given.get(word) ?? "";
    return html`<span class=${`asked ${state_} ${given}`}
      >${face(this.edition, word)}<b>${given === "none" ? "–" : given === "shown" ? "✓" : ""}</b
      ><small>${cardName(this.edition, word)}</small></span
    >`;
  }

  /** What is on stage, in the words of the log. */
  caption() {
    const shown = this.last ?? this.suggested;
    return game.log.findLast((line) => line.event === shown)?.words ?? "";
  }
}
