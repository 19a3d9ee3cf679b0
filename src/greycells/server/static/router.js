/** Where one is: an address becomes a screen, and links inside stay on the page. */

/** @type {((path: string) => void)[]} */
const listeners = [];

/** @param {(path: string) => void} listener */
export const onRoute = (listener) => void listeners.push(listener);

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  arrive();
}

export const arrive = () => listeners.forEach((listener) => listener(location.pathname));

/** The screen of an address. @param {string} path */
export function screenOf(path) {
  const [name = "", id = ""] = path.split("/").filter(Boolean);
  const screens = [
    "new",
    "table",
    "games",
    "rules",
    "replay",
    "record",
    "seat",
    "first",
    "about",
    "companion",
    "follow",
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
    if (link.origin !== location.origin || link.pathname.startsWith("/api/") || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
    scrollTo(0, 0);
  });
}
