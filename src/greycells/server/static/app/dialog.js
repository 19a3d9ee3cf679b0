/** Small windows over the page: a rule, what stands behind a mark, settings, and questions that want a yes. */

import { lazyLoad } from "../ui/lazy_load.js";
import { toggleMuted } from "../session/muted_players.js";
import { chairOf, command, play } from "../session/session.js";
import { planOf } from "../session/game_model.js";
import { seatLink } from "../tables/seat_link.js";
import { boxes } from "../board/editions.js";
import { game } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";
import { html, nothing } from "../vendor/lit-html.js";
import { t } from "../ui/words.js";
import "../words/game.js";
import { evidenceForCard, evidenceForMark, evidenceForPlayer, reason } from "../notebook/mark_evidence.js";
import { beside } from "../tables/add_player.js";
import { botFace, botLine, botName, botRank } from "../offers/bot_face.js";
import { card } from "../board/card.js";
import { reportForm } from "../game/report_form.js";
import { seenByPlayer } from "../notebook/seen_note.js";
import { keys, settingsForm } from "./settings_form.js";
import { called, cardName } from "../board/token.js";
import { isHost, namesInGame } from "../game/players.js";
import { ruleText } from "../rulebook/rule_link.js";

/** @import {EditionPrint} from "../types/types.js" */

/** Only the table before the start needs these. */
const seatChoices = lazyLoad(() => import("../tables/seat_choices.js"));

/** Only a replay needs these. */
const playingOn = lazyLoad(() => import("../replay/play_on.js"));
const sharing = lazyLoad(() => import("../replay/share_game.js"));

/** Windows that ask before something is done that can't be undone. */
const SURE = new Set(["accuse", "resign"]);

export function dialog() {
  if (!page.dialog) return nothing;
  const { kind, id } = page.dialog;
  const edition = printed();
  const [title, body] = content(kind, id, edition);
  return html`<div
    class="veil"
    @click=${(/** @type {Event} */ event) => event.target === event.currentTarget && close()}
  >
    <div class="dialog" role="dialog" aria-modal="true" aria-labelledby="dialog-title" tabindex="-1" @keydown=${trap}>
      <h2 id="dialog-title">${title}</h2>
      ${body}
      <div class="buttons">
        ${sure(kind, edition)}<button class="quiet" @click=${close}>
          ${t(SURE.has(kind) ? "app.not yet" : "app.close")}
        </button>
      </div>
    </div>
  </div>`;
}

/** The printed box that a rule is looked up in. */
function printed() {
  const key = game.table ? planOf(game.table).edition : page.route.name === "rules" ? page.route.id : "";
  return boxes[key] ?? null;
}

const close = () => updatePage({ dialog: null });

/** Keys stay inside the window, and Escape closes it. @param {KeyboardEvent} event */
function trap(event) {
  if (event.key === "Escape") close();
  if (event.key !== "Tab") return;
  const inside = [
    .../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button, a, input, select, textarea"),
  ];
  const [first, last] = [inside[0], inside[inside.length - 1]];
  const here = document.activeElement;
  if (event.shiftKey ? here === first || here === event.currentTarget : here === last) {
    event.preventDefault();
    /** @type {HTMLElement} */ (event.shiftKey ? last : first).focus();
  }
}

/** @param {string} kind @param {string} id @param {EditionPrint | null} edition @returns {[string, unknown]} */
function content(kind, id, edition) {
  switch (kind) {
    case "rule":
      return ruleText(id, edition);
    case "behind":
      return edition
        ? [t("note.behind", { card: cardName(edition, id) }), evidenceForCard(edition, id)]
        : [id, nothing];
    case "mark":
      return edition ? aboutMark(edition, id) : [id, nothing];
    case "reason":
      return [t(id === "hint" ? "note.hint" : "note.why title"), reason()];
    case "player":
      return edition ? [cardName(edition, id), aboutPlayer(id, edition)] : [id, nothing];
    case "report":
      return [t("report.title"), reportForm(id)];
    case "beside":
      return [t("table.sit too"), beside(Number(id))];
    case "suspect":
      return [
        t("table.suspect", { number: Number(id) + 1 }),
        edition ? seatChoices()?.suspectChoice(edition, Number(id)) : nothing,
      ];
    case "sitter":
      return [t("table.level", { number: Number(id) + 1 }), seatChoices()?.sitterChoice(Number(id))];
    case "play on":
      return playingOn()?.playOn() ?? [t("game.play on"), nothing];
    case "share":
      return sharing()?.shareGame() ?? [t("game.share"), nothing];
    case "accuse":
      return [t("do.accuse"), accusation(edition)];
    case "resign":
      return [t("game.resign"), html`<p>${t("game.resign sure")}</p>`];
    case "link":
      return [
        t("game.link"),
        html`<p>${t("game.link note")}</p>
          <p class="address">${id || html`<button @click=${showLink}>${t("device.show")}</button>`}</p>
          ${devices()}`,
      ];
    case "keys":
      return [t("keys.title"), keys()];
    default:
      return [t("app.settings"), settingsForm()];
  }
}

const showLink = async () => updatePage({ dialog: { kind: "link", id: await seatLink() } });

/** Who else plays this seat, and how to stop it. */
const devices = () =>
  html`<p>${game.devices ? t("device.others", { count: game.devices }) : t("device.none")}</p>
    <p class="buttons">
      <button
        @click=${async () => {
          if (await command({ type: "new link", chair: game.chair })) await showLink();
        }}
      >
        ${t("device.new link")}
      </button>
      ${game.devices
        ? html`<button class="danger" @click=${() => command({ type: "remove devices", chair: game.chair })}>
            ${t("device.remove")}
          </button>`
        : nothing}
    </p>`;

/** @param {EditionPrint} edition @param {string} id @returns {[string, unknown]} */
function aboutMark(edition, id) {
  const [card, holder] = id.split("|");
  return [cardName(edition, card), evidenceForMark(edition, card, holder)];
}

/** What a player answered, and whether one wants to hear what they say. @param {string} word @param {EditionPrint} edition */
function aboutPlayer(word, edition) {
  const at = chairOf(word);
  const chair = game.table?.chairs[at];
  const other = chair?.name && !game.yours.includes(at);
  return html`${chair?.name ? html`<p>${chair.name}</p>` : chair?.bot ? introduced(chair.bot, word) : nothing}
    ${other
      ? html`<p class="buttons">
          <button aria-pressed=${game.muted.includes(at)} @click=${() => toggleMuted(at)}>
            ${t(game.muted.includes(at) ? "mute.again" : "mute.me")}
          </button>
          ${isHost()
            ? html`<button
                aria-pressed=${chair.muted}
                @click=${() => command({ type: "mute", chair: at, muted: !chair.muted })}
              >
                ${t(chair.muted ? "mute.all again" : "mute.all")}
              </button>`
            : nothing}
          ${game.yours.length
            ? html`<button @click=${() => updatePage({ dialog: { kind: "report", id: word } })}>
                ${t("report.open")}
              </button>`
            : nothing}
        </p>`
      : nothing}
    ${seenByPlayer(edition, word)}
    <h3>${t("note.answers")}</h3>
    ${evidenceForPlayer(word)}`;
}

/** What the player of a suspect is called in this game. @param {string} word */
const nameOf = (word) =>
  game.table && namesInGame(game.table)[(game.table.seats ?? []).findIndex(([suspect]) => suspect === word)];

/** A bot: who it is, and how it plays. @param {string} level @param {string} word */
const introduced = (level, word) =>
  html`<p class="bot-intro">
    ${botFace(level)}<span
      ><b>${nameOf(word) ?? botName(level)}</b> <small>${botRank(level)}</small><br />${botLine(level)}</span
    >
  </p>`;

/** The button that does what the window asks about. @param {string} kind @param {EditionPrint | null} edition */
function sure(kind, edition) {
  if (kind === "resign") return html`<button class="danger" @click=${resign}>${t("game.resign")}</button>`;
  const picked = game.asking?.picked ?? [];
  if (kind !== "accuse" || !edition || picked.some((word) => !word)) return nothing;
  return html`<button class="danger" @click=${() => play({ do: "accuse", theory: picked })}>${t("pick.yes")}</button>`;
}

function resign() {
  close();
  void command({ type: "resign", chair: game.chair });
}

/** What is about to be named, and what is at stake. @param {EditionPrint | null} edition */
function accusation(edition) {
  const picked = game.asking?.picked ?? [];
  if (!edition || picked.some((word) => !word)) return nothing;
  const [suspect, weapon, room] = picked.map((word) => called(edition, word ?? ""));
  return html`<div class="cards accused-cards">${picked.map((word) => card(edition, word ?? ""))}</div>
    <p>${t("pick.sure", { theory: t("pick.sentence", { suspect, weapon, room }) })}</p>`;
}
