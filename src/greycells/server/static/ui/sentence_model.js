/** How a sentence of the catalogue is filled in, as the server fills in its own. */

/** @import {Name} from "../types/types.js" */

/** How a language writes numbers, and which of its forms a number asks for. @typedef {{number: (value: number) => string, plural: (value: number) => string}} Grammar */

/**
 * The sentence with what goes into it: `{weapon}`, `{weapon:dat}` in a form of the language, and `{count:?one=card;cards}` for
 * words that agree with a number. One that begins with a name begins with a capital.
 * @param {string} sentence @param {Record<string, string | number | Name>} values @param {Grammar} grammar
 */
export function filledIn(sentence, values, grammar) {
  const whole = sentence.replace(/\{(\w+)(?::([^{}]+))?\}/g, (_, name, form) =>
    form?.startsWith("?") ? agreeing(values[name], form.slice(1), grammar) : inForm(values[name], form, grammar),
  );
  const first = /^\{(\w+)/.exec(sentence)?.[1] ?? "";
  return typeof values[first] === "object" ? capital(whole) : whole;
}

/** @param {string | number | Name | undefined} value @param {string | undefined} form @param {Grammar} grammar */
function inForm(value, form, { number }) {
  if (typeof value === "object") return value[form ?? "nom"] ?? value.nom;
  return typeof value === "number" ? number(value) : (value ?? "");
}

/** Words that agree with a number: `one=card;cards`. The last are for every other one. @param {unknown} value @param {string} choices @param {Grammar} grammar */
function agreeing(value, choices, { plural }) {
  const kind = typeof value === "number" ? plural(value) : "";
  const words = choices.split(";").map((choice) => choice.split("="));
  return (words.find(([named, given]) => given === undefined || named === kind) ?? [""]).at(-1) ?? "";
}

/** A word of the server's with its first letter large. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
