/** *I know that ...* and *I think that ...*: about one card and one holder, with how sure one is. */

import { redraw } from "../ui/store.js";
import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { fresh } from "./device.js";

/** @import {CompanionEntry, KnownEntry, SuspicionEntry} from "../types/wire.js" */

/** How many times as likely a suspicion makes something, and what that is called. */
const ODDS = /** @type {const} */ ([
  [2, "companion.sure little"],
  [4, "companion.sure fairly"],
  [10, "companion.sure very"],
  [50, "companion.sure almost"],
]);
const USUAL = 4;

let weight = USUAL;

/** Begin with these odds, or the usual ones. @param {number} [odds] */
export function resetOdds(odds = USUAL) {
  weight = odds;
}

/** @param {{card: number | null, holder: number, enter: (entry: KnownEntry | SuspicionEntry) => void, was?: CompanionEntry | null}} about */
export function factButtons({ card, holder, enter, was }) {
  const before = (/** @type {string} */ kind, /** @type {boolean} */ has) =>
    was?.kind === kind && "holder" in was && (was.has ?? true) === has ? "c-before" : "";
  const disabled = card === null;
  const about = { id: "", holder, card: card ?? 0 };
  const known = (/** @type {boolean} */ has) => () => enter({ kind: "known", ...about, id: fresh(), has });
  const think = (/** @type {boolean} */ has) => () => enter({ kind: "suspicion", ...about, id: fresh(), has, weight });
  return html`<button data-fact="known" class=${before("known", true)} ?disabled=${disabled} @click=${known(true)}>
      ${t("companion.know yes")}
    </button>
    <button data-fact="known not" class=${before("known", false)} ?disabled=${disabled} @click=${known(false)}>
      ${t("companion.know no")}
    </button>
    <button data-fact="think" class=${before("suspicion", true)} ?disabled=${disabled} @click=${think(true)}>
      ${t("companion.think yes")}
    </button>
    <button data-fact="think not" class=${before("suspicion", false)} ?disabled=${disabled} @click=${think(false)}>
      ${t("companion.think no")}
    </button>
    <label class="c-odds"
      ><span>${t("companion.how sure")}</span
      ><select
        name="odds"
        @change=${(/** @type {Event} */ event) => {
          weight = Number(/** @type {HTMLSelectElement} */ (event.target).value);
          redraw();
        }}
      >
        ${odds().map(([value, words]) => html`<option value=${value} ?selected=${value === weight}>${words}</option>`)}
      </select></label
    >`;
}

/** The odds to choose from; those of an entry that was typed elsewhere are among them. @returns {[number, string][]} */
function odds() {
  const usual = ODDS.map(([value, key]) => /** @type {[number, string]} */ ([value, t(key, { odds: value })]));
  if (usual.some(([value]) => value === weight)) return usual;
  return [...usual, /** @type {[number, string]} */ ([weight, t("companion.sure", { odds: weight })])].sort(
    ([one], [other]) => one - other,
  );
}
