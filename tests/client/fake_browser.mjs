/** What a connection needs of a browser: a socket that the cases open, close and write to, a clock that they move, and a network. */

import { mock } from "node:test";

/** Every socket that was opened, the latest last. @type {FakeSocket[]} */
export const sockets = [];

export class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  /** @type {string[]} */
  sent = [];
  closed = false;

  constructor(address) {
    this.address = new URL(address);
    sockets.push(this);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  /** The server has accepted it. */
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** The server sends frames. */
  brings(...frames) {
    this.onmessage?.({ data: JSON.stringify(frames) });
  }

  /** It is cut. */
  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const events = new EventTarget();
/** The device goes online or offline. @param {"online" | "offline"} kind */
export function network(kind) {
  navigator.onLine = kind === "online";
  events.dispatchEvent(new Event(kind));
}

let now = 0;
/** Let time pass, and whatever was waiting for it. @param {number} milliseconds */
export async function pass(milliseconds) {
  for (let left = milliseconds; left > 0; left -= 50) {
    now += Math.min(50, left);
    mock.timers.tick(Math.min(50, left));
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  }
}

/** A new device: no sockets, online. @param {("setTimeout" | "setInterval")[]} [timers] those that go by its clock */
export function newDevice(timers = ["setTimeout"]) {
  mock.reset();
  mock.timers.reset();
  mock.timers.enable({ apis: timers });
  mock.method(performance, "now", () => now + 1);
  mock.method(Math, "random", () => 0.5);
  sockets.length = 0;
  navigator.onLine = true;
  globalThis.fetch = () => Promise.resolve({ status: 200 });
}

Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: new URL("https://play.example/table/t1"),
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
});
