/** The page's address below this server's root; links within the server don't reload the page. */

import { ROOT, url } from "./url.js";

/** Be called when the page goes somewhere else: also by the browser's own ways back and forth. @param {() => void} listener */
export const onRoute = (listener) => addEventListener("popstate", listener);

/** The path of this page, below this server's root. */
export const currentPath = () => location.pathname.slice(ROOT.length);

/** Go to an address of this server. @param {string} path */
export function go(path) {
  history.pushState(null, "", url(path));
  arrive();
}

/** The page is somewhere else now. */
export const arrive = () => void dispatchEvent(new PopStateEvent("popstate"));

/** Keep links of this server on the page. */
export function followLinks() {
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
