/** My games: the tables where one has sat, and records to look at. */

import { ask, report } from "../ui/api.js";
import { editionTitle, fetchOffer } from "../offers/offer.js";
import { go } from "../ui/router.js";
import { gamesThatAre } from "./home_model.js";
import { home, updateHome } from "./home_state.js";
import { chosenFile } from "../ui/files.js";
import { page } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { foot, head } from "../ui/page_frame.js";
import { playForm } from "../offers/play_form.js";
import { allLinks, fetchLinks } from "../replay/share_game.js";
import { listed, when } from "../tables/table_list.js";
import { url } from "../ui/url.js";
import { t } from "../ui/words.js";
import { sealed } from "../board/home_art.js";

/** @import {Listed} from "../types/types.js" */

export async function enter() {
  const [games, records] = await Promise.all([ask("/api/games"), ask("/api/records"), fetchOffer(), fetchLinks()]);
  updateHome({ lists: { ...home.lists, games: games.tables, records: records.records } });
}

/** Games of one kind. @param {string} title @param {Listed[]} tables */
const group = (title, tables) =>
  tables.length
    ? html`<h2>${title}</h2>
        ${listed(tables)}`
    : nothing;

export const draw = () =>
  html`${head()}
    <main class="games" id="page" tabindex="-1">
      <h1>${t("games.title")}</h1>
      ${home.lists.games.length
        ? nothing
        : html`<section class="empty-list framed">
            ${sealed}
            <p>${t("games.none")}</p>
            <div class="buttons">
              ${playForm(t("home.play"), { kind: "primary" })}
              <a class="button" href=${url("/first")}>${t("home.tutorial")}</a>
            </div>
          </section>`}
      ${group(t("games.going on"), gamesThatAre(home.lists.games, "running"))}
      ${group(t("games.waiting"), gamesThatAre(home.lists.games, "open"))}
      ${group(t("games.finished"), gamesThatAre(home.lists.games, "over", "closed"))} ${allLinks()}
      <section>
        <h2>${t("games.upload")}</h2>
        <label class="button"
          >${t("games.choose")}<input class="file-input" type="file" accept=".case,.jsonl,text/plain" @change=${upload}
        /></label>
        ${home.lists.records.length
          ? html`<h3>${t("games.records")}</h3>
              <ul>
                ${home.lists.records.map(
                  (record) =>
                    html`<li>
                      <a href=${url(`/record/${record.id}`)}
                        ><b>${editionTitle(record.edition)}</b><small>${when(record.at)}</small></a
                      >
                    </li>`,
                )}
              </ul>`
          : nothing}
      </section>
    </main>
    ${foot()}`;

/** @param {Event} event */
async function upload(event) {
  const file = chosenFile(event);
  if (!file) return;
  try {
    const record = await ask("/api/records", { method: "POST", body: file, signal: page.signal });
    go(`/record/${record.id}`);
  } catch (problem) {
    report(problem);
  }
}
