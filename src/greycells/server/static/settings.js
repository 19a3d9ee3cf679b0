/** What this device prefers: light or dark, how much moves, how loud it is, and in which words the game speaks. */

import { ROOT } from "./url.js";
import { listen, state, update } from "./store.js";

/** @import {Settings, Sighting} from "./types.js" */

const KEY = "greycells.settings";

export function loadSettings() {
  try {
    update({ settings: { ...state.settings, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") } });
  } catch {
    localStorage.removeItem(KEY);
  }
  apply();
  // Browsers allow no sound before the first tap: until then, nothing of it is loaded.
  for (const tap of ["pointerdown", "keydown"]) addEventListener(tap, () => void tapped(), { once: true });
}

/** Whether anybody has touched the page. */
let touched = false;

async function tapped() {
  const first = !touched;
  touched = true;
  // The answer to the tap may come, and be over, before the sounds are there.
  /** @type {Sighting[]} */
  const missed = [];
  let known = state.fresh;
  let loading = true;
  listen(() => {
    if (loading && state.fresh !== known) missed.push(...(known = state.fresh));
  });
  const sounds = state.settings.sound ? await import("./sounds.js").catch(() => null) : null;
  loading = false;
  if (first) sounds?.firstTap(missed);
}

/** Speak another language, or call the suspects by other names: the page is served anew. @param {string} tag @param {boolean} abroad */
export function speak(tag, abroad) {
  document.cookie = `language=${tag}${abroad ? "-x-abroad" : ""}; path=${ROOT}; max-age=31536000; samesite=lax`;
  location.reload();
}

/** @param {Partial<Settings>} changes */
export function prefer(changes) {
  update({ settings: { ...state.settings, ...changes } });
  localStorage.setItem(KEY, JSON.stringify(state.settings));
  apply();
}

function apply() {
  const root = document.documentElement;
  root.dataset.theme = state.settings.theme;
  root.dataset.motion = motion();
  if (touched) void tapped();
}

/** Be told of one's turn by the device: it is asked for only here, on a click. @param {boolean} wanted */
export async function callMe(wanted) {
  const allowed = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  prefer({ notify: allowed });
}

/** How much moves, after what the system asks for; nothing while a game is skipped to its end. */
export function motion() {
  if (state.table?.skip === "on") return "none";
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : state.settings.motion;
}
