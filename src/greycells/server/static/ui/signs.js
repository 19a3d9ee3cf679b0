/** The signs of a notebook, at the table and in puzzles. */

/** What each sign looks like. @type {Record<string, string>} */
export const SIGNS = { yes: "✓", no: "✗", maybe: "?", star: "★", dot: "●", ring: "○", bang: "!" };

/** The colours that one may write in; without one, a mark has the colour of ink. */
export const COLOURS = ["red", "blue", "green", "violet"];
