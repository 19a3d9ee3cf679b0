/**
 * Synthesized sounds, one for each kind of moment in a game. They are on until they are muted, and begin with the first
 * tap, because browsers allow no sound before. This module is loaded with that tap.
 */

import { settings } from "../ui/settings.js";
import { motionAtTable } from "../session/motion.js";
import { game } from "../session/game_state.js";
import { mine } from "../session/session.js";
import { listen } from "../ui/store.js";

/** @import {Sighting} from "../types/types.js" */

/**
 * Every sound by its name. `envelope` and `face` take a step from 1 to 3: the cards in the case file.
 * @typedef {"die" | "step" | "passage" | "suggestion" | "could not" | "card back" | "card seen" | "accusation" | "envelope"
 *   | "face" | "right" | "wrong" | "your turn" | "clock" | "chat"} Sound
 */

/** @typedef {{at: number, pitch: number, long: number, loud: number}} Note when (seconds), how high (hertz), how long, how loud */

/** Seconds of noise. */
const NOISE = 0.6;
/** The walls of the room: after how many seconds each sends a sound back, and how much of it. */
const WALLS = [
  [0.031, 0.14],
  [0.067, 0.1],
];

/** Everything that sounds go through: dry and with the echo of a room (two delays, cheaper than a convolver), then the volume. */
class Speaker {
  constructor() {
    this.on = new AudioContext();
    this.volume = this.on.createGain();
    this.volume.connect(this.on.destination);
    this.input = this.on.createGain();
    this.input.connect(this.volume);
    for (const [late, loud] of WALLS) {
      const [wall, back] = [this.on.createDelay(), this.on.createGain()];
      wall.delayTime.value = late;
      back.gain.value = loud;
      this.input.connect(wall).connect(back).connect(this.volume);
    }
    this.hiss = this.on.createBuffer(1, Math.ceil(this.on.sampleRate * NOISE), this.on.sampleRate);
    const data = this.hiss.getChannelData(0);
    for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
  }

  /** A gain that rises at once and fades. @param {Note} note */
  fading({ at, long, loud }) {
    const gain = this.on.createGain();
    const start = this.on.currentTime + at;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.012, long / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    gain.connect(this.input);
    return { gain, start, end: start + long };
  }

  /** Noise through a filter: wood, paper, bone; paper slides if it ends at another pitch. @param {Note & {to?: number}} note */
  knock(note) {
    const { gain, start, end } = this.fading(note);
    const source = this.on.createBufferSource();
    source.buffer = this.hiss;
    source.loop = true;
    const filter = this.on.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = 1.4;
    filter.frequency.setValueAtTime(note.pitch, start);
    filter.frequency.exponentialRampToValueAtTime(note.to ?? note.pitch, end);
    source.connect(filter).connect(gain);
    source.start(start);
    source.stop(end);
  }

  /** A bell: a tone and a faint higher one that fades sooner. @param {Note} note */
  ring(note) {
    this.tone(note, "sine");
    this.tone({ ...note, pitch: note.pitch * 3.01, long: note.long * 0.4, loud: note.loud * 0.22 }, "sine");
  }

  /** A tone, which glides if it ends at another pitch. @param {Note & {to?: number}} note @param {OscillatorType} kind */
  tone(note, kind) {
    const { gain, start, end } = this.fading(note);
    const source = this.on.createOscillator();
    source.type = kind;
    source.frequency.setValueAtTime(note.pitch, start);
    source.frequency.exponentialRampToValueAtTime(note.to ?? note.pitch, end);
    source.connect(gain);
    source.start(start);
    source.stop(end);
  }
}

/** A page or a card that slides. @param {Speaker} on @param {number} at @param {number} loud */
const paper = (on, at, loud) => on.knock({ at, pitch: 1800, to: 5200, long: 0.2, loud });

/** A low drum. @param {Speaker} on @param {number} at @param {number} loud @param {number} [pitch] */
const drum = (on, at, loud, pitch = 92) => {
  on.tone({ at, pitch, to: pitch * 0.6, long: 0.42, loud }, "sine");
  on.knock({ at, pitch: 160, long: 0.1, loud: loud * 0.6 });
};

/** How each of them is made; `step` counts from 1. @type {Record<Sound, (on: Speaker, step: number) => void>} */
const SOUNDS = {
  die: (on) => {
    for (let at = 0; at < 5; at++)
      on.knock({ at: at * 0.06 + (at % 2) * 0.02, pitch: 1900 - at * 120, long: 0.06, loud: 0.5 });
  },
  step: (on, steps) => {
    const apart = { usual: 0.13, fast: 0.05, none: 0 }[motionAtTable()];
    for (let at = 0; at < (apart ? Math.min(12, steps) : 1); at++)
      on.knock({ at: at * apart, pitch: at % 2 ? 420 : 360, long: 0.08, loud: 0.45 });
  },
  passage: (on) => {
    on.knock({ at: 0, pitch: 240, to: 110, long: 0.5, loud: 0.7 });
    drum(on, 0.42, 0.4, 70);
  },
  suggestion: (on) => {
    paper(on, 0, 0.16);
    for (const [at, pitch] of [440, 523, 622].entries())
      on.ring({ at: 0.06 + at * 0.11, pitch, long: 0.8, loud: 0.11 });
  },
  "could not": (on) => {
    on.knock({ at: 0, pitch: 300, long: 0.09, loud: 0.4 });
    on.knock({ at: 0.14, pitch: 230, long: 0.12, loud: 0.45 });
  },
  "card back": (on) => {
    paper(on, 0, 0.24);
    on.knock({ at: 0.2, pitch: 2600, long: 0.06, loud: 0.25 });
  },
  "card seen": (on) => {
    on.knock({ at: 0, pitch: 4200, long: 0.08, loud: 0.25 });
    on.ring({ at: 0.06, pitch: 880, long: 0.5, loud: 0.09 });
    on.ring({ at: 0.14, pitch: 1319, long: 0.7, loud: 0.08 });
  },
  accusation: (on) => {
    drum(on, 0, 0.5);
    drum(on, 0.22, 0.6);
    for (const pitch of [220, 262, 311]) on.tone({ at: 0.22, pitch, long: 1.4, loud: 0.06 }, "triangle");
  },
  envelope: (on, step) => {
    on.knock({ at: 0, pitch: 900, to: 3600, long: 0.34, loud: 0.22 });
    drum(on, 0.3, 0.42, 80 + step * 10);
    on.tone({ at: 0.3, pitch: 208 + step * 24, long: 0.9, loud: 0.05 }, "triangle");
  },
  face: (on, step) => {
    on.knock({ at: 0, pitch: 3400, long: 0.08, loud: 0.25 });
    on.ring({ at: 0.05, pitch: [523, 659, 784][step - 1] ?? 523, long: 1, loud: 0.12 });
  },
  right: (on) => {
    for (const [at, pitch] of [523, 659, 784, 1047].entries()) on.ring({ at: at * 0.14, pitch, long: 1.4, loud: 0.12 });
    for (const pitch of [262, 330, 392]) on.tone({ at: 0.56, pitch, long: 1.8, loud: 0.06 }, "triangle");
  },
  wrong: (on) => {
    for (const [at, pitch] of [311, 233].entries()) on.ring({ at: at * 0.2, pitch, long: 1.1, loud: 0.14 });
    drum(on, 0.2, 0.45, 70);
  },
  "your turn": (on) => {
    on.ring({ at: 0, pitch: 784, long: 0.6, loud: 0.09 });
    on.ring({ at: 0.15, pitch: 1047, long: 0.9, loud: 0.09 });
  },
  clock: (on) => {
    on.knock({ at: 0, pitch: 2400, long: 0.04, loud: 0.5 });
    on.knock({ at: 0.5, pitch: 1900, long: 0.04, loud: 0.4 });
  },
  chat: (on) => on.tone({ at: 0, pitch: 520, to: 880, long: 0.11, loud: 0.14 }, "sine"),
};

/** The page's one speaker; whether scenes play their own sounds; and what has been played already. */
const audio = {
  speaker: /** @type {Speaker | null} */ (null),
  staged: false,
  fresh: game.fresh,
  log: game.log,
  away: false,
  tick: 0,
};

/**
 * Play a sound, unless sound is muted or the page hasn't been tapped yet.
 * @param {Sound} name @param {number} [step] which of several: the card of the case file from 1 to 3, or how many steps
 */
export function playSound(name, step = 1) {
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  const speaker = (audio.speaker ??= new Speaker());
  void speaker.on.resume();
  // Loudness is perceived in ratios: half of the slider is a quarter of the amplitude.
  speaker.volume.gain.value = settings.volume ** 2;
  SOUNDS[name](speaker, step);
}

/**
 * Leave the sounds of suggestions, answers and accusations to the stage, which plays them at the right instant, or take them
 * back. @param {boolean} on
 */
export const leaveToStage = (on) => void (audio.staged = on);

/** Milliseconds between one answer and the next, as their gestures have. */
const APART = 260;

/**
 * What an event sounds like. A wrong accusation is one sound, whichever of the cards was wrong (ACC-5).
 * @param {Sighting} seen
 * @returns {[Sound, number?] | null}
 */
function soundOf(seen) {
  switch (seen.event) {
    case "Rolled":
      return ["die"];
    case "Moved":
      return ["step", seen.path.length];
    case "TookPassage":
      return ["passage"];
    case "Suggested":
      return ["suggestion"];
    case "CouldNotShow":
      return ["could not"];
    case "Shown":
    case "Snooped":
      return [seen.card ? "card seen" : "card back"];
    case "Accused":
      return ["accusation"];
    case "Opened":
      return [seen.right ? "right" : "wrong"];
  }
  return null;
}

const STAGED = new Set(["Suggested", "CouldNotShow", "Shown", "Accused", "Opened"]);

/** Play the sounds of what has just happened, one after the other; none while turns are skipped. @param {Sighting[]} seen */
function playNews(seen) {
  if (game.table?.skip === "on") return;
  const sounds = seen.filter(({ event }) => !audio.staged || !STAGED.has(event)).flatMap((one) => [soundOf(one) ?? []]);
  let wait = 0;
  for (const [name, step] of sounds) {
    if (!name) continue;
    setTimeout(() => playSound(name, step), wait);
    wait += APART;
  }
}

/** Milliseconds after the first tap until everything is ready to sound, if nothing had to sound before. */
const READY = 300;

/** For how many last seconds a clock ticks. */
const SHORT = 10;
/** A message that is older than this many seconds is no news. */
const NEWS = 10;

/** What had just happened when this module was loaded: only played if it was the answer to the first tap. */
const atLoad = game.fresh;

listen(() => {
  if (game.fresh !== audio.fresh) playNews((audio.fresh = game.fresh));
  if (game.log !== audio.log) playChatSound();
  const acts = game.scene?.to_act;
  if (acts && acts !== mine()) audio.away = true;
  if (game.choice && audio.away) {
    audio.away = false;
    playSound("your turn");
  }
  tickClock();
});

/** The first tap loaded this module: play what happened while it was loading. @param {Sighting[]} missed */
export function firstTap(missed) {
  if (audio.fresh === atLoad) playNews(missed);
  // A browser's first sound may wait for its audio service: better now than in the middle of a scene.
  setTimeout(() => (audio.speaker ??= new Speaker()), READY);
}

/** Play a sound for a new message of another player. */
function playChatSound() {
  const said = game.log.slice(audio.log.length).filter((line) => line.kind === "chat" && line.chair !== game.chair);
  audio.log = game.log;
  const news = said.some((line) => line.at > Date.now() / 1000 - NEWS && !game.muted.includes(line.chair ?? -1));
  if (news) playSound("chat");
}

/** Tick once a second while little time is left to choose. */
function tickClock() {
  const left = (game.choice?.until ?? Infinity) - Date.now() / 1000;
  const tick = Math.floor(left);
  if (left <= 0 || left > SHORT || tick === audio.tick) return;
  audio.tick = tick;
  playSound("clock");
}
