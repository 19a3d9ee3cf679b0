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
  About,
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
  enter?: (route: Route) => unknown;
  draw: () => unknown;
  leave?: () => void;
}
export interface State {
  route: Route;
  guest: string | null;
  offer: Offer | null;
  editions: Record<string, EditionPrint>;
  line: "none" | "opening" | "open" | "lost";
  table: TableView | null;
  yours: number[];
  chair: number | null;
  present: number[];
  look: Look | null;
  fresh: Sighting[];
  choice: { decision: number; options: Options; until: number | null } | null;
  log: Line[];
  moments: Moment[];
  opening: Opening | null;
  verdict: { case_file: Word[] } | null;
  notebook: Notebook | null;
  help: Record<string, string>;
  /** The latest event that the help knows of, or was asked about in vain. */
  helped: number;
  reason: Reason | null;
  unheard: number[];
  review: Review | null;
  /** Whether a finished game was dealt as this page was told before the deal. */
  deal: DealCheck | null;
  devices: number;
  asking: { kind: "suggest" | "accuse"; picked: (Word | null)[] } | null;
  /** Whether the nonces are asked for: nothing can be changed at the table any more. */
  dealing: boolean;
  dialog: { kind: string; id: string } | null;
  tab: "board" | "notebook" | "log";
  toast: { sentence: string; rule: string | null; more?: string } | null;
  trouble: { title: string; sentence: string } | null;
  handover: number | null;
  filter: boolean;
  pen: { sign: string; colour: string };
  marker: number | null;
  bubbles: Bubble[];
  settings: Settings;
  steps: Steps | null;
  at: number;
  playing: boolean;
  lists: { open: Listed[]; running: Listed[]; games: Listed[]; records: Uploaded[] };
  differences: Differences | null;
  search: string;
  lesson: Lesson | null;
  heard: Beat[];
  drawings: Record<string, Drawing[]>;
  howTo: Record<string, HowStep[]>;
  about: About | null;
  myData: GuestDataSummary | null;
  /** When the server goes down for maintenance, by this device's clock. */
  maintenance: number | null;
  sending: boolean;
  /** Messages that came while the log wasn't in sight. */
  unread: number;
  /** The decision that is answered with *end turn* in a moment, unless something else is chosen. */
  ending: number | null;
  /** How many dice are rolling on the board, and for which roll: what they show is told when they lie still. */
  thrown: { dice: number; number: number } | null;
}
