/** A visit to a table: frames become state, choices become commands. */

import { Problem, ask, report } from "../ui/api.js";
import { editionOf } from "../board/editions.js";
import { fetchOffer } from "../offers/offer.js";
import { Connection } from "./connection.js";
import { unheardAt } from "./muted_players.js";
import { forgetNonces, revealNonces } from "../dealing/nonces.js";
import { loadNotebook } from "./notebook_pages.js";
import { MOST, momentsIn, seatOf } from "./sightings.js";
import { withBubble, wordsOf } from "./spoken_words.js";
import { dropCurtain, heldBack } from "./curtain.js";
import { drawNow } from "../ui/staged_render.js";
import { emptyTable, state, update } from "../ui/store.js";
import { changed, isNews, refused } from "./table_changes.js";
import { chose, endsSoon } from "./turn_end.js";
import { t } from "../ui/words.js";
import "../words/game.js";

/** @import {Frame, Plan, State, TableView} from "../types/types.js" */

/** @type {Connection | null} */
let line = null;
/** What came before this is no news: it was seen from this chair before, or is the past of a table just entered. */
let caughtUp = -1;
/** Up to where each chair of this device has seen the game. @type {Map<number | null, number>} */
const seen = new Map();

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

/** The chair of a seat that plays this suspect. @param {string | null} word */
export const chairOf = (word) => state.table?.chairs.findIndex((chair) => chair.suspect === word) ?? -1;

/** The suspect that this viewer plays. */
export const mine = () => (state.chair === null ? null : (state.table?.chairs[state.chair]?.suspect ?? null));

/** Go to a table: from one's own chair at once, or looking on until one has sat down and it begins. @param {string} id */
export async function visit(id) {
  disconnect();
  seen.clear();
  update({ ...emptyTable(), table: null, yours: [], chair: null, line: "opening", trouble: null, handover: null });
  update({ unheard: unheardAt(id) });
  if (!(await known(id))) return;
  const chair = ownChair();
  if (chair === null) call(id, null);
  else await sitAt(chair);
}

/** @param {string} id @param {number | null} chair */
function call(id, chair) {
  if (line) seen.set(line.chair, line.seq);
  line?.close();
  dropCurtain();
  update({ ...emptyTable(), chair, line: "opening" });
  caughtUp = -1;
  line = new Connection(id, chair, hear, () => known(id));
}

/** Whether a table is there and lets one in; otherwise the page says why not. @param {string} id */
async function known(id) {
  try {
    const table = /** @type {TableView} */ (await ask(`/api/tables/${id}`));
    await Promise.all([editionOf(planOf(table)), fetchOffer()]);
    // Whoever has gone elsewhere meanwhile is not called back.
    if (state.route.id !== id) return false;
    update({ table, yours: table.yours ?? [] });
    if (state.chair !== null && !state.yours.includes(state.chair)) {
      leaveSeat(table);
      return false;
    }
    const turnedAway = state.line === "lost" && state.yours.length === 0 && state.look === null;
    if (turnedAway && table.state !== "open" && !planOf(table).spectators) {
      update({ trouble: { title: t("trouble.watch"), sentence: t("trouble.watch note") }, line: "none" });
      return false;
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const banned = problem.status === 403;
    if (banned || problem.status === 404) {
      const sentence = banned ? problem.message : t("trouble.table note");
      update({ trouble: { title: t(banned ? "trouble.banned" : "trouble.table"), sentence }, line: "none" });
      return false;
    }
  }
  return true;
}

/** This device was removed from its seat: nothing of what the seat saw stays on the page. @param {TableView} table */
function leaveSeat(table) {
  const [title, sentence] = [t("device.removed title"), t("device.removed")];
  if (planOf(table).spectators) {
    call(table.id, null);
    update({ toast: { sentence, rule: null } });
  } else {
    disconnect();
    update({ ...emptyTable(), chair: null, trouble: { title, sentence }, line: "none" });
  }
}

/** The line to the table is no longer wanted. */
export function disconnect() {
  dropCurtain();
  line?.close();
  line = null;
}

/** @param {Frame[]} frames */
const hear = (frames) => take(heldBack(frames, caughtUp, take));

/** Take what has come. What came before is drawn first, so that each of it is on stage. @param {Frame[]} frames */
function take(frames) {
  if (!frames.length) return;
  drawNow();
  /** @type {Partial<State>} */
  const changes = { fresh: [] };
  for (const frame of frames) Object.assign(changes, taken(frame, { ...state, ...changes }));
  // The case file opens on the board: nobody misses it over a notebook.
  if (changes.table?.state === "over" && state.table?.state === "running") changes.tab = "board";
  update(changes);
  if (changes.look || changes.yours || changes.table) seatYourself();
  for (const frame of frames) if ("nonce_hashes" in frame) revealNonces(frame.nonce_hashes ?? [], command);
  if (state.table?.state === "running") forgetNonces();
}

/** @param {Frame} frame @param {State} now @returns {Partial<State>} */
function taken(frame, now) {
  switch (frame.type) {
    case "hello":
      if (caughtUp < 0) caughtUp = (now.chair !== null && seen.get(now.chair)) || frame.seq;
      void editionOf(planOf(frame.table));
      answersFor(now.chair, frame.auto ?? false, frame.table);
      if (frame.anew) return anew(frame, now);
      return { table: frame.table, yours: frame.yours, present: frame.present, dealing: "nonce_hashes" in frame };
    case "changed":
      void editionOf(planOf(frame.table));
      return changed(frame, now);
    case "happened":
      return happened(frame, now);
    case "look":
      return { look: frame, choice: now.choice?.decision === frame.number ? now.choice : null };
    case "said":
      return {
        bubbles: frame.seq > caughtUp ? withBubble(frame, now.bubbles) : now.bubbles,
        unread: now.unread + (frame.seq > caughtUp && isNews(frame.chair, now) ? 1 : 0),
        log: [
          ...now.log,
          {
            seq: frame.seq,
            at: frame.at,
            kind: "chat",
            words: wordsOf(frame),
            name: frame.name,
            chair: frame.chair,
          },
        ],
      };
    case "remarked":
      return { log: [...now.log, { seq: frame.seq, at: frame.at, kind: "remark", words: frame.text }] };
    case "choose":
      return {
        choice: { decision: frame.decision, options: frame.options, until: frame.until ?? null },
        sending: false,
        ending: endsSoon(frame, () => void play({ do: "end turn" })) ? frame.decision : null,
        // A line that has healed asks again what it asked before: the cards that were picked stay picked.
        asking: now.choice?.decision === frame.decision ? now.asking : null,
      };
    case "present":
      return { present: frame.chairs };
    case "noted":
      if (now.chair !== null && now.table && (now.notebook?.version ?? 0) < frame.version)
        void loadNotebook(now.table.id, now.chair);
      return {};
    case "devices":
      return frame.joined
        ? { devices: frame.others, toast: { sentence: t("device.joined"), rule: null, more: t("device.look") } }
        : { devices: frame.others };
    case "maintenance":
    case "done":
      return {};
    case "refused":
      return refused(frame, now);
  }
}

/** A setting of this device that the seat doesn't have yet is told to the server. @param {number | null} chair @param {boolean} auto @param {TableView} table */
function answersFor(chair, auto, table) {
  if (chair !== null && state.settings.answers && !auto && table.state === "running" && !table.chairs[chair]?.resigned)
    void command({ type: "auto answer", chair, on: true });
}

/** The server has gone back to an older backup: what was seen since then has not happened, and all comes again. @param {Extract<Frame, {type: "hello"}>} frame @param {State} now @returns {Partial<State>} */
function anew({ table, yours, present, seq }, now) {
  seen.clear();
  caughtUp = seq;
  if (now.chair !== null) void loadNotebook(table.id, now.chair);
  return { ...emptyTable(), table, yours, present, sending: false };
}

/** @param {Extract<Frame, {type: "happened"}>} frame @param {State} now @returns {Partial<State>} */
function happened(frame, now) {
  const lines = frame.sightings.map((event, at) => ({
    seq: frame.seq,
    at: frame.at,
    kind: /** @type {const} */ ("event"),
    words: frame.words?.[at] ?? "",
    event,
  }));
  const live = frame.seq > caughtUp;
  const word = now.chair === null ? null : ((frame.table ?? now.table)?.chairs[now.chair]?.suspect ?? null);
  const forMe = live && frame.by === "clock" && word !== null && frame.sightings.some((one) => seatOf(one) === word);
  return {
    ...(forMe ? { toast: { sentence: t("clock.moved"), rule: null } } : {}),
    ending: null,
    log: [...now.log, ...lines],
    table: frame.table ?? now.table,
    choice: null,
    fresh: live ? [...now.fresh, ...frame.sightings] : [],
    moments: live ? [...now.moments, ...momentsIn(frame.sightings, word)].slice(-MOST) : now.moments,
  };
}

/** The chair to look from once the game has begun, where there is only one. */
function ownChair() {
  const { table, yours } = state;
  const begun = table?.state === "running" || table?.state === "over";
  return begun && yours.length === 1 ? yours[0] : null;
}

/** Look from one's own chair; where several share a device, whoever is to choose is asked to take it first. */
function seatYourself() {
  const { yours, chair, look } = state;
  const own = ownChair();
  if (own !== null && own !== chair) void sitAt(own);
  if (yours.length < 2) return;
  const next = look?.to_act ? chairOf(look.to_act) : -1;
  if (look && yours.includes(next) && next !== chair)
    update({ handover: next, dialog: null, asking: null, moments: [], verdict: null, toast: null });
  else if (chair !== null && state.handover !== null && next !== state.handover) update({ handover: null });
}

/** Look from this chair. @param {number} chair */
export async function sitAt(chair) {
  if (!state.table) return;
  const { id } = state.table;
  update({ handover: null });
  call(id, chair);
  await loadNotebook(id, chair);
}

/**
 * Ask something of the table; a refusal is said at the top of the page.
 * @param {{type: string, chair?: number | null} & Record<string, unknown>} asked
 */
export async function command(asked) {
  const answer = await line?.send(asked);
  if (answer?.type !== "done") return null;
  const { chair } = asked;
  if (asked.type === "sit" && typeof chair === "number")
    update({ yours: [...new Set([...state.yours, chair])].sort() });
  if (asked.type === "stand" && state.table?.state === "open")
    update({ yours: state.yours.filter((other) => other !== chair) });
  return answer;
}

/** Make a choice of the game. On a phone, whoever rolls beside an open notebook sees the squares in reach. @param {Record<string, unknown>} action */
export async function play(action) {
  const { choice, chair, sending } = state;
  if (!choice || chair === null || sending) return;
  chose(String(action.do));
  const tab = action.do === "roll" ? "board" : state.tab;
  update({ sending: true, asking: null, dialog: null, toast: null, moments: [], verdict: null, ending: null, tab });
  await command({ type: "play", chair, decision: choice.decision, action });
}

/** Look at the same table from the same chair anew, as when squares are to be named otherwise. */
export function lookAgain() {
  if (!line || !state.table) return;
  const { chair, dialog } = state;
  seen.delete(chair);
  call(state.table.id, chair);
  update({ dialog });
  if (chair !== null) void loadNotebook(state.table.id, chair);
}

/** Have one's forced answers given, in this game too. @param {boolean} on */
export function answerForMe(on) {
  if (state.chair !== null && state.table?.state === "running")
    void command({ type: "auto answer", chair: state.chair, on });
}
