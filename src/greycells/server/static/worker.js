/**
 * The worker of the page: when there is no line it shows a page that says so. It keeps no game and no answer of the server.
 * Of the companion, whose games are on the device, it keeps the page and its modules, so that it can be opened without a line.
 */

/** Others on the same host have caches too: ours are known by this server's path. */
const OURS = `greycells ${new URL(".", location.href).pathname} `;
const VERSION = `${OURS}unversioned`;
const STATIC = "/static/unversioned";
const FONTS = [`${STATIC}/fonts/cabin.woff2`, `${STATIC}/fonts/caslon-700.woff2`];
const COMPANION = "/companion";
const SHELL = ["/offline", "/static/icon.svg", `${STATIC}/style/page.css`, ...FONTS];

/**
 * @typedef {{waitUntil: (work: Promise<unknown>) => void}} Life
 * @typedef {Life & {request: Request, respondWith: (answer: Promise<Response>) => void}} Asked
 * @typedef {Life & {notification: Notification}} Pressed
 * @typedef {{focus: () => Promise<unknown>, url: string}} Tab
 * @typedef {{claim: () => Promise<void>, matchAll: (how: {type: string, includeUncontrolled: boolean}) => Promise<Tab[]>}} Tabs
 */
const here = /** @type {{skipWaiting: () => Promise<void>, clients: Tabs}} */ (/** @type {unknown} */ (self));

addEventListener("install", (event) => {
  const ready = caches.open(VERSION).then((kept) => kept.addAll(SHELL));
  /** @type {Life} */ (/** @type {unknown} */ (event)).waitUntil(ready.then(() => here.skipWaiting()));
});

addEventListener("activate", (event) => {
  const cleaned = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith(OURS) && name !== VERSION).map((name) => caches.delete(name))),
    );
  /** @type {Life} */ (/** @type {unknown} */ (event)).waitUntil(cleaned.then(() => here.clients.claim()));
});

addEventListener("fetch", (event) => {
  const asked = /** @type {Asked} */ (/** @type {unknown} */ (event));
  const { request } = asked;
  const path = new URL(request.url).pathname;
  const companion = path === COMPANION || path.startsWith(`${COMPANION}/`);
  if (request.mode === "navigate")
    asked.respondWith(fetch(request).catch(async () => (companion && (await found(COMPANION))) || kept("/offline")));
  else if (SHELL.includes(path)) asked.respondWith(fetch(request).catch(() => kept(path)));
  else if (path.startsWith(STATIC)) asked.respondWith(fetch(request).catch(() => kept(path)));
});

/** Somebody has a companion open: keep its page, and what that page is made of. */
addEventListener("message", (event) => {
  if (event.data !== "keep the companion") return;
  /** @type {Life} */ (/** @type {unknown} */ (event)).waitUntil(keepCompanion().catch(() => undefined));
});

async function keepCompanion() {
  const [store, page] = [await caches.open(VERSION), await fetch(COMPANION)];
  const made = [...(await page.clone().text()).matchAll(/(?:href|src)="([^":]*\/static\/[^"]+)/g)].map(
    (found) => found[1],
  );
  await store.addAll([...new Set(made)]);
  await store.put(COMPANION, page);
}

/** @param {string} path */
const found = async (path) => (await caches.open(VERSION)).match(path);

/** @param {string} path */
const kept = async (path) => (await found(path)) ?? Response.error();

addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = /** @type {Pressed} */ (/** @type {unknown} */ (event));
  notification.close();
  const shown = here.clients.matchAll({ type: "window", includeUncontrolled: true });
  waitUntil.call(
    event,
    shown.then((tabs) => tabs.find((tab) => tab.url.includes(notification.tag))?.focus()),
  );
});
