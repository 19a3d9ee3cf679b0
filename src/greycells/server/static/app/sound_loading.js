/** Sounds are loaded with the first tap, because browsers allow none before; or when they are turned on after it. */

import { game } from "../session/game_state.js";
import { settings } from "../ui/settings.js";
import { listen } from "../ui/store.js";

/** @import {Sighting} from "../types/types.js" */

/** Load the sounds with the first tap, and play what came while they were loading. */
export function loadSoundsOnTap() {
  const tap = new AbortController();
  const tapped = () => {
    tap.abort();
    void loadSounds();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, tapped, { signal: tap.signal });
}

async function loadSounds() {
  if (!settings.sound) await turnedOn();
  // The answer to the tap may come, and be over, before the sounds are there.
  /** @type {Sighting[]} */
  const missed = [];
  let known = game.fresh;
  const stop = listen(() => {
    if (game.fresh !== known) missed.push(...(known = game.fresh));
  });
  const sounds = await import("../stage/sounds.js").catch(() => null);
  stop();
  sounds?.firstTap(missed);
}

/** Wait until sounds are turned on. @returns {Promise<void>} */
const turnedOn = () =>
  new Promise((done) => {
    const stop = listen(() => {
      if (!settings.sound) return;
      stop();
      done();
    });
  });
