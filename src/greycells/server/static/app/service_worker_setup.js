/** The page as an app: the service worker answers when there is no connection. */

import { url } from "../ui/url.js";

/** @typedef {{createPolicy: (name: string, rules: {createScriptURL: (url: string) => string}) => {createScriptURL: (url: string) => string}}} Policies */

/** Register the service worker. Without HTTPS, or in an old browser, the game works without one. */
export function installServiceWorker() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const policies = /** @type {{trustedTypes?: Policies}} */ (window).trustedTypes;
  const own = policies?.createPolicy("greycells", { createScriptURL: (address) => address });
  void navigator.serviceWorker
    .register(own?.createScriptURL(url("/worker.js")) ?? url("/worker.js"))
    .catch(() => undefined);
}
