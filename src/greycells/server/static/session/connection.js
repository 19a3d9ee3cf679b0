/** A connection to a table: one socket that reconnects by itself, resumes where it was, and sends again what was not answered. */

import { ROOT, url } from "../ui/url.js";

/** @import {Frame} from "../types/types.js" */

/**
 * Whoever uses a connection: is handed the frames as they come, is told how the connection stands, and says before each new
 * attempt whether the table is still there.
 * @typedef {{
 *   receive: (frames: Frame[]) => void, stands: (how: "open" | "lost" | "none") => void, mayRetry: () => Promise<boolean>,
 * }} User
 */

/** Milliseconds of the first wait between two attempts; each wait doubles the next. */
const SHORTEST = 250;
/** The longest wait while the connection was lost just now, and later. */
const LONGEST_AT_FIRST = 1000;
const LONGEST = 4000;
const LOST_JUST_NOW = 10_000;
/** The server says something every two seconds: a socket on which nothing comes for so long, and then still not, leads nowhere. */
const SILENCE = 3500;
const GRACE = 250;
/** After so many sockets in a row on which nothing came in time, each next one is waited for twice as long: perhaps all is slow. */
const QUICK_TRIES = 2;
const LONGEST_SILENCE = 60_000;
/** So long the questions may take that are asked before another attempt. */
const OVERDUE = 1500;
/** Commands are filled up to a multiple of this, so that their length does not tell which card they name. */
const COMMAND_LENGTH = 256;

/** How long to wait before the attempt after the next. @param {number} wait that before the next @param {number} lost milliseconds since the connection was lost */
export const nextWait = (wait, lost) => Math.min(lost < LOST_JUST_NOW ? LONGEST_AT_FIRST : LONGEST, wait * 2);

/** An id for a command. */
export const newId = () => String(Math.random()).slice(2);

/** A command with its id, filled up so that its length doesn't tell which card it names. @param {object} command @param {string} id */
export function messageOf(command, id) {
  const bare = JSON.stringify({ command, id });
  return bare.padEnd(Math.ceil(bare.length / COMMAND_LENGTH) * COMMAND_LENGTH);
}

/**
 * Where the frames after the last one come from.
 * @param {string} table
 * @param {{chair: number | null, seq: number, at: number, coordinates: boolean, language: string}} asked
 */
export function liveAddress(table, { chair, seq, at, coordinates, language }) {
  const query = new URLSearchParams({
    look: "1",
    beat: "1",
    help: "1",
    ...(coordinates ? { coordinates: "1" } : {}),
    language,
  });
  query.set("after", String(seq));
  if (seq) query.set("at", String(at));
  if (chair !== null) query.set("chair", String(chair));
  return `api/tables/${table}/live?${query}`;
}

export class Connection {
  /** @param {string} table @param {{chair: number | null, coordinates: boolean, language: string}} how @param {User} user */
  constructor(table, how, user) {
    this.table = table;
    this.how = how;
    this.chair = how.chair;
    this.user = user;
    this.seq = 0;
    /** The time of frame `seq`: by it the server knows whether that frame is of its own log. */
    this.at = 0;
    this.wait = SHORTEST;
    this.closed = false;
    /** @type {Map<string, {text: string, quiet: boolean, done: (frame: Frame | null) => void}>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.watch = undefined;
    this.lastMessage = 0;
    /** How many sockets in a row were given up because nothing came. */
    this.silent = 0;
    /** When the connection was lost; 0 while there is one. */
    this.lost = 0;
    addEventListener("offline", this.#offline);
    addEventListener("online", this.#online);
    this.#open();
  }

  /** A socket does not notice at once that the device has lost its network. */
  #offline = () => this.#drop();

  #online = () => {
    if (this.socket || this.closed) return;
    clearTimeout(this.retry);
    void this.#again();
  };

  #open() {
    const address = liveAddress(this.table, { ...this.how, seq: this.seq, at: this.at });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${ROOT}${address}`);
    this.socket = socket;
    const opened = (this.lastMessage = performance.now());
    this.#watch();
    socket.onopen = () => {
      this.lastMessage = performance.now();
      this.lost = 0;
      this.wait = SHORTEST;
      this.user.stands("open");
      for (const { text } of this.unanswered.values()) socket.send(text);
    };
    socket.onmessage = (event) => {
      if (performance.now() - opened > this.#patience()) this.silent = 0;
      this.lastMessage = performance.now();
      this.#take(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lost();
  }

  /** A browser does not say that nothing comes any more. Whatever waits behind a long calculation gets its turn first. */
  #watch(late = false) {
    clearTimeout(this.watch);
    const left = this.lastMessage + this.#patience() - performance.now();
    if (left > 0) this.watch = setTimeout(() => this.#watch(), left);
    else if (!late) this.watch = setTimeout(() => this.#watch(true), GRACE);
    else {
      this.silent += 1;
      this.#drop();
    }
  }

  /** For how long nothing may come. */
  #patience() {
    return Math.min(LONGEST_SILENCE, SILENCE * 2 ** Math.max(0, this.silent + 1 - QUICK_TRIES));
  }

  /** Give up a socket that leads nowhere, without waiting for its end. */
  #drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost();
  }

  /** @param {Frame[]} frames */
  #take(frames) {
    if (this.closed) return;
    const shown = frames.filter((frame) => frame.type !== "refused" || !this.unanswered.get(frame.id)?.quiet);
    for (const frame of frames) {
      if (frame.type === "hello" && frame.anew) this.seq = 0;
      if ("seq" in frame && "at" in frame && frame.seq > this.seq) ({ seq: this.seq, at: this.at } = frame);
      if (frame.type === "done" || frame.type === "refused") {
        this.unanswered.get(frame.id)?.done(frame);
        this.unanswered.delete(frame.id);
      }
    }
    if (shown.length) this.user.receive(shown);
  }

  #lost() {
    clearTimeout(this.watch);
    this.socket = null;
    if (this.closed) return;
    this.user.stands("lost");
    this.lost ||= performance.now();
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.#again(), this.wait * (0.75 + Math.random() / 2));
    this.wait = nextWait(this.wait, performance.now() - this.lost);
  }

  /** A load balancer finds out by the question for its health which server is gone, and leads the socket to another one. */
  async #again() {
    if (this.closed || this.socket) return;
    const signal = AbortSignal.timeout(OVERDUE);
    const health = fetch(url("/health"), { cache: "no-store", signal }).catch(() => null);
    const mayTry = this.user.mayRetry().then((may) => may || this.#stop());
    const overdue = new Promise((done) => setTimeout(done, OVERDUE));
    await Promise.race([Promise.all([health, mayTry]), overdue]);
    if (this.closed || this.socket) return;
    if (navigator.onLine) this.#open();
    else this.#lost();
  }

  /**
   * Ask something of the table; the answer is `done` or `refused`, or none if the connection is ended before.
   * @param {object} command
   * @param {{id?: string, quiet?: boolean}} [how] by which id its answer is known; `quiet` if a refusal is for the sender alone
   * @returns {Promise<Frame | null>}
   */
  send(command, { id = newId(), quiet = false } = {}) {
    const text = messageOf(command, id);
    return new Promise((done) => {
      if (this.closed) return done(null);
      this.unanswered.set(id, { text, quiet, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  #stop() {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.watch);
    removeEventListener("offline", this.#offline);
    removeEventListener("online", this.#online);
    this.socket?.close();
    for (const { done } of this.unanswered.values()) done(null);
    this.unanswered.clear();
  }

  /** End it; nothing is asked for any more. */
  close() {
    this.#stop();
    this.user.stands("none");
  }
}
