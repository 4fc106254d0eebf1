/** The moves of a game with their variations. */

/**
 * @typedef {{id: number, text: string, san: string, label: string, seat: number, parent: TreeNode | null,
 *   children: TreeNode[], score: import("./types.js").Score | null, wdl: number[] | null, glyphs: number[], comment: string, left?: number[], short?: string}} TreeNode
 * `score` and `wdl` are from White's view, `glyphs` are those of PGN, `left` the milliseconds on the clocks, `short` the move for the list. `children[0]` is the main line.
 */

let next = 0;

/** @param {TreeNode | null} parent @param {{text: string, san: string, label: string, seat: number}} move @returns {TreeNode} */
export function makeNode(parent, move) {
  return { id: next++, ...move, parent, children: [], score: null, wdl: null, glyphs: [], comment: "" };
}

/** @returns {TreeNode} */
export const makeRoot = () => makeNode(null, { text: "", san: "", label: "Start", seat: -1 });

/** Finds or adds a move. @param {TreeNode} node @param {{text: string, san: string, label: string, seat: number}} move */
export function addChild(node, move) {
  const known = node.children.find((child) => child.text === move.text);
  if (known) return known;
  const child = makeNode(node, move);
  node.children.push(child);
  return child;
}

/** Nodes from the first move to a node, the root left out. @param {TreeNode} node @returns {TreeNode[]} */
export function lineTo(node) {
  const line = [];
  for (let at = node; at.parent; at = at.parent) line.unshift(at);
  return line;
}

/** The end of the main line behind a node. @param {TreeNode} node @returns {TreeNode} */
export function tip(node) {
  while (node.children.length) node = node.children[0];
  return node;
}

/** The ends of all lines behind a node. @param {TreeNode} node @returns {TreeNode[]} */
export const leaves = (node) => (node.children.length ? node.children.flatMap(leaves) : [node]);

/** @param {TreeNode} node @param {TreeNode} line */
export const isOnLine = (node, line) => node.parent === null || lineTo(line).includes(node);

/** Makes the line to a node the main line. @param {TreeNode} node */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.unshift(...siblings.splice(siblings.indexOf(at), 1));
  }
}

/** Takes a node and all that follows out of the tree. @param {TreeNode} node */
export function remove(node) {
  const siblings = node.parent?.children;
  siblings?.splice(siblings.indexOf(node), 1);
}

/** The tree as JSON: a list of [text, san, label, seat, children, notes]. @param {TreeNode} node @returns {any[]} */
export const toJson = (node) => node.children.map((child) => {
  const { text, san, label, seat, score, wdl, glyphs, comment, short } = child;
  return [text, san, label, seat, toJson(child), { score, wdl, glyphs, comment, short }];
});

/** @param {TreeNode} node @param {any[]} list what `toJson` made */
export function fromJson(node, list) {
  for (const [text, san, label, seat, children, notes] of list) {
    const child = Object.assign(addChild(node, { text, san, label, seat }), notes);
    fromJson(child, children);
  }
}

/** The node reached by some move texts, null if a move is missing. @param {TreeNode} root @param {string[]} moves @returns {TreeNode | null} */
export function follow(root, moves) {
  /** @type {TreeNode | undefined} */
  let node = root;
  for (const text of moves) node = node?.children.find((child) => child.text === text);
  return node ?? null;
}
