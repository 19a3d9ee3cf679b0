/** What this device prefers: light or dark, how much moves, how loud it is, and in which words the game speaks. */

import { read, write } from "./storage.js";
import { ROOT } from "./url.js";
import { createStore } from "./store.js";

/** @import {Settings} from "../types/types.js" */

const KEY = "greycells.settings";

export const { state: settings, update } = createStore(
  /** @type {Settings} */ ({
    theme: "system",
    motion: "usual",
    sound: true,
    volume: 0.7,
    notify: false,
    markers: true,
    seen: true,
    pens: false,
    answers: false,
    ends: true,
    coordinates: false,
    keys: true,
  }),
);

export function loadSettings() {
  update(read(KEY, {}));
  apply();
}

/** Switch the language, or the names of the suspects: the page is loaded again. @param {string} tag @param {boolean} abroad */
export function speak(tag, abroad) {
  document.cookie = `language=${tag}${abroad ? "-x-abroad" : ""}; path=${ROOT}; max-age=31536000; samesite=lax`;
  location.reload();
}

/** @param {Partial<Settings>} changes */
export function prefer(changes) {
  update(changes);
  write(KEY, settings);
  apply();
}

function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.motion = motion();
}

/** Have the device notify of one's turn: permission is asked for only here, on a click. @param {boolean} wanted */
export async function notifyMe(wanted) {
  const allowed = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  prefer({ notify: allowed });
}

/** How much moves, after what the system asks for. */
export const motion = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : settings.motion);
