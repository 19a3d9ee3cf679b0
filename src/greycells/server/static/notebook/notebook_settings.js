/** What the notebook shows besides one's own marks: each of it can be left out. */

import { prefer } from "../ui/settings.js";
import { state } from "../ui/store.js";
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
          ><input
            type="checkbox"
            .checked=${state.settings[name]}
            @change=${() => prefer({ [name]: !state.settings[name] })}
          />
          ${t(`settings.note ${name}`)}</label
        >`,
    )}
  </fieldset>`;
