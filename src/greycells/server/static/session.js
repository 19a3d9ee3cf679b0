/** A visit to a table: frames become state, choices become commands. */

import { Problem, ask, edition, report } from "./api.js";
import { Line } from "./line.js";
import { loadNotebook } from "./notes.js";
import { emptyTable, state, update } from "./store.js";
import { t } from "./words.js";

/** @import {Frame, Moment, Plan, Sighting, State, TableView} from "./types.js" */

/** @type {Line | null} */
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

/** So many cards lie there at once: a suggestion names three, and everybody may have to answer. */
const MOST = 3;

/** The chair of a seat that plays this suspect. @param {string | null} word */
export const chairOf = (word) => state.table?.chairs.findIndex((chair) => chair.suspect === word) ?? -1;

/** The suspect that this viewer plays. */
export const mine = () => (state.chair === null ? null : (state.table?.chairs[state.chair]?.suspect ?? null));

/** Go to a table: from one's own chair at once, or looking on until one has sat down and it begins. @param {string} id */
export async function visit(id) {
  hangUp();
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
  update({ ...emptyTable(), chair, line: "opening" });
  caughtUp = -1;
  line = new Line(id, chair, hear, () => known(id));
}

/** Whether a table is there and lets one in; otherwise the page says why not. @param {string} id */
async function known(id) {
  try {
    const table = /** @type {TableView} */ (await ask(`/api/tables/${id}`));
    await Promise.all([
      edition(planOf(table).edition),
      state.offer ?? ask("/api/offer").then((offer) => update({ offer })),
    ]);
    // Whoever has gone elsewhere meanwhile is not called back.
    if (state.route.id !== id) return false;
    update({ table, yours: table.yours ?? [] });
    const turnedAway = state.line === "lost" && state.yours.length === 0 && state.look === null;
    if (turnedAway && table.state !== "open" && !planOf(table).spectators) {
      update({ trouble: { title: t("trouble.watch"), sentence: t("trouble.watch note") } });
      return false;
    }
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.status === 404) {
      update({ trouble: { title: t("trouble.table"), sentence: t("trouble.table note") }, line: "none" });
      return false;
    }
  }
  return true;
}

/** The line to the table is no longer wanted. */
export function hangUp() {
  line?.close();
  line = null;
}

/** @param {Frame[]} frames */
function hear(frames) {
  /** @type {Partial<State>} */
  const changes = { fresh: [] };
  for (const frame of frames) Object.assign(changes, taken(frame, { ...state, ...changes }));
  // The case file opens on the board: nobody misses it over a notebook.
  if (changes.table?.state === "over" && state.table?.state === "running") changes.tab = "board";
  update(changes);
  if (changes.look || changes.yours || changes.table) seatYourself();
}

/** @param {Frame} frame @param {State} now @returns {Partial<State>} */
function taken(frame, now) {
  switch (frame.type) {
    case "hello":
      if (caughtUp < 0) caughtUp = (now.chair !== null && seen.get(now.chair)) || frame.seq;
      void edition(planOf(frame.table).edition);
      return { table: frame.table, yours: frame.yours, present: frame.present };
    case "changed":
      void edition(planOf(frame.table).edition);
      return { table: frame.table, yours: now.yours.filter((chair) => frame.table.chairs[chair]?.name) };
    case "happened":
      return happened(frame, now);
    case "look":
      return { look: frame, choice: now.choice?.decision === frame.number ? now.choice : null };
    case "said":
      return {
        log: [
          ...now.log,
          {
            seq: frame.seq,
            at: frame.at,
            kind: "chat",
            words: frame.text || (frame.phrase ? t(`phrase.${frame.phrase}`) : ""),
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
        // A line that has healed asks again what it asked before: the cards that were picked stay picked.
        asking: now.choice?.decision === frame.decision ? now.asking : null,
      };
    case "present":
      return { present: frame.chairs };
    case "noted":
      if (now.chair !== null && now.table && (now.notebook?.version ?? 0) < frame.version)
        void loadNotebook(now.table.id, now.chair);
      return {};
    case "done":
      return {};
    case "refused":
      return { toast: { sentence: frame.sentence, rule: frame.rule ?? null }, sending: false };
  }
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
  return {
    log: [...now.log, ...lines],
    table: frame.table ?? now.table,
    choice: null,
    fresh: live ? [...now.fresh, ...frame.sightings] : [],
    moments: live ? [...now.moments, ...momentsIn(frame.sightings, word)].slice(-MOST) : now.moments,
  };
}

/**
 * What this viewer alone has to be told: a card seen, or that nobody had one.
 * @param {Sighting[]} seen
 * @param {string | null} word
 */
function momentsIn(seen, word) {
  /** @type {Moment[]} */
  const moments = [];
  if (!word) return moments;
  for (const { event, seat = "", to, owner = "", card = null, number } of seen) {
    if (event === "Shown" && to === word) moments.push({ kind: "shown", card, who: seat, number });
    if (event === "Snooped" && seat === word) moments.push({ kind: "snooped", card, who: owner, number });
    if (event === "Snooped" && owner === word) moments.push({ kind: "peeked", card, who: seat, number });
  }
  return moments;
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
    update({ handover: next, dialog: null, asking: null, moments: [], toast: null });
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

/** Make a choice of the game. @param {Record<string, unknown>} action */
export async function play(action) {
  const { choice, chair } = state;
  if (!choice || chair === null) return;
  update({ sending: true, asking: null, dialog: null, toast: null, moments: [] });
  await command({ type: "play", chair, decision: choice.decision, action });
}

/** @param {string} table @returns {number[]} */
function unheardAt(table) {
  return JSON.parse(sessionStorage.getItem(`unheard ${table}`) ?? "[]");
}

/** Hear a chair no longer, or again: only on this page. @param {number} chair */
export function turnDeafTo(chair) {
  const unheard = state.unheard.includes(chair)
    ? state.unheard.filter((other) => other !== chair)
    : [...state.unheard, chair];
  update({ unheard });
  if (state.table) sessionStorage.setItem(`unheard ${state.table.id}`, JSON.stringify(unheard));
}

/** The secret address of this seat. */
export async function seatLink() {
  if (!state.table || state.chair === null) return "";
  try {
    const { url } = await ask(`/api/tables/${state.table.id}/chairs/${state.chair}/link`);
    return new URL(new URL(url).pathname, location.origin).href;
  } catch (problem) {
    report(problem);
    return "";
  }
}
