/** A scene on the stage: beats with pauses between them, which a tap skips. */

import { portraitOf } from "../board/expressions.js";
import { motionAtTable } from "../session/motion.js";
import { afterwards, picturePanel } from "../ui/staged_render.js";
import { PACES } from "./scene_lengths_model.js";

/** @import {Expression} from "../board/expressions.js" */
/** @import {EditionPrint, Word} from "../types/types.js" */

/**
 * A suspect's portrait, drawn in a task of its own: it has so many paths that animations would stutter.
 * @param {EditionPrint} edition @param {Word} word @param {Expression} [expression]
 */
export const face = (edition, word, expression = "calm") =>
  picturePanel(`face ${word}`, [edition, word, expression], () => portraitOf(edition, word, { expression }));

export class Scene {
  /** Counts what was drawn: the stage draws it again when it has changed. */
  version = 0;
  /** Whether it has been skipped: the rest of it takes no time. */
  skipped = false;
  /** Milliseconds that its beats have taken so far, at the usual pace. */
  spent = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** @type {() => void} */
  wake = () => undefined;

  /** @param {() => void} changed draws the stage again */
  constructor(changed) {
    this.changed = changed;
  }

  /** The pace of this device, as a factor. */
  get pace() {
    return PACES[motionAtTable()];
  }

  redraw() {
    this.version += 1;
    this.changed();
  }

  /** Draw what has changed and show it for a while, counted from when it is on the page, however slow the device is. @param {number} long */
  async beat(long) {
    this.redraw();
    await new Promise((drawn) => afterwards(() => drawn(undefined)));
    await this.pause(long);
  }

  /** Wait some milliseconds: fewer at a faster pace, none once the scene is skipped. @param {number} long */
  pause(long) {
    this.spent += long;
    return this.rest(long * this.pace);
  }

  /** Wait until woken by news or a tap, at most this long. @param {number} long in milliseconds */
  rest(long) {
    if (this.skipped) return Promise.resolve();
    return new Promise((done) => {
      this.wake = () => {
        clearTimeout(this.timer);
        done(undefined);
      };
      if (long < Infinity) this.timer = setTimeout(this.wake, long);
    });
  }

  /** Skip the rest. */
  skip() {
    this.skipped = true;
    this.wake();
  }
}
