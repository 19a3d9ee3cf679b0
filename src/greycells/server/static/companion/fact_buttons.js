/** *I know that ...* and *I think that ...*: about one card and one holder, with how sure one is. */

import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { companion } from "./companion_state.js";
import { newId } from "./device.js";
import { changePad } from "./pad_controller.js";
import { oddsWith } from "./pad_model.js";

/** @import {CompanionEntry, KnownEntry, SuspicionEntry} from "../types/wire.js" */

/** What it is called that a suspicion makes something so many times as likely. @type {Record<number, string>} */
const ODDS = {
  2: "companion.sure little",
  4: "companion.sure fairly",
  10: "companion.sure very",
  50: "companion.sure almost",
};

/** @param {{card: number | null, holder: number, enter: (entry: KnownEntry | SuspicionEntry) => void, was?: CompanionEntry | null}} about */
export function factButtons({ card, holder, enter, was }) {
  const before = (/** @type {string} */ kind, /** @type {boolean} */ has) =>
    was?.kind === kind && "holder" in was && (was.has ?? true) === has ? "c-previous" : "";
  const { weight } = companion.pad;
  const disabled = card === null;
  const about = { id: "", holder, card: card ?? 0 };
  const known = (/** @type {boolean} */ has) => () => enter({ kind: "known", ...about, id: newId(), has });
  const think = (/** @type {boolean} */ has) => () => enter({ kind: "suspicion", ...about, id: newId(), has, weight });
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
        @change=${(/** @type {Event} */ event) =>
          changePad({ weight: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}
      >
        ${oddsWith(Object.keys(ODDS).map(Number), weight).map(
          (odds) =>
            html`<option value=${odds} ?selected=${odds === weight}>
              ${t(ODDS[odds] ?? "companion.sure", { odds })}
            </option>`,
        )}
      </select></label
    >`;
}
