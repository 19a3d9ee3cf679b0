/** State that tells when it changes: each feature has a store of its own, and the page is drawn again after a change. */

/** Who is called after a change, and whether they are about to be. */
const page = { listeners: /** @type {Set<() => void>} */ (new Set()), changed: false };

/** Be called once after each task in which any state has changed; what is returned ends it. @param {() => void} listener */
export function listen(listener) {
  page.listeners.add(listener);
  return () => void page.listeners.delete(listener);
}

/** Call whoever listens, when the current task is done. */
function redraw() {
  if (page.changed) return;
  page.changed = true;
  queueMicrotask(() => {
    page.changed = false;
    for (const listener of page.listeners) listener();
  });
}

/**
 * The state of a feature, to be read anywhere and changed by `update` only. An update that changes nothing draws nothing.
 * @template {object} T
 * @param {T} initial
 */
export function createStore(initial) {
  const state = { ...initial };
  /** @param {Partial<T>} changes */
  const update = (changes) => {
    const changed = Object.entries(changes).some(
      ([key, value]) => !Object.is(state[/** @type {keyof T} */ (key)], value),
    );
    if (!changed) return;
    Object.assign(state, changes);
    redraw();
  };
  return { state, update };
}
