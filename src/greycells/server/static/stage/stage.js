/** The stage over the board: what has just happened becomes scenes, one at a time. The game doesn't wait for a suggestion; its log does. */

import { motionAtTable } from "../session/motion.js";
import { playSound, leaveToStage } from "./sounds.js";
import { afterwards, panel } from "../ui/staged_render.js";
import { game } from "../session/game_state.js";
import { page } from "../ui/page.js";
import { listen } from "../ui/store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { AccusationScene } from "./accusation_scene.js";
import { resultSeen, showsResult } from "../session/session.js";
import { SuggestionScene } from "./suggestion_scene.js";
import { verdict } from "./verdict.js";

/** @import {BoardPlan} from "../board/board_layout.js" */
/** @import {Opening, Options, Sighting} from "../types/types.js" */

/** What plays over the board: one scene at a time. */
export class Stage {
  /** @type {SuggestionScene | AccusationScene | null} */
  scene = null;
  /** The accusation that was put on stage last. @type {Opening | null} */
  opening = null;

  constructor() {
    document.addEventListener("keydown", (event) => this.#skipByKey(event));
    listen(() => this.#clear());
  }

  /** The stage, drawn over the board. @param {BoardPlan} plan @param {Sighting[]} news what it has not shown yet */
  draw(plan, news) {
    this.#follow(plan, news);
    return html`<div class="stage">${this.#board()}${verdict(plan.edition)}</div>`;
  }

  #board() {
    const { scene } = this;
    return panel("stage", [scene, scene?.version, isAside()], () => {
      if (!scene) return nothing;
      const skip = (/** @type {Event} */ event) => this.#skip(event);
      return html`<div
        class=${`scene ${scene.look} ${isAside() ? "aside" : ""}`}
        data-beat=${scene.spent}
        @click=${skip}
      >
        ${scene.draw()}
        <button class="skip-scene" @click=${skip}>${t("stage.skip")}</button>
      </div>`;
    });
  }

  #redraw = () => void this.#board();

  /** Turn what is new into scenes. @param {BoardPlan} plan @param {Sighting[]} news */
  #follow(plan, news) {
    leaveToStage(motionAtTable() !== "none");
    if (game.opening !== this.opening) {
      this.opening = game.opening;
      if (this.opening) void this.#play(new AccusationScene(plan.edition, this.opening, this.#redraw), resultSeen);
    }
    if (!news.length || motionAtTable() === "none" || document.hidden) return;
    for (const one of news) this.#show(plan, one);
    if (this.scene instanceof SuggestionScene) this.scene.follow();
  }

  /** @param {BoardPlan} plan @param {Sighting} one */
  #show(plan, one) {
    // No scenes are played behind the verdict on one's own accusation.
    if (one.event === "Suggested" && game.verdict) playSound("suggestion");
    else if (one.event === "Suggested") void this.#play(new SuggestionScene(plan, one, this.#redraw), () => undefined);
    else if (one.event === "CouldNotShow" || one.event === "Shown") {
      if (this.scene instanceof SuggestionScene) this.scene.answer(one);
      else playSound(one.event === "Shown" ? (one.card ? "card seen" : "card back") : "could not");
    }
  }

  /** Play a scene; an older one is finished at once. @param {SuggestionScene | AccusationScene} next @param {() => void} done */
  async #play(next, done) {
    this.scene?.skip();
    this.scene = next;
    if (next instanceof AccusationScene) showsResult();
    await next.play();
    if (this.scene === next) {
      this.scene = null;
      this.#redraw();
    }
    // The game continues once the scene has left the page.
    if (next.finished) afterwards(done);
  }

  /** Remove the scene when a shared device is handed over, or at another table. */
  #clear() {
    if (!this.scene || (game.handover === null && game.scene)) return;
    this.scene.finished = false;
    this.scene.skip();
    this.scene = null;
  }

  /** @param {Event} event */
  #skip(event) {
    event.stopPropagation();
    this.scene?.skip();
  }

  /** Space and Escape skip, unless they mean something else where the focus is. @param {KeyboardEvent} event */
  #skipByKey(event) {
    if (!this.scene || page.dialog || game.asking) return;
    const at = /** @type {Element | null} */ (event.target);
    const free =
      event.key === "Escape" || (event.key === " " && !at?.closest?.("button, a, input, select, textarea, [role]"));
    if (!free || event.defaultPrevented) return;
    event.preventDefault();
    this.scene.skip();
  }
}

/** Whether this player has a choice that needs the board: then the scene shrinks into a corner. */
function isAside() {
  const { choice, asking } = game;
  return asking !== null || (choice !== null && needsRoom(choice.options));
}

/** Choices after an answer don't need the board: the scene with the card can stay. @param {Options} options */
const needsRoom = (options) =>
  Boolean(
    options.moves ||
      options.roll ||
      options.suggest ||
      options.show ||
      options["cannot show"] ||
      options.snoop ||
      options.passage,
  );
