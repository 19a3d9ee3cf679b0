/** A cache for the life of the page: large pictures, boards, and requests for what never changes. */

/** @type {Map<string, unknown>} */
const made = new Map();

/**
 * The thing with this name, made when it is first needed. A promise that is rejected is forgotten, so the next call tries again.
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
