/** Timers by purpose: setting one again replaces the one before, as in a debounce. */

/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const running = new Map();

/** Run something after a delay; it replaces what was scheduled for the same purpose. @param {string} purpose @param {number} milliseconds @param {() => void} work */
export function later(purpose, milliseconds, work) {
  cancel(purpose);
  const timer = setTimeout(() => {
    running.delete(purpose);
    work();
  }, milliseconds);
  running.set(purpose, timer);
}

/** Cancel what was scheduled for a purpose. @param {string} purpose */
export function cancel(purpose) {
  clearTimeout(running.get(purpose));
  running.delete(purpose);
}
