/**
 * Lets a test import the client's modules by their place in it: `client/session/game_model.js`. A browser takes every module
 * for an ES module; Node.js would have to guess.
 */

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const CLIENT = new URL("../../src/greycells/server/static/", import.meta.url).href;

registerHooks({
  resolve: (name, context, next) =>
    name.startsWith("client/")
      ? { url: CLIENT + name.slice("client/".length), shortCircuit: true }
      : next(name, context),
  load: (url, context, next) =>
    url.startsWith(CLIENT)
      ? { format: "module", source: readFileSync(fileURLToPath(url), "utf-8"), shortCircuit: true }
      : next(url, context),
});
