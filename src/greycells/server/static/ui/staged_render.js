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

/** The places on the page that are drawn apart, and the work that waits. */
const page = {
  panels: /** @type {Map<string, Panel>} */ (new Map()),
  /** What is to be done, and whether the page is painted after it before anything else is drawn. @type {Map<() => void, boolean>} */
  waiting: new Map(),
  /** What is done before all that waits. @type {(() => void) | null} */
  urgent: null,
  running: false,
  /** Who wants to know when everything is drawn. @type {() => void} */
  settled: () => undefined,
};
/** Milliseconds after which nobody waits for a frame any more: a page that nobody looks at has none. */
const NO_FRAME = 100;

/** Who wants to know when everything is drawn. @param {() => void} listener */
export const whenSettled = (listener) => void (page.settled = listener);

/** Do something as soon as there is time, after what was asked for earlier; asked for twice it is done once. @param {() => void} work */
export const afterwards = (work) => queue(work, false);

/** @param {() => void} work @param {boolean} paints */
function queue(work, paints) {
  page.waiting.set(work, paints);
  run();
}

function run() {
  if (!page.running) setTimeout(next);
  page.running = true;
}

/** Wait until nothing is left to be drawn, also of what was asked for meanwhile. @returns {Promise<void>} */
export const allDrawn = () =>
  new Promise((done) => {
    const look = () => afterwards(() => setTimeout(() => (page.running ? look() : done())));
    look();
  });

/**
 * Do something in a task of its own, before everything that waits, and paint the page; asked for twice it is done once.
 * @param {() => void} work
 */
export function first(work) {
  page.urgent = work;
  run();
}

function next() {
  const begun = performance.now();
  let painted = page.urgent !== null;
  try {
    drawNow();
    for (const [work, paints] of painted ? [] : page.waiting) {
      page.waiting.delete(work);
      painted = paints;
      work();
      if (painted || performance.now() - begun > MOMENT) break;
    }
  } finally {
    page.running = page.waiting.size > 0 || page.urgent !== null;
    if (page.running && painted) afterFrame(next);
    else if (page.running) setTimeout(next);
  }
  if (!page.running) page.settled();
}

/** Do at once what was asked for `first`, if it still waits. */
export function drawNow() {
  const work = page.urgent;
  page.urgent = null;
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
  const found = page.panels.get(name) ?? new Panel(tag);
  page.panels.set(name, found);
  if (shows.length === found.shows.length && shows.every((one, at) => one === found.shows[at])) return found.element;
  found.shows = shows;
  found.drawn = drawn;
  queue(found.draw, paints);
  return found.element;
}

/** Empty every panel at once: what one player saw is not there for the next, not even for a moment. */
export function clearPanels() {
  for (const found of page.panels.values()) {
    page.waiting.delete(found.draw);
    found.shows = [];
    render(nothing, found.element);
  }
}
