/** State that tells when it changes: each feature has a store of its own, and the page is drawn again after a change. */

/** The listeners, and whether they are about to be called. */
const calls = { listeners: /** @type {Set<() => void>} */ (new Set()), pending: false };

/** Be called once after each task in which any state has changed; what is returned ends it. @param {() => void} listener */
export function listen(listener) {
  calls.listeners.add(listener);
  return () => void calls.listeners.delete(listener);
}

/** Call the listeners at the end of the current task. */
function redraw() {
  if (calls.pending) return;
  calls.pending = true;
  queueMicrotask(() => {
    calls.pending = false;
    for (const listener of calls.listeners) listener();
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
