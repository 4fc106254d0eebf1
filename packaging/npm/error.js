/** What is wrong, in one sentence. */

/** A request that the engine has refused, or that it has failed at. */
export class JailbirdError extends Error {
  name = "JailbirdError";

  /**
   * @param {string} message
   * @param {{status?: number, field?: string | null, at?: number | null, reason?: string, problems?: string[], games?: string[]}} [parts]
   */
  constructor(message, { status = 400, field = null, at = null, reason = message, problems = [], games = [] } = {}) {
    super(message);
    /** That of HTTP: 400 if the request makes no sense, 500 if the engine has failed, 0 if it is closed or cannot be started. */
    this.status = status;
    /** The field of the request that is to blame. */
    this.field = field;
    /** The index of the move that is not legal. */
    this.at = at;
    /** The sentence without the names of field and move. */
    this.reason = reason;
    /** Of a text of games: all that is wrong with it. */
    this.problems = problems;
    /** Of a text of games: those that are loaded all the same. */
    this.games = games;
  }
}

/** The JSON of a line of an answer; throws what the engine has to say against the request. @param {string} line @returns {any} */
export function read(line) {
  const [status, json] = [Number(line.slice(0, 3)), JSON.parse(line.slice(4))];
  if (status === 200) return json;
  throw new JailbirdError(json.error, { status, field: json.field, at: json.at, reason: json.reason });
}
