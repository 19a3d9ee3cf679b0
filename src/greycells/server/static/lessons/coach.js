/** The coach of a lesson: which sentence is due, and what on the page is to be touched next. It knows no rule. */

import { askUntilAnswered, report } from "../ui/api.js";
import { CASE_FILE, cell, splitMark } from "../session/notebook_model.js";
import { motion } from "../ui/settings.js";
import { lessons, updateLesson } from "./lesson_state.js";
import { game } from "../session/game_state.js";
import { page } from "../ui/page.js";

/** @import {Beat, Lesson} from "../types/types.js" */

/** Ask for the lesson once its table is on the page: once for each visit, however often the page is drawn. */
export function keepLesson() {
  const { signal } = page;
  if (!game.table?.lesson || lessons.lesson || lessons.asked === signal) return;
  updateLesson({ asked: signal });
  void loadLesson(signal);
}

/** @param {AbortSignal} signal */
async function loadLesson(signal) {
  try {
    const lesson = /** @type {Lesson} */ (await askUntilAnswered("/api/lessons/first", signal));
    updateLesson({ lesson });
  } catch (problem) {
    report(problem);
  }
}

/** The sentence that is due; none while the others play. @returns {Beat | null} */
export function beatNow() {
  const { lesson } = lessons;
  const { scene } = game;
  if (!lesson || !scene) return null;
  const next = lesson.beats.find((beat) => !isDone(beat, lesson.beats));
  return next && scene.number >= next.at && (!next.does || game.choice?.decision === next.at) ? next : null;
}

/** @param {Beat} beat @param {Beat[]} beats */
function isDone(beat, beats) {
  const number = game.scene?.number ?? 0;
  if (beat.does) return number > beat.at;
  if (beat.mark) {
    const [card, holder, mark] = beat.mark;
    return splitMark(game.notebook?.marks[cell(card, holder)] ?? "").sign === mark;
  }
  const later = beats.slice(beats.indexOf(beat) + 1).find((other) => other.does);
  return lessons.read.includes(beat) || (later !== undefined && number > later.at);
}

/** The turn of the lesson that the pupil is in. */
export function turnNow() {
  const { lesson } = lessons;
  const { scene } = game;
  return (beatNow() ?? lesson?.beats.findLast((beat) => beat.at <= (scene?.number ?? 0)))?.turn ?? 1;
}

/** A sentence has been read. @param {Beat} beat */
export const markRead = (beat) => updateLesson({ read: [...lessons.read, beat] });

/** @param {string} selector @returns {Element | null} */
const find = (selector) => document.querySelector(selector);

/** What the pupil is to touch now. @param {Beat} beat @returns {Element | null} */
export function target(beat) {
  const wanted = page.dialog ? inDialog(beat) : beat.mark ? toMark(beat.mark) : beat.does ? toDo(beat.does) : null;
  return wanted ?? (beat.does || beat.mark ? null : find(".coach .next"));
}

/** @param {Beat} beat */
const inDialog = (beat) =>
  page.dialog?.kind === "accuse" && beat.does?.do === "accuse" && isPicked(beat.does.theory)
    ? find(".dialog .danger")
    : find(".dialog > .buttons button");

/** @param {[string, string, string]} mark */
function toMark([card, holder, mark]) {
  if (game.asking) return find(".picker .buttons .quiet");
  // What is still on stage can't be written down yet.
  if (game.unshown !== null) return null;
  const moment = game.moments.some((one) => one.card === card && one.who === holder && mark === "yes");
  const button = moment && holder !== CASE_FILE ? find(".private-notice .primary") : null;
  if (button && isOpen("board")) return button;
  if (!isOpen("notebook")) return find(".tabs [data-tab=notebook]");
  const wanted = find(`[data-cell="${cell(card, holder)}"]`);
  return wanted ?? (game.filter ? find(".notebook .tools input") : null);
}

/** @param {NonNullable<Beat["does"]>} does */
function toDo(does) {
  const kind = does.do === "suggest" || does.do === "accuse" ? does.do : null;
  if (game.asking)
    return game.asking.kind === kind ? toPick("theory" in does ? does.theory : []) : find(".picker .buttons .quiet");
  if (does.do !== "move")
    return find(`.actions [data-do="${does.do}"]${"card" in does ? `[data-card="${does.card}"]` : ""}:not(:disabled)`);
  return find(isOpen("board") ? `.lights [data-place="${does.to}"]` : ".tabs [data-tab=board]");
}

/** The next card to pick, and then the button. @param {string[] | undefined} theory */
function toPick(theory = []) {
  const row = theory.findIndex((word, at) => game.asking?.picked[at] !== word);
  return row < 0 ? find(".picker .close button:not([type])") : find(`.picker [data-card="${theory[row]}"]`);
}

/** @param {string[] | undefined} theory */
const isPicked = (theory = []) => theory.every((word, at) => game.asking?.picked[at] === word);

/** Whether a page of the game is in sight: on a phone only one of the tabs is. @param {string} tab */
const isOpen = (tab) => game.tab === tab || !find(".tabs")?.getClientRects().length;

/** What has the light. */
const lit = () => find("[data-coached]");

/** Light what is to be touched, and bring it into sight once. It goes out at the tap, before the page is drawn again. */
export function light() {
  const beat = game.sending ? null : beatNow();
  const next = game.table?.lesson && beat ? target(beat) : null;
  const before = lit();
  if (before && before !== next) {
    before.removeAttribute("data-coached");
    before.removeAttribute("aria-describedby");
  }
  if (next && next !== before) next.scrollIntoView({ block: "nearest", inline: "center" });
  next?.setAttribute("data-coached", "");
  next?.setAttribute("aria-describedby", "coach-says");
}

/** Go where the light is: bring it into sight with the focus on it; a tab that is only on the way there is opened. */
export function goThere() {
  const aim = lit();
  if (aim?.matches(".tabs [data-tab]")) {
    /** @type {HTMLElement} */ (aim).click();
    setTimeout(goThere, 60);
    return;
  }
  const place = aim?.matches("label") ? aim.querySelector("input") : aim;
  if (!(place instanceof HTMLElement || place instanceof SVGElement)) return;
  place.scrollIntoView({ block: "center", inline: "center" });
  place.focus({ preventScroll: true });
  aim?.animate([{ opacity: 1 }, { opacity: 0.35 }, { opacity: 1 }], {
    duration: motion() === "none" ? 0 : 500,
    iterations: 2,
  });
}
