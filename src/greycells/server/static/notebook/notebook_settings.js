/** What the notebook shows besides your marks; each can be turned off. */

import { prefer, settings } from "../ui/settings.js";
import { html } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";

const CHOICES = /** @type {const} */ (["markers", "seen", "pens"]);

export const notebookSettings = () =>
  html`<fieldset class="choice">
    <legend>${t("note.title")}</legend>
    ${CHOICES.map(
      (name) =>
        html`<label
          ><input type="checkbox" .checked=${settings[name]} @change=${() => prefer({ [name]: !settings[name] })} />
          ${t(`settings.note ${name}`)}</label
        >`,
    )}
  </fieldset>`;
