/** What controllers need of a page besides a connection: a document with a language, storage, and a server that a case answers for. */

import { newDevice } from "./fake_browser.mjs";

class FakeStorage {
  #kept = new Map();
  /** Whether it refuses to keep anything more. */
  full = false;

  getItem(key) {
    return this.#kept.get(key) ?? null;
  }
  setItem(key, value) {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.#kept.set(key, value);
  }
  removeItem(key) {
    this.#kept.delete(key);
  }
  get length() {
    return this.#kept.size;
  }
  key(at) {
    return [...this.#kept.keys()][at] ?? null;
  }
}

/** What the page finds under the name of a storage. */
const storages = (found) =>
  ["localStorage", "sessionStorage"].forEach((name) => Object.defineProperty(globalThis, name, found()));

/** The browser lets no page of this server touch its storage. */
export const refuseStorage = () =>
  storages(() => ({
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
    configurable: true,
  }));

/** A request that waits for its answer. */
class FakeRequest {
  constructor(path, options) {
    Object.assign(this, { path, method: options.method, signal: options.signal });
    this.json = typeof options.body === "string" ? JSON.parse(options.body) : undefined;
    this.response = new Promise((answer, fail) => Object.assign(this, { answer, fail }));
    this.signal?.addEventListener("abort", () => this.fail(this.signal.reason));
  }

  /** The server answers. @param {unknown} json @param {number} [status] */
  brings(json, status = 200) {
    this.answer(new Response(JSON.stringify(json), { status }));
    return settle();
  }

  /** The server refuses. @param {number} status */
  refuses(status) {
    return this.brings({ sentence: `refused: ${status}` }, status);
  }

  /** The connection breaks. */
  breaks() {
    this.fail(new TypeError("no connection"));
    return settle();
  }
}

/** Every request of this page that waits for an answer, the latest last. @type {FakeRequest[]} */
const waiting = [];

/** Let everything go on that waits for nothing. */
export async function settle() {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}

/** The request whose path begins like this; it waits no longer for another to answer it. @param {string} path @param {string} [method] */
export function request(path, method = "GET") {
  const at = waiting.findIndex((one) => one.path.startsWith(path) && one.method === method);
  if (at < 0) throw new Error(`nobody asks for ${path}, but for ${waiting.map((one) => one.path)}`);
  return waiting.splice(at, 1)[0];
}

/** The paths of all requests that wait. */
export const requested = () => waiting.map(({ path }) => path);

/** A new page on a new device: nothing kept, nothing asked for. */
export function newPage() {
  newDevice(["setTimeout", "setInterval"]);
  waiting.length = 0;
  storages(() => ({ value: new FakeStorage(), configurable: true, writable: true }));
  globalThis.fetch = (path, options = {}) => {
    const asked = new FakeRequest(path.replace(ROOT, "/"), { method: "GET", ...options });
    if (asked.signal?.aborted) asked.fail(asked.signal.reason);
    else waiting.push(asked);
    return asked.response;
  };
}

const { ROOT } = await (async () => {
  navigator.languages = ["en"];
  Object.assign(globalThis, {
    document: Object.assign(new EventTarget(), {
      documentElement: { lang: "en", dataset: {}, style: { setProperty: () => undefined } },
      hidden: false,
      querySelector: () => null,
      createTreeWalker: () => ({}),
      createComment: () => ({}),
    }),
    scrollTo: () => undefined,
    history: { replaceState: () => undefined, pushState: () => undefined },
    matchMedia: () => ({ matches: false }),
    requestAnimationFrame: () => 0,
  });
  return import("client/ui/url.js");
})();
