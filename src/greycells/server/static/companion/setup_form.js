/** The set-up of a real table: the box, who sits where, my cards, those that lie open, and who has how many. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { companion, updateCompanion } from "./companion_state.js";
import {
  cardsOf,
  hasNames,
  linesOf,
  OWN,
  seatedOf,
  setupOf,
  sizesOf,
  toggled,
  withBox,
  withPlayerName,
  withSize,
} from "./setup_model.js";

/** @import {CompanionSetup} from "../types/wire.js" */
/** @import {Form} from "./setup_model.js" */

const MOST = 10;
const LEVELS = /** @type {const} */ (["sheet", "deductions", "advice"]);

const filled = () => companion.form;

/** @param {Partial<Form>} changes */
const fill = (changes) => updateCompanion({ form: { ...companion.form, ...changes } });

/** @param {(setup: CompanionSetup) => void} done @param {string} words */
export const setupForm = (done, words) =>
  html`<form
    class="c-setup"
    @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      done(setupOf(filled(), companion.boxes));
    }}
  >
    ${boxes()} ${filled().edition === OWN ? ownBox() : nothing} ${people()} ${hand()} ${openCards()} ${dealt()}
    ${levels()}
    ${hasNames(filled()) ? nothing : html`<p class="c-hint" role="status">${t("companion.names needed")}</p>`}
    <button class="primary big" data-do="start" ?disabled=${!hasNames(filled())}>${words}</button>
    <p class="c-note">${t("companion.fair")}</p>
  </form>`;

/** @param {Event} event */
const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

const boxes = () =>
  html`<fieldset>
    <legend>${t("companion.box")}</legend>
    <div class="c-chips">
      ${[...companion.boxes.map(({ key, title }) => [key, title]), [OWN, t("companion.own box")]].map(
        ([key, title]) =>
          html`<label
            ><input
              class="covering"
              type="radio"
              name="edition"
              value=${key}
              .checked=${filled().edition === key}
              @change=${() => fill(withBox(filled(), key))}
            /><span>${title}</span></label
          >`,
      )}
    </div>
  </fieldset>`;

/** The names on the cards of another box, one to a line. */
const ownBox = () =>
  html`<fieldset>
    <legend>${t("companion.own cards")}</legend>
    ${
      /** @type {const} */ (["suspects", "weapons", "rooms"]).map(
        (kind) =>
          html`<label
            ><span>${t(`companion.${kind}`)}</span
            ><textarea
              name=${kind}
              rows="6"
              maxlength="800"
              .value=${filled().box[kind].join("\n")}
              @change=${(/** @type {Event} */ event) =>
                fill({ box: { ...filled().box, [kind]: linesOf(value(event)) }, hand: [], open: [] })}
            ></textarea>
          </label>`,
      )
    }
    <label class="c-check"
      ><input
        type="checkbox"
        .checked=${filled().everybody}
        @change=${() => fill({ everybody: !filled().everybody })}
      /><span>${t("companion.everybody")}</span></label
    >
  </fieldset>`;

const people = () =>
  html`<fieldset>
    <legend>${t("companion.players")}</legend>
    <p class="c-hint">${t("companion.players hint")}</p>
    <ol class="c-people">
      ${filled().players.map(
        (player, at) =>
          html`<li>
            <input
              name="player"
              maxlength="24"
              autocomplete="off"
              aria-label=${t("companion.player", { number: at + 1 })}
              placeholder=${t("companion.player", { number: at + 1 })}
              .value=${player}
              @input=${(/** @type {Event} */ event) => fill(withPlayerName(filled(), at, value(event)))}
            /><label
              ><input type="radio" name="me" .checked=${filled().me === at} @change=${() => fill({ me: at })} /><span
                >${t("companion.me")}</span
              ></label
            >
          </li>`,
      )}
    </ol>
    <div class="buttons">
      <button
        type="button"
        class="quiet"
        data-do="add player"
        ?disabled=${filled().players.length >= MOST}
        @click=${() => fill({ players: [...filled().players, ""] })}
      >
        ${t("companion.add player")}
      </button>
    </div>
  </fieldset>`;

/** Every card, to be tapped. @param {number[]} chosen @param {number[]} elsewhere @param {(cards: number[]) => void} choose @param {string} name */
function cardChips(chosen, elsewhere, choose, name) {
  const { suspects, weapons, rooms } = cardsOf(filled(), companion.boxes);
  const all = [...suspects, ...weapons, ...rooms];
  const firsts = [0, suspects.length, suspects.length + weapons.length, all.length];
  return html`<div class="c-deck">
    ${firsts.slice(0, -1).map(
      (first, kind) =>
        html`<div class="c-chips">
          ${all.slice(first, firsts[kind + 1]).map((card, at) => {
            const number = first + at;
            return html`<button
              type="button"
              data-pick=${`${name}-${number}`}
              aria-pressed=${chosen.includes(number)}
              ?disabled=${elsewhere.includes(number)}
              @click=${() => choose(toggled(chosen, number))}
            >
              ${card}
            </button>`;
          })}
        </div>`,
    )}
  </div>`;
}

const hand = () =>
  html`<fieldset>
    <legend>
      ${t("companion.my cards")} ${filled().hand.length ? html`<small>${filled().hand.length}</small>` : nothing}
    </legend>
    ${cardChips(filled().hand, filled().open, (cards) => fill({ hand: cards }), "hand")}
  </fieldset>`;

const openCards = () =>
  html`<fieldset>
    <legend>${t("companion.open cards")}</legend>
    <label class="c-check"
      ><input
        type="checkbox"
        .checked=${filled().lying}
        @change=${() => fill({ lying: !filled().lying, open: filled().lying ? [] : filled().open })}
      /><span>${t("companion.some open")}</span></label
    >
    ${filled().lying ? cardChips(filled().open, filled().hand, (cards) => fill({ open: cards }), "open") : nothing}
  </fieldset>`;

/** Who dealt, from which the hand sizes follow; or the sizes themselves. */
function dealt() {
  const known = sizesOf(filled(), companion.boxes);
  return html`<fieldset>
    <legend>${t("companion.dealt")}</legend>
    <p class="c-hint">${t("companion.dealt hint")}</p>
    <div class="c-chips">
      ${seatedOf(filled()).map(
        (player, at) =>
          html`<label
            ><input
              class="covering"
              type="radio"
              name="dealer"
              value=${at}
              .checked=${filled().dealer === at}
              @change=${() => fill({ dealer: at })}
            /><span>${player}${known[at] === undefined || known[at] === null ? "" : ` (${known[at]})`}</span></label
          >`,
      )}<label
        ><input
          class="covering"
          type="radio"
          name="dealer"
          value="unknown"
          .checked=${filled().dealer === null && !filled().sizes.length}
          @change=${() => fill({ dealer: null, sizes: [] })}
        /><span>${t("companion.dealer unknown")}</span></label
      >
    </div>
    <details>
      <summary>${t("companion.sizes")}</summary>
      <ul class="c-sizes">
        ${seatedOf(filled()).map(
          (player, at) =>
            html`<li>
              <label
                ><span>${player}</span
                ><input
                  type="number"
                  min="0"
                  max="40"
                  inputmode="numeric"
                  .value=${known[at] === null || known[at] === undefined ? "" : String(known[at])}
                  @change=${(/** @type {Event} */ event) =>
                    fill(withSize(filled(), companion.boxes, at, value(event)))}
              /></label>
            </li>`,
        )}
      </ul>
    </details>
  </fieldset>`;
}

const levels = () =>
  html`<fieldset>
    <legend>${t("companion.level")}</legend>
    <div class="c-chips">
      ${LEVELS.map(
        (level) =>
          html`<label
            ><input
              class="covering"
              type="radio"
              name="level"
              value=${level}
              .checked=${filled().level === level}
              @change=${() => fill({ level })}
            /><span>${t(`companion.level ${level}`)}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
