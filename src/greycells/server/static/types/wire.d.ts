/**
 * What goes over the wire, in types. Generated from `greycells.protocol` and the endpoints by `tools/wire_types.py`: do
 * not edit. A field with `?` is left out when it has its default.
 */
/** What the project says about itself: in a sentence, and in points under titles. */
export interface About {
  title: string;
  lead: string;
  sections: [string, string[]][];
}
/** A wrong accusation. */
export interface AccusationEntry {
  kind: "accusation";
  by: number;
  cards: [number, number, number];
  id: string;
}
/** Accuse, once per game (ACC-3). */
export interface Accuse {
  do: "accuse";
  theory: [string, string, string];
}
/** What a seat may be told, as far as the table's help goes, from nothing but what that seat saw. */
export interface Advice {
  help: "direct facts" | "full logic" | "none";
  marks: HelpMark[];
}
/** What a letter of the drawing is: a room, with its card if it has one, or a single space. */
export interface AreaView {
  name: string;
  kind: string;
  card: string | null;
}
/** Have your forced answers given for you, or give them yourself again. The other players aren't told. */
export interface AutoAnswer {
  type: "auto answer";
  chair: number;
  on?: boolean;
}
/** What the coach says once so many events have happened, and what it waits for: a choice, a mark, or a button. */
export interface Beat {
  turn: number;
  says: string;
  at: number;
  does?: AnyChoice | null;
  mark?: [string, string, string] | null;
}
/** The board: its drawing, the legend, doors as square, side and room, and where passages lead. */
export interface BoardView {
  rows: string[];
  letters: Record<string, AreaView>;
  scenery: Record<string, string>;
  starts: Record<string, string>;
  doors: [string, string, string][];
  passages: [string, string][];
  spyglasses: string[];
  outside: Record<string, string>;
}
/** A box of the notebook by row and column, and whether the card is there; the last column is the case file. */
export interface BoxMark {
  row: number;
  column: number;
  has: boolean;
}
/** Say that the seat has none of the named cards (SHOW-2). */
export interface CannotShow {
  do: "cannot show";
}
/** A weapon's or a room's card. */
export interface CardView {
  word: string;
  name: string;
}
/** Your try at a shared case: the game of a date, or a challenge. `made` if you made the challenge. */
export interface CaseData {
  case: string;
  table: string;
  at: number;
  shown: boolean;
  hints: number;
  result: string;
  made?: boolean;
}
/** A bot of a shared case: its suspect and its level. */
export interface CaseOpponent {
  suspect: string;
  bot: string;
}
/** Whether the others who have finished a day's game see your name and your replay. */
export interface CaseShown {
  shown: boolean;
}
/** Begin a day's game with this help. A challenge is played with the help that the challenger had. */
export interface CaseStart {
  help?: "direct facts" | "full logic" | "none";
}
/** The table of your try. */
export interface CaseTable {
  table: string;
}
/** How somebody did. `name` is null for those who don't show theirs, `replay` is the table if you may see it. */
export interface CaseTry {
  name: string | null;
  you: boolean;
  won: boolean;
  turns: number;
  suggestions: number;
  accuracy: number | null;
  help: "direct facts" | "full logic" | "none";
  hints: number | null;
  by_bot: number;
  replay: string | null;
  challenger: boolean;
}
/** A chair before the start: the suspect that it plays (the next free one otherwise), and the bot in it, if any. */
export interface ChairPlan {
  suspect?: string | null;
  bot?: string | null;
}
/** A chair as everybody sees it. */
export interface ChairView {
  suspect: string | null;
  name: string | null;
  bot: string | null;
  ready: boolean;
  host: boolean;
  muted: boolean;
  away: boolean;
  resigned: boolean;
}
/** Make a link with which a friend plays the same seat of the same case; the table has its id as `case` then. */
export interface Challenge {
  type: "challenge";
}
/** Change the plan of the table: edition, chairs, clock, help and so on. Host only, before the start. */
export interface Change {
  type: "change";
  plan: TablePlan;
}
/** Correct the set-up. */
export interface ChangeSetup {
  do: "set up";
  setup: CompanionSetup;
  id: string;
}
/** Something about the table changed: this is its new state. */
export interface Changed {
  type: "changed";
  seq: number;
  at: number;
  table: TableView;
  words?: string;
  nonce_hashes?: string[];
}
/** Something that you said: in your own words, with a quick phrase, or with a reaction. */
export interface ChatData {
  at: number;
  text?: string;
  phrase?:
    | "I have it"
    | "good luck"
    | "goodbye"
    | "hello"
    | "hurry, please"
    | "one moment"
    | "thank you"
    | "well played"
    | null;
  reaction?: "aha" | "bravo" | "doubt" | "laugh" | "sad" | "think" | "wink" | "wow" | null;
}
/** It is this seat's decision: its number, the options, and until when. */
export interface Choose {
  type: "choose";
  decision: number;
  options: OptionsMessage;
  until?: number | null;
}
/** Entries that can't all be true, in words, and what would fix it, the best correction first. */
export interface ClashView {
  words: string[];
  entries: string[];
  corrections: CorrectionView[];
}
/** Close the table. Host only. */
export interface Close {
  type: "close";
}
/** A command on a socket; `id` comes back in the answer. */
export interface CommandRequest {
  command: AskedCommand;
  id?: string;
}
/** What to ask, what to show, whether to accuse, and what the others are likely to know, in words. */
export interface CompanionAdvice {
  questions: QuestionView[];
  accuse: string;
  show: string[];
  others: string[];
}
/** An edition as a companion needs it to set up a table: its cards by name, and how it is played. */
export interface CompanionBox {
  key: string;
  title: string;
  suspects: string[];
  weapons: string[];
  rooms: string[];
  everybody: boolean;
  snooping: boolean;
}
/** All editions, in the language of whoever asks: a phone keeps them, to set up a table without a connection. */
export interface CompanionBoxes {
  boxes: CompanionBox[];
}
/** Changes in the order in which they were made on a device. */
export interface CompanionChanges {
  changes: CompanionChange[];
}
/** Everything that was entered about one game, in order. As JSON, this is a companion file. */
export interface CompanionGame {
  companion: 1;
  setup: CompanionSetup;
  entries?: CompanionEntry[];
}
/** A link for another phone: its id, what it allows, when it was made and ends, how many phones came by it. */
export interface CompanionLinkView {
  id: string;
  mode: "read" | "write";
  made: number;
  ends: number;
  phones?: number;
  path?: string | null;
}
/** A guest's companions, the latest first. */
export interface CompanionList {
  games: CompanionListed[];
}
/** One of a guest's companions, with a line about it. */
export interface CompanionListed {
  id: string;
  words: string;
  changed: number;
  role: "owner" | "read" | "write";
}
/** A companion's game if it has changed since the version that a device knows. */
export interface CompanionNews {
  game?: CompanionView | null;
}
/** A real table: the edition or another box, the players in turn order, who I am, my cards, and the face-up ones. */
export interface CompanionSetup {
  players: string[];
  me: number;
  edition?: string | null;
  box?: OwnBox | null;
  hand?: number[];
  open?: number[];
  sizes?: (number | null)[];
  level?: "advice" | "deductions" | "sheet";
}
/** What follows: for every card and holder (players in order, then the case file) how likely it is. */
export interface CompanionSheetView {
  shares: number[][];
  total?: string | null;
  numbers?: string[][];
  solved?: SolvedView | null;
}
/** A companion's game with everything that follows from it, for one of its devices. */
export interface CompanionView {
  id: string;
  version: number;
  role: "owner" | "read" | "write";
  setup: CompanionSetup;
  names: string[];
  kinds: [number, number, number];
  everybody: boolean;
  snooping: boolean;
  sizes: (number | null)[];
  turn: number;
  entries: EntryView[];
  sheet: CompanionSheetView;
  clashes?: ClashView[];
  can_undo?: boolean;
  refused?: RefusedChange[];
  overwritten?: OverwrittenView[];
  links?: CompanionLinkView[];
}
/** How likely it is that a holder has a card, and the proof if it is certain. */
export interface CompanionWhy {
  words: string;
  proof?: string[];
}
/** A single correction: another entry instead, none, or another set-up; the words say what is right then. */
export interface CorrectionView {
  words: string;
  entry?: string | null;
  replacement?: CompanionEntry | null;
  setup?: CompanionSetup | null;
}
/** This many days for every decision. */
export interface Correspondence {
  kind: "correspondence";
  days: number;
}
/** A guest's daily cases: the days, how many in a row up to today, and the most in a row ever. */
export interface DailyRecord {
  first: string;
  days: DaySolved[];
  streak: number;
  best: number;
}
/** A daily case that a guest has solved; `counts` if it was on its own day. */
export interface DaySolved {
  date: string;
  seconds: number;
  slips: number;
  hints: number;
  counts: boolean;
}
/** A code that makes another device the same guest as this one; it works once, for this many seconds. */
export interface DeviceCode {
  code: string;
  seconds: number;
}
/** A code that another device shows. */
export interface DeviceCodeUse {
  code: string;
}
/** How many other devices play this seat, for the guest who sat down; `joined` if one has just connected. */
export interface Devices {
  type: "devices";
  others: number;
  joined?: boolean;
}
/** On which questions the rulebooks differ: the editions, and a row for every question. */
export interface Differences {
  editions: [string, string][];
  questions: [string, string[]][];
}
/** Something else that is kept for you. `kind` says of which feature it is; `base64` if it's no text. */
export interface DocumentData {
  kind: string;
  name: string;
  version: number;
  changed: number;
  text: string;
  base64?: boolean;
}
/** The command with this `id` was carried out; `seq` is its entry, `table` another table that it opened. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
  table?: string | null;
}
/** An edition that can be played here. */
export interface EditionOffer {
  key: string;
  title: string;
  rulebook: string;
  fewest: number;
  most: number;
  suspects: string[];
  house_rules: string[];
}
/** Everything that is printed in the box, in the reader's language. */
export interface EditionView {
  key: string;
  title: string;
  rulebook: string;
  suspects: SuspectView[];
  weapons: CardView[];
  rooms: CardView[];
  board: BoardView;
  rules: RuleView[];
  answers: [string, string][];
  dice: number;
  everyone_answers: boolean;
  names: Record<string, Record<string, string>>;
}
/** End the turn (TURN-1). */
export interface EndTurn {
  do: "end turn";
}
/** An entry in words; `aside` if it is one of those that can't all be true. */
export interface EntryView {
  entry: CompanionEntry;
  words: string;
  aside?: boolean;
}
/** Let a bot play for a guest who has been away for a minute; whoever comes back gets the seat back. Host only. */
export interface Fill {
  type: "fill";
  chair: number;
  bot?: string;
}
/** What a viewer has not been told yet: the same frames as on a socket. */
export interface Frames {
  frames: AnyFrame[];
}
/** The whole review: `viewer` is the seat whose copy it was, null for a whole record; `model` tells its versions. */
export interface FullReview {
  edition: string;
  turns: number;
  case_file: [string, string, string];
  winner: string | null;
  viewer: string | null;
  model: string;
  ending: string;
  seats: ReviewedSeat[];
  timeline: ReviewMoment[];
  decided: ReviewTurningPoint | null;
  turning_points: ReviewTurningPoint[];
}
/** A game where you sat. `records` holds it in full when it's over, until then what each of your seats saw. */
export interface GameData {
  id: string;
  code: string;
  state: "closed" | "open" | "over" | "running";
  edition: string;
  touched: number;
  host: boolean;
  chairs: number[];
  names?: string[];
  chat?: ChatData[];
  notebooks?: NotebookData[];
  automatic?: number[];
  records?: string[];
  practice?: boolean;
}
/** All that a server keeps of you. */
export interface GuestData {
  at: number;
  guest: string;
  name: string | null;
  games?: GameData[];
  uploads?: UploadData[];
  documents?: DocumentData[];
  reports?: ReportData[];
  cases?: CaseData[];
}
/** How much is stored about you: games you joined, how many are still `waiting` to start or `running`, and the rest. */
export interface GuestDataSummary {
  name: string;
  games: number;
  waiting: number;
  running: number;
  uploads: number;
  documents: number;
  kept: string[];
  deleting: string[];
}
/** Who the server takes you for. */
export interface GuestView {
  name: string;
}
/** One number: `text` in plain words, perhaps `points` of it, then the lines of its formula, and its limits. */
export interface GuideFigure {
  key: string;
  title: string;
  text: string;
  points: string[];
  formula: string[];
  limits: string[];
}
/** A choice was made, and this is what this viewer saw of it; `by` is who chose: a person, a bot, or the clock. */
export interface Happened {
  type: "happened";
  seq: number;
  at: number;
  decision: number;
  by: "bot" | "clock" | "dealer" | "person";
  sightings: Sighting[];
  table?: TableView | null;
  words?: string[];
}
/** The first frame: the table, the number of the last frame, which chairs are yours, and who is connected. */
export interface Hello {
  type: "hello";
  table: TableView;
  seq: number;
  yours: number[];
  present: number[];
  anew?: boolean;
  auto?: boolean;
  nonce_hashes?: string[];
}
/** What help writes into a notebook: this holder (a suspect's word, or CaseFile) has this card, or has not. */
export interface HelpMark {
  card: string;
  holder: string;
  has: boolean;
}
/** What the table's help writes into the notebook of your seat, from what it saw up to the event of this number. */
export interface Helped {
  type: "helped";
  event: number;
  marks: Record<string, string>;
}
/** One thing that follows from what a seat saw, with its reason; or that there is none. */
export interface Hint {
  sentence: string;
  nudge?: string;
  mark?: HelpMark | null;
  turns?: number[];
  proof?: string[];
}
/** One step of how to play: a heading, a few sentences, what to draw, and the rules that say it exactly. */
export interface HowToStep {
  title: string;
  words: string;
  picture: "accusation" | "answer" | "cards" | "file" | "notebook" | "passage" | "roll" | "snoop" | "suggestion";
  rules: string[];
}
/** Let the bots play faster, or at their usual pace again. For everybody who has a seat. */
export interface Hurry {
  type: "hurry";
  on?: boolean;
}
/** Continue with the game from a file instead. */
export interface ImportGame {
  do: "import";
  game: CompanionGame;
  id: string;
}
/** *I know that ...*: a fact from outside, about a player or the case file. */
export interface KnownEntry {
  kind: "known";
  holder: number;
  card: number;
  has?: boolean;
  id: string;
}
/** A lesson as the coach on the page follows it: what each turn teaches, and every sentence in order. */
export interface Lesson {
  pupil: string;
  teaches: string[];
  beats: Beat[];
  table?: string | null;
}
/** A level of the bots, from 1 to 10: its key, and its character, rank and way of playing in words. */
export interface LevelOffer {
  key: string;
  number: number;
  character: string;
  rank: string;
  way: string;
}
/** A table in a list: with whom, and how it stands, in words to whoever asked; whether it is for practice. */
export interface Listed {
  id: string;
  code: string;
  state: "closed" | "open" | "over" | "running";
  edition: string;
  touched: number;
  spectators: boolean;
  company?: string;
  standing?: string;
  practice?: boolean;
}
/** The server goes down for maintenance in this many seconds and opens no new tables; or maintenance is over. */
export interface MaintenanceNotice {
  type: "maintenance";
  seconds?: number | null;
}
/** Move to a place. `path` lists every place entered; without it, a default path is used. */
export interface Move {
  do: "move";
  to: string;
  path?: string[] | null;
}
/** Where the pawn may end its move, where it may pause at a spyglass, and how many steps it has. */
export interface MovesMessage {
  ends: string[];
  pauses: string[];
  steps: number;
}
/** Mute a chair for everybody, or let it speak again. Host only. */
export interface Mute {
  type: "mute";
  chair: number;
  muted?: boolean;
}
/** What a link for another phone should allow. */
export interface NewCompanionLink {
  mode: "read" | "write";
}
/** Make a new secret link for your seat; the old one stops working. */
export interface NewLink {
  type: "new link";
  chair: number;
}
/** No time limit. */
export interface NoClock {
  kind: "none";
}
/** Your notebook at one seat, and how its marks came about. */
export interface NotebookData {
  chair: number;
  marks: Record<string, string>;
  notes: string;
  changes: [number, string, string][];
}
/** How a seat's marks came about: after how many events which cell got which mark; an empty one was removed. */
export interface NotebookHistory {
  changes: [number, string, string][];
}
/** What a seat wrote down: a mark by card and column, notes, and the state before each change, for undo. */
export interface NotebookPages {
  version?: number;
  marks?: Record<string, string>;
  notes?: string;
  undo?: [string, string][];
}
/** The seat's notebook was changed, here or on another device. */
export interface Noted {
  type: "noted";
  version: number;
}
/** What can be planned here: the editions, and the levels of the bots from weakest to strongest. */
export interface Offer {
  editions: EditionOffer[];
  levels: string[];
  level_names?: Record<string, string>;
  characters?: LevelOffer[];
  starters?: string[];
  help?: "direct facts" | "full logic" | "none";
}
/** A card that is face up for everybody: one of this player's, or one that nobody was dealt. */
export interface OpenCardEntry {
  kind: "open";
  card: number;
  of?: number | null;
  id: string;
}
/** What a seat may choose; what is not open is left out. */
export interface OptionsMessage {
  seat: string;
  moves?: MovesMessage | null;
  passage?: string | null;
  snoop?: string[];
  suggest?: SuggestionMessage | null;
  show?: string[];
  roll?: boolean;
  "cannot show"?: boolean;
  accuse?: boolean;
  "end turn"?: boolean;
  "take back"?: boolean;
}
/** What an entry said before a change that didn't know of it. */
export interface OverwrittenView {
  id: string;
  entry: CompanionEntry;
  words: string;
}
/** A box that isn't one of our editions: the names on its cards, and whether everybody answers (SHOW-5). */
export interface OwnBox {
  suspects: string[];
  weapons: string[];
  rooms: string[];
  everybody?: boolean;
}
/** This many seconds for every decision. */
export interface PerDecision {
  kind: "decision";
  seconds: number;
}
/** Answer the decision with this number for your seat. Sent twice, it is played once. */
export interface Play {
  type: "play";
  chair: number;
  decision: number;
  action: AnyChoice;
}
/** Play on from an event of a finished game, at a private table that is marked as practice. */
export interface PlayOn {
  at: number;
  mine: string[];
  bots?: Record<string, string>;
  help?: "direct facts" | "full logic" | "none";
}
/** Why a player is reported to the operator of the server. */
export interface PlayerReport {
  reason: string;
}
/** A guest's practice: the rating, how it changed last, how many puzzles, and the best storm. */
export interface PracticeRecord {
  rating: number;
  change: number;
  played: number;
  storm: number;
}
/** The chairs whose guests are connected now. */
export interface Present {
  type: "present";
  chairs: number[];
}
/** Why a request was refused, in a sentence. */
export interface Problem {
  sentence: string;
  rule?: string | null;
  line?: number | null;
  column?: number | null;
}
/** In which turn a seat could first have proved each card of the case file, and all three; nothing if never. */
export interface ProofTurns {
  seat: string;
  name: string;
  suspect: number | null;
  weapon: number | null;
  room: number | null;
  everything: number | null;
}
/** Add an entry at the end, or at a place, or replace the one with its id. */
export interface PutEntry {
  do: "put";
  entry: CompanionEntry;
  at?: number | null;
  was?: CompanionEntry | null;
  id: string;
}
/** Why a box is certain, line by line; nothing if it isn't. */
export interface PuzzleProof {
  lines: string[];
}
/** How a puzzle was solved. `on` is the player's own date, `answer` are the cards. */
export interface PuzzleResult {
  id: string;
  on: string;
  seconds: number;
  slips: number;
  hints: number;
  answer: string[];
}
/** A puzzle as a page draws it. */
export interface PuzzleView {
  id: string;
  date: string | null;
  edition: string;
  grade: number;
  themes: string[];
  seats: string[];
  players: string[];
  sizes: number[];
  you: string;
  hand: string[];
  question: string;
  asked: number;
  events: StoryCard[];
  rows: string[];
  boxes: number[][];
  goals: BoxMark[];
  hints: StepHint[];
}
/** A suggestion worth making, and what it would tell, in words. */
export interface QuestionView {
  cards: [number, number, number];
  words: string;
  tells: string;
}
/** Say that you are ready, or not yet. */
export interface Ready {
  type: "ready";
  chair: number;
  ready?: boolean;
}
/** The command was not carried out, and why; `stale` if it answered an older state of the table. */
export interface Refused {
  type: "refused";
  id: string;
  sentence: string;
  rule?: string | null;
  stale?: boolean;
}
/** A change that could not be made, and why. */
export interface RefusedChange {
  id: string;
  words: string;
}
/** The server has something to tell the table, such as that a bot had to be replaced. */
export interface Remarked {
  type: "remarked";
  seq: number;
  at: number;
  text: string;
}
/** Open another table with the same people when the game is over; the deal rotates. */
export interface Rematch {
  type: "rematch";
}
/** Remove a guest from a chair. Host only, before the start. */
export interface Remove {
  type: "remove";
  chair: number;
}
/** Remove every other device from your seat; its link stops working too. For the guest who sat down. */
export interface RemoveDevices {
  type: "remove devices";
  chair: number;
}
/** What to be called from now on. */
export interface Rename {
  name: string;
}
/** Open a table again that was closed as abandoned; the game continues where it was. For its guests and its host. */
export interface Reopen {
  type: "reopen";
}
/** A game to look at: who sat there, and what one seat, a spectator or everybody together saw, up to a moment. */
export interface Replay {
  edition: string;
  house_rules: string[];
  seats: [string, string][];
  events: number;
  sightings: Sighting[];
  story: string[];
}
/** One event of a replay: what was seen, the sentence for it, and the scene after it. */
export interface ReplayStep {
  sighting: Sighting;
  words: string;
  look: SceneFrame;
}
/** A whole game as a replay, event by event. */
export interface ReplaySteps {
  edition: string;
  seats: [string, string][];
  hands: Record<string, string[]>;
  steps: ReplayStep[];
}
/** A report that you sent to the operator. */
export interface ReportData {
  at: number;
  table: string;
  reason: string;
}
/** The report is kept for the operator, under this number. */
export interface ReportKept {
  id: string;
}
/** Give the game up for good: a bot plays for the seat from now on. */
export interface Resign {
  type: "resign";
  chair: number;
}
/** Take your seat back from the bot that is playing for you. */
export interface ReturnToSeat {
  type: "return";
  chair: number;
}
/** Tell the nonce that you gave the hash of, once a frame has `nonce_hashes`. Without it, the dealer's is used. */
export interface Reveal {
  type: "reveal";
  chair: number;
  nonce: string;
}
/** Who could have proved what when, for every seat. */
export interface Review {
  turns: number;
  case_file: [string, string, string];
  insights: ProofTurns[];
}
/** One unforced choice beside the best one. */
export interface ReviewDecision {
  turn: number;
  event: number;
  kind: string;
  chosen: string;
  best: string;
  loss: number;
  label: string | null;
  win: number;
  best_win: number;
  bits: number | null;
  best_bits: number | null;
  text: string;
}
/** The whole page; `contents`, `formula` and `limits` are the headings of the list and of the parts of a figure. */
export interface ReviewGuide {
  title: string;
  lead: string;
  contents: string;
  formula: string;
  limits: string;
  figures: GuideFigure[];
}
/** What chance was worth to a seat, in winning chances from -1 to 1. */
export interface ReviewLuck {
  deal: number;
  dice: number;
  answers: number;
}
/** All seats after one event. */
export interface ReviewMoment {
  event: number;
  turn: number;
  seats: ReviewStanding[];
}
/** How far a review is, from 0 to 1; at 1 the review, or the sentence why there is none. */
export interface ReviewProgress {
  part: number;
  review?: FullReview | null;
  problem?: string | null;
}
/** One seat at one moment; what a copy can't tell about others is null. */
export interface ReviewStanding {
  seat: string;
  possible: number | null;
  bits: number | null;
  win: number;
}
/** An event that moved somebody's winning chances. */
export interface ReviewTurningPoint {
  event: number;
  turn: number;
  seat: string;
  before: number;
  after: number;
  text: string;
}
/** One seat: `result = par + luck + skill + rest`, to the last digit. */
export interface ReviewedSeat {
  seat: string;
  name: string;
  accuracy: number;
  provable_turn: number | null;
  provable_event: number | null;
  par: number;
  luck: ReviewLuck;
  skill: number;
  rest: number;
  result: number;
  adjusted: number;
  decisions: ReviewDecision[];
  summary: string;
  certain: [number, string, string, boolean][];
  proof: string[];
}
/** Roll the dice (MOVE-1, MOVE-2). */
export interface Roll {
  do: "roll";
}
/** A cut-out of the board that shows a rule, and the sentence that says the same. */
export interface RuleDiagram {
  name: string;
  title: string;
  words: string;
  rules: string[];
  pawns: Record<string, string>;
  lit: string[];
  barred: string[];
  way: string[];
}
/** The drawings beside the rules of an edition, and how to play it step by step. */
export interface RuleDiagrams {
  drawings: RuleDiagram[];
  steps?: HowToStep[];
}
/** A rule as this edition has it. */
export interface RuleView {
  id: string;
  section: string;
  text: string;
}
/** Somebody said something; without a chair it was somebody who has no seat. */
export interface Said {
  type: "said";
  seq: number;
  at: number;
  name: string;
  chair: number | null;
  text?: string;
  phrase?:
    | "I have it"
    | "good luck"
    | "goodbye"
    | "hello"
    | "hurry, please"
    | "one moment"
    | "thank you"
    | "well played"
    | null;
  reaction?: "aha" | "bravo" | "doubt" | "laugh" | "sad" | "think" | "wink" | "wow" | null;
}
/** Save the next version of your notebook. If another device has saved that version, the refusal is `stale`. */
export interface SaveNotebook {
  type: "save notebook";
  chair: number;
  pages: NotebookPages;
}
/** Say something to the table: up to 200 letters, a quick phrase or a reaction. An id sent twice is said once. */
export interface Say {
  type: "say";
  text?: string;
  phrase?:
    | "I have it"
    | "good luck"
    | "goodbye"
    | "hello"
    | "hurry, please"
    | "one moment"
    | "thank you"
    | "well played"
    | null;
  reaction?: "aha" | "bravo" | "doubt" | "laugh" | "sad" | "think" | "wink" | "wow" | null;
}
/** The scene to draw and the question to this viewer in words, for a viewer who connected with `look=1`. */
export interface SceneFrame {
  type: "look";
  number: number;
  ask: string;
  turn: number;
  mover: string;
  phase: string;
  to_act: string | null;
  dice: number[];
  steps: number;
  theory: string[];
  pawns: Record<string, string>;
  weapons: Record<string, string>;
  out: string[];
  sizes: Record<string, number>;
  open_cards: string[];
  hand: string[];
  paths: Record<string, string[]>;
  winner: string | null;
  case_file: string[];
}
/** The secret of a seat link. */
export interface SeatClaim {
  link: string;
}
/** The secret address of a seat: whoever opens it sits there, on any device. */
export interface SeatLink {
  url: string;
}
/** A link that you made: `id` is for revoking it. Its address is told once, when it is made. */
export interface ShareLink {
  id: string;
  made: number;
  hide_names: boolean;
  edition: string;
  source: string;
  url?: string | null;
}
/** Your links, the latest first. */
export interface ShareLinks {
  links: ShareLink[];
}
/** Make a link to a finished game; with `hide_names`, players are called by their suspects there. */
export interface ShareWish {
  hide_names?: boolean;
}
/** A shared case as a guest sees it: `day` is its date, or `by` the name of the challenger. */
export interface SharedCaseView {
  id: string;
  day: string | null;
  by: string | null;
  yours: boolean;
  edition: string;
  suspect: string;
  opponents: CaseOpponent[];
  help: "direct facts" | "full logic" | "none";
  open: boolean;
  ended: boolean;
  finished: boolean;
  shown: boolean;
  players: number;
  table: string | null;
  results: CaseTry[];
}
/** Show this card to the suggester (SHOW-2). */
export interface Show {
  do: "show";
  card: string;
}
/** A player showed a card to the suggester; which one, if I saw it. */
export interface ShownEntry {
  player: number;
  card?: number | null;
}
/** Take a free chair, with a suspect and a nonce for the shuffle, or change them in your own. Before the start. */
export interface Sit {
  type: "sit";
  chair: number;
  suspect?: string | null;
  nonce?: string;
  nonce_hash?: string;
}
/** Ask to skip to the end, or take that back: bots play the rest without pauses, for eliminated players too. */
export interface Skip {
  type: "skip";
  on?: boolean;
}
/** Draw a random card from an opponent's hand, and look at it (SNOOP-2). */
export interface Snoop {
  do: "snoop";
  owner: string;
}
/** A player snooped on another one; `card` is the card, if I know it. */
export interface SnoopEntry {
  kind: "snoop";
  by: number;
  of: number;
  card?: number | null;
  id: string;
}
/** The solution, and why it is certain; a proof that takes long to find is asked for by itself. */
export interface SolvedView {
  words: string;
  proof?: string[];
}
/** Leave your chair: before the start it is free again, in a running game a bot plays on until you come back. */
export interface Stand {
  type: "stand";
  chair: number;
}
/** Start the game, when every chair is taken and everybody is ready. Host only. */
export interface Start {
  type: "start";
}
/** One step on the way to the answer as a hint in three parts, with the marks that it gives. */
export interface StepHint {
  marks: BoxMark[];
  turns: number[];
  look: string;
  think: string;
  answer: string;
  needs?: number[];
}
/** How many puzzles somebody solved in three minutes. */
export interface StormResult {
  solved: number;
}
/** A seat's answer: the card that you saw, or that it showed one, or that it couldn't. */
export interface StoryAnswer {
  seat: string;
  showed: boolean;
  card?: string | null;
}
/** A suggestion with its answers, and the same in words. */
export interface StoryCard {
  turn: number;
  by: string;
  theory: [string, string, string];
  answers: StoryAnswer[];
  text: string;
}
/** Suggest who did it, with what, in this room (SUG-1). */
export interface Suggest {
  do: "suggest";
  theory: [string, string, string];
}
/** A suggestion with its answers. Everybody who was asked and isn't among `shown` could not show a card. */
export interface SuggestionEntry {
  kind: "suggestion";
  by: number;
  cards: [number, number, number];
  shown?: ShownEntry[];
  id: string;
}
/** The cards that a suggestion may name. */
export interface SuggestionMessage {
  suspects: string[];
  weapons: string[];
  rooms: string[];
}
/** A suspect's card and pawn. */
export interface SuspectView {
  word: string;
  name: string;
  colour: string;
  symbol: string;
  dossier: string;
  start: string;
}
/** *I think that ...*: `weight` times as likely as the sheet alone would say. */
export interface SuspicionEntry {
  kind: "suspicion";
  holder: number;
  card: number;
  has?: boolean;
  weight?: number;
  id: string;
}
/** What is to be played at a table; it can be changed until the start. */
export interface TablePlan {
  edition?: string;
  chairs?: ChairPlan[];
  clock?: Clock;
  help?: "direct facts" | "full logic" | "none";
  spectators?: boolean;
  public?: boolean;
  house_rules?: string[];
}
/** A table as everybody sees it. `commitment` is the hash that the dealer published before any nonce was known. */
export interface TableView {
  id: string;
  code: string;
  state: "closed" | "open" | "over" | "running";
  plan: TablePlan;
  chairs: ChairView[];
  hurried: boolean;
  commitment: string;
  seats?: [string, string][];
  winner?: string | null;
  rematch?: string | null;
  rematch_by?: string | null;
  reason?: string | null;
  lesson?: string | null;
  case?: string | null;
  yours?: number[];
  practice?: number | null;
  skip?: "can" | "on" | null;
  skip_wanted?: number[];
}
/** Several tables. */
export interface Tables {
  tables: Listed[];
}
/** Take back the last step, if it revealed nothing and the table allows it. */
export interface TakeBack {
  do: "take back";
}
/** Remove an entry; `was` is what it said when somebody decided that. */
export interface TakeOutEntry {
  do: "take out";
  entry: string;
  was?: CompanionEntry | null;
  id: string;
}
/** Take the secret passage instead of rolling (PASS-4). */
export interface TakePassage {
  do: "take passage";
}
/** Undo the last change that hasn't been undone. */
export interface UndoChange {
  do: "undo";
  id: string;
}
/** A record that you uploaded. */
export interface UploadData {
  id: string;
  at: number;
  edition: string;
  record: string;
}
/** An uploaded record. */
export interface Uploaded {
  id: string;
  edition: string;
  at: number;
}
/** The records that a guest brought. */
export interface Uploads {
  records: Uploaded[];
}
export type AnyChoice = Roll | Move | TakePassage | Snoop | Suggest | Show | CannotShow | Accuse | EndTurn | TakeBack;
export type AskedCommand =
  | Change
  | Sit
  | Stand
  | Ready
  | Start
  | Reveal
  | Remove
  | Play
  | Say
  | Mute
  | Fill
  | Resign
  | ReturnToSeat
  | AutoAnswer
  | Hurry
  | Skip
  | Rematch
  | Challenge
  | Close
  | Reopen
  | NewLink
  | RemoveDevices
  | SaveNotebook;
export type AnyFrame =
  | Hello
  | Changed
  | Happened
  | SceneFrame
  | Said
  | Remarked
  | Choose
  | Present
  | Noted
  | Helped
  | Devices
  | MaintenanceNotice
  | Done
  | Refused;
export type Clock = NoClock | PerDecision | Correspondence;
export type CompanionChange = PutEntry | TakeOutEntry | ChangeSetup | ImportGame | UndoChange;
export type CompanionEntry =
  | SuggestionEntry
  | SnoopEntry
  | OpenCardEntry
  | AccusationEntry
  | KnownEntry
  | SuspicionEntry;
/** The mover rolled the dice. */
export interface RolledSighting {
  number: number;
  event: "Rolled";
  seat: string;
  dice: number[];
}
/** The mover moved along a path; `steps_left` is the rest of the roll if the move may continue. */
export interface MovedSighting {
  number: number;
  event: "Moved";
  seat: string;
  path: string[];
  steps_left: number;
}
/** The mover's turn ended. */
export interface TurnEndedSighting {
  number: number;
  event: "TurnEnded";
  seat: string;
}
/** The mover suggested a theory; pawn and weapon came to the room (SUG-4). */
export interface SuggestedSighting {
  number: number;
  event: "Suggested";
  seat: string;
  theory: [string, string, string];
}
/** A seat said that it has none of the named cards. */
export interface CouldNotShowSighting {
  number: number;
  event: "CouldNotShow";
  seat: string;
}
/** A seat showed one of the named cards to the suggester (SHOW-3). */
export interface ShownSighting {
  number: number;
  event: "Shown";
  seat: string;
  to: string;
  card: string | null;
}
/** The mover took a secret passage instead of rolling (PASS-4). */
export interface TookPassageSighting {
  number: number;
  event: "TookPassage";
  seat: string;
  to: string;
}
/** The mover drew a card of an opponent's hand and looked at it (SNOOP-2, SNOOP-3). */
export interface SnoopedSighting {
  number: number;
  event: "Snooped";
  seat: string;
  owner: string;
  card: string | null;
}
/** The mover accused (ACC-2). */
export interface AccusedSighting {
  number: number;
  event: "Accused";
  seat: string;
  theory: [string, string, string];
}
/** The accuser looked into the case file; everyone learns whether all three cards were right (ACC-4, ACC-5). */
export interface OpenedSighting {
  number: number;
  event: "Opened";
  seat: string;
  case_file: [string, string, string] | null;
  right: boolean;
}
/** An eliminated player's pawn was moved from a doorway into the room (ACC-7). */
export interface ClearedSighting {
  number: number;
  event: "Cleared";
  seat: string;
  to: string;
}
/** A seat was found to have denied a card that it held, when this theory was suggested in that turn (SHOW-9). */
export interface FalseWitnessSighting {
  number: number;
  event: "FalseWitness";
  seat: string;
  turn: number;
  theory: [string, string, string];
}
/** The mover took the last step back. */
export interface TakenBackSighting {
  number: number;
  event: "TakenBack";
  seat: string;
}
/** The game ended, won or unsolved, and the case file was revealed (ACC-4, ACC-8). */
export interface FinishedSighting {
  number: number;
  event: "Finished";
  winner: string | null;
  case_file: [string, string, string];
}
/** Pawns and weapons were set up (SET-3 to SET-6); None for a weapon off the board. */
export interface PlacedSighting {
  number: number;
  event: "Placed";
  pawns: string[];
  weapons: (string | null)[];
}
/** One card of each kind was put into the case file unseen (SET-7). */
export interface SealedSighting {
  number: number;
  event: "Sealed";
  case_file: [string, string, string] | null;
}
/** The other cards were dealt (SET-8). The sizes of the hands are public, the hands are not (SET-20). */
export interface DealtSighting {
  number: number;
  event: "Dealt";
  dealer: string;
  sizes: number[];
  hands: (string[] | null)[];
}
/** The cards that couldn't be dealt evenly were laid face up (SET-10). */
export interface LaidOpenSighting {
  number: number;
  event: "LaidOpen";
  cards: string[];
}
/** Everyone rolled for the start; ties for the highest roll were rolled again (SET-12, SET-13). */
export interface RolledForStartSighting {
  number: number;
  event: "RolledForStart";
  rounds: [string, number[]][][];
}
/** The game began with this seat's turn (SET-11 to SET-13, SET-17). */
export interface BeganSighting {
  number: number;
  event: "Began";
  starter: string;
}
/** What a viewer saw of an event. */
export type Sighting =
  | RolledSighting
  | MovedSighting
  | TurnEndedSighting
  | SuggestedSighting
  | CouldNotShowSighting
  | ShownSighting
  | TookPassageSighting
  | SnoopedSighting
  | AccusedSighting
  | OpenedSighting
  | ClearedSighting
  | FalseWitnessSighting
  | TakenBackSighting
  | FinishedSighting
  | PlacedSighting
  | SealedSighting
  | DealtSighting
  | LaidOpenSighting
  | RolledForStartSighting
  | BeganSighting;
