/**
 * An accusation: three cards come out of the case file, with a pause before each. The accuser sees their faces; everybody
 * else sees backs, the same for every way of being wrong (ACC-5), and the faces only if all three are right.
 */

import { caseFile } from "../board/case_file_art.js";
import { playSound } from "./sounds.js";
import { picturePanel } from "../ui/staged_render.js";
import { game } from "../session/game_state.js";
import { html, svg } from "../vendor/lit-html.js";
import { card } from "../board/card.js";
import { cardBack } from "../board/card_back.js";
import { called, cardName } from "../board/token.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { Scene, face } from "./scene.js";
import { ACCUSATION } from "./scene_lengths_model.js";

/** @import {EditionPrint, Opening} from "../types/types.js" */

export class AccusationScene extends Scene {
  finished = true;
  /** How many cards are out of the case file, and how many of them lie face up for this viewer. */
  out = 0;
  up = 0;
  /** @type {"" | "right" | "wrong"} */
  answer = "";
  /** The accuser alone is to look, on a device that others look at, too. @type {"" | "pass" | "look"} */
  turn = "";
  /** @type {((edition: EditionPrint, theory: string[]) => unknown) | null} */
  picture = null;
  pictured = false;

  /** @param {EditionPrint} edition @param {Opening} opening @param {() => void} changed */
  constructor(edition, opening, changed) {
    super(changed);
    this.edition = edition;
    this.opening = opening;
    const { opened, shared } = opening;
    /** The faces that only the accuser may see. */
    this.own = shared ? null : opened.case_file;
  }

  get look() {
    return `accusation ${this.answer} ${this.pictured ? "pictured" : ""}`;
  }

  async play() {
    const { right } = this.opening.opened;
    if (right) void this.load();
    playSound("accusation");
    await this.beat(ACCUSATION.lights);
    for (let at = 1; at <= 3; at++) await this.open(at);
    await this.pause(ACCUSATION.hush);
    if (right) await this.solved();
    else await this.failed();
  }

  /** The next card comes out of the case file. @param {number} at */
  async open(at) {
    await this.pause(ACCUSATION.before);
    this.out = at;
    if (!this.skipped) playSound("envelope", at);
    await this.beat(ACCUSATION.looked);
    if (!this.own) return;
    this.up = at;
    this.redraw();
  }

  async solved() {
    this.own = /** @type {[string, string, string] | null} */ (this.opening.case_file);
    for (let at = this.up + 1; at <= 3; at++) {
      this.up = at;
      if (!this.skipped) playSound("face", at);
      await this.beat(ACCUSATION.face);
    }
    this.answer = "right";
    playSound("right");
    await this.beat(ACCUSATION.answer);
    if (!this.picture) return;
    this.pictured = true;
    await this.beat(ACCUSATION.picture);
  }

  async failed() {
    this.answer = "wrong";
    playSound("wrong");
    await this.beat(ACCUSATION.answer);
    if (!this.opening.shared || !this.finished) return;
    // Others look at this device, too: its cards are for the accuser alone.
    this.skipped = false;
    for (const turn of /** @type {const} */ (["pass", "look"])) {
      this.turn = turn;
      this.redraw();
      await this.rest(Infinity);
      this.skipped = false;
    }
  }

  /** A tap skips to the answer; what only a button does is left to it. */
  skip() {
    if (this.turn && this.finished) return;
    super.skip();
  }

  async load() {
    try {
      this.picture = (await import("../board/crime_scene.js")).crimeScene;
    } catch {
      this.picture = null;
    }
  }

  draw() {
    const { edition, opening } = this;
    if (this.turn) return this.private();
    const expression = this.answer === "right" ? "triumphant" : this.answer === "wrong" ? "surprised" : "calm";
    return html`<div class="scene-caption" aria-hidden="true">
        <span class="suggester">${face(edition, opening.accused.seat, expression)}</span>
        <p>${this.caption()}</p>
      </div>
      ${this.pictured && this.picture
        ? html`<figure class="crime" aria-hidden="true">${this.solution(this.picture)}</figure>`
        : html`<div class="columns" aria-hidden="true">
            ${opening.accused.theory.map((word, at) => this.column(word, at))}
            <svg class=${this.out === 3 ? "envelope empty" : "envelope"} viewBox="-15 -11 31 23">
              ${svg`<g class="file">${caseFile}</g>`}
            </svg>
          </div>`}`;
  }

  /** The solution as one picture, which the result shows again. @param {NonNullable<AccusationScene["picture"]>} picture */
  solution(picture) {
    const { edition, opening } = this;
    const cards = opening.case_file ?? [];
    return picturePanel("crime", [edition, cards.join(), picture], () => picture(edition, cards), "div");
  }

  /** A card that was named and its card in the case file, each drawn in a task of its own. @param {string} word @param {number} at */
  column(word, at) {
    const { edition, opening } = this;
    const own = at < this.up ? (this.own?.[at] ?? null) : null;
    const claim = picturePanel(`claim ${at}`, [opening, word], () => card(edition, word, { small: true }));
    const lies = picturePanel(`drawn ${at}`, [opening, own], () =>
      own ? html`<span class="face">${card(edition, own)}</span>` : cardBack(),
    );
    return html`<span class="column-of">
      <span class="claim">${claim}</span>
      <span class=${`drawn from-${at} ${at < this.out ? "out" : ""}`}>${lies}</span>
    </span>`;
  }

  caption() {
    const { accused, words } = this.opening;
    if (!this.answer) return words;
    if (this.answer === "wrong") return t("stage.not all");
    const [suspect, weapon, room] = (this.opening.case_file ?? []).map((word) => called(this.edition, word));
    const solved =
      accused.seat === this.mine ? t("end.you won") : t("end.won", { who: cardName(this.edition, accused.seat) });
    return this.pictured ? html`<b>${solved}</b><br />${t("end.it was", { suspect, weapon, room })}` : t("stage.all");
  }

  get mine() {
    return game.chair === null ? null : (game.table?.chairs[game.chair]?.suspect ?? null);
  }

  /** On a shared device: the others look away first, then the accuser looks. */
  private() {
    const who = cardName(this.edition, this.opening.accused.seat);
    const [suspect, weapon, room] = (this.opening.opened.case_file ?? []).map((word) => called(this.edition, word));
    const next = () => this.wake();
    return this.turn === "pass"
      ? html`<div class="verdict alone">
          <h2>${t("stage.alone", { who })}</h2>
          <p>${t("stage.look away", { who })}</p>
          <p class="buttons"><button class="primary" @click=${next}>${t("pass.go", { who })}</button></p>
        </div>`
      : html`<div class="verdict alone">
          <div class="three">${this.opening.opened.case_file?.map((word) => card(this.edition, word))}</div>
          <p>${t("end.it was", { suspect, weapon, room })}. ${t("stage.eliminated")}</p>
          <p class="buttons"><button class="primary" @click=${next}>${t("stage.done")}</button></p>
        </div>`;
  }
}
