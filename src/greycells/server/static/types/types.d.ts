/** The client's own state, in types. What the server says is in `wire.d.ts`; here it has the names that the client uses. */
import type {
  AnyFrame,
  Beat,
  Differences,
  EditionView,
  GuestDataSummary,
  Hint,
  HowToStep,
  Lesson,
  Listed,
  NotebookPages,
  Offer,
  OptionsMessage,
  ReplaySteps,
  Review,
  RuleDiagram,
  SceneFrame,
  Sighting,
  TablePlan,
  TableView,
  Uploaded,
} from "./wire.js";

/** What a page found when it compared a record with what it was told before the deal: in order, or whose nonces aren't. */
export interface DealCheck {
  kind: "changed" | "kept" | "late" | "secret";
  suspects: string[];
}

export type {
  About,
  Beat,
  BoardView as BoardPrint,
  ChairView,
  Clock,
  Differences,
  EditionOffer,
  GuestDataSummary,
  Lesson,
  Listed,
  Offer,
  ReplayStep as Step,
  Review,
  RuleView as RulePrint,
  Sighting,
  SuspectView as SuspectPrint,
  TableView,
  Uploaded,
} from "./wire.js";
export type Word = string;
export type Place = string;
/** A name in the forms that sentences ask for: `bare` as it is printed, `nom`, and those of the language. */
export type Name = Record<string, string>;
export type Drawing = RuleDiagram;
export type HowStep = HowToStep;
export type EditionPrint = EditionView;
export type Frame = AnyFrame;
export type Look = SceneFrame;
export type Options = OptionsMessage;
export type Steps = ReplaySteps;
/** Why something is certain: the sentence, and the proof step by step. */
export type Reason = Hint;
/** A plan that leaves nothing to a default. */
export type Plan = Required<TablePlan>;
export type Notebook = Required<NotebookPages>;

export interface Line {
  seq: number;
  at: number;
  kind: "event" | "chat" | "remark";
  words: string;
  event?: Sighting;
  name?: string;
  chair?: number | null;
}
export interface Moment {
  kind: "shown" | "snooped" | "peeked";
  card: Word | null;
  who: Word;
  number: number;
}

/** What somebody said with a quick phrase or a reaction, while it is seen at their pawn. */
export interface Bubble {
  seq: number;
  chair: number;
  words: string;
  reaction: string;
}

/** An accusation that is being opened on stage. `case_file` is there for everybody if all three were right. */
export interface Opening {
  accused: Extract<Sighting, { event: "Accused" }>;
  opened: Extract<Sighting, { event: "Opened" }>;
  words: string;
  case_file: Word[] | null;
  shared: boolean;
}

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "usual" | "fast" | "none";
  sound: boolean;
  volume: number;
  notify: boolean;
  markers: boolean;
  seen: boolean;
  pens: boolean;
  /** Forced answers are given by the server. */
  answers: boolean;
  /** A walk to a square ends the turn by itself. */
  ends: boolean;
  /** Squares are named by their letters. */
  coordinates: boolean;
  /** Single keys are shortcuts. */
  keys: boolean;
}
/** The game that *Play* starts: an edition, and opponents around a level. */
export interface PlayChoice {
  edition: string;
  level: string;
  opponents: number;
}
export interface Route {
  name: string;
  id: string;
  query: string;
}
/** One page of the client: what it asks for first, how it is drawn, and what ends with it. */
export interface Screen {
  /** What it begins ends with the signal, which is aborted when the screen is left. */
  enter?: (route: Route, signal: AbortSignal) => unknown;
  draw: () => unknown;
  leave?: () => void;
}
/** The page around every screen. */
export interface Page {
  route: Route;
  /** Aborted when the screen is left: whatever it has asked for then comes to nothing. */
  signal: AbortSignal;
  guest: string | null;
  toast: { sentence: string; rule: string | null; more?: string } | null;
  trouble: { title: string; sentence: string } | null;
  dialog: { kind: string; id: string } | null;
  /** When the server goes down for maintenance, by this device's clock. */
  maintenance: number | null;
  /** Whether the notice of maintenance was put away; it comes back for the last minute. */
  putAway: boolean;
  /** A clock that runs is drawn again every second. */
  second: number;
  /** How many parts of the page were fetched when they were first needed. */
  modules: number;
}
/** Cards that are being picked for a suggestion or an accusation, in the order of its rows. */
export interface Picks {
  kind: "suggest" | "accuse";
  picked: (Word | null)[];
}
/** A card that one player showed to another, and the three that it may be. `number` is how it is called on the page, `event` the number of the event. */
export interface HiddenAnswer {
  number: number;
  event: number;
  seat: Word;
  theory: Word[];
  words: string;
}
/** What is forgotten with a table, as when another one is opened or another seat looks. */
export interface AtTable {
  scene: Look | null;
  fresh: Sighting[];
  choice: { decision: number; options: Options; until: number | null } | null;
  log: Line[];
  /** What others have shown each other, numbered as in the notebook. */
  answers: HiddenAnswer[];
  moments: Moment[];
  opening: Opening | null;
  verdict: { case_file: Word[] } | null;
  notebook: Notebook | null;
  /** What help has written, after each event from which more followed. */
  help: Extract<AnyFrame, { type: "helped" }>[];
  reason: Reason | null;
  /** How much of a hint has been told: where to look, the conclusion, the proof. */
  hintSteps: number;
  /** Tables of another game to which this page has said no. */
  declined: string[];
  review: Review | null;
  deal: DealCheck | null;
  steps: Steps | null;
  /** The end for which hands and review have been asked for. */
  lookedBack: Look | null;
  devices: number;
  /** What waits until the dice or the cards of a result have been seen. */
  held: Frame[] | null;
  /** The first event that the stage has yet to show: log and notebook don't run ahead of it. */
  unshown: number | null;
  /** Whether the case file has been laid open on stage: then it need not turn over again. */
  laidOpen: boolean;
  /** What came before this frame is no news: it was seen from this chair before, or is the past of a table just entered. */
  caughtUp: number;
  asking: Picks | null;
  /** The cards that were picked for what was chosen last, and what that was: only what was chosen on this page ends a turn by itself. */
  lastPicks: Picks | null;
  lastChoice: string;
  /** The id of the command with which it was chosen. */
  lastId: string;
  /** Whether the nonces are asked for: nothing can be changed at the table any more. */
  dealing: boolean;
  marker: number | null;
  bubbles: Bubble[];
  /** Messages that came while the log wasn't in sight. */
  unread: number;
  /** The decision that is answered with *end turn* in a moment, unless something else is chosen. */
  ending: number | null;
  /** How many dice are rolling on the board, and for which roll: what they show is told when they lie still. */
  thrown: { dice: number; number: number } | null;
}
/** A table, as this page knows it. */
export interface Game extends AtTable {
  connection: "none" | "opening" | "open" | "lost";
  table: TableView | null;
  yours: number[];
  chair: number | null;
  present: number[];
  /** Up to which frame each chair of this device has seen the game. */
  seen: Record<number, number>;
  muted: number[];
  tab: "board" | "notebook" | "log";
  handover: number | null;
  filter: boolean;
  pen: { sign: string; colour: string };
  sending: boolean;
}
