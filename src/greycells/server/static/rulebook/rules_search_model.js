/** Finds rules by the words that people use: forms of a word count as the same, and so do words of the same meaning. */

import { ENDINGS, MEANINGS, SMALL_WORDS, TOPICS } from "./search_words.js";

/** @import {RulePrint} from "../types/types.js" */

/** The rank of a rule that is known to answer a question: higher than words alone can give. */
const ANSWERS = 1000;
/** Letters that stay at least. */
const STEM = 3;

/** A word without its ending, its accents and its doubled last letter. @param {string} word @param {string} language */
export function stem(word, language) {
  const plain = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
  const base = language === "de" ? plain.replace(/^ge(?=.{5})/, "") : plain;
  const ending = (ENDINGS[language] ?? ENDINGS.en).find(
    (end) => base.endsWith(end) && base.length - end.length >= STEM,
  );
  return (ending ? base.slice(0, -ending.length) : base).replace(/([^aeiou])\1$/, "$1");
}

/** The words of a text. @param {string} text */
const wordsOf = (text) => text.match(/[\p{L}]+-\d+|[\p{L}\d]+/gu) ?? [];

/**
 * What each word of a question may be called in a rule: itself, and what means the same.
 * @param {string} question @param {string} language
 * @returns {Set<string>[]}
 */
export function senses(question, language) {
  const small = new Set(SMALL_WORDS[language] ?? []);
  const asked = wordsOf(question.toLowerCase());
  const telling = asked.filter((word) => !small.has(word));
  return (telling.length ? telling : asked).map((word) => sense(word, language));
}

/** A word, and what means the same. @param {string} word @param {string} language */
function sense(word, language) {
  const root = stem(word, language);
  const groups = (MEANINGS[language] ?? []).map((words) => words.split(" ").map((one) => stem(one, language)));
  return new Set([root, ...groups.filter((group) => group.includes(root)).flat()]);
}

/** The rules that are known to answer a question, whatever their words. @param {string} question @param {string} language */
function answers(question, language) {
  const asked = wordsOf(question.toLowerCase()).map((word) => sense(word, language));
  return (TOPICS[language] ?? [])
    .filter(([words]) => words.split(" ").every((word) => asked.some((one) => one.has(stem(word, language)))))
    .flatMap(([, ids]) => ids.split(" "));
}

/** Whether a word of a text is meant: the same stem, or the beginning of it while somebody still types. @param {Set<string>} sense @param {string} word @param {string} language */
function meant(sense, word, language) {
  const root = stem(word, language);
  if (sense.has(root)) return true;
  const [asked] = sense;
  return asked.length > STEM && root.startsWith(asked);
}

/**
 * The rules that answer a question, best first: those with all of its words, or else with as many as any rule has.
 * @param {RulePrint[]} rules @param {string} question @param {string} language
 */
export function findRules(rules, question, language) {
  const wanted = question.trim().toLowerCase();
  const exact = rules.filter((rule) => rule.id.toLowerCase() === wanted);
  if (exact.length) return exact;
  const looked = senses(question, language);
  const known = answers(question, language);
  const scored = rules.map((rule) => {
    const words = wordsOf(`${rule.id} ${rule.section} ${rule.text}`);
    const own = wordsOf(rule.text.split(/Ruling|Auslegung/)[0]);
    const hits = looked.filter((sense) => words.some((word) => meant(sense, word, language))).length;
    const early = looked.filter((sense) => own.some((word) => meant(sense, word, language))).length;
    const literal = rule.text.toLowerCase().includes(wanted) ? 1 : 0;
    const first = known.includes(rule.id) ? 2 * ANSWERS - 20 * known.indexOf(rule.id) : 0;
    return { rule, hits, rank: first + hits * 10 + literal * 5 + early };
  });
  const most = Math.max(0, ...scored.map(({ hits }) => hits));
  return scored
    .filter(({ hits, rank }) => rank >= ANSWERS || (hits === most && hits > 0))
    .sort((one, other) => other.rank - one.rank)
    .map(({ rule }) => rule);
}

/**
 * A text in parts, those that were meant marked.
 * @param {string} text @param {string} question @param {string} language
 * @returns {{text: string, found: boolean}[]}
 */
export function marks(text, question, language) {
  if (!question.trim()) return [{ text, found: false }];
  const looked = senses(question, language);
  return text
    .split(/([\p{L}]+-\d+|[\p{L}\d]+)/u)
    .map((part, at) => ({ text: part, found: at % 2 === 1 && looked.some((sense) => meant(sense, part, language)) }));
}

/** A rule, and the books that say it in these words. @typedef {{rule: RulePrint, books: string[]}} SharedRule */

/** The same words once, with the books that have them. @param {[string, RulePrint[]][]} books @returns {SharedRule[]} */
export function sharedRules(books) {
  /** @type {Map<string, SharedRule>} */
  const rules = new Map();
  for (const [book, printed] of books)
    for (const rule of printed) {
      const words = `${rule.id} ${rule.text}`;
      rules.set(words, { rule, books: [...(rules.get(words)?.books ?? []), book] });
    }
  return [...rules.values()];
}

/** Rules by their sections, in the order of the book. @param {SharedRule[]} rules @returns {[string, SharedRule[]][]} */
export function bySection(rules) {
  const sections = [...new Set(rules.map(({ rule }) => rule.section))];
  return sections.map((section) => [section, rules.filter(({ rule }) => rule.section === section)]);
}

/** The words of a rule in parts: the ids of rules that are known are links. @param {string} words @param {string[]} known @returns {{text: string, link: boolean}[]} */
export const linkParts = (words, known) =>
  words.split(/\b([A-Z]+-\d+)\b/).map((text) => ({ text, link: known.includes(text) }));
