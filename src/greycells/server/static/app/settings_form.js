/** The settings of this device, and the list of keys. */

import { answerForMe, reconnect } from "../session/session.js";
import { notifyMe, prefer, settings, speak } from "../ui/settings.js";
import { KEYS } from "../game/shortcuts.js";
import { html, nothing } from "../vendor/lit-html.js";
import { url } from "../ui/url.js";
import { LANGUAGES, abroad, language, t } from "../ui/words.js";
import { notebookSettings } from "../notebook/notebook_settings.js";

/** @import {Settings} from "../types/types.js" */

/** Set the volume and play a sound at it. @param {Event} event */
async function setVolume(event) {
  prefer({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) });
  (await import("../stage/sounds.js")).playSound("card seen");
}

/** Everything that a device prefers. */
export const settingsForm = () =>
  html`${choice("theme", ["system", "light", "dark"])}${choice("motion", ["usual", "fast", "none"])}
    <fieldset class="choice">
      <label
        ><input type="checkbox" .checked=${settings.sound} @change=${() => prefer({ sound: !settings.sound })} /> ${t(
          "settings.sound",
        )}</label
      >
      <label class="volume"
        >${t("sound.volume")}
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          .value=${String(settings.volume)}
          ?disabled=${!settings.sound}
          @change=${setVolume}
      /></label>
      <label
        ><input type="checkbox" .checked=${settings.notify} @change=${() => notifyMe(!settings.notify)} /> ${t(
          "settings.notify",
        )}</label
      >
    </fieldset>
    ${notebookSettings()}
    <fieldset class="choice">
      <legend>${t("settings.play")}</legend>
      ${check("answers", answerForMe)}<small>${t("settings.answers note")}</small>
      ${check("ends")}${check("coordinates", reconnect)}${check("keys")}
    </fieldset>
    <fieldset class="choice">
      <legend>${t("settings.language")}</legend>
      ${Object.entries(LANGUAGES).map(([tag, name]) => voice("language", name, tag, abroad))}
    </fieldset>
    <fieldset class="choice">
      <legend>${t("settings.names")}</legend>
      ${voice("names", t("settings.own"), language, false)}${voice("names", t("settings.abroad"), language, true)}
    </fieldset>
    <p><a href=${url("/my-data")}>${t("settings.data")}</a></p>`;

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

/** A setting that is on or off. @param {"answers" | "ends" | "coordinates" | "keys"} name @param {(on: boolean) => void} [changed] */
const check = (name, changed) =>
  html`<label
    ><input
      type="checkbox"
      .checked=${settings[name]}
      @change=${() => {
        prefer({ [name]: !settings[name] });
        changed?.(settings[name]);
      }}
    />
    ${t(`settings.${name}`)}</label
  >`;

/** Every key, and whether keys do anything. */
export const keys = () =>
  html`<dl class="keys-list">
      ${KEYS.map(
        ([key, words]) =>
          html`<div>
            <dt>${key.split(" ").map((one) => html`<kbd>${one}</kbd> `)}</dt>
            <dd>${t(words)}</dd>
          </div>`,
      )}
    </dl>
    <fieldset class="choice">${check("keys")}</fieldset>`;

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
            .checked=${settings[name] === value}
            @change=${() => prefer(/** @type {Partial<Settings>} */ ({ [name]: value }))}
          />
          ${t(`settings.${value}`)}</label
        >`,
    )}
  </fieldset>`;
