/** Single keys for everything in a turn. A key presses the button that has it, so it can do only what is offered. */

import { afterwards } from "../ui/staged_render.js";
import { game, updateGame } from "../session/game_state.js";
import { page, updatePage } from "../ui/page.js";
import { settings } from "../ui/settings.js";
import { canTalk } from "./table_talk.js";
import "../words/game.js";

/** Keys that lead somewhere, where there is no button to press: what gets the focus. @type {Record<string, string>} */
const PLACES = {
  g: ".lights [tabindex='0']",
  c: ".talk input",
};
/** @type {Record<string, "board" | "notebook" | "log">} */
const TABS = { b: "board", k: "notebook", l: "log" };

/** Every key with what it does, in the order in which they are listed. @type {[string, string][]} */
export const KEYS = [
  ["R", "keys.roll"],
  ["G", "keys.go"],
  ["P", "keys.passage"],
  ["S", "keys.suggest"],
  ["1–9", "keys.show"],
  ["X", "keys.cannot"],
  ["N", "keys.note"],
  ["E", "keys.end"],
  ["Z", "keys.undo"],
  ["A", "keys.accuse"],
  ["F", "keys.hurry"],
  ["B K L", "keys.tabs"],
  ["C", "keys.chat"],
  ["Esc", "keys.skip"],
  ["?", "keys.list"],
];

/** Listen for keys from now on; they do something only while a game is on the page. */
export const listenForKeys = () => document.addEventListener("keydown", press);

/** Whether the focus is in a text field, or in a part of the page with keys of its own. @param {Element} target */
const isElsewhere = (target) =>
  target.closest(
    "input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], .notebook, .dialog",
  ) !== null;

/** A key that is held down is pressed once. @param {KeyboardEvent} event */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  if (!settings.keys || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (page.route.name !== "table" || !game.scene) return;
  if (isElsewhere(target) || page.dialog || game.handover !== null) return;
  if (act(event.key.toLowerCase(), isAtChat(target))) event.preventDefault();
}

/** Whether the focus is in the chat: keys pressed there are meant as text, even next to the field. @param {Element} target */
const isAtChat = (target) => canTalk() && target.closest(".page-log, .talk-menu") !== null;

/**
 * Do what a key stands for, if it can be done now.
 * @param {string} key @param {boolean} atChat where keys lead elsewhere, and choose nothing
 */
function act(key, atChat) {
  if (key === "?") return done(() => updatePage({ dialog: { kind: "keys", id: "" } }));
  if (!atChat && choose(key)) return true;
  if (key in TABS) return done(() => toTab(TABS[key]));
  const place = key in PLACES ? document.querySelector(PLACES[key]) : null;
  return place instanceof HTMLElement || place instanceof SVGElement ? done(() => place.focus()) : false;
}

/** Press the button that has a key. @param {string} key */
function choose(key) {
  const button = document.querySelector(`.game [data-key="${CSS.escape(key)}"]:enabled`);
  return button instanceof HTMLElement && done(() => button.click());
}

/** @param {() => void} work */
function done(work) {
  work();
  return true;
}

/** Bring a page of the game to the front, and the focus to it. @param {"board" | "notebook" | "log"} tab */
function toTab(tab) {
  updateGame({ tab, unread: tab === "log" ? 0 : game.unread });
  const places = { board: ".board-scroll", notebook: ".notebook .cell", log: ".page-log" };
  afterwards(() => /** @type {HTMLElement | null} */ (document.querySelector(places[tab]))?.focus());
}
