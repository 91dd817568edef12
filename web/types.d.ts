// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The types that several modules of src/ use. tsc reads this file, no browser does. docs/web.md says what the engine's
 * members mean.
 */

// ---- What the engine answers ----

interface Zone { name: string; kind: string; sides: string; description: string; squares: string[]; colour: number }

interface PieceSheet {
  piece: string; name: string; sides: string; description: string; betza: string; royal: boolean; value?: number;
    promotes_to?: string;
}

interface RuleOption {
  name: string; words: string; default: string; choices?: string[]; min?: number; max?: number; said: string[];
    other?: string;
}

/** A game's data sheet. */
interface Sheet {
  name: string; title: string; files: number; ranks: number; boards: number; on_corner: boolean; multi_leg: boolean;
  standard_notation: boolean; fen: string; rules: string; brief: string; goals: { w: string; b: string }; scene: string;
    length: number;
  check: boolean; rule_options: RuleOption[]; draw_counter_limit: number; levels: number[]; elo_scale: string;
    zones: Zone[];
  pieces: PieceSheet[]; hand_pieces: string[]; hand_max: number[];
}

interface Effect { piece_moves: [string, string][]; removed: string[]; changes: Record<string, string> }
interface Verdict { result: 'win' | 'draw' | 'loss'; mate_in: number; dtm: number; text: string }

interface Leg extends Effect {
  text: string; status: 'partial' | 'extensible' | 'complete'; from: string; to: string; drop?: string;
    promotion?: string; action?: string;
  end_effect?: Effect; tablebase?: Verdict;
}

interface LastMove { move: string; san: string; side: string; legs: (Leg & { text: string })[] }
interface LessonState { number: number; state: 'open' | 'solved' | 'failed'; failure: string; remark: string;
  move_count: number; moves_left: number; flags: string[] }

/** A position, as "position" answers. */
interface Look {
  game: string; fen: string; side: string; move_number: number; draw_counter: number; rules?: string; result: string;
    reason: string;
  board: Record<string, string>; hands: Record<string, number>; peril: boolean; royals: string[]; played?: string;
  status: 'none' | 'partial' | 'extensible' | 'complete'; preview?: Record<string, string>; end_effect?: Effect;
  material: { balance: number; captured: Record<string, number> }; last?: LastMove; legs: Leg[]; tablebase?: Verdict;
    lesson?: LessonState;
  castling: string; ep: string; leg_rule?: string;
}

/** What a search finds, on its way or at last. */
interface Found extends Line {
  san: string[];   cp?: number; mate?: number; bound?: string; depth: number; seldepth: number; multipv: number;
    nodes: number;
  time: number; hashfull: number; resigns?: boolean; offers_draw?: boolean;
}

/** A line of moves, and the same in algebraic notation. */
interface Line { pv: string[]; san?: string[] }

/** A game of a PGN, as "pgn_read" answers. */
interface PgnGame {
  game: string; rules?: string; fen: string; moves: string[]; comment?: string; tags: Record<string, string>;
    problem?: string;
  tree?: { move: string; parent: number; comment?: string; nags?: number[] }[]; game_count: number;
  faults: { game: number; line: number; what: string }[]; fault_count: number;
}

/** A game of a PGN, as "pgn_list" answers. */
interface PgnEntry { start: number; length: number; tags: Record<string, string>; variant?: string; game?: string;
  rules?: string }

/** A move of the opening book, as "book" answers. */
interface BookMove { move: string; continuation: string[]; san: string[]; cp?: number; mate?: number;
  expected_score: number }
interface Book { positions: number; known: boolean; origin: string; moves: BookMove[] }

/** What a piece can do on a nearly empty board, as "piece" answers. */
interface PieceAnswer { sheet: PieceSheet; square: string; board: Pieces; targets: { move: string[]; capture: string[];
  hop: string[]; shift: string[] } }

/** A request, by the names of docs/web.md. */
interface Wish { do: string; [member: string]: unknown }

/** Something that answers requests: an engine, or the library of a server. The request knows what its answer is. */
interface Answers { ask(request: Wish, report?: (found: Found) => void): Promise<any> }

// ---- What the page has ----

type Board = import('./src/board.js').Board;
type BoardView = import('./src/boardview.js').BoardView;
type Pool = import('./src/client.js').Pool;
type Client = import('./src/client.js').Client;
type Clock = import('./src/clock.js').Clock;
type Game = import('./src/game.js').Game;
type Levels = import('./src/levels.js').Levels;
type Messages = import('./src/messages.js').Messages;
type Networks = import('./src/networks.js').Networks;
type Page = import('./src/main.js').Page;
type Play = import('./src/play.js').Play;
type Store = import('./src/store.js').Store;
/** What holds by colour, 'w' and 'b'. */
type BySide<T> = Record<string, T>;
type Pieces = Record<string, string>;

interface Result { result: string; reason: string }

/** How a game comes on the board: listeners get it, too. */
interface Arrival {
  /** Is it the same game still? */
  same?: boolean;
  lesson?: number; legs?: string[]; rules?: string; players?: BySide<string>; flipped?: boolean; push?: boolean;
    origin?: string;
  entry?: KeptEntry; kept?: string; clock?: unknown; arrive?: () => void;
}

/** Hears of an event, with what belongs to it. */
type Listener = (...told: any[]) => void;

/** How the board comes to show something else. */
interface Change {
  steps?: boolean; step?: Leg; legs?: number; fresh?: boolean; dragged?: string; before?: Pieces; arrive?: () => void;
}

/** A move as it is kept: the number of its parent, the move, its side, notes. */
type Packed = [number, string, string, object];

/** What a board marks: classes and targets by square. */
interface Marks {
  classes?: Record<string, string>; targets?: Record<string, string>; starts?: string[]; flags?: string[];
  arrows?: { from: string; to: string; kind: string }[];
}

/** A position that is being set up. */
interface Draft { rules?: string; board: Pieces; hands: Record<string, number>; side: string; castling: string;
  ep: string }

/** What the engine is to do: a purpose, and the node that it is for. */
interface Job { purpose: string; node: Ply; key: string; done: boolean }

/** What a person has chosen; storage can be written by anybody. */
type Settings = Record<string, any>;

/** The entry of the library that is on the board. */
interface KeptEntry extends Result { id: string; rev: number; created: number; origin: string }

/** A game as it is kept. */
interface Kept { head: Head; data: any }

/** All are texts, '' or missing if they do not apply. */
interface Place {
  /** the start page */
  home?: string;
  /** an entry of the library, or ... */
  id?: string;
  /** ... a game by its name; the rest says what of it */
  game?: string;
  /** those that are not the game's own */
  rules?: string;
  /** its number */
  lesson?: string;
  /** its id */
  puzzle?: string;
  /** how far its solver is: tried, done, shown */
  stage?: string;
  /** where it starts, if not at the start position */
  fen?: string;
  /** as treeText() writes them */
  moves?: string;
  /** of a move that has begun */
  legs?: string;
  /** that was agreed, with ... */
  result?: string;
  reason?: string;
  /** a friend sent it, and an answer is wanted */
  mail?: string;
  /** who plays White and Black in a game that nobody has moved in: first letters, as Game.players has them */
  players?: string;
  /** what is beside the board, '' for what is usual there */
  screen?: string;
}

/** What phase.js decides by. */
interface Facts {
  /** a position is being set up */
  editing: boolean;
  /** another page plays this game */
  elsewhere: boolean;
  /** the engine is out of reach for now */
  offline?: boolean;
  /** '*' while the game goes on */
  result: string;
  /** to move */
  side: string;
  /** 'person', 'engine' or 'friend', by side */
  players: Record<string, string>;
  /** how many legs of the move have been played */
  legs: number;
  /** nothing follows on the board's position */
  leaf: boolean;
  /** the engine moves only when somebody asks for it, as in a game that came by a link */
  waits: boolean;
  /** a puzzle is on the board: its moves are answered by its solution ... */
  puzzle?: boolean;
  /** ... until that is shown */
  shown?: boolean;
  paused: boolean;
  /** a hint is wanted */
  hint: boolean;
  /** what is shown beside the board: 'play', 'analyse', 'learn', 'set-up', 'share' */
  screen: string;
  /** the engine runs where one analyses */
  analyses: boolean;
  /** the game is being reviewed */
  reviews: boolean;
  /** a person tries to find a better move than that of the game */
  retries: boolean;
}

/** The head of a game, for lists. */
interface Head {
  id: string;
  /** grows with each save */
  rev: number;
  game: string;
  /** that are not the game's own */
  rules?: string;
  /** milliseconds since 1970 */
  created: number;
  changed: number;
  /** of the main line */
  plies: number;
  result: string;
  reason: string;
  white: string;
  black: string;
  /** of the position to be shown */
  pieces: Record<string, string>;
  /** the link that it came by, '' if it has been changed since */
  origin: string;
}

/** A move of a game's tree, or its beginning. */
interface Ply {
  /** '' for the root */
  move: string;
  /** who played it, 'w' or 'b' */
  side: string;
  parent: Ply | null;
  children: Ply[];
  /** on the move; on the root: before the first move */
  comment?: string;
  /** signs as PGN numbers them */
  nags?: number[];
  /** a mistake's sign: '?!', '?' or '??' */
  mark?: string;
  /** as White sees it, in pawns, bounded */
  score?: number;
  /** as shown */
  scoreText?: string;
  /** the move in algebraic notation, as the engine writes it; not kept with a game */
  san?: string;
  /** the best move in the position after it, by a review */
  best?: Best;
  /** milliseconds that the mover had left after the move */
  clock?: number;
  /** what a PGN's comment had in brackets, like ['eval', '0.17'] */
  commands?: string[][];
  /** how the game ended here by resignation, agreement or time */
  ended?: Result;
}

interface Best { move: string; san: string }

/** What a place has: the heads that can be read, and how many cannot. */
interface Listing { heads: Head[]; damaged: number }

/** A place that keeps games. */
interface GamePlace {
  list(): Promise<Listing>;
  /** null: there is none; throws if it cannot be read */
  read(id: string): Promise<Kept | null>;
  /** 0, or the revision that stands there if it is above `base`; throws if the place is full */
  write(entry: Kept, base: number): Promise<number>;
  /** what is not newer than a revision */
  erase(id: string, rev: number): Promise<void>;
}

/** The time control: `base` ms, `increment` ms a move. */
interface Control { base: number; increment: number }

/** What a person draws; `to` is '' for a circle. */
interface Drawing { colour: string; from: string; to: string }

/** A solver's rating. */
interface Score { rating: number; deviation: number; streak: number; solved: string[] }

/**
 * What an element shows; what is not named stays, and so do children with the same words. A value does not replace what
 * somebody types.
 */
interface Shown {
  text?: string; children?: (HTMLElement | string)[]; hidden?: boolean; disabled?: boolean; value?: string;
  label?: string; title?: string; classes?: Record<string, boolean>;
}
/** Elements by their ids. */
type Panel = Record<string, Shown>;

/** What moves sound like. */
type Kind = 'move' | 'take' | 'danger' | 'end';

/** Milliseconds that are left. */
interface Times { w: number; b: number }

/** A lesson as the engine lists it. */
interface Lesson { number: number; title: string; task: string; hint: string; fen: string; side: string;
  opponent_passes: boolean; solution: string[] }

/** A puzzle as the engine lists it. */
interface PuzzleEntry { id: string; rating: number; kind: string; move_count: number; themes: string[] }

/**
 * A part of the list of moves, in the order of reading: 'block' begins a piece of the main line, 'open' and 'close' are
 * the brackets of a variation. `move`: without its signs.
 */
interface ListPart { kind: 'block' | 'number' | 'move' | 'comment' | 'open' | 'close' | 'nothing'; text: string;
  node: Ply | null; move?: string; shown?: HTMLElement[] }

/** What play is doing (phase.js). */
type Phase = 'editing' | 'elsewhere' | 'offline' | 'over' | 'legs' | 'paused' | 'person' | 'friend' | 'reply' | 'waits'
  | 'earlier' | 'answer';

/** Carries lines to an engine and back. */
interface Wire { send: (line: string) => void; close: () => void }

/**
 * Opens a wire to an engine that plays by these rules, 'GAME:OPTION=VALUE,...', '': the games' own. `fail` reports that
 * it broke, and whether an immediate retry is useless; `up` that it is open, if that takes time.
 */
type Connect = (hear: (line: string) => void, fail: (reason: string, useless?: boolean) => void, up: () => void,
  rules: string) => Wire;

/** A request that waits for its answer. */
interface Waiting { request: Wish; tries: number; resolve: (answer: any) => void; reject: (error: Error) => void;
  report?: (found: Found) => void }
