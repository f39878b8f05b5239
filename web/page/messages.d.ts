// The messages of `crates/api/src`: the requests of a board on the screen, and the replies.

export interface PositionRef {
  game: string;
  fen?: string | null;
  moves?: string[];
}
export type MarkWord = "both" | "quiet" | "capture" | "first";
export interface Turn {
  text: string;
  san: string;
  squares: string[];
  promotion: string | null;
  /** The piece that is gated, if there is one. */
  gated?: string;
  mark: MarkWord;
}
export interface Outcome {
  result: string;
  winner: "White" | "Black" | null;
  reason: string;
}
export interface Position {
  fen: string;
  pieces: string;
  hands?: [string, string];
  side: "White" | "Black";
  number: number;
  check: string | null;
  turns: Turn[];
  outcome: Outcome | null;
  last: Turn | null;
  table: string | null;
}
export interface GameSummary {
  name: string;
  title: string;
  family: string;
  summary: string;
  size: string;
}
export interface Square {
  name: string;
  file: number;
  rank: number;
  level: number;
  dark: boolean;
}
export interface Piece {
  letter: string;
  name: string;
  betza: string;
  words: string[];
  royal: boolean;
  pawn: boolean;
  promotes_to: string[];
  value: number;
  shapes: string;
}
export interface Starts {
  /**
   * The arrays from which each side chooses one: the name that identifies the array, and the name that readers see.
   * Empty if the pieces are shuffled.
   */
  arrays: [string, string][];
  /** The number of choices of each side. Shuffled orders are numbers from 0. */
  count: number;
  /** Whether both sides have the same shuffled order. */
  mirrored: boolean;
}
export interface Game {
  name: string;
  title: string;
  summary: string;
  link: string;
  history: string;
  files: number;
  ranks: number;
  levels: string[];
  squares: Square[];
  start: string;
  /** The start positions from which one can be chosen; `null` if there is only one. */
  starts: Starts | null;
  pieces: Piece[];
  chains: boolean;
  rules: string[];
}
export interface Score {
  text: string;
  cp: number | null;
  mate: number | null;
  expectation: number;
}
export interface Line {
  line: number;
  depth: number;
  selective_depth: number;
  score: Score;
  exact: boolean;
  nodes: number;
  nps: number;
  time: number;
  hash_full: number;
  moves: string[];
  san: string[];
}
export interface Best {
  turn: Turn | null;
  ponder: string | null;
  score: Score;
  depth: number;
  nodes: number;
  time: number;
}
export interface Book {
  positions: number;
  moves: { turn: Turn; white: number; draws: number; black: number; score: Score | null }[];
}
export interface Judged {
  score: Score;
  table: string | null;
  depth: number;
  best: Turn | null;
  moves: string[];
  san: string[];
  verdict: "Inaccuracy" | "Mistake" | "Blunder" | null;
  sign: string | null;
  accuracy: number | null;
}
export type StepKind =
  | "piece"
  | "multi-step"
  | "first-move"
  | "promotion"
  | "promotion-by-file"
  | "castling"
  | "en-passant"
  | "level"
  | "forced-capture"
  | "chain"
  | "check"
  | "escape"
  | "win";
/** How the turn that a lesson asks for wins the game. */
export type WinningEnd =
  | "checkmate"
  | "stalemate"
  | "bare-king"
  | "king-taken"
  | "promoted-set-complete"
  | "goal-reached"
  | "pieces-extinct"
  | "checks-given"
  | "pieces-in-a-row";
export type LessonStep = ({ kind: Exclude<StepKind, "win">; end: null } | { kind: "win"; end: WinningEnd }) & {
  piece: string | null;
  becomes: string | null;
  fen: string;
  visit: string[];
  turns: string[];
  solution: string[];
};
export interface Merit {
  merit:
    | "only"
    | "wins"
    | "captures"
    | "safely"
    | "promotes"
    | "checks"
    | "escapes"
    | "castles"
    | "rescues"
    | "guards"
    | "threatens";
  piece: string | null;
  end: string | null;
}
export interface Explanation {
  terms: { name: string; white: [number, number]; black: [number, number] }[];
  middlegame: number;
  scale: number;
  tempo: number;
  hand_crafted: number;
  network: number | null;
  score: number;
}
export interface WrittenTurn {
  text: string;
  san: string;
  glyphs?: string[];
  before?: string;
  comment: string;
  variations?: WrittenTurn[][];
}
export interface RecordView {
  number: number;
  game: string;
  tags: [string, string][];
  fen: string | null;
  preamble?: string;
  moves: WrittenTurn[];
  result: string;
  error: string | null;
  warnings?: string[];
}
export interface Place {
  games: number;
  lines: number;
}
export interface Mistake {
  line: number;
  column: number;
  message: string;
}
export interface Checked {
  mistake: Mistake | null;
  game: Game | null;
  position: Position | null;
  lints: string[];
  tests: number;
  failures: Mistake[];
  uncounted: number;
}
export interface Imported {
  name: string;
  text: string | null;
  mistakes: Mistake[];
}
export interface SelfPlaySettings {
  nodes?: number;
  seed?: number;
}
export interface Played {
  number: number;
  pgn: string;
}
export interface Study {
  verdict: string[];
  page: string;
  numbers: string;
}
export interface Elo {
  difference: number;
  error: number;
}
export interface Learning {
  generation: number;
  stage: "games" | "learning" | "match";
  games: number;
  elo: Elo;
  left: number | null;
}
export interface Learned {
  spent: number;
  generations: {
    kind: "weights" | "network";
    games: number;
    match_games: number;
    elo: Elo | null;
    taken: boolean;
  }[];
  elo: Elo;
  best: { name: string; content: string; definition: string | null } | null;
}
export interface Abilities {
  study: boolean;
  learn: boolean;
}
export interface Limits {
  depth?: number;
  nodes?: number;
  time?: number;
  clock?: [number, number];
  increment?: number;
}
export interface Settings {
  level?: number | null;
  book?: number | null;
  lines?: number;
  threads?: number;
  hash?: number;
}

// The last reply to each request.
export interface Replies {
  abilities: Abilities;
  games: { games: GameSummary[] };
  game: Game;
  reach: { square: string; marks: [string, MarkWord][] };
  position: Position;
  book: Book;
  play: Position;
  lesson: { steps: LessonStep[] };
  practise: Position;
  why: { merits: Merit[] };
  picture: { svg: string };
  search: Best;
  judge: Judged;
  "self-play": object;
  study: Study;
  learn: { learned: Learned };
  learned: { learned: Learned | null };
  forget: { learned: null };
  explain: Explanation;
  stop: object;
  "read-pgn": { records: RecordView[]; read: number; place: Place };
  "write-pgn": { text: string };
  check: Checked;
  define: Checked;
  template: { text: string };
  import: { games: Imported[] };
}

/** A game against a friend as a page sees it; see `crates/server/src/friend`. Without `game` there is no game. */
export interface FriendView {
  game?: string;
  fen?: string | null;
  moves?: string[];
  side?: "White" | "Black";
  first?: "White" | "Black";
  clock?: [number, number] | null;
  increment?: number;
  running?: boolean;
  offer?: { what: "draw" | "take-back"; by: "White" | "Black" } | null;
  end?: { result: string; reason: "rules" | "resignation" | "agreement" | "time" } | null;
  you: "White" | "Black" | null;
  host_here: boolean;
  guest_here: boolean;
  watchers: number;
  links: { player: string; qr: string; watcher: string } | null;
}

/** A game in progress in a tournament; see `src/cli/tournament/live.rs`. */
export interface LiveGame {
  game: number;
  variant: string;
  white: string;
  black: string;
  fen: string | null;
  moves: { san: string; comment: string }[];
  position: Position;
  clocks: [number | null, number | null];
  thinking: number;
}
/** The state of a tournament. */
export interface LiveState {
  event: string;
  over: boolean;
  total: number;
  games: LiveGame[];
  results: {
    game: number;
    variant: string;
    white: string;
    black: string;
    result: string;
    ending: string;
    plies: number;
  }[];
  standings: {
    games: number;
    engines: {
      engine: string;
      opponent?: string;
      variant: string;
      games: number;
      points: number;
      wins: number;
      draws: number;
      losses: number;
    }[];
    sprt: { llr: number; bounds: [number, number]; verdict: string | null } | null;
  };
  llr: number[];
}
