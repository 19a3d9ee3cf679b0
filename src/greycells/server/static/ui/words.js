/** Words by key: every sentence on a page comes from the words of its language. Those of a screen are loaded with it. */

import { filledIn } from "./sentence_model.js";

/** @import {Name} from "../types/types.js" */

export { capital } from "./sentence_model.js";

/** Every language that has a catalogue, by what it calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** The language of this page, and whether its suspects go by the names that they have in other countries. */
export const [language] = document.documentElement.lang.split("-");
export const abroad = document.documentElement.lang.endsWith("-x-abroad");

/** How this reader writes dates: as the browser does, if it is of the same language. */
export const locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;

/** A day as this reader writes it. @param {string} date */
export const longDate = (date) =>
  new Date(`${date}T12:00:00`).toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "long" });

/** Names with commas and an "and". @param {string[]} names */
export const listOf = (names) => new Intl.ListFormat(locale, { type: "conjunction" }).format(names);

const plurals = new Intl.PluralRules(language);

/** How numbers are written: whole ones, and those with a decimal. */
const formats = [0, 1].map((digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }));

/** A number as this reader writes it, with at most so many decimals. @param {number | bigint} number @param {0 | 1} [digits] */
export const numberText = (number, digits = 0) => formats[digits].format(number);

/** The words by key, and the groups of them that modules need and that have not come yet. */
const catalogue = {
  words: /** @type {Record<string, string>} */ ({}),
  waiting: /** @type {Set<string>} */ (new Set()),
};

/** Fetch a group of words: `words/game.js` asks for the game's when a module that imports it is loaded. @param {string} group */
export function needWords(group) {
  catalogue.waiting.add(group);
  loadWords().catch(() => undefined); // `loadModule` in api.js awaits them, and says so if they don't come.
}

/** Wait for the words of every module that has been loaded. */
export const loadWords = () => Promise.all([...catalogue.waiting].map(load));

/** @param {string} group */
async function load(group) {
  /** @type {{default: Record<string, string>}} */
  const { default: words } = await import(`../words/${language}/${group}.js`);
  Object.assign(catalogue.words, words);
  catalogue.waiting.delete(group);
}

await load("common");

const grammar = { number: numberText, plural: (/** @type {number} */ value) => plurals.select(value) };

/** The words of a key, with what goes into them. @param {string} key @param {Record<string, string | number | Name>} [values] */
export function t(key, values = {}) {
  const words = catalogue.words[key];
  if (words === undefined) throw new Error(`no words for ${key}`);
  return filledIn(words, values, grammar);
}
