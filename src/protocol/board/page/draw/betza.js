/**
 * Betza's language, as far as its moves can be drawn on a small board: leaps, slides and hops, only to move or only to capture. What
 * cannot be drawn is kept as it is written.
 */

/** How a piece comes to a square: by a leap, by one over empty squares, step by step, over a piece and on, right behind a piece. @typedef {"leap" | "lame" | "slide" | "over" | "next"} Reach */
/** A way to move (`m`) or to capture (`c`); `range` is the most steps of a slide or hop, 0 for any number. @typedef {{x: number, y: number, mode: "m" | "c", reach: Reach, range: number}} Way */
/** @typedef {{ways: Way[], rest: string}} Moves `rest` has the groups that cannot be drawn */

/** Atoms with their leaps, each the shorter way first. @type {Object<string, [number, number]>} */
const ATOMS = { W: [0, 1], F: [1, 1], D: [0, 2], N: [1, 2], A: [2, 2], H: [0, 3], C: [1, 3], L: [1, 3], Z: [2, 3], J: [2, 3], G: [3, 3] };
/** Letters of two atoms, or of lines. @type {Object<string, {atoms: string[], range: number}>} */
const COMPOUNDS = { K: { atoms: ["W", "F"], range: 1 }, Q: { atoms: ["W", "F"], range: 0 }, R: { atoms: ["W"], range: 0 }, B: { atoms: ["F"], range: 0 } };

/** So far the small board reaches. */
export const RADIUS = 3;

const GROUP = /([a-z]*)(\[[^\]]*\]|\([^)]*\)|([A-Z])\3?)(\d*)/y;
/** Modifiers that can be drawn. */
const DRAWN = /^[fblrvsmcpgn]*$/;

/** What can be drawn of a text, or null if it is no row of groups. @param {string} text @returns {Moves | null} */
export function readMoves(text) {
  /** @type {Way[]} */
  const ways = [];
  let rest = "";
  GROUP.lastIndex = 0;
  while (GROUP.lastIndex < text.length) {
    const match = GROUP.exec(text);
    if (!match) return null;
    const found = waysOf(match[1], match[2], match[4]);
    if (found) ways.push(...found);
    else rest += match[0];
  }
  return { ways: merged(ways), rest };
}

/** The ways of a group, or null if it cannot be drawn. @param {string} modifiers @param {string} atom @param {string} digits @returns {Way[] | null} */
function waysOf(modifiers, atom, digits) {
  const letter = atom.charAt(0);
  const compound = COMPOUNDS[letter];
  const names = compound?.atoms ?? (ATOMS[letter] ? [letter] : []);
  if (!names.length || !DRAWN.test(modifiers)) return null;
  const [hops, lame] = [/[pg]/.test(modifiers), modifiers.includes("n")];
  const isLine = Boolean(compound) || letter === "W" || letter === "F";
  const range = rangeOf(letter, atom.length > 1, digits, hops);
  if ((hops || range !== 1) && !isLine && (hops || letter !== "N")) return null;
  if (lame && (isLine || range !== 1)) return null;
  const reach = reachOf(modifiers, range);
  if (!reach) return null;
  const found = names.flatMap((name) => leaps(ATOMS[name])).filter(([x, y]) => isNamed(modifiers.replace(/[^fblrvs]/g, ""), x, y, names.length > 1));
  const modes = /** @type {("m" | "c")[]} */ (/[mc]/.test(modifiers) ? ["m", "c"].filter((mode) => modifiers.includes(mode)) : ["m", "c"]);
  return found.length ? found.flatMap(([x, y]) => modes.map((mode) => ({ x, y, mode, reach, range: reach === "leap" || reach === "lame" ? 1 : reach === "next" ? 0 : range }))) : null;
}

/** How many steps a group allows, 0 for any number. @param {string} letter @param {boolean} doubled @param {string} digits @param {boolean} hops */
function rangeOf(letter, doubled, digits, hops) {
  if (digits) return Number(digits);
  if (doubled) return 0;
  const isLine = letter === "W" || letter === "F" || letter === "K";
  return hops && isLine ? 0 : (COMPOUNDS[letter]?.range ?? 1);
}

/** @param {string} modifiers @param {number} range @returns {Reach | null} */
function reachOf(modifiers, range) {
  const [over, next] = [modifiers.includes("p"), modifiers.includes("g")];
  if (over || next) return range === 1 || (range === 0 && !over) ? "next" : over ? "over" : null;
  if (modifiers.includes("n")) return "lame";
  return range === 1 ? "leap" : "slide";
}

/** All leaps that are one turned or reflected. @param {[number, number]} leap @returns {[number, number][]} */
function leaps([a, b]) {
  const all = [[a, b], [b, a]].flatMap(([x, y]) => [[x, y], [-x, y], [x, -y], [-x, -y]].map(([p, q]) => [p || 0, q || 0]));
  return /** @type {[number, number][]} */ (all.filter(([x, y], i) => all.findIndex(([p, q]) => p === x && q === y) === i));
}

/** Whether modifiers of direction allow a leap; they are read in pairs. @param {string} letters @param {number} x @param {number} y @param {boolean} both of a king or queen */
function isNamed(letters, x, y, both) {
  return !letters || (letters.match(/..?/g) ?? []).some((pair) => fits(pair, x, y, both));
}

/** Whether a leap points to a side. @type {Object<string, (x: number, y: number) => boolean>} */
const POINTS = { f: (_, y) => y > 0, b: (_, y) => y < 0, l: (x) => x < 0, r: (x) => x > 0, v: (_, y) => y !== 0, s: (x) => x !== 0 };

/** @param {string} pair @param {number} x @param {number} y @param {boolean} both */
function fits(pair, x, y, both) {
  const [first, second] = pair;
  const [tall, wide] = [Math.abs(y) > Math.abs(x), Math.abs(x) > Math.abs(y)];
  const diagonal = !tall && !wide;
  const straight = x === 0 || y === 0;
  const along = /** @param {string} letter */ (letter) => diagonal || ("fbv".includes(letter) ? tall : wide);
  const single = /** @param {string} letter */ (letter) => POINTS[letter](x, y) && (along(letter) || (both && diagonal) || (straight && letter === "s"));
  if (!second) return single(first);
  if (straight && !both) return single(first) || single(second);
  if (first === "v" && "lrs".includes(second)) return false;
  if (first === "s" && "fbv".includes(second)) return false;
  const points = POINTS[first](x, y);
  if ("fb".includes(first) && second === "s") return both ? (points && diagonal) || wide : points && (wide || diagonal);
  if ("lr".includes(first) && second === "v") return both ? (points && diagonal) || tall : points && (tall || diagonal);
  const crosses = "fb".includes(first) === "lr".includes(second) && "fblr".includes(first) && "fblr".includes(second);
  if (!crosses) return single(first) || single(second);
  if (both) return (points && POINTS[second](x, y)) || (straight && POINTS[second](x, y));
  return points && POINTS[second](x, y) && along(second);
}

/** Every way once; of two ways to the same square in the same manner the longer one counts. @param {Way[]} ways @returns {Way[]} */
function merged(ways) {
  /** @type {Map<string, Way>} */
  const known = new Map();
  for (const way of ways) {
    const key = [way.x, way.y, way.mode, way.reach].join();
    const before = known.get(key);
    if (!before || (before.range !== 0 && (way.range === 0 || way.range > before.range))) known.set(key, way);
  }
  return [...known.values()];
}

/** Modifiers of direction, those that name most leaps first. */
const DIRECTIONS = ["", "v", "s", "f", "b", "l", "r", "fs", "bs", "fl", "fr", "bl", "br", "lf", "lb", "rf", "rb"];

/** The fewest modifiers that name these leaps of an atom and no others. @param {string} atom @param {[number, number][]} wanted @returns {string[]} */
function directions(atom, wanted) {
  const all = leaps(ATOMS[atom]);
  const has = /** @param {[number, number][]} list @param {[number, number]} leap */ (list, [x, y]) => list.some(([p, q]) => p === x && q === y);
  const sets = DIRECTIONS.map((name) => ({ name, set: all.filter(([x, y]) => isNamed(name, x, y, false)) })).filter(({ set }) => set.length && set.every((leap) => has(wanted, leap)));
  const chosen = [];
  let left = wanted;
  while (left.length) {
    const gain = /** @param {{set: [number, number][]}} one */ ({ set }) => set.filter((leap) => has(left, leap)).length;
    const best = sets.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best.name);
    left = left.filter((leap) => !has(best.set, leap));
  }
  return chosen;
}

/** The order of atoms in a text. */
const ORDER = ["W", "F", "D", "N", "A", "H", "C", "Z", "G"];

/** Moves in Betza's language. @param {Moves} moves @returns {string} empty if there are none */
export function writeMoves({ ways, rest }) {
  /** @type {Map<string, {atom: string, reach: Reach, range: number, mode: string, leaps: [number, number][]}>} */
  const groups = new Map();
  for (const [i, { x, y, mode: own, reach, range }] of ways.entries()) {
    const atom = atomOf(x, y);
    // The same way to do the other thing.
    const twin = ways.findIndex((way, at) => at !== i && way.x === x && way.y === y && way.reach === reach && way.range === range);
    if (!atom || (twin >= 0 && twin < i)) continue;
    const mode = twin < 0 ? own : "";
    const key = [mode, reach, range, atom].join();
    groups.set(key, { atom, reach, range, mode, leaps: [...(groups.get(key)?.leaps ?? []), [x, y]] });
  }
  const sorted = [...groups.values()].sort((a, b) => a.mode.length - b.mode.length || ORDER.indexOf(a.atom) - ORDER.indexOf(b.atom));
  const parts = sorted.flatMap((group) => directions(group.atom, group.leaps).map((named) => ({ ...group, named })));
  // Letters without modifiers come first, so few stand behind the same letter.
  const all = joined(parts).map((part) => ({ part, text: write(part) })).sort((a, b) => Number(/^[a-z]/.test(a.text)) - Number(/^[a-z]/.test(b.text)));
  const behind = /** @param {string} before */ (before) => all.reduce((text, { part, text: own }) => text + (text && text.endsWith(own.charAt(0)) ? write({ ...part, mode: "mc" }) : own), before);
  const body = behind("");
  return rest && body.endsWith(rest.charAt(0)) ? behind(rest) : body + rest;
}

/** @typedef {{atom: string, reach: Reach, range: number, mode: string, named: string}} Part */

/** Puts what goes along files and ranks and the same along diagonals together. @param {Part[]} parts @returns {Part[]} */
function joined(parts) {
  const twin = /** @param {Part} one @param {Part} other */ (one, other) => other.atom === "F" && !one.named && !other.named && other.mode === one.mode && other.reach === one.reach && other.range === one.range;
  const taken = new Set();
  return parts.flatMap((part) => {
    if (taken.has(part)) return [];
    const other = part.atom === "W" ? parts.find((one) => twin(part, one)) : undefined;
    if (!other) return [part];
    taken.add(other);
    return [{ ...part, atom: "WF" }];
  });
}

/** A group as text. A letter right behind the same one would be read with it, so `mc` says there what goes without saying. @param {Part} part */
function write({ atom, reach, range, mode, named }) {
  const [lines, steps] = atom === "WF" ? ["Q", "K"] : atom === "W" ? ["R", "W"] : atom === "F" ? ["B", "F"] : [atom + atom, atom];
  const how = { leap: "", lame: "n", slide: "", over: "p", next: "g" }[reach];
  const isFar = reach === "slide" || isHop(reach);
  const body = isFar ? (range && atom.length === 1 && !"WF".includes(atom) ? steps : lines) : steps;
  return `${named}${mode}${how}${body}${isFar && range ? range : ""}`;
}

/** The atom of a leap. @param {number} x @param {number} y */
function atomOf(x, y) {
  const [a, b] = [Math.abs(x), Math.abs(y)].sort((p, q) => p - q);
  return ORDER.find((letter) => ATOMS[letter][0] === a && ATOMS[letter][1] === b) ?? null;
}

/** @param {Reach} reach */
export const isHop = (reach) => reach === "over" || reach === "next";

/**
 * Adds a way in the directions of a symmetry, or takes it away where it is there.
 * @param {Way[]} ways @param {{x: number, y: number, modes: ("m" | "c")[], reach: Reach, range: number}} wish @param {"all" | "sides" | "one"} symmetry
 * @returns {Way[]}
 */
export function toggled(ways, { x, y, modes, reach, range }, symmetry) {
  const goals = symmetry === "all" ? leaps([x, y]) : symmetry === "sides" && x ? [[x, y], [-x, y]] : [[x, y]];
  const at = /** @param {Way} way @param {number} p @param {number} q */ (way, p, q) => way.x === p && way.y === q;
  const isThere = ways.filter((way) => at(way, x, y) && way.reach === reach && way.range === range).map((way) => way.mode).sort().join() === [...modes].sort().join();
  // Another way to the same square gives way, as far as it does the same.
  const stays = /** @param {Way} way */ (way) => !goals.some(([p, q]) => at(way, p, q)) || isHop(way.reach) !== isHop(reach) || (!isThere && way.reach !== reach && !modes.includes(way.mode));
  const kept = ways.filter(stays);
  if (isThere) return kept;
  return [...kept, ...goals.flatMap(([p, q]) => modes.map((mode) => ({ x: p || 0, y: q || 0, mode, reach, range })))];
}
