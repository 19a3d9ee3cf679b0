/** Sounds made in code: dice, a step, a card, a door, a page and the end. They are off until somebody wants them. */

import { listen, state } from "./store.js";

/** @import {Sighting} from "./types.js" */

/** @type {AudioContext | null} */
let stage = null;

/**
 * A burst of noise through a filter: wood, paper, bone.
 * @param {AudioContext} on @param {{at: number, pitch: number, long: number, loud: number}} how
 */
function knock(on, { at, pitch, long, loud }) {
  const samples = on.createBuffer(1, Math.ceil(on.sampleRate * long), on.sampleRate);
  const data = samples.getChannelData(0);
  for (let index = 0; index < data.length; index++)
    data[index] = (Math.random() * 2 - 1) * (1 - index / data.length) ** 3;
  const source = on.createBufferSource();
  source.buffer = samples;
  const filter = on.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.4;
  const volume = on.createGain();
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(on.destination);
  source.start(on.currentTime + at);
}

/**
 * A bell-like tone that fades.
 * @param {AudioContext} on @param {{at: number, pitch: number, long: number, loud: number}} how
 */
function ring(on, { at, pitch, long, loud }) {
  const tone = on.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  const volume = on.createGain();
  const start = on.currentTime + at;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  tone.connect(volume).connect(on.destination);
  tone.start(start);
  tone.stop(start + long);
}

/** What each event sounds like. @param {AudioContext} on @param {Sighting} seen */
function sound(on, seen) {
  switch (seen.event) {
    case "Rolled":
      for (let at = 0; at < 5; at++)
        knock(on, { at: at * 0.06 + (at % 2) * 0.02, pitch: 1900 - at * 120, long: 0.05, loud: 0.5 });
      break;
    case "Moved":
      for (let at = 0; at < Math.min(12, seen.path?.length ?? 1); at++)
        knock(on, { at: at * 0.13, pitch: at % 2 ? 420 : 360, long: 0.07, loud: 0.5 });
      break;
    case "TookPassage":
      knock(on, { at: 0, pitch: 180, long: 0.5, loud: 0.7 });
      knock(on, { at: 0.35, pitch: 90, long: 0.25, loud: 0.9 });
      break;
    case "Suggested":
      knock(on, { at: 0, pitch: 2600, long: 0.22, loud: 0.16 });
      break;
    case "Shown":
    case "Snooped":
      knock(on, { at: 0, pitch: 4200, long: 0.12, loud: 0.25 });
      knock(on, { at: 0.14, pitch: 3000, long: 0.06, loud: 0.3 });
      break;
    case "Accused":
      for (const [at, pitch] of seen.right ? [523, 659, 784, 1047].entries() : [311, 233].entries())
        ring(on, { at: at * 0.14, pitch, long: 0.9, loud: 0.12 });
      break;
  }
}

/** Hear what has just happened, if this device wants to. @param {Sighting[]} seen */
export function hear(seen) {
  if (!state.settings.sound || !seen.length) return;
  stage ??= new AudioContext();
  void stage.resume();
  for (const event of seen) sound(stage, event);
}

/** @type {Sighting[]} */
let heard = [];
listen(() => {
  if (state.fresh === heard) return;
  heard = state.fresh;
  hear(heard);
});
