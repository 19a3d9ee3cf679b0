/** The sheet: every card and who may have it. What is certain is marked, the rest is shaded by how likely it is. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/companion.js";
import { current } from "./book.js";
import { chosen, choosable, pad, pick, setBy, suggester } from "./pad_state.js";
import { inspect, inspected, said } from "./cell_panel.js";

/** @import {CompanionView} from "../types/wire.js" */

/** Steps of shading between impossible and certain. */
const STEPS = 8;

/** The cards of each kind, with the number of the first. @param {CompanionView} view @returns {[string, number, number][]} */
export function kinds(view) {
  const [suspects, weapons, rooms] = view.kinds;
  return [
    ["suspects", 0, suspects],
    ["weapons", suspects, weapons],
    ["rooms", suspects + weapons, rooms],
  ];
}

export function sheet() {
  const view = current();
  if (!view) return nothing;
  const { players, me } = view.setup;
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
                aria-pressed=${pad.mode !== "open" && suggester() === at}
                ?disabled=${!choosable() || pad.mode === "open"}
                @click=${() => setBy(at)}
              >
                <span>${name}</span>${view.sizes[at] === null ? nothing : html`<small>${view.sizes[at]}</small>`}
              </button>
            </th>`,
        )}
        <th scope="col" class="file"><span>${t("companion.file")}</span></th>
      </tr>
    </thead>
    ${kinds(view).map(
      ([kind, first, count]) =>
        html`<tbody aria-label=${t(`companion.${kind}`)}>
          ${Array.from({ length: count }, (_, at) => row(view, first + at))}
        </tbody>`,
    )}
  </table>`;
}

/** @param {CompanionView} view @param {number} card */
function row(view, card) {
  const holder = view.sheet.shares[card].indexOf(1);
  const solved = holder === view.setup.players.length;
  const held = holder >= 0 ? (solved ? "c-guilty" : "c-held") : "";
  return html`<tr class=${held}>
    <th scope="row">
      <button
        class="c-card"
        data-card=${card}
        aria-pressed=${chosen().includes(card)}
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
  const shade = share < 0 ? "unknown" : share === 1 ? "yes" : share === 0 ? "no" : "likely";
  const words = said(share);
  const look = (/** @type {Event} */ event) => {
    event.preventDefault();
    inspect(card, at);
  };
  const here = inspected()?.card === card && inspected()?.holder === at;
  return html`<td
    class=${`${shade} chance-${Math.ceil(share * STEPS)} ${file ? "file" : ""} ${here ? "here" : ""}`}
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
      ${share === 1 ? "✓" : share === 0 ? "·" : share > 0 && file ? Math.round(share * 100) : ""}
    </button>
  </td>`;
}
