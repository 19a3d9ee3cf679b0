/** What is to be played: edition, clock, help, spectators, house rules; the same switches before and at the table. */

import { ask, report } from "../ui/api.js";
import { boxes, edition, houseQuery } from "../board/editions.js";
import { newNonce } from "../dealing/nonces.js";
import { helpChoice } from "../offers/help_choice.js";
import { fetchOffer, offers } from "../offers/offer.js";
import { page } from "../ui/page.js";
import { go } from "../ui/router.js";
import { html } from "../vendor/lit-html.js";
import { boardPicture } from "../board/board_picture.js";
import { token } from "../board/token.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import { offeredEdition } from "./plan_changes.js";
import { CLOCKS, clockTime, newPlan, sameClock, withRule } from "./plan_model.js";

/** @import {Clock, Plan} from "../types/types.js" */

/** @param {Clock} clock */
function clockWords(clock) {
  const { key, count } = clockTime(clock);
  return t(key, { count });
}

export async function enter() {
  const offer = await fetchOffer();
  await Promise.all(offer.editions.map((one) => edition(one.key)));
}

/** Open a table of this edition at once: everything can be changed there until the start. @param {string} key */
async function open(key) {
  const { signal } = page;
  try {
    const json = newPlan(key, offeredEdition(key), offers.offer?.help);
    const table = await ask("/api/tables", { method: "POST", json });
    await ask(`/api/tables/${table.id}`, {
      method: "POST",
      json: { command: { type: "sit", chair: 0, ...(await newNonce()) } },
    });
    if (!signal.aborted) go(`/table/${table.id}`);
  } catch (problem) {
    report(problem);
  }
}

export function draw() {
  const editions = offers.offer?.editions ?? [];
  // All or none: a box that grew would push another one under the finger.
  const printed = editions.every((one) => boxes[one.key]) ? editions : [];
  return html`${head()}
    <main class="new" id="page" tabindex="-1">
      <h1>${t("plan.title")}</h1>
      <p>${t("plan.choose")}</p>
      <ul class="boxes">
        ${printed.map(
          (one) =>
            html`<li>
              <button class="box" @click=${() => open(one.key)}>
                ${boardPicture(one.key)}<b>${one.title}</b> <small>${one.rulebook}</small
                ><small>${t("plan.players", { fewest: one.fewest, most: one.most })}</small>
                <span class="cast"
                  >${boxes[one.key].suspects.map((suspect) => token(boxes[one.key], suspect.word))}</span
                >
              </button>
            </li>`,
        )}
      </ul>
    </main>
    ${foot()}`;
}

/**
 * The switches of a plan.
 * @param {Plan} plan
 * @param {(changes: Partial<Plan>) => void} change
 * @param {{locked: boolean, dealt: boolean}} here `dealt` at a practice table, where the cards are on the table already
 */
export function switches(plan, change, { locked, dealt }) {
  const offered = offeredEdition(plan.edition);
  const value = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
  return html`<div class="switches">
    <label
      >${t("plan.edition")}<select
        ?disabled=${locked || dealt}
        .value=${plan.edition}
        @change=${(/** @type {Event} */ event) => change({ edition: value(event) })}
      >
        ${(offers.offer?.editions ?? []).map(
          (one) => html`<option value=${one.key} ?selected=${one.key === plan.edition}>${one.title}</option>`,
        )}
      </select></label
    >
    <label
      >${t("plan.clock")}<select
        ?disabled=${locked}
        @change=${(/** @type {Event} */ event) => change({ clock: CLOCKS[Number(value(event))] })}
      >
        ${CLOCKS.map(
          (clock, at) =>
            html`<option value=${at} ?selected=${sameClock(clock, plan.clock)}>${clockWords(clock)}</option>`,
        )}
      </select></label
    >
    <label>${t("plan.help")}${helpChoice(plan.help, (help) => change({ help }), locked)}</label>
    ${tick(t("plan.spectators"), plan.spectators, locked || dealt, () => change({ spectators: !plan.spectators }))}
    ${tick(t("plan.public"), plan.public, locked || dealt, () => change({ public: !plan.public }))}
    <fieldset>
      <legend>${t("plan.house rules")}</legend>
      ${(offered?.house_rules ?? []).map((rule) =>
        tick(t(`house.${rule}`), plan.house_rules.includes(rule), locked || dealt, () =>
          change({ house_rules: withRule(plan.house_rules, rule) }),
        ),
      )}
    </fieldset>
    <p>
      <a href=${url(`/rules/${plan.edition}${houseQuery(plan.house_rules)}`)} target="_blank">${t("plan.rules")}</a>
    </p>
  </div>`;
}

/** @param {string} words @param {boolean} on @param {boolean} locked @param {() => void} flip */
const tick = (words, on, locked, flip) =>
  html`<label class="tick"
    ><input type="checkbox" ?disabled=${locked} .checked=${on} @change=${flip} /> ${words}</label
  >`;
