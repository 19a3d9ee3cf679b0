/** What the server says, in types: `docs/reference/server.md` describes it, `notation/` checks it. */
export type Word = string;
export type Place = string;
export type Theory = [Word, Word, Word];
/** A name in the forms that sentences ask for: `bare` as it is printed, `nom`, and those of the language. */
export type Name = Record<string, string>;

export interface SuspectPrint {
  word: Word;
  name: string;
  colour: string;
  symbol: string;
  dossier: string;
  start: Place;
}
export interface CardPrint {
  word: Word;
  name: string;
}
export interface AreaPrint {
  name: string;
  kind: "room" | "space";
  card: Word | null;
}
export interface BoardPrint {
  rows: string[];
  letters: Record<string, AreaPrint>;
  scenery: Record<string, string>;
  starts: Record<string, Place>;
  doors: [Place, "^" | "v" | "<" | ">", string][];
  passages: [string, string][];
  spyglasses: Place[];
}
export interface RulePrint {
  id: string;
  section: string;
  text: string;
}
export interface EditionPrint {
  key: string;
  title: string;
  rulebook: string;
  suspects: SuspectPrint[];
  weapons: CardPrint[];
  rooms: CardPrint[];
  board: BoardPrint;
  rules: RulePrint[];
  answers: [string, string][];
  dice: number;
  names: Record<string, Name>;
}
export interface EditionOffer {
  key: string;
  title: string;
  rulebook: string;
  fewest: number;
  most: number;
  suspects: Word[];
  house_rules: string[];
}
export interface Offer {
  editions: EditionOffer[];
  levels: string[];
}

export type Clock = { kind: "none" } | { kind: "decision"; seconds: number } | { kind: "correspondence"; days: number };
export interface ChairPlan {
  suspect?: Word | null;
  bot?: string | null;
}
export interface Plan {
  edition: string;
  chairs: ChairPlan[];
  clock: Clock;
  help: string;
  spectators: boolean;
  public: boolean;
  house_rules: string[];
}
export interface ChairView {
  suspect: Word | null;
  name: string | null;
  bot: string | null;
  ready: boolean;
  host: boolean;
  muted: boolean;
  away: boolean;
  resigned: boolean;
}
export interface TableView {
  id: string;
  code: string;
  state: "open" | "running" | "over" | "closed";
  plan: Partial<Plan>;
  chairs: ChairView[];
  hurried: boolean;
  commitment: string;
  seats?: [Word, string][];
  winner?: Word | null;
  rematch?: string | null;
  reason?: string | null;
  lesson?: string | null;
  yours?: number[];
}
/** What the coach of a lesson says once so many events have happened, and what it waits for. */
export interface Beat {
  turn: number;
  says: string;
  at: number;
  does?: { do: string; to?: Place; card?: Word; theory?: Theory } | null;
  mark?: [Word, Word, string] | null;
}
export interface Lesson {
  pupil: Word;
  teaches: string[];
  beats: Beat[];
  table?: string | null;
}
export interface Listed {
  id: string;
  code: string;
  state: string;
  edition: string;
  touched: number;
  spectators: boolean;
  company: string;
  standing: string;
}

export interface Sighting {
  number: number;
  event: string;
  seat?: Word;
  to?: Place;
  owner?: Word;
  card?: Word | null;
  dice?: number[];
  path?: Place[];
  theory?: Theory;
  case_file?: Theory | null;
  right?: boolean;
  winner?: Word | null;
  cards?: Word[];
  starter?: Word;
  hands?: (Word[] | null)[];
}
export interface Look {
  type?: "look";
  number: number;
  ask: string;
  turn: number;
  mover: Word;
  phase: string;
  to_act: Word | null;
  dice: number[];
  steps: number;
  theory: Word[];
  pawns: Record<Word, Place>;
  weapons: Record<Word, Place>;
  out: Word[];
  sizes: Record<Word, number>;
  open_cards: Word[];
  hand: Word[];
  paths: Record<Place, Place[]>;
  winner: Word | null;
  case_file: Word[];
}
export interface Options {
  seat: Word;
  roll?: true;
  moves?: { ends: Place[]; pauses: Place[]; steps: number };
  passage?: Place;
  snoop?: Word[];
  suggest?: { suspects: Word[]; weapons: Word[]; rooms: Word[] };
  show?: Word[];
  "cannot show"?: true;
  accuse?: true;
  "end turn"?: true;
  "take back"?: true;
}
export type Frame =
  | { type: "hello"; table: TableView; seq: number; yours: number[]; present: number[] }
  | { type: "changed"; seq: number; at: number; table: TableView }
  | {
      type: "happened";
      seq: number;
      at: number;
      decision: number;
      by: string;
      sightings: Sighting[];
      table?: TableView;
      words?: string[];
    }
  | (Look & { type: "look" })
  | { type: "said"; seq: number; at: number; name: string; chair: number | null; text?: string; phrase?: string }
  | { type: "remarked"; seq: number; at: number; text: string }
  | { type: "choose"; decision: number; options: Options; until?: number | null }
  | { type: "present"; chairs: number[] }
  | { type: "noted"; version: number }
  | { type: "done"; id: string; seq: number; table?: string | null }
  | { type: "refused"; id: string; sentence: string; rule?: string | null; stale?: boolean };

export interface Line {
  seq: number;
  at: number;
  kind: "event" | "chat" | "remark";
  words: string;
  event?: Sighting;
  name?: string;
  chair?: number | null;
}
/** What the project says about itself. */
export interface About {
  title: string;
  lead: string;
  sections: [string, string[]][];
}
/** A cut-out of the board that shows a rule, and the sentence that says the same. */
export interface Drawing {
  name: string;
  title: string;
  words: string;
  rules: string[];
  pawns: Record<Word, Place>;
  lit: Place[];
  barred: Place[];
  way: Place[];
}
/** Why something is certain: the sentence, and the proof step by step. */
export interface Reason {
  sentence: string;
  mark?: { card: Word; holder: Word; has: boolean } | null;
  turns?: number[];
  proof?: string[];
}
export interface Notebook {
  version: number;
  marks: Record<string, string>;
  notes: string;
  undo: [string, string][];
}
export interface Insight {
  seat: Word;
  name: string;
  suspect?: number | null;
  weapon?: number | null;
  room?: number | null;
  everything?: number | null;
}
export interface Review {
  turns: number;
  case_file: Theory;
  insights: Insight[];
}
export interface Step {
  sighting: Sighting;
  words: string;
  look: Look;
}
export interface Steps {
  edition: string;
  seats: [Word, string][];
  hands: Record<Word, Word[]>;
  steps: Step[];
}
export interface Moment {
  kind: "shown" | "snooped" | "peeked";
  card: Word | null;
  who: Word;
  number: number;
}

export interface Settings {
  theme: "system" | "light" | "dark";
  motion: "usual" | "fast" | "none";
  sound: boolean;
  notify: boolean;
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
  notebook: Notebook | null;
  help: Record<string, string>;
  reason: Reason | null;
  unheard: number[];
  review: Review | null;
  asking: { kind: "suggest" | "accuse"; picked: (Word | null)[] } | null;
  dialog: { kind: string; id: string } | null;
  tab: "board" | "notebook" | "log";
  toast: { sentence: string; rule: string | null } | null;
  trouble: { title: string; sentence: string } | null;
  handover: number | null;
  filter: boolean;
  settings: Settings;
  steps: Steps | null;
  at: number;
  playing: boolean;
  lists: { open: Listed[]; running: Listed[]; games: Listed[]; records: { id: string; edition: string; at: number }[] };
  differences: { editions: [string, string][]; questions: [string, string[]][] } | null;
  search: string;
  lesson: Lesson | null;
  heard: Beat[];
  drawings: Record<string, Drawing[]>;
  about: About | null;
  sending: boolean;
}
