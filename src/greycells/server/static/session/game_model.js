/**
 * How a game goes on for this page: what each frame of the server changes, and what has to be done about it. Pure, so that
 * recorded games can be run through it.
 */

import { withHidden } from "./answers_seen.js";
import { momentsIn, MOST, seatOf } from "./sightings.js";
import { turnEndsItself } from "./turn_end_model.js";

/** @import {Bubble, Frame, Game, Line, Plan, TableView, Word} from "../types/types.js" */
/** @typedef {Extract<Frame, {type: "said"}>} Said */

/**
 * What the device wants: turns that end by themselves, forced answers that are given; and the words of what was said.
 * @typedef {{ends: boolean, answers: boolean, wordsOf: (said: Said) => string}} Device
 */

/**
 * What is to be done because of a frame, by whoever can do it.
 * @typedef {{do: "fetch edition", table: TableView} | {do: "load notebook"} | {do: "give answers", chair: number}
 *   | {do: "end turn", decision: number} | {do: "reveal nonces", hashes: readonly string[]} | {do: "forget nonces"} | {do: "close dialog", kind?: "accuse"}} Task
 */

/** A notice above the page: words by their key, or a sentence of the server's. @typedef {{key: string, more?: string} | {sentence: string, rule: string | null}} Notice */

/** @typedef {{changes: Partial<Game>, tasks?: Task[], notice?: Notice}} After */

/** What is forgotten of a game with its table, or when another seat looks. */
export const emptyTable = () => ({
  scene: null,
  fresh: [],
  choice: null,
  log: [],
  answers: [],
  moments: [],
  opening: null,
  verdict: null,
  held: null,
  unshown: null,
  laidOpen: false,
  caughtUp: -1,
  notebook: null,
  help: [],
  reason: null,
  hintSteps: 0,
  declined: [],
  review: null,
  deal: null,
  steps: null,
  lookedBack: null,
  devices: 0,
  asking: null,
  lastPicks: null,
  lastChoice: "",
  lastId: "",
  dealing: false,
  marker: null,
  bubbles: [],
  unread: 0,
  ending: null,
  thrown: null,
});

/** @returns {Game} */
export const emptyGame = () => ({
  connection: "none",
  table: null,
  yours: [],
  chair: null,
  present: [],
  ...emptyTable(),
  seen: {},
  muted: [],
  tab: "board",
  handover: null,
  filter: false,
  pen: { sign: "", colour: "" },
  sending: false,
});

/** The plan with everything that it leaves unsaid. @param {TableView} table @returns {Plan} */
export const planOf = (table) => ({
  edition: "classic",
  chairs: [{}, {}, {}],
  clock: { kind: "none" },
  help: "none",
  spectators: true,
  public: false,
  house_rules: [],
  ...table.plan,
});

/** The suspect of a chair; nobody's is null. @param {TableView | null | undefined} table @param {number | null} chair @returns {Word | null} */
export const suspectAt = (table, chair) => (chair === null ? null : (table?.chairs[chair]?.suspect ?? null));

/** The chair of a seat that plays this suspect, or -1. @param {TableView | null} table @param {string | null} word */
export const chairOfSuspect = (table, word) => table?.chairs.findIndex((chair) => chair.suspect === word) ?? -1;

/** The game after these frames, with everything that is to be done. @param {Game} game @param {Frame[]} frames @param {Device} device @returns {Required<Pick<After, "changes" | "tasks">> & {notices: Notice[]}} */
export function afterFrames(game, frames, device) {
  /** @type {Game} */
  let now = { ...game, fresh: [] };
  /** @type {Task[]} */
  const tasks = [];
  /** @type {Notice[]} */
  const notices = [];
  for (const frame of frames) {
    const after = afterFrame(now, frame, device);
    now = { ...now, ...after.changes };
    tasks.push(...(after.tasks ?? []));
    if (after.notice) notices.push(after.notice);
  }
  // What was picked goes with its question, and the window that asks whether it is meant goes with that.
  if (!now.choice) now.asking = null;
  if (game.asking && !now.asking) tasks.push({ do: "close dialog", kind: "accuse" });
  // The case file opens on the board: nobody misses it over a notebook.
  if (now.table?.state === "over" && game.table?.state === "running") now.tab = "board";
  if (now.table?.state === "running") tasks.push({ do: "forget nonces" });
  return { changes: now, tasks, notices };
}

/** @param {Game} now @param {Frame} frame @param {Device} device @returns {After} */
export function afterFrame(now, frame, device) {
  switch (frame.type) {
    case "hello":
      return afterHello(now, frame, device);
    case "changed":
      return afterChange(now, frame);
    case "happened":
      return afterEvents(now, frame);
    case "look":
      return { changes: { scene: frame, choice: now.choice?.decision === frame.number ? now.choice : null } };
    case "said":
      return { changes: afterTalk(now, frame, device) };
    case "remarked":
      return { changes: { log: [...now.log, remark(frame, frame.text)] } };
    case "choose":
      return afterQuestion(now, frame, device);
    case "present":
      return { changes: { present: frame.chairs } };
    case "noted":
      return { changes: {}, tasks: (now.notebook?.version ?? 0) < frame.version ? [{ do: "load notebook" }] : [] };
    case "helped":
      return { changes: { help: [...now.help, frame] } };
    case "devices": {
      const changes = { devices: frame.others };
      return frame.joined ? { changes, notice: { key: "device.joined", more: "device.look" } } : { changes };
    }
    case "refused":
      return { changes: afterRefusal(now, frame.id), notice: { sentence: frame.sentence, rule: frame.rule ?? null } };
    case "maintenance":
    case "done":
      return { changes: {} };
  }
}

/** @param {Game} now @param {Extract<Frame, {type: "hello"}>} frame @param {Device} device @returns {After} */
function afterHello(now, frame, device) {
  const { table, yours, present, seq, nonce_hashes } = frame;
  const { chair } = now;
  /** @type {Task[]} */
  const tasks = [{ do: "fetch edition", table }];
  const plays = chair !== null && table.state === "running" && !table.chairs[chair]?.resigned;
  if (plays && device.answers && !frame.auto) tasks.push({ do: "give answers", chair });
  if (nonce_hashes) tasks.push({ do: "reveal nonces", hashes: nonce_hashes });
  if (!frame.anew) {
    const caughtUp = now.caughtUp < 0 ? now.seen[chair ?? -1] || seq : now.caughtUp;
    return { changes: { caughtUp, table, yours, present, dealing: nonce_hashes !== undefined }, tasks };
  }
  // The server has gone back to an older backup: what was seen since then has not happened, and all comes again.
  tasks.push({ do: "close dialog" });
  if (chair !== null) tasks.push({ do: "load notebook" });
  return { changes: { ...emptyTable(), seen: {}, caughtUp: seq, table, yours, present, sending: false }, tasks };
}

/** Who plays a seat now is told in the log, and whose seat a bot plays is asked nothing. @param {Game} now @param {Extract<Frame, {type: "changed"}>} frame @returns {After} */
function afterChange(now, frame) {
  const { table, words, nonce_hashes } = frame;
  const away = now.chair !== null && table.chairs[now.chair]?.away;
  return {
    changes: {
      table,
      dealing: Boolean(nonce_hashes),
      yours: now.yours.filter((chair) => table.chairs[chair]?.name),
      log: words ? [...now.log, remark(frame, words)] : now.log,
      ...(away ? { choice: null, asking: null, ending: null } : {}),
    },
    tasks: [
      { do: "fetch edition", table },
      ...(nonce_hashes ? [/** @type {const} */ ({ do: "reveal nonces", hashes: nonce_hashes })] : []),
    ],
  };
}

/** @param {{seq: number, at: number}} frame @param {string} words @returns {Line} */
const remark = ({ seq, at }, words) => ({ seq, at, kind: "remark", words });

/** @param {Game} now @param {Extract<Frame, {type: "happened"}>} frame @returns {After} */
function afterEvents(now, frame) {
  const { seq, at, sightings } = frame;
  const table = frame.table ?? now.table;
  const lines = sightings.map(
    (event, number) => /** @type {Line} */ ({ seq, at, kind: "event", words: frame.words?.[number] ?? "", event }),
  );
  const isNew = seq > now.caughtUp;
  const own = suspectAt(table, now.chair);
  const movedForMe = isNew && frame.by === "clock" && own !== null && sightings.some((one) => seatOf(one) === own);
  return {
    changes: {
      ending: null,
      log: [...now.log, ...lines],
      answers: withHidden(now.answers, now.log, lines, own),
      table,
      choice: null,
      fresh: isNew ? [...now.fresh, ...sightings] : [],
      moments: isNew ? [...now.moments, ...momentsIn(sightings, own)].slice(-MOST) : now.moments,
    },
    ...(movedForMe ? { notice: { key: "clock.moved" } } : {}),
  };
}

/** @param {Game} now @param {Said} frame @param {Device} device @returns {Partial<Game>} */
function afterTalk(now, frame, device) {
  const { seq, at, name, chair } = frame;
  const words = device.wordsOf(frame);
  const isNew = seq > now.caughtUp;
  return {
    log: [...now.log, { seq, at, kind: "chat", words, name, chair }],
    bubbles: isNew ? withBubble(now.bubbles, frame, words) : now.bubbles,
    unread: now.unread + (isNew && isUnread(now, chair) ? 1 : 0),
  };
}

/** Whether a message is from somebody else and isn't in sight. @param {Game} game @param {number | null} chair */
const isUnread = ({ tab, yours, muted }, chair) =>
  tab !== "log" && !yours.includes(chair ?? -1) && !muted.includes(chair ?? -1);

/** The bubbles, with one more for a phrase or a reaction of somebody who has a seat. @param {Bubble[]} bubbles @param {Said} said @param {string} words */
function withBubble(bubbles, { seq, chair, phrase, reaction }, words) {
  if (chair === null || !(phrase || reaction)) return bubbles;
  return [...bubbles, { seq, chair, words, reaction: reaction ?? "" }];
}

/** @param {Game} now @param {Extract<Frame, {type: "choose"}>} frame @param {Device} device @returns {After} */
function afterQuestion(now, frame, device) {
  const { decision, options, until } = frame;
  // A connection that was lost asks again what it asked before: picked cards stay picked, and no turn begins to end again.
  const again = now.choice?.decision === decision;
  const ends = !again && turnEndsItself(now, options, device);
  return {
    changes: {
      choice: { decision, options, until: until ?? null },
      sending: false,
      ending: again ? now.ending : ends ? decision : null,
      asking: again ? now.asking : null,
    },
    tasks: ends ? [{ do: "end turn", decision }] : [],
  };
}

/** If it is what was chosen that is refused, the cards that were picked for it lie there again. @param {Game} now @param {string} id @returns {Partial<Game>} */
const afterRefusal = (now, id) =>
  now.sending && id === now.lastId ? { asking: now.choice ? now.lastPicks : now.asking, sending: false } : {};

/** A choice of the game goes to the server. On a phone, whoever rolls beside an open notebook sees the squares in reach. @param {Game} game @param {string} what @param {string} id that of its command @returns {Partial<Game>} */
export const afterPlay = (game, what, id) => ({
  sending: true,
  lastId: id,
  lastChoice: what,
  lastPicks: game.asking,
  asking: null,
  moments: [],
  verdict: null,
  ending: null,
  tab: what === "roll" ? "board" : game.tab,
});

/** The chair to look from once the game has begun, where there is only one. @param {Game} game */
export function ownChair({ table, yours }) {
  const begun = table?.state === "running" || table?.state === "over";
  return begun && yours.length === 1 ? yours[0] : null;
}

/**
 * Whose turn it is to take a device that several share: another chair than the one that looks now, or null.
 * @param {Game} game
 */
export function nextAtDevice({ table, yours, chair, scene, handover }) {
  if (yours.length < 2) return handover;
  const next = scene?.to_act ? chairOfSuspect(table, scene.to_act) : -1;
  if (scene && yours.includes(next) && next !== chair) return next;
  return chair !== null && handover !== null && next !== handover ? null : handover;
}
