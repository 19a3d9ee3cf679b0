/** The speaker: sound on or off by one tap, on every screen. */

import { prefer, settings } from "./settings.js";
import { html, svg } from "../vendor/lit-html.js";
import { t } from "./words.js";

const WAVES = svg`<path d="M15.5 9q2.4 3 0 6M18.4 6.4q4.6 5.6 0 11.2"></path>`;
const CROSS = svg`<path d="M16 9.4 21 14.6M21 9.4 16 14.6"></path>`;

/** @param {{alone?: boolean}} [where] alone: in the corner of a page without a head */
export const muteButton = ({ alone = false } = {}) =>
  html`<button
    class=${alone ? "mute alone" : "mute"}
    aria-pressed=${!settings.sound}
    aria-label=${t("sound.mute")}
    title=${t("sound.mute")}
    @click=${() => prefer({ sound: !settings.sound })}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path class="horn" d="M3 9.6V14.4H6.6L12 19V5L6.6 9.6Z"></path>
      ${settings.sound ? WAVES : CROSS}
    </svg>
  </button>`;
