/** Speech bubbles at the pawns: reactions and quick phrases, for a few seconds. The log says the same to those who listen. */

import { chairOf } from "../session/session.js";
import { afterwards } from "../ui/staged_render.js";
import { game, updateGame } from "../session/game_state.js";
import { render } from "../vendor/lit-html.js";
import { reactionFace } from "../board/reaction_faces.js";

/** @import {BoardView} from "../board/board.js" */
/** @import {Bubble} from "../types/types.js" */

/** For how many milliseconds a bubble is seen; table_talk.css fades it in the last of them. */
const SEEN = 4500;
/** Pixels between a bubble and its pawn, and that it keeps from the edge. */
const [GAP, EDGE] = [7, 6];
/** Possible places of a bubble, best first: its shift to a side, whether it is below the pawn, and its extra distance in pixels. */
const PLACES = [0, 14, 28].flatMap((lift) =>
  [0, -0.5, 0.5, -1, 1].flatMap((side) => [false, true].map((under) => /** @type {const} */ ([side, under, lift]))),
);
/** What bubbles shouldn't cover: the names of rooms, and passages. */
const KEPT_FREE = ".printed :is(.plate, .passage)";

/** Show what was just said at the pawns of this board, except by muted players. @param {BoardView} board */
export function speechBubbles(board) {
  const unmuted = game.bubbles.filter(({ chair }) => !game.muted.includes(chair));
  const latest = unmuted.filter(({ chair, seq }) => !unmuted.some((other) => other.chair === chair && other.seq > seq));
  for (const [seq, element] of board.bubbles) {
    if (latest.some((bubble) => bubble.seq === seq)) continue;
    element.remove();
    board.bubbles.delete(seq);
  }
  for (const bubble of latest) if (!board.bubbles.has(bubble.seq)) appear(board, bubble);
}

/** @param {BoardView} board @param {Bubble} bubble */
function appear(board, bubble) {
  const element = document.createElement("div");
  element.setAttribute("aria-hidden", "true");
  element.className = bubble.reaction ? "bubble face" : "bubble";
  render(bubble.reaction ? reactionFace(bubble.reaction) : bubble.words, element);
  board.bubbles.set(bubble.seq, element);
  board.element.append(element);
  afterwards(() => place(board, bubble, element));
  setTimeout(() => {
    // The board may be on another screen by now, which has no bubbles.
    element.remove();
    updateGame({ bubbles: game.bubbles.filter(({ seq }) => seq !== bubble.seq) });
  }, SEEN);
}

/**
 * Beside the pawn, where it covers least of what is printed on the board: above it, or below, in the middle or to a side.
 * @param {BoardView} board @param {Bubble} bubble @param {HTMLElement} element
 */
function place(board, { chair }, element) {
  const word = game.table?.chairs[chair]?.suspect ?? null;
  const spot = chairOf(word) === chair ? board.standing.get(`pawn ${word}`) : undefined;
  const matrix = board.svg.getScreenCTM();
  if (!spot || !matrix) return element.remove();
  const frame = board.element.getBoundingClientRect();
  const { x, y } = new DOMPoint(spot.x, spot.y).matrixTransform(matrix);
  const [width, height] = [element.offsetWidth, element.offsetHeight];
  const [half, away] = [width / 2, matrix.a * 9 + GAP];
  const keep = [...board.element.querySelectorAll(KEPT_FREE)].map((one) => one.getBoundingClientRect());
  const found = PLACES.map(([side, under, lift]) => {
    const wish = x - frame.left + side * (half - 2 * EDGE);
    const left = Math.max(half + EDGE, Math.min(frame.width - half - EDGE, wish));
    const top = y - frame.top + (under ? away + lift : -away - lift - height);
    const box = new DOMRect(frame.left + left - half, frame.top + top, width, height);
    const out = top < 0 || top + height > frame.height ? width * height : 0;
    return { left, under, lift, covers: out + keep.reduce((sum, one) => sum + shared(box, one), 0) };
  });
  const { left, under, lift } = found.reduce((best, one) => (one.covers < best.covers ? one : best));
  element.classList.toggle("under", under);
  element.style.left = `${left}px`;
  element.style.top = `${y - frame.top + (under ? 1 : -1) * (matrix.a * 9 + lift)}px`;
  const tip = Math.max(2 * EDGE - half, Math.min(half - 2 * EDGE, x - frame.left - left));
  element.style.setProperty("--tip", `${tip}px`);
}

/** How much two boxes overlap, in square pixels. @param {DOMRect} one @param {DOMRect} other */
function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}
