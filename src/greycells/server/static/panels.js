/** Parts of a screen that are drawn one after the other, each in a task of its own: what moves meanwhile never waits long. */

import { nothing, render } from "./vendor/lit-html.js";

/** A place on the page, how it is drawn now, and the one piece of work that draws it. */
class Panel {
  element = document.createElement("div");
  /** @type {() => unknown} */
  drawn = () => nothing;

  constructor() {
    this.element.className = "panel";
  }

  draw = () => void render(this.drawn(), this.element);
}

/** @type {Map<string, Panel>} */
const panels = new Map();
/** @type {Set<() => void>} */
const waiting = new Set();
let running = false;
/** @type {() => void} */
let settled = () => undefined;

/** Who wants to know when everything is drawn. @param {() => void} listener */
export const whenSettled = (listener) => void (settled = listener);

/** Do something in a task of its own, after what was asked for earlier; asked for twice it is done once. @param {() => void} work */
export function afterwards(work) {
  waiting.add(work);
  if (!running) setTimeout(next);
  running = true;
}

function next() {
  const [work] = waiting;
  running = waiting.size > 1;
  if (running) setTimeout(next);
  if (!work) return;
  waiting.delete(work);
  work();
  if (!running) settled();
}

/** A part of the screen, drawn as soon as there is time. @param {string} name @param {() => unknown} drawn */
export function panel(name, drawn) {
  const found = panels.get(name) ?? new Panel();
  panels.set(name, found);
  found.drawn = drawn;
  afterwards(found.draw);
  return found.element;
}

/** Empty every panel at once: what one player saw is not there for the next, not even for a moment. */
export function clearPanels() {
  for (const { draw, element } of panels.values()) {
    waiting.delete(draw);
    render(nothing, element);
  }
}
