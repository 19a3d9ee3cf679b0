/** Words by key: every sentence on a page comes from the catalogue of its language, which is that of the page. */

/** @import {Name} from "./types.js" */

/** Every language that has a catalogue, by what it calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** The language of this page, and whether its suspects go by the names that they have in other countries. */
export const [language] = document.documentElement.lang.split("-");
export const abroad = document.documentElement.lang.endsWith("-x-abroad");

/** How this reader writes dates: as the browser does, if it is of the same language. */
export const locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;

/** @type {{default: Record<string, string>}} */
const { default: catalogue } = await import(`./words/${language}.js`);

/**
 * The words of a key, with what goes into them: `{weapon}`, or `{weapon:dat}` in a form of the language.
 * @param {string} key
 * @param {Record<string, string | number | Name>} [values]
 */
export function t(key, values = {}) {
  const words = catalogue[key];
  if (words === undefined) throw new Error(`no words for ${key}`);
  const whole = words.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, form) => said(values[name], form));
  return typeof values[/^\{(\w+)/.exec(words)?.[1] ?? ""] === "object" ? capital(whole) : whole;
}

/** @param {string | number | Name | undefined} value @param {string} [form] */
const said = (value, form = "nom") => (typeof value === "object" ? (value[form] ?? value.nom) : String(value ?? ""));

/** A word of the server's with its first letter large. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
