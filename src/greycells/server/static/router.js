/** Where one is: an address becomes a screen, and links inside stay on the page. */

import { ROOT, url } from "./url.js";

/** @type {((path: string) => void)[]} */
const listeners = [];

/** @param {(path: string) => void} listener */
export const onRoute = (listener) => void listeners.push(listener);

/** Go to an address of this server. @param {string} path */
export function go(path) {
  history.pushState(null, "", url(path));
  arrive();
}

export const arrive = () => listeners.forEach((listener) => listener(location.pathname));

/** The screen of an address. @param {string} path */
export function screenOf(path) {
  const [name = "", id = "", day = ""] = path.slice(ROOT.length).split("/").filter(Boolean);
  if (name === "daily" && id === "game")
    return { name: "daily-game", id: decodeURIComponent(day), query: location.search };
  const screens = [
    "new",
    "table",
    "games",
    "rules",
    "replay",
    "record",
    "shared",
    "seat",
    "first",
    "about",
    "companion",
    "follow",
    "my-data",
    "daily",
    "challenge",
    "practice",
    "explained",
  ];
  if (!name) return { name: "home", id: "", query: location.search };
  return { name: screens.includes(name) ? name : "nowhere", id: decodeURIComponent(id), query: location.search };
}

export function followLinks() {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.hasAttribute("download"))
      return;
    if (link.origin !== location.origin || !link.pathname.startsWith(ROOT)) return;
    if (link.pathname.startsWith(url("/api/")) || link.hash) return;
    event.preventDefault();
    go(link.pathname.slice(ROOT.length - 1) + link.search);
    scrollTo(0, 0);
  });
}
