/** What is made once for this page and used again: pictures of many lines, boards, requests for what never changes. */

/** @type {Map<string, unknown>} */
const made = new Map();

/**
 * What has this name; made now, if it is needed for the first time. What was promised and did not come is made anew.
 * @template T
 * @param {string} name @param {() => T} make
 * @returns {T}
 */
export function once(name, make) {
  if (!made.has(name)) {
    const thing = make();
    made.set(name, thing);
    if (thing instanceof Promise) thing.catch(() => made.delete(name));
  }
  return /** @type {T} */ (made.get(name));
}
