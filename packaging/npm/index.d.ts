/** What is wrong, in one sentence. */
export class JailbirdError extends Error {
  constructor(message: string, parts?: { status?: number; field?: string | null; at?: number | null; reason?: string; problems?: string[]; games?: string[] });
  /** That of HTTP: 400 if the request makes no sense, 500 if the engine has failed, 0 if it is closed or cannot be started. */
  status: number;
  /** The field of the request that is to blame. */
  field: string | null;
  /** The index of the move that is not legal. */
  at: number | null;
  /** The sentence without the names of field and move. */
  reason: string;
  /** Of a text of games: all that is wrong with it, each with file and line. */
  problems: string[];
  /** Of a text of games: those that are loaded all the same. */
  games: string[];
}

/** Starts an engine. `games` are the names that `games()` lists; without it, all. Other games can be played all the same. */
export function load(options?: { games?: readonly string[] }): Promise<Jailbird>;

export interface Jailbird {
  /** The names of the games. The first answer takes one or two seconds. */
  games(): Promise<string[]>;
  /** What is known about the games, and the levels of play. */
  catalogue(): Promise<Catalogue>;
  /**
   * Adds the games of a text in the language of `variants.ini`; `name` is that of the file in messages. Throws what is wrong with the text; its other
   * games are loaded all the same. `lenient` passes over keys that are not known. `networks` has, by game, the file of its network in base64.
   */
  loadGames(text: string, how?: { name?: string; lenient?: boolean; networks?: { [game: string]: string } }): Promise<{ games: string[]; notes: string[] }>;
  /** Begins a game, with the start position unless there is a FEN, and plays moves. */
  game(name?: string, from?: { fen?: string | null; moves?: readonly string[] }): Promise<Game>;
  /** Any request of the board's protocol but `search`, `begin`, `teach` and `load`. */
  request(name: string, body: object): Promise<any>;
  /** Ends the Workers, and searches that run. */
  close(): Promise<void>;
}

export interface Game {
  /** The name of the game. */
  readonly name: string;
  /** The FEN at the beginning. */
  readonly start: string;
  /** The FEN of the position. */
  readonly fen: string;
  /** The colour to move. */
  readonly turn: "white" | "black";
  /** The seat to move: 0 is White and 1 Black, or 0 to 3 in a game of four players. */
  readonly seat: number;
  /** The end of the game by its rules. */
  readonly result: Result | null;
  /** The draw that may be claimed. */
  readonly claim: Result | null;
  /** The moves that have been played, as the engine writes them. */
  readonly history: string[];
  /** All that a page is told about the position; `played` has at least the last move. */
  readonly position: Position;
  /** The legal moves, as the engine writes them. */
  moves(): Promise<string[]>;
  /** Plays a move in any form that the game understands; returns it as the engine writes it. */
  play(move: string): Promise<string>;
  /** Takes back the last move, or more. */
  takeBack(count?: number): Promise<void>;
  /** Searches for the best move. At least one of `depth`, `nodes`, `movetime`, `mate`, `clock` and `infinite` is needed. */
  search(options: SearchOptions): Promise<SearchResult>;
}

export interface SearchOptions {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  /** Prove a win in so many own moves. */
  mate?: number;
  /** The clock of the seat to move, in milliseconds, and the moves until the next time control. */
  clock?: { remaining: number; increment?: number; moves?: number | null };
  /** Search until `signal` is aborted. */
  infinite?: boolean;
  /** The only first moves that are searched. */
  only?: readonly string[];
  /** 0 (a beginner) to 20 (full strength, the usual). */
  level?: number;
  /** The number of best lines, 1 (the usual) to 5. */
  multipv?: number;
  /** Ends the search, which then throws the signal's reason. */
  signal?: AbortSignal;
  /** Is told every report. What it throws ends the search. */
  onInfo?: (info: Info) => void;
}

/** Hundredths of a pawn, or moves to a win (negative: to a loss), from the view of the seat to move. */
export interface Score { cp?: number; mate?: number }

export interface Info {
  depth: number;
  seldepth: number;
  /** The number of the line, from 1. */
  multipv: number;
  score: Score;
  bound: "exact" | "lower" | "upper";
  /** Estimated chances of win, draw and loss in permille. */
  wdl: [number, number, number];
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** Milliseconds. */
  time: number;
  hashfull: number;
  pv: string[];
  /** The line as in PGN. */
  san: string[];
}

export interface SearchResult {
  /** The best move; null if the game is over. */
  move: string | null;
  san: string | null;
  /** The answer that is expected. */
  ponder: string | null;
  /** Those of the best line. */
  score: Score | null;
  pv: string[];
  /** The last report of each line. */
  lines: Info[];
}

export interface Result {
  score: "1-0" | "0-1" | "1/2-1/2";
  /** The seat that has won. */
  winner: number | null;
  reason: string;
  /** A sentence, such as "White mates". */
  text: string;
}

export interface Seat { seat: number; color: "white" | "black"; board: string | null; name: string }
export interface Move {
  text: string;
  san: string;
  /** The move in words. */
  label: string;
  kind: string;
  paths: string[][];
  choice: string;
  captures: string[];
  becomes: string | null;
  promoted: boolean | null;
}
export interface Stub { path: string[]; count: number }

/** A position, as uci-docs/board.md of the repository describes it. */
export interface Position {
  game: string;
  start: string;
  fen: string;
  played: { text: string; san: string; short: string; label: string; seat: number }[];
  turn: Seat;
  result: Result | null;
  claim: Result | null;
  pieces: { square: string; side: string; letter: string; kind: string; name: string; promoted: boolean; marks: string[] }[];
  check: { squares: string[]; text: string; by: string[] } | null;
  moves: Move[];
  stubs: Stub[];
  [field: string]: unknown;
}

export interface GameInfo {
  name: string;
  aliases: string[];
  title: string;
  summary: string;
  players: number;
  seats: Seat[];
  files: number;
  ranks: number;
  /** The FEN of the start position. */
  start: string;
  /** `house` for games in code, `known` for well-known games, `own` for those of loaded texts. */
  group: string;
  kinds: { letter: string; name: string; [field: string]: unknown }[];
  [field: string]: unknown;
}

export interface Catalogue {
  engine: string;
  levels: { level: number; title: string; elo: number | null }[];
  games: GameInfo[];
  limits: { [name: string]: number };
  [field: string]: unknown;
}
