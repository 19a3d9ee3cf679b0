/** Your part of the shuffle: it stays on this page until everybody's is fixed, so that nobody can choose the deal. */

import { ask } from "../ui/api.js";
import { readText, remove, writeText } from "../ui/storage.js";
import { createStore } from "../ui/store.js";
import { keepPromise, sha256 } from "./deal_check.js";

/** @import {Game, TableView} from "../types/types.js" */

/** Where the nonce with this hash is kept. @param {string} hash */
const key = (hash) => `greycells nonce ${hash}`;

/**
 * A new nonce, as the command `sit` takes it: only its hash. A page without TLS can't hash, and a browser that keeps nothing would
 * not have the nonce when it is asked for: they send the nonce itself.
 * @returns {Promise<{nonce: string} | {nonce_hash: string}>}
 */
export async function newNonce() {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  if (!window.isSecureContext) return { nonce };
  const nonce_hash = await sha256(`greycells nonce hash ${nonce}`);
  return writeText(key(nonce_hash), nonce, "tab") ? { nonce_hash } : { nonce };
}

/** Give nonces for the seats that one has from the beginning, as at the next table after a game. @param {TableView} table */
export async function giveNonces({ id, state: now, yours, chairs, practice }) {
  if (now !== "open" || practice) return;
  for (const chair of yours ?? []) {
    const { suspect } = chairs[chair];
    const command = { type: "sit", chair, suspect, ...(await newNonce()) };
    await ask(`/api/tables/${id}`, { method: "POST", json: { command } });
  }
}

/** A form that starts a game sends the hash of a nonce with it, or nothing: the nonce itself would come too early. @param {SubmitEvent} event */
export async function submitWithNonce(event) {
  if (!window.isSecureContext) return;
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const given = await newNonce();
  if ("nonce_hash" in given)
    form.append(
      Object.assign(document.createElement("input"), { type: "hidden", name: "nonce_hash", value: given.nonce_hash }),
    );
  form.submit();
}

/** The hashes of nonces that this page has revealed. */
const { state: dealing, update: updateDealing } = createStore({ revealed: /** @type {readonly string[]} */ ([]) });

/**
 * The cards are about to be dealt: reveal the nonces of your own chairs, each once.
 * @param {Pick<Game, "table" | "yours">} at @param {readonly string[]} hashes that of each chair, or none
 * @param {(asked: {type: string, chair: number, nonce: string}) => Promise<unknown>} command
 */
export function revealNonces({ table, yours }, hashes, command) {
  const own = yours
    .map((chair) => ({ chair, hash: hashes[chair] ?? "" }))
    .filter(({ hash }) => !dealing.revealed.includes(hash));
  for (const { chair, hash } of own) {
    const nonce = readText(key(hash), "tab");
    if (!nonce) continue;
    updateDealing({ revealed: [...dealing.revealed, hash] });
    if (table) keepPromise(table.id, table.commitment, hashes);
    void command({ type: "reveal", chair, nonce });
  }
}

/** The cards are dealt. Until then a reloaded page reveals its nonces again. */
export function forgetNonces() {
  if (!dealing.revealed.length) return;
  for (const hash of dealing.revealed) remove(key(hash), "tab");
  updateDealing({ revealed: [] });
}
