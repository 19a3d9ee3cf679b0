import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { newPage } from "./fake_page.mjs";
import { game, scene } from "./tables.mjs";
import { listenForKeys } from "client/game/shortcuts.js";
import { emptyGame } from "client/session/game_model.js";
import { updateGame } from "client/session/game_state.js";
import { updatePage } from "client/ui/page.js";
import { settings } from "client/ui/settings.js";
import { loadWords } from "client/ui/words.js";

await loadWords();
listenForKeys();

/** A button of the game, with its key. */
class Button {
  clicks = 0;
  constructor(key) {
    this.key = key;
  }
  click() {
    this.clicks += 1;
  }
}
Object.assign(globalThis, { HTMLElement: Button, SVGElement: class {}, CSS: { escape: (text) => text } });

/** The page has these buttons, and the focus is on none. @param {Button[]} buttons */
const offers = (...buttons) =>
  Object.assign(document, {
    closest: () => null,
    querySelector: (selector) => buttons.find(({ key }) => selector.includes(`[data-key="${key}"]`)) ?? null,
  });

/** Press a key; says whether it did something. */
function press(key, more = {}) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ...more });
  document.dispatchEvent(event);
  return event.defaultPrevented;
}

describe("a key in a game", () => {
  beforeEach(() => {
    newPage();
    Object.assign(settings, { keys: true });
    updatePage({ route: { name: "table", id: "t1", query: "" }, dialog: null });
    updateGame(game({ scene: scene() }));
  });
  afterEach(() => {
    updateGame(emptyGame());
    offers();
  });

  test("presses the button that has it", () => {
    const [roll, hurry] = [new Button("r"), new Button("f")];
    offers(roll, hurry);
    assert.deepEqual([press("F"), roll.clicks, hurry.clicks], [true, 0, 1]);
  });
  test("does nothing where no button has it", () => {
    offers(new Button("r"));
    for (const key of ["f", "e"]) assert.equal(press(key), false);
  });
  test("that is held down is pressed once", () => {
    const roll = new Button("r");
    offers(roll);
    press("r");
    press("r", { repeat: true });
    assert.equal(roll.clicks, 1);
  });
});
