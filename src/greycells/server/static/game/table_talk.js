/** Table talk: what one can say to the others. In words, with a quick phrase, or with a reaction at one's pawn. */

import { reactionFace } from "../board/reaction_faces.js";
import { command } from "../session/session.js";
import { game } from "../session/game_state.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { closesItself } from "../ui/menu.js";

const PHRASES = [
  "hello",
  "good luck",
  "well played",
  "thank you",
  "hurry, please",
  "one moment",
  "I have it",
  "goodbye",
];
const REACTIONS = ["laugh", "wink", "wow", "think", "doubt", "sad", "bravo", "aha"];

/** Whether there is another person to talk to: bots don't read the chat. */
export const canTalk = () =>
  game.yours.length > 0 && Boolean(game.table?.chairs.some((one, at) => one.name && !game.yours.includes(at)));

/** The chat's text field and its phrases, above the log. */
export const talk = () =>
  html`<form
    class="talk"
    @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (
        /** @type {HTMLFormElement} */ (event.target).elements.namedItem("text")
      );
      if (input.value.trim()) void command({ type: "say", text: input.value.trim() });
      input.value = "";
    }}
  >
    <input name="text" maxlength="200" autocomplete="off" aria-label=${t("log.say")} placeholder=${t("log.say")} />
    <select
      aria-label=${t("log.quick")}
      .value=${""}
      @change=${(/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.target);
        if (select.value) void command({ type: "say", phrase: select.value });
        select.value = "";
      }}
    >
      <option value="">…</option>
      ${PHRASES.map((phrase) => html`<option value=${phrase}>${t(`phrase.${phrase}`)}</option>`)}</select
    ><button>${t("log.send")}</button>
  </form>`;

/** Reactions and quick phrases, one tap from the board. */
export const talkMenu = () =>
  canTalk()
    ? html`<details class="talk-menu">
        <summary @click=${closesItself} aria-label=${t("talk.menu")} title=${t("talk.menu")}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 4H20V15H11L6 20V15H4Z"></path>
          </svg>
        </summary>
        <div class="menu-list">
          <div class="reactions" role="group" aria-label=${t("talk.reactions")}>
            ${REACTIONS.map(
              (reaction) =>
                html`<button
                  aria-label=${t(`reaction.${reaction}`)}
                  title=${t(`reaction.${reaction}`)}
                  @click=${() => command({ type: "say", reaction })}
                >
                  ${reactionFace(reaction)}
                </button>`,
            )}
          </div>
          <div class="phrases" role="group" aria-label=${t("talk.phrases")}>
            ${PHRASES.map(
              (phrase) =>
                html`<button @click=${() => command({ type: "say", phrase })}>${t(`phrase.${phrase}`)}</button>`,
            )}
          </div>
        </div>
      </details>`
    : nothing;

/** How many messages have not been read, as a number; in words to those who listen. */
export const unreadBadge = () =>
  game.unread
    ? html`<b class="unread" aria-hidden="true">${game.unread}</b
        ><span class="visually-hidden">${t("game.unread", { count: game.unread })}</span>`
    : nothing;
