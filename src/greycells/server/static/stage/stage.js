/** The stage over the board: what has just happened becomes scenes, one at a time. Nothing in the game waits for a suggestion. */

import { motionAtTable } from "../session/motion.js";
import { hearMoment, leaveToStage } from "./sounds.js";
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

/** @type {SuggestionScene | AccusationScene | null} */
let scene = null;
/** @type {Opening | null} */
let shown = null;

/** The stage, drawn over the board. @param {BoardPlan} plan @param {Sighting[]} news what it has not been told yet */
export function stage(plan, news) {
  follow(plan, news);
  return html`<div class="stage">${board()}${verdict(plan.edition)}</div>`;
}

const board = () =>
  panel("stage", [scene, scene?.version, isAside()], () => {
    if (!scene) return nothing;
    return html`<div class=${`scene ${scene.look} ${isAside() ? "aside" : ""}`} data-beat=${scene.spent} @click=${skip}>
      ${scene.draw()}
      <button class="skip-scene" @click=${skip}>${t("stage.skip")}</button>
    </div>`;
  });

/** Turn what is new into scenes. @param {BoardPlan} plan @param {Sighting[]} news */
function follow(plan, news) {
  leaveToStage(motionAtTable() !== "none");
  if (game.opening !== shown) {
    shown = game.opening;
    if (shown) void play(new AccusationScene(plan.edition, shown, redraw), resultSeen);
  }
  if (!news.length || motionAtTable() === "none" || document.hidden) return;
  for (const one of news) tell(plan, one);
  if (scene instanceof SuggestionScene) scene.follow();
}

/** @param {BoardPlan} plan @param {Sighting} one */
function tell(plan, one) {
  // Whoever reads what became of their accusation sees no scenes behind it.
  if (one.event === "Suggested" && game.verdict) hearMoment("suggestion");
  else if (one.event === "Suggested") void play(new SuggestionScene(plan, one, redraw), () => undefined);
  else if (one.event === "CouldNotShow" || one.event === "Shown") {
    if (scene instanceof SuggestionScene) scene.answer(one);
    else hearMoment(one.event === "Shown" ? (one.card ? "card seen" : "card back") : "could not");
  }
}

/** Play a scene; an older one is finished at once. @param {SuggestionScene | AccusationScene} next @param {() => void} done */
async function play(next, done) {
  scene?.skip();
  scene = next;
  if (next instanceof AccusationScene) showsResult();
  await next.play();
  if (scene === next) {
    scene = null;
    redraw();
  }
  // The page goes on when the scene is gone from it.
  if (next.finished) afterwards(done);
}

const redraw = () => void board();

/** Whether somebody has to act who needs the board: the scene makes room. */
function isAside() {
  const { choice, asking } = game;
  return asking !== null || (choice !== null && needsRoom(choice.options));
}

/** What is done after an answer needs no board: the card that was shown may be looked at. @param {Options} options */
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

/** @param {Event} event */
function skip(event) {
  event.stopPropagation();
  scene?.skip();
}

/** Space and Escape skip, unless they mean something else where the focus is. @param {KeyboardEvent} event */
function skipByKey(event) {
  if (!scene || page.dialog || game.asking) return;
  const at = /** @type {Element | null} */ (event.target);
  const free =
    event.key === "Escape" || (event.key === " " && !at?.closest?.("button, a, input, select, textarea, [role]"));
  if (!free || event.defaultPrevented) return;
  event.preventDefault();
  scene.skip();
}
document.addEventListener("keydown", skipByKey);

/** Nothing of a scene is left for the next player of a shared device, or at another table. */
listen(() => {
  if (!scene || (game.handover === null && game.scene)) return;
  scene.finished = false;
  scene.skip();
  scene = null;
});
