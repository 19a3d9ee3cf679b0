/** Speech bubbles at the pawns: reactions and quick phrases, for a few seconds. The log says the same to those who listen. */

import { chairOf } from "../session.js";
import { afterwards } from "../staged_render.js";
import { state, update } from "../store.js";
import { render } from "../vendor/lit-html.js";
import { reactionFace } from "./reaction_faces.js";

/** @import {BoardView} from "./board.js" */
/** @import {Bubble} from "../types.js" */

/** For how many milliseconds a bubble is seen; style/bubbles.css fades it in the last of them. */
const SEEN = 4500;
/** Pixels that a bubble needs above its pawn, and that it keeps from the edge. */
const [ROOM, EDGE] = [64, 6];

/** The bubbles on the page, by the entry of the log that said them. @type {Map<number, HTMLElement>} */
const shown = new Map();

/** Show what was just said at the pawns of this board, and no longer what is not to be heard. @param {BoardView} board */
export function speechBubbles(board) {
  const heard = state.bubbles.filter(({ chair }) => !state.unheard.includes(chair));
  const latest = heard.filter(({ chair, seq }) => !heard.some((other) => other.chair === chair && other.seq > seq));
  for (const [seq, element] of shown) {
    if (latest.some((bubble) => bubble.seq === seq)) continue;
    element.remove();
    shown.delete(seq);
  }
  for (const bubble of latest) if (!shown.has(bubble.seq)) appear(board, bubble);
}

/** @param {BoardView} board @param {Bubble} bubble */
function appear(board, bubble) {
  const element = document.createElement("div");
  element.setAttribute("aria-hidden", "true");
  element.className = bubble.reaction ? "bubble face" : "bubble";
  render(bubble.reaction ? reactionFace(bubble.reaction) : bubble.words, element);
  shown.set(bubble.seq, element);
  board.element.append(element);
  afterwards(() => place(board, bubble, element));
  setTimeout(() => {
    // Also where the board is drawn by another screen by now, which has no bubbles.
    element.remove();
    update({ bubbles: state.bubbles.filter(({ seq }) => seq !== bubble.seq) });
  }, SEEN);
}

/** Above the pawn, or below it at the upper edge of the board. @param {BoardView} board @param {Bubble} bubble @param {HTMLElement} element */
function place(board, { chair }, element) {
  const word = state.table?.chairs[chair]?.suspect ?? null;
  const spot = chairOf(word) === chair ? board.standing.get(`pawn ${word}`) : undefined;
  const matrix = board.svg.getScreenCTM();
  if (!spot || !matrix) return element.remove();
  const frame = board.element.getBoundingClientRect();
  const { x, y } = new DOMPoint(spot.x, spot.y).matrixTransform(matrix);
  const half = element.offsetWidth / 2;
  const left = Math.max(half + EDGE, Math.min(frame.width - half - EDGE, x - frame.left));
  const under = y - frame.top < ROOM;
  element.classList.toggle("under", under);
  element.style.left = `${left}px`;
  element.style.top = `${y - frame.top + (under ? 1 : -1) * matrix.a * 9}px`;
  const tip = Math.max(2 * EDGE - half, Math.min(half - 2 * EDGE, x - frame.left - left));
  element.style.setProperty("--tip", `${tip}px`);
}
