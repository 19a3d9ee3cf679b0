/** What is printed in the boxes: fetched once each, with the rules as house rules change them. */

import { ask, loadModule } from "../ui/api.js";
import { once } from "../ui/once.js";
import { createStore } from "../ui/store.js";

/** @import {EditionPrint} from "../types/types.js" */

/** The boxes that have been opened, by edition. */
export const { state: boxes, update: addBox } = createStore(/** @type {Record<string, EditionPrint>} */ ({}));

/** A query that asks for rules as house rules change them. @param {readonly string[]} rules */
export const houseQuery = (rules) => {
  const query = new URLSearchParams(rules.map((rule) => ["house_rule", rule])).toString();
  return query && `?${query}`;
};

/** A box, with everything that it is drawn with. @param {string} key @returns {Promise<EditionPrint>} */
async function unpacked(key) {
  const printed = await ask(`/api/editions/${key}`);
  await loadModule(async () => (await import("./edition_art.js")).unpack(printed));
  return printed;
}

/**
 * What is printed in an edition's box, with the rules as house rules change them; asked for once.
 * @param {string} key @param {string} [query] from `houseQuery`
 */
export async function edition(key, query = "") {
  const path = `${key}${query}`;
  const printed = await once(`box ${path}`, () => unpacked(path));
  if (boxes[key] !== printed) addBox({ [key]: printed });
  return printed;
}

/** The box on a table, with its house rules. @param {{edition: string, house_rules: readonly string[]}} plan */
export const editionOf = (plan) => edition(plan.edition, houseQuery(plan.house_rules));
