/** Timers by what they are for: whatever is put off again waits from then on. */

/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const running = new Map();

/** Do something in so many milliseconds, instead of what was to be done for the same purpose. @param {string} purpose @param {number} milliseconds @param {() => void} work */
export function later(purpose, milliseconds, work) {
  cancel(purpose);
  const timer = setTimeout(() => {
    running.delete(purpose);
    work();
  }, milliseconds);
  running.set(purpose, timer);
}

/** What was to be done later is not done. @param {string} purpose */
export function cancel(purpose) {
  clearTimeout(running.get(purpose));
  running.delete(purpose);
}
