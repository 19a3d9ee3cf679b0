/** Dice that roll over the board: the page shows the result when they have stopped. */

import { motionAtTable } from "../session/motion.js";
import { afterwards } from "../ui/staged_render.js";
import { game } from "../session/game_state.js";
import { html, nothing, render } from "../vendor/lit-html.js";
import { SIDES, drawnDice } from "../board/dice.js";
import { resultSeen, showsResult } from "../session/session.js";
import { DICE } from "./scene_lengths_model.js";

/** @import {Game} from "../types/types.js" */
/** @typedef {{faces: number[], number: number, still: boolean}} Lying a face for each die, which changes as long as they roll */

/** How many faces each die shows on its way. */
const TURNS = 9;

/** The dice on the board; they stop at the moment at which the page says what was rolled. */
export class DiceThrow {
  element = Object.assign(document.createElement("div"), { className: "panel" });
  /** The dice as they lie now. @type {Lying | null} */
  lying = null;
  /** The throw that they show. @type {Game["thrown"]} */
  shown = null;

  /** Follow the game: roll, stop, or go. */
  draw() {
    if (game.thrown !== this.shown) {
      this.shown = game.thrown;
      if (this.shown) void this.#roll(this.shown);
      else this.#land();
    }
    return this.element;
  }

  /** @param {Lying | null} dice */
  #lay(dice) {
    this.lying = dice;
    render(dice ? thrown(dice) : nothing, this.element);
  }

  /**
   * Roll until the time is over; then the page shows the result. It is not known here: the faces on the way are random.
   * Each face is shown for its time after it was drawn, however slow the device is.
   * @param {NonNullable<Game["thrown"]>} roll
   */
  async #roll(roll) {
    showsResult();
    const [rolling] = DICE[motionAtTable()];
    for (let turn = 0; turn < TURNS && game.thrown === roll; turn++) {
      this.#lay({ faces: otherFaces(this.lying?.faces ?? [], roll.dice), number: roll.number, still: false });
      await new Promise((painted) => afterwards(() => painted(undefined)));
      await new Promise((over) => setTimeout(over, rolling / TURNS));
    }
    if (game.thrown === roll) resultSeen();
  }

  /** The dice stop, show what was rolled, and disappear a moment later. */
  #land() {
    const rolled = game.fresh.findLast((one) => one.event === "Rolled");
    this.#lay(rolled && this.lying ? { ...this.lying, faces: rolled.dice, still: true } : null);
    const landed = this.lying;
    setTimeout(() => this.lying === landed && this.#lay(null), DICE[motionAtTable()][1]);
  }
}

/** @param {Lying} dice */
const thrown = ({ faces, number, still }) =>
  html`<div class=${`thrown-dice ${number % 2 ? "odd" : "even"} ${still ? "landed" : ""}`} aria-hidden="true">
    ${drawnDice(faces)}
  </div>`;

/** A face for each die, none the same as before: it is seen to turn. @param {number[]} before @param {number} dice */
const otherFaces = (before, dice) =>
  Array.from({ length: dice }, (_, at) => {
    const faces = Array.from({ length: SIDES }, (_, face) => face + 1).filter((face) => face !== before[at]);
    return faces[Math.floor(Math.random() * faces.length)];
  });
