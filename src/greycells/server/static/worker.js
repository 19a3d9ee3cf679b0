/**
 * The worker of the page: when there is no line it shows a page that says so. It keeps no game.
 * Of the companion, whose games are on the device, it keeps the page and its modules, so that it can be opened without a line; of
 * the daily case, whose marks are on the device, also the cases that were opened, and what their cards are drawn with.
 */

/** The path before every address of this server, with a slash at its end. */
const ROOT = new URL(".", location.href).pathname;
/** Others on the same host have caches too: ours are known by this server's path. */
const OURS = `greycells ${ROOT} `;
const VERSION = `${OURS}unversioned`;
const STATIC = `${ROOT}static/unversioned`;
const FONTS = [`${STATIC}/fonts/cabin.woff2`, `${STATIC}/fonts/caslon-700.woff2`];
const COMPANION = `${ROOT}companion`;
const DAILY = `${ROOT}daily`;
const DAYS = `${ROOT}api/daily`;
const EDITIONS = `${ROOT}api/editions/`;
const OFFLINE = `${ROOT}offline`;
const SHELL = [OFFLINE, `${ROOT}static/icon.svg`, `${STATIC}/app/page.css`, ...FONTS];

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
  const { pathname: path, search } = new URL(request.url);
  const screen = screenOf(path);
  if (request.mode === "navigate")
    asked.respondWith(fetch(request).catch(async () => (screen && (await found(screen))) || kept(OFFLINE)));
  else if (path === DAYS || path.startsWith(EDITIONS))
    asked.respondWith(fetch(request).catch(() => kept(path + search)));
  else if (SHELL.includes(path)) asked.respondWith(fetch(request).catch(() => kept(path)));
  else if (path.startsWith(STATIC)) asked.respondWith(fetch(request).catch(() => kept(path)));
});

/** The screen that opens without a line at this path, if it is one. @param {string} path */
function screenOf(path) {
  if (path === COMPANION || path.startsWith(`${COMPANION}/`)) return COMPANION;
  return path === DAILY || (path.startsWith(`${DAILY}/`) && /\d{4}-\d{2}-\d{2}$/.test(path)) ? DAILY : null;
}

/** Somebody has a companion or a daily case open: keep its page, and what that page is made of. */
addEventListener("message", (event) => {
  const { data } = event;
  const done =
    data === "keep the companion"
      ? keepScreen(COMPANION)
      : data?.day
        ? keepDay(`${DAYS}?date=${data.day}`, EDITIONS + data.edition)
        : null;
  if (done) /** @type {Life} */ (/** @type {unknown} */ (event)).waitUntil(done.catch(() => undefined));
});

/** So many daily cases are kept. */
const MOST_DAYS = 7;

/** @param {string} day @param {string} edition */
async function keepDay(day, edition) {
  const store = await caches.open(VERSION);
  const days = (await store.keys()).filter(({ url }) => new URL(url).pathname === DAYS);
  const others = days.filter(({ url }) => !url.endsWith(day));
  await Promise.all(others.slice(0, -MOST_DAYS + 1).map((old) => store.delete(old)));
  if (days.length === others.length) await store.add(day);
  if (!(await store.match(edition))) await store.add(edition);
  await keepScreen(DAILY);
}

/** What a server says instead of the screen, as while it restarts, is not kept. @param {string} screen */
async function keepScreen(screen) {
  const [store, page] = [await caches.open(VERSION), await fetch(screen)];
  if (!page.ok) return;
  const made = [...(await page.clone().text()).matchAll(/(?:href|src)="([^":]*\/static\/[^"]+)/g)].map(
    (found) => found[1],
  );
  await store.addAll([...new Set(made)]);
  await store.put(screen, page);
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
