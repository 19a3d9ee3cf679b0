/** The bots as people: a face, a name, a rank, and how they play. */

import { lazyLoad } from "../ui/lazy_load.js";
import { character, isLevel, levelName } from "./offer.js";
import { html } from "../vendor/lit-html.js";

/** What the bot of a level is called; one that somebody brought keeps its own name. @param {string} level */
export const botName = (level) => character(level)?.character ?? levelName(level);

/**
 * What the players of a table are called, in this order: the second bot of one level has a number.
 * @param {string[]} names people by their names, bots by their levels
 */
export const namesAtTable = (names) =>
  names.map((name, at) => {
    const number = isLevel(name) ? names.slice(0, at + 1).filter((other) => other === name).length : 1;
    return number > 1 ? `${botName(name)} ${number}` : botName(name);
  });

/** The rank of the bot of a level. @param {string} level */
export const botRank = (level) => character(level)?.rank ?? "";

/** How the bot of a level plays, in one sentence. @param {string} level */
export const botLine = (level) => character(level)?.way ?? "";

/** The drawings come after the page can be used. */
const faces = lazyLoad(() => import("../board/detective_faces.js"));

/** Whether the faces are there: whatever shows one is drawn again then. */
export const facesReady = () => faces() !== null;

/** The face of the bot of a level, or initials until it is there, and for a bot without one. @param {string} level */
export const botFace = (level) =>
  html`<span class="bot-face" aria-hidden="true">${faces()?.detective(level) ?? initials(level)}</span>`;

/** @param {string} level */
const initials = (level) =>
  html`<svg viewBox="0 0 60 60">
    <circle cx="30" cy="30" r="30" fill="#1f4033"></circle>
    <text x="30" y="39" text-anchor="middle">
      ${botName(level)
        .split(" ")
        .map((word) => word[0])
        .slice(0, 2)
        .join("")}
    </text>
  </svg>`;
