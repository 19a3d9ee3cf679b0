/** Whether a game was dealt as this page was told before the deal: its record is compared with what was kept of that. */

import { read, write } from "../ui/storage.js";
import { url } from "../ui/url.js";

/** @import {ChairView, DealCheck} from "../types/types.js" */
/** What a page is told before the deal: the dealer's commitment, and the hash of each chair's nonce. @typedef {{commitment: string, hashes: string[]}} DealPromise */

/** Where a page keeps what it was told before the deal, for as long as its tab is open. @param {string} table */
const key = (table) => `greycells deal ${table}`;

/** @param {string} text */
export async function sha256(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Before the deal: the dealer's commitment, and the hash of each chair's nonce. @param {string} table @param {string} commitment @param {readonly string[]} hashes */
export const keepPromise = (table, commitment, hashes) => write(key(table), { commitment, hashes }, "tab");

/**
 * After the game: null if this page gave no nonce to it, or couldn't read the record.
 * @param {string} table @param {ChairView[]} chairs @param {AbortSignal} signal @returns {Promise<DealCheck | null>}
 */
export async function checkDeal(table, chairs, signal) {
  const kept = read(key(table), /** @type {DealPromise | null} */ (null), "tab");
  const answer = kept && (await fetch(url(`/api/tables/${table}/record`), { signal }).catch(() => null));
  const check = answer && answer.ok ? await compare(await answer.text(), kept, chairs) : null;
  signal.throwIfAborted();
  return check;
}

/** @param {string} record @param {DealPromise} kept @param {ChairView[]} chairs @returns {Promise<DealCheck>} */
export async function compare(record, { commitment, hashes }, chairs) {
  const [committed, secret] = ["commit", "secret"].map((word) => record.match(`\n${word} +"(.*)"\n`)?.[1] ?? "");
  if (committed !== commitment || (await sha256(`greycells commitment ${secret}`)) !== commitment)
    return { kind: "secret", suspects: [] };
  /** @type {string[]} */
  const changed = [];
  /** @type {string[]} */
  const late = [];
  for (const [seat, [, word, nonce]] of [...record.matchAll(/^nonce +(\S+) +"(.*)"$/gm)].entries()) {
    const hash = hashes[chairs.findIndex((chair) => chair.suspect === word)];
    if (nonce === (await sha256(`greycells nonce ${seat} ${secret}`)).slice(0, 32)) {
      if (hash) late.push(word);
    } else if ((await sha256(`greycells nonce hash ${nonce}`)) !== hash) changed.push(word);
  }
  if (changed.length) return { kind: "changed", suspects: changed };
  return late.length ? { kind: "late", suspects: late } : { kind: "kept", suspects: [] };
}
