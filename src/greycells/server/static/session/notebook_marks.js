/** The marks of a notebook: a sign, and the colour that it was written in. `star.red` is a red star. */

/** What each sign looks like. @type {Record<string, string>} */
export const SIGNS = { yes: "✓", no: "✗", maybe: "?", star: "★", dot: "●", ring: "○", bang: "!" };

/** The colours that one may write in; without one, a mark has the colour of ink. */
export const COLOURS = ["red", "blue", "green", "violet"];

/** @param {string} mark @returns {{sign: string, colour: string}} */
export function splitMark(mark) {
  const [sign, colour = ""] = mark.split(".");
  return { sign, colour };
}

/** @param {string} sign @param {string} colour */
export const joinMark = (sign, colour) => (sign && colour ? `${sign}.${colour}` : sign);
