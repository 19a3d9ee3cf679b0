/**
 * Connections of pages without a browser: the client's own session/connection.js, with all that it imports, as the server sends it.
 *
 * Started with the address of a server and the folder of the client. Each line of stdin opens a connection, or sends or closes;
 * each line of stdout is what a page would be told.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";

const [address, folder] = process.argv.slice(2);
const modules = `${address}/static/`;
registerHooks({
  resolve: (name, { parentURL }, next) =>
    parentURL?.startsWith(modules) ? { url: new URL(name, parentURL).href, shortCircuit: true } : next(name),
  load: (url, context, next) =>
    url.startsWith(modules)
      ? { format: "module", source: readFileSync(`${folder}/${url.slice(modules.length + 2)}`), shortCircuit: true }
      : next(url, context),
});

/** Cookies by table and chair: a browser has one, and here are many guests, each in a context of their own. @type {Map<string, string>} */
const cookies = new Map();
const guest = new AsyncLocalStorage();
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

/** What a page has, as far as these modules ask for it. */
const listening = new EventTarget();
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"], language: "en", onLine: true } });
Object.assign(globalThis, {
  location: new URL(address),
  document: { documentElement: { lang: "en" } },
  addEventListener: listening.addEventListener.bind(listening),
  removeEventListener: listening.removeEventListener.bind(listening),
  localStorage: { getItem: () => null, setItem: () => {} },
});

const OwnSocket = globalThis.WebSocket;
globalThis.WebSocket = class extends OwnSocket {
  constructor(url) {
    const key = guest.getStore();
    super(url, { headers: { cookie: cookies.get(key), origin: location.origin } });
    this.key = key;
    this.addEventListener("open", () => tell({ key, line: "open" }));
    this.addEventListener("close", () => tell({ key, line: "lost" }));
  }

  set onclose(handler) {
    super.onclose = handler && AsyncLocalStorage.bind(handler);
  }

  close() {
    tell({ key: this.key, line: "lost" });
    super.close();
  }
};
/** Each question on a connection of its own: Node.js would open sockets on those that are left, as no browser does. */
globalThis.fetch = (path, { signal } = {}) =>
  new Promise((answered, failed) => {
    const headers = { cookie: cookies.get(guest.getStore()) };
    const asked = get(new URL(path, address), { agent: false, signal, headers }, (answer) => {
      answer.resume().on("end", () => answered({ status: answer.statusCode })).on("error", failed);
    });
    asked.on("error", failed);
  });

const { Connection } = await import(`${modules}x/session/connection.js`);

/** @type {Map<string, Connection>} */
const connections = new Map();

/** As `isThere` of session/session.js: only a table that is gone, or is not for this guest, is not called again. */
async function mayTry(key, table) {
  const asked = await fetch(`/api/tables/${table}`).catch(() => null);
  if (asked?.status !== 403 && asked?.status !== 404) return true;
  tell({ key, line: "ended" });
  return false;
}

createInterface({ input: process.stdin }).on("line", (text) => {
  const { key, open, number, command, close } = JSON.parse(text);
  if (open) {
    cookies.set(key, open.cookie);
    const how = { chair: open.chair, coordinates: false, language: "en" };
    const user = {
      receive: (frames) => tell({ key, frames }),
      stands: () => undefined,
      mayRetry: () => mayTry(key, open.table),
    };
    connections.set(key, guest.run(key, () => new Connection(open.table, how, user)));
  } else if (close) {
    connections.get(key)?.close();
    connections.delete(key);
  } else
    void connections
      .get(key)
      ?.send(command)
      .then((answer) => tell({ key, number, answer }));
}).on("close", () => process.exit());
tell({ line: "ready" });
