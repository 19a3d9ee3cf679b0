/** What can be done now: exactly the options that the server gave. What belongs to every turn keeps its place. */

import { mine, play } from "../session/session.js";
import { game, updateGame } from "../session/game_state.js";
import { settings } from "../ui/settings.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { card } from "../board/card.js";
import { emptyPicks } from "./picker_model.js";
import { seenNote } from "../notebook/seen_note.js";
import { called, cardName, placeName } from "../board/token.js";
import { ruleButton } from "../rulebook/rule_link.js";

/** @import {EditionPrint, Options} from "../types/types.js" */

/** How many rooms and players fit above the turn's buttons, beside the widest boards. */
const MANY = 3;
/** Up to this many opponents are named in full. */
const FEW = 5;

/**
 * Two rows: what this moment offers besides (rooms to walk into, cards to show, a passage), and the four things of
 * every turn, always in the same places.
 * @param {EditionPrint} edition
 */
export function actions(edition) {
  const { choice, scene } = game;
  if (!scene || !choice) return nothing;
  const { options } = choice;
  const answering = options.show || options["cannot show"];
  const forced = answering && (options.show?.length ?? 0) + (options["cannot show"] ? 1 : 0) === 1;
  return html`<div class="actions" role="group" tabindex="-1" aria-label=${scene.ask}>
    <div class="other-actions">${besides(edition, options)}</div>
    ${forced && !game.table?.lesson && (settings.answers || scene.out.includes(mine() ?? ""))
      ? html`<p class="answers-later">${t("settings.answers later")}</p>`
      : nothing}
    ${answering ? nothing : everyTurn(edition, options, choice.decision)}
  </div>`;
}

/** Whether there are more rooms and players to choose from than fit there. @param {EditionPrint} edition @param {Options} options */
export const offersMany = (edition, options) => roomsIn(edition, options).length + (options.snoop?.length ?? 0) > MANY;

/** @param {EditionPrint} edition @param {Options} options */
function besides(edition, options) {
  const place = options.passage;
  return html`${options.show ? showing(edition, options.show) : nothing}
  ${options["cannot show"]
    ? action("cannot show", "primary", t("do.cannot"), "SHOW-1", () => play({ do: "cannot show" }), "x")
    : nothing}
  ${options.snoop?.length ? snooping(edition, options.snoop) : nothing}${options.moves
    ? walking(edition, options)
    : nothing}
  ${place
    ? action(
        "take passage",
        "",
        t("do.passage", { place: called(edition, place) }),
        "PASS-4 PASS-5",
        () => play({ do: "take passage" }),
        "p",
      )
    : nothing}
  ${game.choice && game.ending === game.choice.decision
    ? html`<span class="ending-note">${t("do.ending")}</span>`
    : nothing}
  ${options["take back"]
    ? action("take back", "quiet", t("do.back"), "TURN-1", () => play({ do: "take back" }), "z")
    : nothing}`;
}

/**
 * Roll, suggest, end the turn, accuse: what can't be done now is there all the same, and disabled.
 * @param {EditionPrint} edition @param {Options} options @param {number} decision
 */
function everyTurn(edition, options, decision) {
  const { roll, suggest, accuse } = options;
  const end = options["end turn"];
  const ending = game.ending === decision;
  const leads = !roll && !suggest && !options.moves && !options.snoop;
  const rules = [roll && "MOVE-1 MOVE-2", suggest && "SUG-1", end && "TURN-1", accuse && "ACC-1"];
  return html`<div class="main-actions">
    ${slot(
      "roll",
      "primary",
      t(edition.dice > 1 ? "do.roll" : "do.roll one"),
      roll && (() => play({ do: "roll" })),
      "r",
    )}
    ${slot("suggest", "primary", t("do.suggest"), suggest && (() => open("suggest", options)), "s")}
    ${slot(
      "end turn",
      `${leads ? "primary" : ""} ${ending ? "ending" : ""}`,
      t("do.end"),
      end && (() => play({ do: "end turn" })),
      "e",
    )}
    ${slot(
      "accuse",
      "danger",
      t(ending ? "do.accuse instead" : "do.accuse"),
      accuse && (() => open("accuse", options)),
      "a",
    )}
    ${ruleButton(rules.filter(Boolean).join(" "), t("do.now"))}
  </div>`;
}

/** The cards to choose from when one has to be shown. @param {EditionPrint} edition @param {string[]} cards */
const showing = (edition, cards) =>
  html`<span class="action"
    >${cards.map(
      (word, at) =>
        html`<button
          class="show-card"
          data-do="show"
          data-card=${word}
          data-key=${at + 1}
          aria-keyshortcuts=${at + 1}
          ?disabled=${game.sending}
          @click=${() => play({ do: "show", card: word })}
        >
          ${card(edition, word, { small: true })}<span>${t("do.show", {
            card: cardName(edition, word),
          })}</span>${seenNote(edition, word)}
        </button>`,
    )}${ruleButton("SHOW-2", t("do.show", { card: "" }))}</span
  >`;

/** Whose hand to look at: the question once, and a button for each, of many with the last of their names. @param {EditionPrint} edition @param {string[]} owners */
const snooping = (edition, owners) =>
  html`<span class="action snooping" role="group" aria-labelledby="snoop-on"
    ><span id="snoop-on">${t("do.snoop on")}</span>${ruleButton("SNOOP-2", t("do.snoop on"))}${owners.map(
      (word, at) =>
        html`<button
          class="primary"
          data-do="snoop"
          data-key=${at + 1}
          aria-keyshortcuts=${at + 1}
          aria-label=${t("do.snoop", { who: called(edition, word) })}
          title=${t("keys.press", { key: String(at + 1) })}
          ?disabled=${game.sending}
          @click=${() => play({ do: "snoop", owner: word })}
        >
          ${owners.length > FEW ? cardName(edition, word).split(" ").at(-1) : cardName(edition, word)}
        </button>`,
    )}</span
  >`;

/**
 * A button with its rule one tap away.
 * @param {string} name what is done, as the wire has it @param {string} look @param {string} words @param {string} rule
 * @param {() => unknown} go @param {string} key
 */
const action = (name, look, words, rule, go, key) =>
  html`<span class=${`action ${name.replaceAll(" ", "-")}`}
    ><button
      class=${look}
      data-do=${name}
      data-key=${key || nothing}
      aria-keyshortcuts=${key || nothing}
      title=${key ? t("keys.press", { key: key.toUpperCase() }) : nothing}
      ?disabled=${game.sending}
      @click=${go}
    >
      ${words}</button
    >${ruleButton(rule, words)}</span
  >`;

/**
 * A button that is always in the same place.
 * @param {string} name @param {string} look @param {string} words @param {false | undefined | null | (() => unknown)} go nothing where it can't be done
 * @param {string} key
 */
const slot = (name, look, words, go, key) =>
  html`<button
    class=${`slot ${go ? look : ""}`}
    data-do=${name}
    data-key=${key}
    aria-keyshortcuts=${key}
    title=${t("keys.press", { key: key.toUpperCase() })}
    ?disabled=${!go || game.sending}
    @click=${go || nothing}
  >
    <span>${words}</span>
  </button>`;

/** Where the pawn can go, or stop on its way. @param {Options} options */
const placesIn = ({ moves }) => [...new Set([...(moves?.ends ?? []), ...(moves?.pauses ?? [])])];

/** The rooms and other areas that can be walked into. @param {EditionPrint} edition @param {Options} options */
function roomsIn(edition, options) {
  const areas = new Set(Object.values(edition.board.letters).map((area) => area.name));
  return placesIn(options).filter((place) => areas.has(place) && place !== game.scene?.pawns[options.seat]);
}

/** @param {EditionPrint} edition @param {Options} options */
function walking(edition, options) {
  const busy = game.sending;
  const places = placesIn(options);
  const rooms = roomsIn(edition, options);
  const here = game.scene?.pawns[options.seat];
  const squares = places.filter((place) => !rooms.includes(place) && place !== here);
  return html`<span class="going"
      ><span class="walk" role="group" aria-label=${t("do.where")}>
        ${rooms.map(
          (room) =>
            html`<button
              ?disabled=${busy}
              aria-label=${t("do.into", { place: called(edition, room) })}
              @click=${() => play({ do: "move", to: room })}
            >
              ${cardName(edition, room)}
            </button>`,
        )}
        ${squares.length
          ? html`<select
              aria-label=${t("do.square")}
              ?disabled=${busy}
              .value=${""}
              @change=${(/** @type {Event} */ event) => {
                const list = /** @type {HTMLSelectElement} */ (event.target);
                const { value } = list;
                // The next question may have another list in its place: nothing is chosen of that.
                list.value = "";
                if (value) void play({ do: "move", to: value });
              }}
            >
              <option value="">${t("do.choose square")}</option>
              ${squares.map(
                (place) => html`<option value=${place}>${placeName(edition, place, squares).bare}</option>`,
              )}
            </select>`
          : nothing}</span
      >${ruleButton("MOVE-3 MOVE-10 MOVE-13", t("do.walk"))}</span
    >
    ${here && places.includes(here)
      ? action("stay", "", t("do.stay"), "MOVE-8", () => play({ do: "move", to: here }), "g")
      : nothing}`;
}

/** Begin to pick cards. @param {"suggest" | "accuse"} kind @param {Options} options */
const open = (kind, options) => updateGame({ ending: null, asking: emptyPicks(kind, options) });
