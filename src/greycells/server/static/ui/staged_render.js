/** Parts of a screen that are drawn one after the other, a moment at a time: what moves meanwhile never waits long. */

import { nothing, render } from "../vendor/lit-html.js";

/** For how many milliseconds one task draws: half a frame. */
const MOMENT = 8;

/** A place on the page, what it shows and how that is drawn, and the one piece of work that draws it. */
class Panel {
  /** @type {unknown[]} */
  shows = [];
  /** @type {() => unknown} */
  drawn = () => nothing;

  /** @param {string} tag */
  constructor(tag) {
    this.element = document.createElement(tag);
    this.element.className = "panel";
  }

  draw = () => void render(this.drawn(), this.element);
}

/** @type {Map<string, Panel>} */
const panels = new Map();
/** @type {Set<() => void>} */
const waiting = new Set();
/** Work after which the page is painted before anything else is drawn. @type {WeakSet<() => void>} */
const pictures = new WeakSet();
/** Milliseconds after which nobody waits for a frame any more: a page that nobody looks at has none. */
const NO_FRAME = 100;
let running = false;
/** What is done before all that waits. @type {(() => void) | null} */
let urgent = null;
/** @type {() => void} */
let settled = () => undefined;

/** Who wants to know when everything is drawn. @param {() => void} listener */
export const whenSettled = (listener) => void (settled = listener);

/** Do something as soon as there is time, after what was asked for earlier; asked for twice it is done once. @param {() => void} work */
export function afterwards(work) {
  waiting.add(work);
  if (!running) setTimeout(next);
  running = true;
}

/** Wait until nothing is left to be drawn, also of what was asked for meanwhile. @returns {Promise<void>} */
export const allDrawn = () =>
  new Promise((done) => {
    const look = () => afterwards(() => setTimeout(() => (running ? look() : done())));
    look();
  });

/**
 * Do something in a task of its own, before everything that waits, and paint the page; asked for twice it is done once.
 * @param {() => void} work
 */
export function first(work) {
  urgent = work;
  if (!running) setTimeout(next);
  running = true;
}

function next() {
  const begun = performance.now();
  let painted = urgent !== null;
  try {
    drawNow();
    for (const work of painted ? [] : waiting) {
      waiting.delete(work);
      painted = pictures.has(work);
      work();
      if (painted || performance.now() - begun > MOMENT) break;
    }
  } finally {
    running = waiting.size > 0 || urgent !== null;
    if (running && painted) afterFrame(next);
    else if (running) setTimeout(next);
  }
  if (!running) settled();
}

/** Do at once what was asked for `first`, if it still waits. */
export function drawNow() {
  const work = urgent;
  urgent = null;
  work?.();
}

/** Do something when the page has been painted. @param {() => void} work */
function afterFrame(work) {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, NO_FRAME);
}

/**
 * A part of the screen, drawn as soon as there is time, and again only when something that it shows has changed.
 * @param {string} name @param {unknown[]} shows @param {() => unknown} drawn @param {string} [tag]
 */
export function panel(name, shows, drawn, tag = "div") {
  const found = panels.get(name) ?? new Panel(tag);
  panels.set(name, found);
  if (shows.length === found.shows.length && shows.every((one, at) => one === found.shows[at])) return found.element;
  found.shows = shows;
  found.drawn = drawn;
  afterwards(found.draw);
  return found.element;
}

/**
 * A part with a picture of many lines: the page is painted after each of them, so that no frame has to lay out several.
 * @param {string} name @param {unknown[]} shows @param {() => unknown} drawn @param {string} [tag]
 */
export function picturePanel(name, shows, drawn, tag = "span") {
  const element = panel(name, shows, drawn, tag);
  pictures.add(/** @type {Panel} */ (panels.get(name)).draw);
  return element;
}

/** Empty every panel at once: what one player saw is not there for the next, not even for a moment. */
export function clearPanels() {
  for (const found of panels.values()) {
    waiting.delete(found.draw);
    found.shows = [];
    render(nothing, found.element);
  }
}
