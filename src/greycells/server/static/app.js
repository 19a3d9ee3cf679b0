/** The page: the state drawn as a screen, again whenever it changes. */

import { ask, report } from "./api.js";
import { keepHelp } from "./advice.js";
import { keepLesson, light } from "./coach.js";
import { arrive, followLinks, onRoute, screenOf } from "./router.js";
import { about } from "./screens/about.js";
import { enterFirst, first } from "./screens/first.js";
import { game, wipe } from "./screens/game.js";
import { enterGames, games } from "./screens/games.js";
import { enterHome, home } from "./screens/home.js";
import { enterPlan, newTable } from "./screens/plan.js";
import { enterReplay, replay } from "./screens/replay.js";
import { enterRules, rules } from "./screens/rules.js";
import { closedTable, table } from "./screens/table.js";
import { install } from "./install.js";
import { afterwards, clearPanels, whenSettled } from "./panels.js";
import { leave, planOf, visit } from "./session.js";
import { loadSettings } from "./settings.js";
import "./sounds.js";
import { listen, state, update } from "./store.js";
import { html, render } from "./vendor/lit-html.js";
import { coach } from "./widgets/coach.js";
import { dialog } from "./widgets/dialog.js";
import { banner, head, sorry } from "./widgets/frame.js";
import { t } from "./words.js";

const root = document.createElement("div");
root.id = "app";
let focusBefore = /** @type {Element | null} */ (null);
let called = false;
let chose = false;

/** Go to the screen of an address. @param {string} path */
async function enter(path) {
  const route = screenOf(path);
  leave();
  wipe();
  clearPanels();
  update({
    route,
    table: null,
    look: null,
    trouble: null,
    toast: null,
    dialog: null,
    playing: false,
    steps: null,
    handover: null,
    heard: [],
    lesson: null,
  });
  try {
    switch (route.name) {
      case "home":
        return await enterHome();
      case "new":
        return await enterPlan();
      case "table":
        return await visit(route.id);
      case "games":
        return await enterGames();
      case "first":
        return await enterFirst();
      case "rules":
        return await enterRules(route.id);
      case "replay":
      case "record":
        return await enterReplay(route.name, route.id);
    }
  } catch (problem) {
    report(problem);
  }
}

function screen() {
  if (state.trouble) return html`${head()}${sorry(state.trouble.title, state.trouble.sentence)}`;
  switch (state.route.name) {
    case "home":
      return home();
    case "new":
      return newTable();
    case "table":
      return atTable();
    case "games":
      return games();
    case "first":
      return first();
    case "about":
      return about();
    case "rules":
      return rules(state.route.id);
    case "replay":
    case "record":
      return replay();
    default:
      return html`${head()}${sorry(t("trouble.page"), t("trouble.page note"))}`;
  }
}

function atTable() {
  const printed = state.table && state.editions[planOf(state.table).edition];
  if (!state.table || !printed || state.line === "none")
    return html`${head()}
      <main class="sorry" id="page"><p>${t("app.loading")}</p></main>`;
  if (state.table.state === "closed") return closedTable(state.table);
  if (state.table.state === "open") return table(state.table, printed);
  const played = game(state.table, printed);
  return state.table.lesson ? html`<div class="lesson">${coach(printed)}${played}</div>` : played;
}

/** The printed box that a rule is looked up in. */
function printed() {
  const key = state.table ? planOf(state.table).edition : state.route.name === "rules" ? state.route.id : "";
  return state.editions[key] ?? null;
}

function draw() {
  render(html`<a class="skip" href="#page">${t("app.skip")}</a>${banner()}${screen()}${dialog(printed())}`, root);
  const open = document.querySelector(".dialog");
  if (open && !open.contains(document.activeElement)) {
    focusBefore = document.activeElement;
    /** @type {HTMLElement} */ (open.querySelector("input:not([type=radio])") ?? open).focus();
  } else if (!open && focusBefore) {
    if (focusBefore instanceof HTMLElement && focusBefore.isConnected) focusBefore.focus();
    focusBefore = null;
  }
  afterwards(keepPlace);
  call();
  keepHelp();
  keepLesson();
  light();
}

/** Whoever chose by key goes on from the next choices, although the button that was pressed is gone. */
function keepPlace() {
  const choices = document.querySelector(".doing .actions, .doing .picker");
  if (!chose || document.activeElement !== document.body || !(choices instanceof HTMLElement)) return;
  choices.focus({ preventScroll: true });
}

/** The title and the icon call whoever is to choose. */
function call() {
  const yours = state.route.name === "table" && state.choice !== null;
  const name = state.route.name === "table" && state.table ? t("table.title", { code: state.table.code }) : "";
  document.title = [yours ? `● ${t("app.your turn")}` : "", name, t("app.name")].filter(Boolean).join(" · ");
  if (yours === called) return;
  called = yours;
  if (yours && document.hidden) tell();
  document.querySelector("link[rel=icon]")?.setAttribute("href", yours ? "/static/icon-turn.svg" : "/static/icon.svg");
}

/** Tell somebody who looks elsewhere, if they asked for it. */
function tell() {
  if (!state.settings.notify || Notification.permission !== "granted") return;
  const body = state.look?.ask ?? "";
  const options = { body, icon: "/static/icon-192.png", tag: state.route.id };
  void navigator.serviceWorker.ready.then((worker) => worker.showNotification(t("app.your turn"), options));
}

async function begin() {
  loadSettings();
  afterwards(install);
  listen(draw);
  whenSettled(light);
  onRoute((path) => void enter(path));
  followLinks();
  document.addEventListener("focusin", (event) => {
    chose = /** @type {Element} */ (event.target).closest(".doing, .lights") !== null;
  });
  // A seat's secret link is answered by a plain form: nothing to draw over it.
  if (screenOf(location.pathname).name === "seat") return;
  document.querySelector("main.plain")?.remove();
  document.body.append(root);
  draw();
  arrive();
  // A clock that runs is drawn again every second.
  setInterval(() => state.choice?.until && update({}), 1000);
  try {
    update({ guest: (await ask("/api/guest")).name });
  } catch (problem) {
    report(problem);
  }
}

void begin();
