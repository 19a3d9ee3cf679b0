/** Goes from screen to screen: only the latest address counts, and what a screen has begun ends when it is left. */

/** @import {Route, Screen} from "../types/types.js" */

/**
 * What a page does with its screens: fetches one, if it can; shows the one that is entered, until its signal is aborted; says why it
 * can't be shown.
 * @typedef {{
 *   load: (route: Route) => Promise<Screen | null>, show: (route: Route, signal: AbortSignal) => void, refuse: (problem: unknown) => void,
 * }} ScreenPage
 */

export class ScreenChanger {
  /** @type {Screen | null} */
  screen = null;
  /** The address that is on its way. @type {Route | null} */
  #wanted = null;
  #leaving = new AbortController();

  /** @param {ScreenPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Show the screen of an address, unless another one is asked for meanwhile. @param {Route} route */
  async enter(route) {
    this.#wanted = route;
    const next = await this.page.load(route);
    if (!next || this.#wanted !== route) return;
    this.#leaving.abort();
    this.screen?.leave?.();
    this.screen = next;
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.page.show(route, signal);
    try {
      await next.enter?.(route, signal);
    } catch (problem) {
      if (!signal.aborted) this.page.refuse(problem);
    }
  }
}
