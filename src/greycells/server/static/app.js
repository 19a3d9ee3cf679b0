/** The page: the state drawn as a screen, again whenever it changes. */

import { ScreenError, loadModule, ask, report } from "./ui/api.js";
import { banner } from "./app/banner.js";
import { isPlain, routeOf, SCREENS } from "./app/routes.js";
import { installServiceWorker } from "./app/service_worker_setup.js";
import { loadSoundsOnTap } from "./app/sound_loading.js";
import { lastEdition } from "./offers/play_choice.js";
import { lazyLoad } from "./ui/lazy_load.js";
import { afterwards, first } from "./ui/staged_render.js";
import { arrive, currentPath, followLinks, onRoute } from "./ui/router.js";
import { loadSettings, settings } from "./ui/settings.js";
import { game } from "./session/game_state.js";
import { page, updatePage } from "./ui/page.js";
import { ScreenChanger } from "./ui/screen_changer.js";
import { listen } from "./ui/store.js";
import { html, nothing, render } from "./vendor/lit-html.js";
import { head, links, troublePage } from "./ui/page_frame.js";
import { url } from "./ui/url.js";
import { t } from "./ui/words.js";

/** @import {Route, Screen} from "./types/types.js" */

const NOWHERE = /** @type {Screen} */ ({
  draw: () => html`${head()}${troublePage(t("trouble.page"), t("trouble.page note"))}`,
});
/** Milliseconds until a page has time for what may be needed. */
const LEISURE = 2000;
const fetchDialogs = () => import("./app/dialog.js");
const dialogs = lazyLoad(fetchDialogs);

const root = document.createElement("div");
root.id = "app";
/** The screens, where the focus was before a window, and what was called or chosen last. */
const shell = {
  screens: new ScreenChanger({
    load: async ({ name }) => (name in SCREENS ? loadModule(SCREENS[name]) : NOWHERE),
    show: showScreen,
    refuse: showProblem,
  }),
  focusBefore: /** @type {Element | null} */ (null),
  calling: false,
  choosing: false,
};

/** @param {Route} route @param {AbortSignal} signal */
function showScreen(route, signal) {
  replacePlainPage();
  updatePage({ route, signal, trouble: null, toast: null, dialog: null });
}

/** Say why a screen can't be shown, or what is missing on it. @param {unknown} problem */
function showProblem(problem) {
  if (problem instanceof ScreenError)
    updatePage({ trouble: { title: problem.title, sentence: problem.message }, toast: null });
  else report(problem);
}

function draw() {
  const { screen } = shell.screens;
  if (!screen) return;
  const shown = page.trouble ? html`${head()}${troublePage(page.trouble.title, page.trouble.sentence)}` : screen.draw();
  render(
    html`<a class="skip-link" href="#page">${t("app.skip")}</a>${banner()}${shown}${page.dialog
        ? dialogs()?.dialog()
        : nothing}`,
    root,
  );
  markParts();
  const open = document.querySelector(".dialog");
  if (open && !open.contains(document.activeElement)) {
    shell.focusBefore = document.activeElement;
    /** @type {HTMLElement} */ (open.querySelector("input:not([type=radio])") ?? open).focus();
  } else if (!open && shell.focusBefore) {
    if (shell.focusBefore instanceof HTMLElement && shell.focusBefore.isConnected) shell.focusBefore.focus();
    shell.focusBefore = null;
  }
  afterwards(keepPlace);
  showTurn();
}

/** Parts of the page on which the style of other parts depends: a class of the page, and how to find the part. */
const PARTS = {
  footed: ":scope > .foot",
  "at-game": ":scope > .game",
  "at-lesson": ":scope > .lesson",
  clocked: ":scope > .game :is(.clock, .practice-mark)",
  picking: ":scope > .game .picker",
};

/** Classes instead of `:has()`: with that, every picture that is drawn would have a part of the whole page styled again. */
function markParts() {
  for (const [name, part] of Object.entries(PARTS)) root.classList.toggle(name, root.querySelector(part) !== null);
}

/**
 * During a game a tap or a message is one task and drawing what came of it another, so that neither is long. A small window
 * opens and closes at once, because the next key is meant for what has the focus then; and a page that nobody looks at is
 * drawn at once, because its title calls.
 */
function drawSoon() {
  const playing = game.scene && game.handover === null && page.route.name === "table" && !document.hidden;
  const windowed = !game.sending && (page.dialog !== null) !== (document.querySelector(".dialog") !== null);
  if (playing && !windowed) first(draw);
  else draw();
}

/** Replace what could be read before any script ran. */
function replacePlainPage() {
  if (root.isConnected) return;
  document.querySelector("main.plain")?.remove();
  document.body.append(root);
}

/** A player who chose by key goes on from the next choices, although the button that was pressed is gone. */
function keepPlace() {
  const choices = document.querySelector(".turn-panel .actions, .turn-panel .picker");
  if (!shell.choosing || document.activeElement !== document.body || !(choices instanceof HTMLElement)) return;
  choices.focus({ preventScroll: true });
}

/** The title says what the page is, and with the icon when it is your turn. */
function showTurn() {
  const yours = page.route.name === "table" && game.choice !== null;
  const { table } = game;
  const named = page.route.name === "table" && table;
  const name = named
    ? t(table.practice ? "table.practice" : "table.title", { code: table.code })
    : (root.querySelector("main h1")?.textContent?.trim() ?? "");
  const parts = new Set([yours ? `● ${t("app.your turn")}` : "", name, t("app.name")].filter(Boolean));
  document.title = [...parts].join(" · ");
  if (yours === shell.calling) return;
  shell.calling = yours;
  if (yours && document.hidden) notify();
  document.querySelector("link[rel=icon]")?.setAttribute("href", url(`/static/icon-${yours ? "turn" : "tab"}.png`));
}

/** Notify a player who looks elsewhere, if they asked for it. */
function notify() {
  if (!settings.notify || Notification.permission !== "granted") return;
  const body = game.scene?.ask ?? "";
  const options = { body, icon: url("/static/icon-192.png"), tag: page.route.id };
  void navigator.serviceWorker.ready.then((worker) => worker.showNotification(t("app.your turn"), options));
}

async function begin() {
  loadSettings();
  loadSoundsOnTap();
  afterwards(installServiceWorker);
  links.rules = () => url(`/rules/${game.table?.plan.edition ?? lastEdition()}`);
  listen(drawSoon);
  onRoute(() => void shell.screens.enter(routeOf(currentPath(), location.search)));
  followLinks();
  document.addEventListener("focusin", (event) => {
    shell.choosing = /** @type {Element} */ (event.target).closest(".turn-panel, .lights") !== null;
  });
  if (isPlain(currentPath())) return;
  arrive();
  // A rule can be read even if the connection is lost by then; if this fails, it is tried again with the tap.
  setTimeout(() => void fetchDialogs().catch(() => null), LEISURE);
  // A clock that runs is drawn again every second.
  setInterval(
    () => (game.choice?.until || page.maintenance) && updatePage({ second: Math.floor(Date.now() / 1000) }),
    1000,
  );
  try {
    updatePage({ guest: (await ask("/api/guest")).name });
  } catch (problem) {
    // The companion says by itself that there is no connection, and goes on without.
    if (routeOf(currentPath(), "").name !== "companion") report(problem);
  }
}

void begin();
