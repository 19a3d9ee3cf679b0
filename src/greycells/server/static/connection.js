/** The line to a table: one socket that heals itself, resumes where it was, and sends again what was not answered. */

import { foretell } from "./api.js";
import { ROOT } from "./router.js";
import { state, update } from "./store.js";

/** @import {Frame} from "./types.js" */

const SHORTEST = 250;
const LONGEST = 4000;
/** Commands are filled up to a multiple of this, so that their length does not tell which card they name. */
const COMMAND_LENGTH = 256;

export class Connection {
  /**
   * @param {string} table
   * @param {number | null} chair
   * @param {(frames: Frame[]) => void} hear
   * @param {() => Promise<boolean>} mayTry whether the table is still there to be called
   */
  constructor(table, chair, hear, mayTry) {
    this.table = table;
    this.chair = chair;
    this.hear = hear;
    this.mayTry = mayTry;
    this.seq = 0;
    /** The time of frame `seq`: by it the server knows whether that frame is of its own log. */
    this.at = 0;
    this.wait = SHORTEST;
    this.closed = false;
    /** @type {Map<string, {text: string, done: (frame: Frame) => void}>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    addEventListener("offline", this.#offline);
    addEventListener("online", this.#online);
    this.#open();
  }

  /** A socket does not notice at once that the device has lost its network. */
  #offline = () => this.socket?.close();

  #online = () => {
    if (this.socket?.readyState !== WebSocket.CLOSED || this.closed) return;
    clearTimeout(this.retry);
    void this.#again();
  };

  #open() {
    const chair = this.chair === null ? "" : `&chair=${this.chair}`;
    const at = this.seq ? `&at=${this.at}` : "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}${ROOT}api/tables/${this.table}/live?look=1${state.settings.coordinates ? "&coordinates=1" : ""}&language=${document.documentElement.lang}&after=${this.seq}${at}${chair}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      this.wait = SHORTEST;
      update({ line: "open" });
      for (const { text } of this.unanswered.values()) socket.send(text);
    };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = () => this.#lost();
  }

  /** @param {Frame[]} frames */
  #take(frames) {
    for (const frame of frames) {
      if (frame.type === "hello" && frame.anew) this.seq = 0;
      if ("seq" in frame && "at" in frame && frame.seq > this.seq) ({ seq: this.seq, at: this.at } = frame);
      if (frame.type === "maintenance") foretell(frame.seconds);
      if (frame.type === "done" || frame.type === "refused") {
        this.unanswered.get(frame.id)?.done(frame);
        this.unanswered.delete(frame.id);
      }
    }
    this.hear(frames);
  }

  #lost() {
    if (this.closed) return;
    update({ line: "lost" });
    this.retry = setTimeout(() => void this.#again(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST, this.wait * 2);
  }

  async #again() {
    if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    if (!(await this.mayTry()) || this.closed) return;
    if (navigator.onLine) this.#open();
    else this.#lost();
  }

  /**
   * Ask something of the table; the answer is `done` or `refused`.
   * @param {object} command
   * @returns {Promise<Frame>}
   */
  send(command) {
    const id = String(Math.random()).slice(2);
    const bare = JSON.stringify({ command, id });
    const text = bare.padEnd(Math.ceil(bare.length / COMMAND_LENGTH) * COMMAND_LENGTH);
    return new Promise((done) => {
      this.unanswered.set(id, { text, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    removeEventListener("offline", this.#offline);
    removeEventListener("online", this.#online);
    this.socket?.close();
    if (state.line !== "none") update({ line: "none" });
  }
}
