/** Your part of the shuffle: it stays on this page until everybody's is fixed, so that nobody can choose the deal. */

import { state } from "./store.js";

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where the nonce with this hash is kept. @param {string} hash */
const key = (hash) => `greycells nonce ${hash}`;

/**
 * A new nonce, as the command `sit` takes it: only its hash. A page without TLS can't hash, and sends the nonce itself.
 * @returns {Promise<{nonce: string} | {nonce_hash: string}>}
 */
export async function newNonce() {
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  if (!window.isSecureContext) return { nonce };
  const text = new TextEncoder().encode(`greycells nonce hash ${nonce}`);
  const nonce_hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
  sessionStorage.setItem(key(nonce_hash), nonce);
  return { nonce_hash };
}

/** The hashes of nonces that this page has revealed. @type {Set<string>} */
const revealed = new Set();

/**
 * The cards are about to be dealt: reveal the nonces of your own chairs, each once.
 * @param {string[]} hashes that of each chair, or none
 * @param {(asked: {type: string, chair: number, nonce: string}) => Promise<unknown>} command
 */
export function revealNonces(hashes, command) {
  const own = state.yours
    .map((chair) => ({ chair, hash: hashes[chair] ?? "" }))
    .filter(({ hash }) => !revealed.has(hash));
  for (const { chair, hash } of own) {
    const nonce = sessionStorage.getItem(key(hash));
    if (!nonce) continue;
    revealed.add(hash);
    void command({ type: "reveal", chair, nonce });
  }
}

/** The cards are dealt. Until then a reloaded page reveals its nonces again. */
export function forgetNonces() {
  for (const hash of revealed) sessionStorage.removeItem(key(hash));
  revealed.clear();
}
