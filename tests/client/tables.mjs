/** Tables, scenes and frames for the cases: small ones of the classic edition, with three players. */

import { emptyGame } from "client/session/game_model.js";

/** The suspects of the three chairs. */
export const [PLUM, WHITE, GREEN] = ["Plum", "White", "Green"];

const chair = (suspect, name, more = {}) => ({
  suspect,
  name,
  bot: null,
  ready: true,
  host: false,
  muted: false,
  away: false,
  resigned: false,
  ...more,
});

/** A table of Ada, Bob and Cy. */
export const table = (more = {}) => ({
  id: "t1",
  code: "ABCDEF",
  state: "running",
  plan: { edition: "classic", help: "direct facts" },
  chairs: [chair(PLUM, "Ada"), chair(WHITE, "Bob"), chair(GREEN, "Cy")],
  seats: [
    [PLUM, "Ada"],
    [WHITE, "Bob"],
    [GREEN, "Cy"],
  ],
  commitment: "c",
  ...more,
});

/** The same table with one chair changed. */
export const tableWith = (at, change) => {
  const whole = table();
  return { ...whole, chairs: whole.chairs.map((one, index) => (index === at ? { ...one, ...change } : one)) };
};

/** A game seen from Ada's chair, which has caught up to frame 10. */
export const game = (more = {}) => ({ ...emptyGame(), table: table(), yours: [0], chair: 0, caughtUp: 10, ...more });

/** What Ada's page draws. */
export const scene = (more = {}) => ({
  type: "look",
  number: 5,
  ask: "",
  turn: 1,
  mover: PLUM,
  phase: "moving",
  to_act: PLUM,
  dice: [],
  steps: 0,
  hand: ["Rope", "Hall"],
  open_cards: [],
  out: [],
  pawns: {},
  ...more,
});

export const device = {
  ends: true,
  answers: false,
  wordsOf: (said) => said.text || said.phrase || said.reaction || "",
};

/** Frames, the next ones after what Ada has caught up with. */
export const hello = (more = {}) => ({
  type: "hello",
  table: table(),
  seq: 10,
  at: 1,
  yours: [0],
  present: [0, 1],
  ...more,
});
export const happened = (sightings, more = {}) => ({
  type: "happened",
  seq: 11,
  at: 2,
  decision: 1,
  by: "person",
  sightings,
  words: sightings.map(({ event }) => event),
  ...more,
});
export const choose = (options, more = {}) => ({
  type: "choose",
  decision: 5,
  options: { seat: PLUM, ...options },
  ...more,
});
export const said = (more = {}) => ({ type: "said", seq: 12, at: 3, name: "Bob", chair: 1, text: "Hi", ...more });

/** What can be seen. */
export const rolled = (number = 4) => ({ event: "Rolled", number, seat: WHITE, dice: [3, 4] });
export const suggested = (seat = WHITE, theory = ["Plum", "Rope", "Hall"]) => ({
  event: "Suggested",
  number: 6,
  seat,
  theory,
});
export const shown = (seat, to, card = null, number = 7) => ({ event: "Shown", number, seat, to, card });
export const accused = (seat = WHITE) => ({ event: "Accused", number: 8, seat, theory: ["Plum", "Rope", "Hall"] });
export const opened = (seat = WHITE, right = false, case_file = null) => ({
  event: "Opened",
  number: 9,
  seat,
  right,
  case_file,
});

/** What help has written after an event: for each card the signs of the three seats, then that of the case file. */
export const helped = (marks, event = 5) => ({ type: "helped", event, marks });
