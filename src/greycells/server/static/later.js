/** Parts of the page that are fetched when they are first needed. */

import { arrived } from "./api.js";
import { update } from "./store.js";

/**
 * A part that is there, or is on its way: then the page is drawn again once it has come.
 * @template T
 * @param {() => Promise<T>} fetched
 * @returns {() => T | null}
 */
export function later(fetched) {
  /** @type {T | null} */
  let part = null;
  let asked = false;
  const come = async () => {
    part = await arrived(fetched);
    asked = part !== null;
    if (part) update({});
  };
  return () => {
    if (!asked) void come();
    asked = true;
    return part;
  };
}
