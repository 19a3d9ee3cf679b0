/** Parts of the page that are fetched when they are first needed. */

import { loadModule } from "./api.js";
import { page, updatePage } from "./page.js";

/** Milliseconds until a part that did not come may be asked for again. */
const PAUSE = 1000;

/**
 * A part that is there, or is on its way: then the page is drawn again once it has come.
 * @template T
 * @param {() => Promise<T>} fetched
 * @returns {() => T | null}
 */
export function lazyLoad(fetched) {
  /** @type {T | null} */
  let part = null;
  let asked = false;
  const come = async () => {
    part = await loadModule(fetched);
    if (part) updatePage({ modules: page.modules + 1 });
    else setTimeout(() => void (asked = false), PAUSE);
  };
  return () => {
    if (!asked) void come();
    asked = true;
    return part;
  };
}
