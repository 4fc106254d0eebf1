/** The games that were played in this browser, kept in its database. Without one (a private window) nothing is kept. */

/**
 * @typedef {{id: string, game: string, title: string, fen: string | null, moves: string[], at: number | null, tree: any[], players: any[],
 *   names: string[], result: string, ended?: import("./types.js").Result | null, file?: {name: string, text: string} | null, plies: number, when: number}} Kept `when` is the time of the last move in milliseconds, `ended` tells an end other than by rule,
 * `file` has the rules of a game that was loaded
 */

const NAME = "jailbird";
const STORE = "games";
/** So many games are kept; the oldest ones go. */
const MOST = 2000;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("when", "when");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} act @returns {Promise<T>} */
async function within(mode, act) {
  const store = (await database()).transaction(STORE, mode).objectStore(STORE);
  const request = act(store);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keeps a game in place of what is known of it. @param {Kept} game */
export async function keepGame(game) {
  try {
    await within("readwrite", (store) => store.put(game));
    const count = await within("readonly", (store) => store.count());
    if (count > MOST) for (const old of (await keptGames()).slice(MOST)) await dropGame(old.id);
  } catch {
    // Private windows may refuse; the page works without.
  }
}

/** All games, the newest first. @returns {Promise<Kept[]>} */
export async function keptGames() {
  try {
    const all = await within("readonly", (store) => store.getAll());
    return all.filter((one) => one && typeof one.game === "string" && Array.isArray(one.moves)).sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

/** @param {string} id */
export async function dropGame(id) {
  await within("readwrite", (store) => store.delete(id)).catch(() => {});
}

/** Forgets all games. */
export async function dropAll() {
  await within("readwrite", (store) => store.clear()).catch(() => {});
}
