/** The sheet: every card and who may have it. What is certain is marked, the rest is shaded by how likely it is. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { inspect, shareWords } from "./cell_panel.js";
import { companion, current } from "./companion_state.js";
import { choosable, choosePlayer, pick, suggester } from "./pad_controller.js";
import { chosenCards } from "./pad_model.js";
import { holderOf, kindsOf, likelihood, shadeOf } from "./sheet_model.js";

/** @import {CompanionView} from "../types/wire.js" */

/** What stands in a box that is certain. @type {Record<string, string>} */
const CERTAIN = { yes: "✓", no: "·" };

export function sheet() {
  const view = current();
  if (!view) return nothing;
  const { players, me } = view.setup;
  const { mode } = companion.pad;
  return html`<table class="c-sheet" data-version=${view.version} data-entries=${view.entries.length}>
    <thead>
      <tr>
        <td></td>
        ${players.map(
          (name, at) =>
            html`<th scope="col" class=${at === me ? "of-player me" : "of-player"}>
              <button
                class="c-player"
                data-by=${at}
                aria-pressed=${mode !== "open" && suggester() === at}
                ?disabled=${!choosable() || mode === "open"}
                @click=${() => choosePlayer(at)}
              >
                <span>${name}</span>${view.sizes[at] === null ? nothing : html`<small>${view.sizes[at]}</small>`}
              </button>
            </th>`,
        )}
        <th scope="col" class="file"><span>${t("companion.file")}</span></th>
      </tr>
    </thead>
    ${kindsOf(view).map(
      ([kind, first, count]) =>
        html`<tbody aria-label=${t(`companion.${kind}`)}>
          ${Array.from({ length: count }, (_, at) => row(view, first + at))}
        </tbody>`,
    )}
  </table>`;
}

/** @param {CompanionView} view @param {number} card */
function row(view, card) {
  const holder = holderOf(view, card);
  const solved = holder === view.setup.players.length;
  const held = holder >= 0 ? (solved ? "c-guilty" : "c-held") : "";
  return html`<tr class=${held}>
    <th scope="row">
      <button
        class="c-card"
        data-card=${card}
        aria-pressed=${chosenCards(companion.pad).includes(card)}
        ?disabled=${!choosable()}
        @click=${() => pick(card)}
      >
        ${view.names[card]}
      </button>
    </th>
    ${view.sheet.shares[card].map((share, at) => cell(view, card, at, share))}
  </tr>`;
}

/** @param {CompanionView} view @param {number} card @param {number} at @param {number} share */
function cell(view, card, at, share) {
  const file = at === view.setup.players.length;
  const how = likelihood(share);
  const words = shareWords(share);
  const look = (/** @type {Event} */ event) => {
    event.preventDefault();
    inspect(card, at);
  };
  const here = companion.cell?.card === card && companion.cell.holder === at;
  return html`<td
    class=${`${how} ${file ? "file" : ""} ${here ? "here" : ""}`}
    .style=${how === "likely" ? `--chance: ${shadeOf(share)}` : ""}
    data-share=${share}
  >
    <button
      class="c-cell"
      data-cell=${`${card}-${at}`}
      aria-label=${t("companion.cell", {
        card: view.names[card],
        holder: file ? t("companion.case file") : view.setup.players[at],
        says: words,
      })}
      title=${words}
      @click=${look}
      @contextmenu=${look}
    >
      ${CERTAIN[how] ?? (share > 0 && file ? Math.round(share * 100) : "")}
    </button>
  </td>`;
}
