/** Faults of requests. */

/** A request that the engine refused, or that did not reach it (status 0). */
export class ApiError extends Error {
  /** @param {number} status @param {string} message @param {number | null} [at] index of the illegal move */
  constructor(status, message, at = null) {
    super(message);
    this.status = status;
    this.at = at;
  }
}
