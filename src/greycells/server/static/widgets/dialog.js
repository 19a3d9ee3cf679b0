/** Small windows over the page: a rule, what stands behind a mark, settings, and questions that want a yes. */

import { command, play, seatLink } from "../session.js";
import { prefer } from "../settings.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import { cardName } from "./card.js";

/** @import {EditionPrint, Line, Settings} from "../types.js" */

/** @param {EditionPrint | null} edition */
export function dialog(edition) {
  if (!state.dialog) return nothing;
  const { kind, id } = state.dialog;
  const [title, body] = content(kind, id, edition);
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

const close = () => update({ dialog: null });

/** Keys stay inside the window, and Escape closes it. @param {KeyboardEvent} event */
function trap(event) {
  if (event.key === "Escape") close();
  if (event.key !== "Tab") return;
  const inside = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button, a, input, select")];
  const [first, last] = [inside[0], inside[inside.length - 1]];
  if (event.shiftKey ? document.activeElement === first : document.activeElement === last) {
    event.preventDefault();
    /** @type {HTMLElement} */ (event.shiftKey ? last : first).focus();
  }
}

/** @param {string} kind @param {string} id @param {EditionPrint | null} edition @returns {[string, unknown]} */
function content(kind, id, edition) {
  switch (kind) {
    case "rule":
      return rule(id, edition);
    case "behind":
      return [
        t("note.behind", { card: edition ? cardName(edition, id) : id }),
        suggestions((lines) => lines[0].event?.theory?.includes(id) ?? false),
      ];
    case "behind who":
      return [
        t("note.behind who", { who: edition ? cardName(edition, id) : id }),
        suggestions((lines) => lines.some((line) => line.event?.seat === id && line.event.event !== "Suggested"), id),
      ];
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

/** @param {string} id @param {EditionPrint | null} edition @returns {[string, unknown]} */
function rule(id, edition) {
  const ids = id.split(" ");
  const shown = (edition?.rules ?? []).filter((one) => ids.includes(one.id));
  return [
    shown[0]?.section ?? t("app.rules"),
    html`${shown.map((one) => html`<p><b>${one.id}</b> ${one.text}</p>`)}
      <p><a href=${`/rules/${edition?.key ?? ""}#${shown[0]?.id ?? ""}`} target="_blank">${t("rules.all")}</a></p>`,
  ];
}

/**
 * The suggestions of the game with their answers, those that are wanted.
 * @param {(lines: Line[]) => boolean} wanted @param {string} [who]
 */
function suggestions(wanted, who) {
  /** @type {Line[][]} */
  const told = [];
  for (const line of state.log) {
    if (line.event?.event === "Suggested") told.push([line]);
    else if (told.length && ["CouldNotShow", "Shown"].includes(line.event?.event ?? ""))
      told[told.length - 1].push(line);
  }
  const found = told.filter(wanted);
  return found.length
    ? html`<ol class="behind">
        ${found.map(
          (lines) =>
            html`<li>
              ${lines
                .filter((line, at) => !who || at === 0 || line.event?.seat === who)
                .map((line) => html`<p>${line.words}</p>`)}
            </li>`,
        )}
      </ol>`
    : html`<p class="empty">${t("note.no suggestions")}</p>`;
}

/** @param {EditionPrint | null} edition */
function sure(edition) {
  const picked = state.asking?.picked ?? [];
  if (!edition || picked.some((word) => !word)) return nothing;
  const [suspect, weapon, room] = picked.map((word) => cardName(edition, word ?? ""));
  return html`<p>${t("pick.sure", { theory: t("pick.sentence", { suspect, weapon, room }) })}</p>
    <button class="danger" @click=${() => play({ do: "accuse", theory: picked })}>${t("pick.yes")}</button>`;
}

const settings = () =>
  html`${choice("theme", ["system", "light", "dark"])}${choice("motion", ["usual", "fast", "none"])}`;

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
