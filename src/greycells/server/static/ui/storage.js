/**
 * What this browser keeps, on the device or in the tab. It may refuse to keep anything, or to be asked, and what it kept may be
 * broken: none of that stops a page. No other module touches the storage of the browser.
 */

/** For good, or for as long as the tab is open. @typedef {"device" | "tab"} Place */

/** A browser that refuses storage throws here. @param {Place} place */
const storageOf = (place) => (place === "device" ? localStorage : sessionStorage);

/** What comes of the storage, or something else where the browser refuses it. @template T @param {() => T} use @param {T} otherwise */
function unlessRefused(use, otherwise) {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** The text under a key, or null. @param {string} key @param {Place} [place] @returns {string | null} */
export const readText = (key, place = "device") => unlessRefused(() => storageOf(place).getItem(key), null);

/** Keep a text; says whether that worked. @param {string} key @param {string} text @param {Place} [place] */
export const writeText = (key, text, place = "device") =>
  unlessRefused(() => {
    storageOf(place).setItem(key, text);
    return true;
  }, false);

/** What is kept under a key as JSON; `otherwise` if there is nothing that can be read. @template T @param {string} key @param {T} otherwise @param {Place} [place] @returns {T} */
export const read = (key, otherwise, place) =>
  unlessRefused(() => JSON.parse(readText(key, place) ?? "null") ?? otherwise, otherwise);

/** Keep something as JSON; says whether that worked. @param {string} key @param {unknown} value @param {Place} [place] */
export const write = (key, value, place) => writeText(key, JSON.stringify(value), place);

/** Keep something no longer. @param {string} key @param {Place} [place] */
export const remove = (key, place = "device") => unlessRefused(() => storageOf(place).removeItem(key), undefined);

/** Every key under which something is kept. @param {Place} [place] @returns {string[]} */
export const keys = (place = "device") =>
  unlessRefused(() => {
    const storage = storageOf(place);
    return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  }, []);
