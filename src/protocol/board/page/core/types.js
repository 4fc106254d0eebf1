/**
 * The shapes of the protocol's answers; uci-docs/board.md describes them. Types only, no code.
 *
 * @typedef {{seat: number, color: string, board: string | null, name: string}} Seat
 * @typedef {{letter: string, name: string, picture: string | null, promoted: {name: string, picture: string | null} | null,
 *   own: Object<string, string | null> | null, pawn: boolean}} Kind
 * @typedef {{level: number, title: string, elo: number | null}} Level
 * @typedef {{name: string, aliases: string[], title: string, summary: string, players: number, seats: Seat[], boards: (string | null)[],
 *   files: number, ranks: number, start: string, rules: string, group: string, kinds: Kind[], puzzles: Object<string, number>, pocket: boolean, box: boolean}} GameInfo
 * @typedef {{protocol: number, engine: string, limits: Object<string, number>, levels: Level[], games: GameInfo[]}} Catalogue
 * @typedef {{game: string, fen?: string, moves?: string[]}} GameRef
 * @typedef {{square: string, side: string, letter: string, kind: string, name: string, promoted: boolean, marks: string[]}} Piece
 * @typedef {{side: string, letter: string, kind: string, name: string, count: number, promoted: boolean, target: string | null}} Item
 * @typedef {{mark: string, square: string, by: string[], kind: string | null, text: string}} Mark
 * @typedef {{text: string, san: string, label: string, kind: string, paths: string[][], choice: string, captures: string[],
 *   becomes: string | null, promoted: boolean | null}} Move
 * @typedef {{path: string[], count: number}} Stub
 * @typedef {{text: string, letter: string, square: string | null}} Button
 * @typedef {{moves: Move[], stubs: Stub[], buttons: Object<string, Button>}} MoveList
 * @typedef {{text: string, legs: [string, string][], captures: string[], changed: string[]}} LastMove
 * @typedef {{score: string, winner: number | null, reason: string, text: string}} Result
 * @typedef {{name: string | null, files: number, ranks: number, ended: boolean}} BoardInfo
 * @typedef {{square: string | null, board: string | null, target: string | null}} Token
 * @typedef {{game: string, start: string, fen: string, played: {text: string, san: string, short: string, label: string, seat: number}[],
 *   turn: Seat, boards: BoardInfo[], holes: string[], pieces: Piece[], tokens: Token[], box: Item[] | null,
 *   hands: Item[], captured: Item[], marks: Mark[], notes: {side: string | null, text: string}[], pending: {text: string, squares: string[]}[],
 *   check: {squares: string[], text: string, by: string[]} | null, last: LastMove | null, result: Result | null,
 *   claim: Result | null, powerless: number[], counters: {halfmove: number, limit: number, repetitions: number, move: number},
 *   threats: Object<string, string[]>} & MoveList} Position
 * @typedef {{cp?: number, mate?: number}} Score
 * @typedef {{event: string, depth: number, seldepth: number, line: number, score: Score, bound: string, wdl: number[],
 *   nodes: number, nps: number, time: number, pv: string[], san: string[], ending?: boolean}} Info
 * @typedef {{event: string, move: string | null, san: string | null, ponder: string | null, accepts_draw?: boolean}} Best
 * @typedef {{ok: boolean, fen: string | null, repaired: string[], reasons: {field: string, text: string}[]}} Verdict
 * @typedef {{id: string, game: string, fen: string, moves: number, level: string, line: string[], number: number,
 *   state: "open" | "solved" | "shown", hintedAt?: number}} Puzzle
 * @typedef {{fen: string, task: string, moves: string[], told: string}} Lesson
 * @typedef {{text: string, by: string[], on: string | null}} Reason
 * @typedef {{letter: string, name: string, files: number, ranks: number, square: string, holes: string[],
 *   cells: {square: string, move: boolean, capture: boolean, stays: boolean, jump: boolean}[]}} Diagram
 * @typedef {{game: string, tags: [string, string][], fen: string | null, moves: string[], result: string, error: string | null,
 *   notes?: {score: Score | null, wdl: number[] | null, glyphs: number[], comment: string}[], lines?: string[][]}} PgnGame
 * @typedef {{line: number, game: number, text: string}} PgnFault
 */
export {};
