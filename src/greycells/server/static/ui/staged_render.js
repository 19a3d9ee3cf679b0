/** Draws a screen in parts, in short tasks, so that animations don't stutter. */

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

/** The panels by name, and the queue of what is to be drawn. */
const drawing = {
  panels: /** @type {Map<string, Panel>} */ (new Map()),
  /** The queue, and whether the page is painted after each piece of work. @type {Map<() => void, boolean>} */
  waiting: new Map(),
  /** What runs ahead of the queue. @type {(() => void) | null} */
  urgent: null,
  running: false,
  /** Called when everything is drawn. @type {() => void} */
  settled: () => undefined,
};
/** Milliseconds to wait for an animation frame: a hidden page has none. */
const NO_FRAME = 100;

/** Be called when everything is drawn. @param {() => void} listener */
export const whenSettled = (listener) => void (drawing.settled = listener);

/** Queue work for when there is time; queued twice, it runs once. @param {() => void} work */
export const afterwards = (work) => queue(work, false);

/** @param {() => void} work @param {boolean} paints */
function queue(work, paints) {
  drawing.waiting.set(work, paints);
  run();
}

function run() {
  if (!drawing.running) setTimeout(next);
  drawing.running = true;
}

/** Wait until the queue is empty. @returns {Promise<void>} */
export const allDrawn = () =>
  new Promise((done) => {
    const look = () => afterwards(() => setTimeout(() => (drawing.running ? look() : done())));
    look();
  });

/**
 * Run something in a task of its own, ahead of the queue, and let the page be painted; requested twice, it runs once.
 * @param {() => void} work
 */
export function first(work) {
  drawing.urgent = work;
  run();
}

function next() {
  const begun = performance.now();
  let painted = drawing.urgent !== null;
  try {
    drawNow();
    for (const [work, paints] of painted ? [] : drawing.waiting) {
      drawing.waiting.delete(work);
      painted = paints;
      work();
      if (painted || performance.now() - begun > MOMENT) break;
    }
  } finally {
    drawing.running = drawing.waiting.size > 0 || drawing.urgent !== null;
    if (drawing.running && painted) afterFrame(next);
    else if (drawing.running) setTimeout(next);
  }
  if (!drawing.running) drawing.settled();
}

/** Run at once what was requested by `first`, if it hasn't run yet. */
export function drawNow() {
  const work = drawing.urgent;
  drawing.urgent = null;
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
export const panel = (name, shows, drawn, tag = "div") => place(name, shows, drawn, { tag, paints: false });

/**
 * A part with a picture of many lines: the page is painted after each of them, so that no frame has to lay out several.
 * @param {string} name @param {unknown[]} shows @param {() => unknown} drawn @param {string} [tag]
 */
export const picturePanel = (name, shows, drawn, tag = "span") => place(name, shows, drawn, { tag, paints: true });

/** @param {string} name @param {unknown[]} shows @param {() => unknown} drawn @param {{tag: string, paints: boolean}} how */
function place(name, shows, drawn, { tag, paints }) {
  const found = drawing.panels.get(name) ?? new Panel(tag);
  drawing.panels.set(name, found);
  if (shows.length === found.shows.length && shows.every((one, at) => one === found.shows[at])) return found.element;
  found.shows = shows;
  found.drawn = drawn;
  queue(found.draw, paints);
  return found.element;
}

/** Empty every panel at once: what one player saw is not there for the next, not even for a moment. */
export function clearPanels() {
  for (const found of drawing.panels.values()) {
    drawing.waiting.delete(found.draw);
    found.shows = [];
    render(nothing, found.element);
  }
}
