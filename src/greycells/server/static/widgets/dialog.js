/** Small windows over the page: a rule, what stands behind a mark, settings, and questions that want a yes. */

import { chairOf, command, planOf, play, seatLink, turnDeafTo } from "../session.js";
import { callMe, prefer, speak } from "../settings.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { LANGUAGES, abroad, language, t } from "../words.js";
import { behindCard, behindMark, behindPlayer, reason } from "./behind.js";
import { beside } from "./beside.js";
import { called, cardName } from "./token.js";
import { isHost } from "./players.js";
import { ruleText } from "./rule.js";

/** @import {EditionPrint, Settings} from "../types.js" */

export function dialog() {
  if (!state.dialog) return nothing;
  const { kind, id } = state.dialog;
  const [title, body] = content(kind, id, printed());
  return html`<div
    class="veil"
    @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && close()}
  >
    <div class="dialog" role="dialog" aria-modal="true" aria-labelledby="dialog-title" tabindex="-1" @keydown=${trap}>
      <h2 id="dialog-title">${title}</h2>
      ${body}
      <div class="buttons"><button class="quiet" @click=${close}>${t("app.close")}</button></div>
    </div>
  </div>`;
}

/** The printed box that a rule is looked up in. */
function printed() {
  const key = state.table ? planOf(state.table).edition : state.route.name === "rules" ? state.route.id : "";
  return state.editions[key] ?? null;
}

const close = () => update({ dialog: null });

/** Keys stay inside the window, and Escape closes it. @param {KeyboardEvent} event */
function trap(event) {
  if (event.key === "Escape") close();
  if (event.key !== "Tab") return;
  const inside = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button, a, input, select")];
  const [first, last] = [inside[0], inside[inside.length - 1]];
  const here = document.activeElement;
  if (event.shiftKey ? here === first || here === event.currentTarget : here === last) {
    event.preventDefault();
    /** @type {HTMLElement} */ (event.shiftKey ? last : first).focus();
  }
}

/** @param {string} kind @param {string} id @param {EditionPrint | null} edition @returns {[string, unknown]} */
function content(kind, id, edition) {
  switch (kind) {
    case "rule":
      return ruleText(id, edition);
    case "behind":
      return edition ? [t("note.behind", { card: cardName(edition, id) }), behindCard(edition, id)] : [id, nothing];
    case "mark":
      return edition ? aboutMark(edition, id) : [id, nothing];
    case "reason":
      return [t("note.why title"), reason()];
    case "player":
      return edition ? [cardName(edition, id), aboutPlayer(id)] : [id, nothing];
    case "beside":
      return [t("table.sit too"), beside(Number(id))];
    case "accuse":
      return [t("do.accuse"), sure(edition)];
    case "resign":
      return [
        t("game.resign"),
        html`<p>${t("game.resign sure")}</p>
          <button
            class="danger"
            @click=${() => {
              close();
              void command({ type: "resign", chair: state.chair });
            }}
          >
            ${t("game.resign")}
          </button>`,
      ];
    case "link":
      return [
        t("game.link"),
        html`<p>${t("game.link note")}</p>
          <p class="address">
            ${id ||
            html`<button @click=${async () => update({ dialog: { kind: "link", id: await seatLink() } })}>
              ${t("game.link")}
            </button>`}
          </p>`,
      ];
    default:
      return [t("app.settings"), settings()];
  }
}

/** @param {EditionPrint} edition @param {string} id @returns {[string, unknown]} */
function aboutMark(edition, id) {
  const [card, holder] = id.split("|");
  return [cardName(edition, card), behindMark(edition, card, holder)];
}

/** What a player answered, and whether one wants to hear what they say. @param {string} word */
function aboutPlayer(word) {
  const at = chairOf(word);
  const chair = state.table?.chairs[at];
  const other = chair?.name && !state.yours.includes(at);
  return html`${chair?.name ? html`<p>${chair.name}</p>` : nothing}
    ${other
      ? html`<p class="buttons">
          <button aria-pressed=${state.unheard.includes(at)} @click=${() => turnDeafTo(at)}>
            ${t(state.unheard.includes(at) ? "mute.again" : "mute.me")}
          </button>
          ${isHost()
            ? html`<button
                aria-pressed=${chair.muted}
                @click=${() => command({ type: "mute", chair: at, muted: !chair.muted })}
              >
                ${t(chair.muted ? "mute.all again" : "mute.all")}
              </button>`
            : nothing}
        </p>`
      : nothing}
    <h3>${t("note.answers")}</h3>
    ${behindPlayer(word)}`;
}

/** @param {EditionPrint | null} edition */
function sure(edition) {
  const picked = state.asking?.picked ?? [];
  if (!edition || picked.some((word) => !word)) return nothing;
  const [suspect, weapon, room] = picked.map((word) => called(edition, word ?? ""));
  return html`<p>${t("pick.sure", { theory: t("pick.sentence", { suspect, weapon, room }) })}</p>
    <button class="danger" @click=${() => play({ do: "accuse", theory: picked })}>${t("pick.yes")}</button>`;
}

const settings = () =>
  html`${choice("theme", ["system", "light", "dark"])}${choice("motion", ["usual", "fast", "none"])}
    <fieldset class="choice">
      <label
        ><input
          type="checkbox"
          .checked=${state.settings.sound}
          @change=${() => prefer({ sound: !state.settings.sound })}
        />
        ${t("settings.sound")}</label
      >
      <label
        ><input type="checkbox" .checked=${state.settings.notify} @change=${() => callMe(!state.settings.notify)} />
        ${t("settings.notify")}</label
      >
    </fieldset>
    <fieldset class="choice">
      <legend>${t("settings.language")}</legend>
      ${Object.entries(LANGUAGES).map(([tag, name]) => voice("language", name, tag, abroad))}
    </fieldset>
    <fieldset class="choice">
      <legend>${t("settings.names")}</legend>
      ${voice("names", t("settings.own"), language, false)}${voice("names", t("settings.abroad"), language, true)}
    </fieldset>`;

/** In which words the game speaks. @param {string} group @param {string} name @param {string} tag @param {boolean} other */
const voice = (group, name, tag, other) =>
  html`<label lang=${group === "language" ? tag : nothing}
    ><input
      type="radio"
      name=${group}
      .checked=${tag === language && other === abroad}
      @change=${() => speak(tag, other)}
    />
    ${name}</label
  >`;

/** @param {"theme" | "motion"} name @param {string[]} values */
const choice = (name, values) =>
  html`<fieldset class="choice">
    <legend>${t(`settings.${name}`)}</legend>
    ${values.map(
      (value) =>
        html`<label
          ><input
            type="radio"
            name=${name}
            .checked=${state.settings[name] === value}
            @change=${() => prefer(/** @type {Partial<Settings>} */ ({ [name]: value }))}
          />
          ${t(`settings.${value}`)}</label
        >`,
    )}
  </fieldset>`;
