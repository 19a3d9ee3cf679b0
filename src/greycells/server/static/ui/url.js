/** Addresses of this server, wherever it is: at the root of its host, or under a path of it. */

/** The path before every address of this server, with a slash at its end: `/`, or `/clue/`. */
export const ROOT = new URL("../../..", import.meta.url).pathname;

/** The address of a page or a file, written from this server's root: `url("/rules")`. @param {string} path */
export const url = (path) => ROOT + path.slice(1);
