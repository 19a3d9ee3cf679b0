/** Questions to the server over HTTP. A refusal is thrown as a sentence. */

import { page, updatePage } from "./page.js";
import { isTransient } from "./retries_model.js";
import { pause } from "./timers.js";
import { url } from "./url.js";
import { loadWords, t } from "./words.js";

export class Problem extends Error {
  /** @param {string} sentence @param {number} status @param {string | null} rule */
  constructor(sentence, status, rule = null) {
    super(sentence);
    this.status = status;
    this.rule = rule;
  }
}

/** Why a screen can't be shown at all: thrown by its `enter`, a page says so instead. */
export class ScreenError extends Error {
  /** @param {string} title @param {string} sentence */
  constructor(title, sentence) {
    super(sentence);
    this.title = title;
  }
}

/** For requests without which there is no screen: a refusal becomes a page with this title. @param {string} title */
export const neededFor = (title) => (/** @type {unknown} */ problem) => {
  throw problem instanceof Problem ? new ScreenError(title, problem.message) : problem;
};

/**
 * Ask the server. With the `signal` of a screen, nothing comes of it once that screen has been left.
 * @param {string} path
 * @param {{method?: string, json?: unknown, body?: BodyInit, keepalive?: boolean, signal?: AbortSignal}} [asked] with `keepalive` it outlives its page
 */
export async function ask(path, { method = "GET", json, body, keepalive, signal } = {}) {
  let response;
  try {
    const content = json === undefined ? body : JSON.stringify(json);
    response = await fetch(url(path), { method, keepalive, signal, body: content });
  } catch {
    signal?.throwIfAborted();
    throw new Problem(t("trouble.server"), 0);
  }
  setMaintenance(response.headers.get("x-maintenance-in"));
  // The connection may break in the middle of an answer, which is then none.
  const answer = await response.json().catch(() => null);
  signal?.throwIfAborted();
  if (!answer) throw new Problem(t("trouble.server"), response.ok ? 0 : response.status);
  if (!response.ok) {
    const where = answer.line ? ` (${t("games.where", { line: answer.line, column: answer.column })})` : "";
    throw new Problem(answer.sentence + where, response.status, answer.rule ?? null);
  }
  return answer;
}

/** Milliseconds until something is asked for again that didn't come through. */
const PAUSE = 2000;

/** Ask again and again until the server answers: it says yes or no, or the screen is left. @param {string} path @param {AbortSignal} signal */
export async function askUntilAnswered(path, signal) {
  for (;;) {
    try {
      return await ask(path, { signal });
    } catch (problem) {
      if (!(problem instanceof Problem && isTransient(problem.status))) throw problem;
      await pause(PAUSE, signal);
    }
  }
}

/** Maintenance begins in so many seconds, or there is none. @param {string | number | null | undefined} seconds */
export function setMaintenance(seconds) {
  const known = seconds !== null && seconds !== undefined;
  const maintenance = known ? Date.now() + 1000 * Number(seconds) : null;
  if (known !== (page.maintenance !== null) || Math.abs((maintenance ?? 0) - (page.maintenance ?? 0)) > 2000)
    updatePage({ maintenance, putAway: known && page.putAway });
}

/** Show a problem in the notice at the top of the page. That a screen has been left is none. @param {unknown} problem */
export function report(problem) {
  if (problem instanceof DOMException && problem.name === "AbortError") return;
  if (!(problem instanceof Problem)) throw problem;
  updatePage({ toast: { sentence: problem.message, rule: problem.rule } });
}

/** Milliseconds after which a page may be an old one. */
const FRESH = 1000;

/**
 * A part of the client with its words; nothing, if it did not come. What once did not come is not asked for again by a browser, and a
 * newer server no longer has it: as soon as there is a server, the page is loaded again as a whole.
 * @template T
 * @param {() => Promise<T>} fetched
 * @returns {Promise<T | null>}
 */
export async function loadModule(fetched) {
  try {
    const part = await fetched();
    await loadWords();
    return part;
  } catch {
    // The worker of the page keeps modules, and would answer for them without a connection; this it doesn't keep.
    const server = await fetch(url("/health"), { cache: "no-store" }).catch(() => null);
    if (server && performance.now() > FRESH) location.reload();
    else report(new Problem(t("trouble.server"), 0));
    return null;
  }
}

/** Be called something else from now on; says whether that worked. @param {string} name */
export async function setName(name) {
  try {
    updatePage({ guest: (await ask("/api/guest", { method: "POST", json: { name } })).name });
    return true;
  } catch (problem) {
    report(problem);
    return false;
  }
}
