/** Questions to the server over HTTP. A refusal is thrown as a sentence. */

import { state, update } from "./store.js";
import { t } from "./words.js";

/** @import {EditionPrint} from "./types.js" */

export class Problem extends Error {
  /** @param {string} sentence @param {number} status @param {string | null} rule */
  constructor(sentence, status, rule = null) {
    super(sentence);
    this.status = status;
    this.rule = rule;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, json?: unknown, body?: BodyInit}} [asked]
 */
export async function ask(path, { method = "GET", json, body } = {}) {
  let response;
  try {
    response = await fetch(path, { method, body: json === undefined ? body : JSON.stringify(json) });
  } catch {
    throw new Problem(t("trouble.server"), 0);
  }
  const answer = await response.json().catch(() => ({ sentence: t("trouble.server") }));
  if (!response.ok) {
    const where = answer.line ? ` (${t("games.where", { line: answer.line, column: answer.column })})` : "";
    throw new Problem(answer.sentence + where, response.status, answer.rule ?? null);
  }
  return answer;
}

/** Say a problem where everybody looks. @param {unknown} problem */
export function report(problem) {
  if (!(problem instanceof Problem)) throw problem;
  update({ toast: { sentence: problem.message, rule: problem.rule } });
}

/** @type {Map<string, Promise<EditionPrint>>} */
const asked = new Map();

/** What is printed in an edition's box; asked for once. @param {string} key */
export function edition(key) {
  if (!asked.has(key)) {
    asked.set(
      key,
      ask(`/api/editions/${key}`).then((/** @type {EditionPrint} */ printed) => {
        update({ editions: { ...state.editions, [key]: printed } });
        return printed;
      }),
    );
    asked.get(key)?.catch(() => asked.delete(key));
  }
  return /** @type {Promise<EditionPrint>} */ (asked.get(key));
}
