/** What is to be played: edition, clock, help, spectators, house rules; the same switches before and at the table. */

import { ask, report } from "../ui/api.js";
import { boxes, edition, houseQuery } from "../board/editions.js";
import { newNonce } from "../dealing/nonces.js";
import { fetchOffer, offers } from "../offers/offer.js";
import { go } from "../ui/router.js";
import { html } from "../vendor/lit-html.js";
import { boardPicture } from "../board/board_picture.js";
import { token } from "../board/token.js";
import { foot, head } from "../ui/page_frame.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";

/** @import {Clock, Plan} from "../types/types.js" */

const CLOCKS = /** @type {Clock[]} */ ([
  { kind: "none" },
  ...[15, 30, 60, 120].map((seconds) => ({ kind: "decision", seconds })),
  ...[1, 3].map((days) => ({ kind: "correspondence", days })),
]);

/** The time of a clock, with whole minutes as minutes. @param {Clock} clock */
function clockWords(clock) {
  if (clock.kind === "none") return t("plan.no clock");
  if (clock.kind === "correspondence") return t("plan.days", { count: clock.days });
  if (clock.seconds % 60) return t("plan.seconds", { count: clock.seconds });
  return t("plan.minutes", { count: clock.seconds / 60 });
}

export async function enter() {
  const offer = await fetchOffer();
  await Promise.all(offer.editions.map((one) => edition(one.key)));
}

/** Open a table of this edition at once: everything can be changed there until the start. @param {string} key */
async function open(key) {
  const offered = offers.offer?.editions.find((one) => one.key === key);
  const chairs = Array.from({ length: Math.max(3, offered?.fewest ?? 3) }, () => ({}));
  const house_rules = offered?.house_rules.includes("take-backs") ? ["take-backs"] : [];
  try {
    const table = await ask("/api/tables", {
      method: "POST",
      json: { edition: key, chairs, house_rules, help: offers.offer?.help },
    });
    await ask(`/api/tables/${table.id}`, {
      method: "POST",
      json: { command: { type: "sit", chair: 0, ...(await newNonce()) } },
    });
    go(`/table/${table.id}`);
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
  const offered = offers.offer?.editions.find((one) => one.key === plan.edition);
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
            html`<option value=${at} ?selected=${clockWords(clock) === clockWords(plan.clock)}>
              ${clockWords(clock)}
            </option>`,
        )}
      </select></label
    >
    <label
      >${t("plan.help")}<select
        ?disabled=${locked}
        @change=${(/** @type {Event} */ event) => change({ help: /** @type {Plan["help"]} */ (value(event)) })}
      >
        ${["none", "direct facts", "full logic"].map(
          (help) => html`<option value=${help} ?selected=${help === plan.help}>${t(`plan.help ${help}`)}</option>`,
        )}
      </select></label
    >
    ${tick(t("plan.spectators"), plan.spectators, locked || dealt, () => change({ spectators: !plan.spectators }))}
    ${tick(t("plan.public"), plan.public, locked || dealt, () => change({ public: !plan.public }))}
    <fieldset>
      <legend>${t("plan.house rules")}</legend>
      ${(offered?.house_rules ?? []).map((rule) =>
        tick(t(`house.${rule}`), plan.house_rules.includes(rule), locked || dealt, () =>
          change({
            house_rules: plan.house_rules.includes(rule)
              ? plan.house_rules.filter((other) => other !== rule)
              : [...plan.house_rules, rule],
          }),
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
