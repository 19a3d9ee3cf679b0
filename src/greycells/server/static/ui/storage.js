/** What this device keeps, as JSON. A browser may refuse to keep anything, and what it kept may be broken: neither stops a page. */

/** What is kept under a key; `otherwise` if there is nothing that can be read. @template T @param {string} key @param {T} otherwise @param {Storage} [storage] @returns {T} */
export function read(key, otherwise, storage) {
  try {
    return JSON.parse((storage ?? localStorage).getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep something; says whether that worked. @param {string} key @param {unknown} value @param {Storage} [storage] */
export function write(key, value, storage) {
  try {
    (storage ?? localStorage).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
