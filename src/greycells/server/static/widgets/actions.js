/** What can be done now: exactly the options that the server gave, each with its rule one tap away. */

import { play } from "../session.js";
import { state, update } from "../store.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../words.js";
import { card } from "./card.js";
import { called, cardName } from "./token.js";
import { ruleButton } from "./rule.js";

/** @import {EditionPrint, Options} from "../types.js" */

/** @param {EditionPrint} edition */
export function actions(edition) {
  const { choice, look } = state;
  if (!look || !choice) return nothing;
  const { options } = choice;
  const busy = state.sending;
  return html`<div class="actions" role="group" tabindex="-1" aria-label=${look.ask}>
    ${options.roll
      ? action(
          "roll",
          "primary",
          t(edition.dice > 1 ? "do.roll" : "do.roll one"),
          "MOVE-1 MOVE-2",
          () => play({ do: "roll" }),
          busy,
        )
      : nothing}
    ${options.show ? showing(edition, options.show, busy) : nothing}
    ${options["cannot show"]
      ? action("cannot show", "primary", t("do.cannot"), "SHOW-1", () => play({ do: "cannot show" }), busy)
      : nothing}
    ${options.suggest
      ? action("suggest", "primary", t("do.suggest"), "SUG-1", () => open("suggest", options), busy)
      : nothing}
    ${options.moves ? walking(edition, options, busy) : nothing}
    ${options.passage
      ? action(
          "take passage",
          "",
          t("do.passage", { place: called(edition, options.passage) }),
          "PASS-4 PASS-5",
          () => play({ do: "take passage" }),
          busy,
        )
      : nothing}
    ${options.snoop?.map((word) =>
      action(
        "snoop",
        "primary",
        t("do.snoop", { who: cardName(edition, word) }),
        "SNOOP-2",
        () => play({ do: "snoop", owner: word }),
        busy,
      ),
    )}
    ${options["end turn"]
      ? action(
          "end turn",
          options.suggest || options.moves || options.snoop ? "" : "primary",
          t("do.end"),
          "TURN-1",
          () => play({ do: "end turn" }),
          busy,
        )
      : nothing}
    ${options["take back"]
      ? action("take back", "quiet", t("do.back"), "TURN-1", () => play({ do: "take back" }), busy)
      : nothing}
    ${options.accuse
      ? action("accuse", "danger", t("do.accuse"), "ACC-1", () => open("accuse", options), busy)
      : nothing}
  </div>`;
}

/** The cards to choose from when one has to be shown. @param {EditionPrint} edition @param {string[]} cards @param {boolean} busy */
const showing = (edition, cards, busy) =>
  html`<span class="action"
    >${cards.map(
      (word) =>
        html`<button
          class="show-card"
          data-do="show"
          data-card=${word}
          ?disabled=${busy}
          @click=${() => play({ do: "show", card: word })}
        >
          ${card(edition, word, { small: true })}<span>${t("do.show", { card: cardName(edition, word) })}</span>
        </button>`,
    )}${ruleButton("SHOW-2", t("do.show", { card: "" }))}</span
  >`;

/**
 * @param {string} name what is done, as the wire has it @param {string} look @param {string} words @param {string} rule
 * @param {() => unknown} go @param {boolean} busy
 */
const action = (name, look, words, rule, go, busy) =>
  html`<span class="action"
    ><button class=${look} data-do=${name} ?disabled=${busy} @click=${go}>${words}</button>${ruleButton(
      rule,
      words,
    )}</span
  >`;

/** @param {EditionPrint} edition @param {Options} options @param {boolean} busy */
function walking(edition, options, busy) {
  const places = [...new Set([...(options.moves?.ends ?? []), ...(options.moves?.pauses ?? [])])];
  const areas = new Set(Object.values(edition.board.letters).map((area) => area.name));
  const here = state.look?.pawns[options.seat];
  const rooms = places.filter((place) => areas.has(place) && place !== here);
  const squares = places.filter((place) => !areas.has(place) && place !== here);
  return html`<p class="where">${t("do.where")} ${ruleButton("MOVE-3 MOVE-10 MOVE-13", t("do.walk"))}</p>
    <span class="walk" role="group" aria-label=${t("do.walk")}>
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
              const { value } = /** @type {HTMLSelectElement} */ (event.target);
              if (value) void play({ do: "move", to: value });
            }}
          >
            <option value="">${t("do.choose square")}</option>
            ${squares.map((place) => html`<option value=${place}>${place}</option>`)}
          </select>`
        : nothing}</span
    >
    ${here && places.includes(here)
      ? action("stay", "", t("do.stay"), "MOVE-8", () => play({ do: "move", to: here }), busy)
      : nothing}`;
}

/**
 * Begin to pick cards; where only one room can be named, it is.
 * @param {"suggest" | "accuse"} kind
 * @param {Options} options
 */
function open(kind, options) {
  const rooms = options.suggest?.rooms ?? [];
  update({ asking: { kind, picked: [null, null, kind === "suggest" && rooms.length === 1 ? rooms[0] : null] } });
}
