/** Where the page is: its address, below this server's root; links to other pages of this server load nothing anew. */

import { ROOT, url } from "./url.js";

/** @type {Set<() => void>} */
const listeners = new Set();

/** Be called when the page goes somewhere else. @param {() => void} listener */
export const onRoute = (listener) => void listeners.add(listener);

/** The path of this page, below this server's root. */
export const currentPath = () => location.pathname.slice(ROOT.length);

/** Go to an address of this server. @param {string} path */
export function go(path) {
  history.pushState(null, "", url(path));
  arrive();
}

/** The page is somewhere else now. */
export const arrive = () => listeners.forEach((listener) => listener());

/** Keep links of this server on the page. */
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
