/** Words by key: every sentence on a page comes from the catalogue of its language. */

import english from "./words/en.js";

/** @type {Record<string, string>} */
const catalogue = english;

/**
 * The words of a key, with what goes into them.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const words = catalogue[key];
  if (words === undefined) throw new Error(`no words for ${key}`);
  return words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A word of the server's with its first letter large. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
