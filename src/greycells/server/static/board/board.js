/** The board on the page: draws a scene, lights what is open, lets pawns walk. It knows no rule of the game. */

import { afterwards } from "../ui/staged_render.js";
import { html, render, svg } from "../vendor/lit-html.js";
import { placeName } from "./token.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { pawn } from "./pawn_figures.js";
import { gesture } from "./answer_gestures.js";
import { BoardPlan, UNIT, square } from "./board_layout.js";
import { printedBoard, ruler, weaponToken } from "./board_art.js";

/** @import {EditionPrint, Look, Sighting} from "../types/types.js" */
/** @import {Spot} from "./board_layout.js" */

/** A tap this far from a lit square still means it: a square on a phone is smaller than a thumb. */
const REACH = 1.7 * UNIT;
/** So far from the middle, as a share of the page, a place is still well in sight. */
const IN_SIGHT = 0.3;

export class BoardView {
  /**
   * @param {EditionPrint} edition
   * @param {(place: string) => void} go what happens when a lit place is chosen
   */
  constructor(edition, go) {
    this.plan = new BoardPlan(edition);
    this.go = go;
    /** Whether it is wider than a phone. */
    this.wide = this.plan.columns > 30;
    this.element = document.createElement("div");
    this.element.className = this.wide ? "board wide" : "board";
    /** How high it is for its width. */
    this.tall = (this.plan.height + 11) / (this.plan.width + 8);
    this.printed = false;
    /** @type {string[]} */
    this.lit = [];
    /** @type {string | null} */
    this.aimed = null;
    /** @type {Record<string, string[]>} */
    this.paths = {};
    /** @type {Map<string, Spot>} */
    this.standing = new Map();
    /** @type {Map<string, Animation>} */
    this.walking = new Map();
    /** What is said at the pawns, by the entry of the log that says it. @type {Map<number, HTMLElement>} */
    this.bubbles = new Map();
    this.#draw();
    this.svg = /** @type {SVGSVGElement} */ (this.element.querySelector(".played"));
    this.svg.addEventListener("click", (event) => this.#tap(event));
    this.svg.addEventListener("pointermove", (event) => this.#preview(this.#nearest(event)));
    this.svg.addEventListener("pointerleave", () => this.#preview(null));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) =>
      this.#preview(/** @type {SVGElement} */ (event.target).dataset.place ?? null),
    );
  }

  /** Two sheets: the house, printed once, and what is played on it, so that a pawn walks over a picture that stays. */
  #draw() {
    const { plan } = this;
    const { suspects, weapons } = plan.edition;
    const [x, y, width, height] = [-5, -6, plan.width + 8, plan.height + 11];
    const box = `${x} ${y} ${width} ${height}`;
    render(
      html`<svg class="printed" viewBox=${box} aria-hidden="true">
          <rect class="frame" x="-4.6" y="-2.4" width=${plan.width + 7} height=${plan.height + 7} rx="2"></rect>
          ${ruler(plan)}
        </svg>
        <svg class="played" viewBox=${box} role="group" aria-label=${t("board.title", { edition: plan.edition.title })}>
          <rect class="field" x=${x} y=${y} width=${width} height=${height}></rect>
          <g class="lights"></g>
          <path class="path" aria-hidden="true"></path>
          <g class="weapons" aria-hidden="true">
            ${weapons.map(
              (card) =>
                svg`<g class="weapon" data-word=${card.word}><title>${card.name}</title>${weaponToken(card.word)}</g>`,
            )}
          </g>
          <g class="pawns" aria-hidden="true">
            ${suspects.map(
              (card) => svg`<g class="pawn" data-word=${card.word}><title>${card.name}</title>${pawn(card)}</g>`,
            )}
          </g>
          <g class="pieces" aria-hidden="true"></g>
        </svg>`,
      this.element,
    );
  }

  /** The house is printed room by room where it is seen, so that the page never stands still for it. */
  #print() {
    if (this.printed) return;
    this.printed = true;
    const sheet = this.element.firstElementChild;
    for (const print of printedBoard(this.plan)) {
      const part = document.createElementNS("http://www.w3.org/2000/svg", "g");
      sheet?.append(part);
      afterwards(() => render(print(), /** @type {HTMLElement} */ (/** @type {unknown} */ (part))));
    }
  }

  /**
   * Draw a scene. What moved since the last one walks or glides there, while everything stays open to be chosen.
   * @param {Look} look
   * @param {{lit: string[], paths: Record<string, string[]>, mine: string | null, fresh: Sighting[], motion: string, staged?: boolean}} now
   *   `staged`: suggestions and their answers are shown on the stage
   */
  show(look, { lit, paths, mine, fresh, motion, staged = false }) {
    this.#print();
    this.lit = lit;
    this.paths = paths;
    const spots = this.plan.spots(look.pawns, look.weapons);
    this.#light();
    this.#preview(null);
    const walked = fresh.filter((seen) => seen.event === "Moved").findLast((seen) => seen.path.length);
    for (const [kind, places] of /** @type {const} */ ([
      ["pawn", spots.pawns],
      ["weapon", spots.weapons],
    ])) {
      for (const figure of this.element.querySelectorAll(`.${kind}`)) {
        const node = /** @type {SVGGElement} */ (figure);
        const word = node.dataset.word ?? "";
        const to = places.get(word);
        node.classList.toggle("away", !to);
        if (kind === "pawn") node.classList.toggle("mine", word === mine);
        if (kind === "pawn")
          node.classList.toggle("moving", word === look.mover && !look.winner && look.phase !== "over");
        if (to)
          this.#place(node, `${kind} ${word}`, to, walked?.seat === word && kind === "pawn" ? walked.path : [], motion);
      }
    }
    this.#answers(staged ? fresh.filter((seen) => seen.event === "Snooped") : fresh, motion);
  }

  /** What was answered, between the pawns. @param {Sighting[]} fresh @param {string} motion */
  #answers(fresh, motion) {
    if (motion === "none") return;
    gesture(/** @type {SVGGElement} */ (this.element.querySelector(".pieces")), fresh, {
      where: (word) => this.standing.get(`pawn ${word}`),
      pawn: (word) => this.element.querySelector(`.pawn[data-word="${word}"]`),
      pace: motion === "fast" ? 0.4 : 1,
    });
  }

  /**
   * Bring the middle of a place into sight, where the board is larger than the page. One's own is brought to the middle;
   * for another's nothing moves while it is well in sight.
   * @param {string | undefined} place
   * @param {{own?: boolean, smooth?: boolean}} [how]
   */
  centre(place, { own = true, smooth = false } = {}) {
    const holder = this.element.parentElement;
    if (!place || !holder) return;
    const { x, y } = this.plan.middle(place);
    const left = (x / this.plan.width) * holder.scrollWidth - holder.clientWidth / 2;
    const top = (y / this.plan.height) * holder.scrollHeight - holder.clientHeight / 2;
    const off = Math.abs(left - holder.scrollLeft) / holder.clientWidth;
    const aside = Math.abs(top - holder.scrollTop) / holder.clientHeight;
    if (own || Math.max(off, aside) > IN_SIGHT) holder.scrollTo({ left, top, behavior: smooth ? "smooth" : "auto" });
  }

  /**
   * @param {SVGGElement} node @param {string} key @param {Spot} to @param {string[]} path @param {string} motion
   */
  #place(node, key, to, path, motion) {
    const from = this.standing.get(key);
    if (from && from.x === to.x && from.y === to.y) return;
    this.standing.set(key, to);
    node.style.transform = at(to);
    if (!from || motion === "none") return;
    const way = [from, ...path.map((place) => this.plan.middle(place)).slice(0, -1), to];
    const each = path.length ? (motion === "fast" ? 50 : 130) : motion === "fast" ? 280 : 700;
    // Kept here, because to ask the node for it would lay out the page in the middle of drawing it.
    this.walking.get(key)?.cancel();
    const walk = node.animate(
      way.map((spot) => ({ transform: at(spot) })),
      { duration: each * (way.length - 1), easing: path.length ? "linear" : "ease-in-out" },
    );
    this.walking.set(key, walk);
  }

  #light() {
    const lights = /** @type {SVGGElement} */ (this.element.querySelector(".lights"));
    render(
      this.lit.map((place, index) => {
        const area = this.plan.byName.get(place);
        const cell = square(place);
        const shape = area ? area.outline : cell ? `M${cell.x * UNIT + 0.8} ${cell.y * UNIT + 0.8}h8.4v8.4h-8.4Z` : "";
        return svg`<path class=${area ? "lit area" : "lit"} d=${shape} data-place=${place} role="button" tabindex=${index ? -1 : 0}
          aria-label=${t(area ? "board.enter" : "board.go", { place: placeName(this.plan.edition, place, this.lit) })}></path>`;
      }),
      lights,
    );
  }

  /** Show the way to a place. @param {string | null} place */
  #preview(place) {
    if (place === this.aimed) return;
    this.aimed = place;
    const line = /** @type {SVGPathElement} */ (this.element.querySelector(".path"));
    const way = (place && this.paths[place]) || [];
    // The cursor is that of the ground alone: on the sheet it would be inherited by everything drawn there.
    this.svg.firstElementChild?.classList.toggle("aiming", way.length > 0);
    line.setAttribute(
      "d",
      way.map((step, index) => `${index ? "L" : "M"}${this.plan.middle(step).x} ${this.plan.middle(step).y}`).join(""),
    );
    for (const lit of this.element.querySelectorAll(".lit"))
      lit.classList.toggle("aimed", place !== null && /** @type {SVGElement} */ (lit).dataset.place === place);
  }

  /** The lit place that a pointer means: the one under it, or the nearest lit square. @param {MouseEvent} event */
  #nearest(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.lit.length) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const column = Math.floor(x / UNIT);
    const row = Math.floor(y / UNIT);
    for (const place of this.lit) {
      if (this.plan.byName.get(place)?.cells.some((cell) => cell.x === column && cell.y === row)) return place;
    }
    const squares = this.lit.filter((place) => !this.plan.byName.has(place));
    const far = (/** @type {string} */ place) =>
      Math.hypot(this.plan.middle(place).x - x, this.plan.middle(place).y - y);
    const [best] = squares.sort((one, other) => far(one) - far(other));
    return best && far(best) < REACH ? best : null;
  }

  /** @param {MouseEvent} event */
  #tap(event) {
    const place = this.#nearest(event);
    if (place) this.go(place);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const place = /** @type {SVGElement} */ (event.target).dataset.place;
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.go(place);
      return;
    }
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const from = this.plan.middle(place);
    const cost = (/** @type {string} */ other) => {
      const { x, y } = this.plan.middle(other);
      const along = (x - from.x) * step[0] + (y - from.y) * step[1];
      const aside = Math.abs((x - from.x) * step[1]) + Math.abs((y - from.y) * step[0]);
      return along <= 0 ? Infinity : along + aside * 2;
    };
    const [next] = this.lit.filter((other) => cost(other) < Infinity).sort((one, other) => cost(one) - cost(other));
    if (!next) return;
    for (const lit of this.element.querySelectorAll(".lit")) {
      const node = /** @type {SVGElement} */ (lit);
      const chosen = node.dataset.place === next;
      node.setAttribute("tabindex", chosen ? "0" : "-1");
      if (chosen) node.focus();
    }
  }
}

/** @param {Spot} spot */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
