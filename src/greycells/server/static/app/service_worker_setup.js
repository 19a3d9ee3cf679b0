/** The page as an app: the worker that answers when there is no line. */

import { url } from "../ui/url.js";

/** @typedef {{createPolicy: (name: string, rules: {createScriptURL: (url: string) => string}) => {createScriptURL: (url: string) => string}}} Policies */

/** Call the worker in; where none can be had (no HTTPS, an old browser) the game goes on without. */
export function installServiceWorker() {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const policies = /** @type {{trustedTypes?: Policies}} */ (window).trustedTypes;
  const own = policies?.createPolicy("greycells", { createScriptURL: (address) => address });
  void navigator.serviceWorker
    .register(own?.createScriptURL(url("/worker.js")) ?? url("/worker.js"))
    .catch(() => undefined);
}
