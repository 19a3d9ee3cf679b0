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

/** Do something again and again until the screen is left. @param {number} milliseconds @param {() => void} work @param {AbortSignal} signal */
export function every(milliseconds, work, signal) {
  const timer = setInterval(work, milliseconds);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

/** Wait; rejects as soon as the screen is left. @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
export const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
