/** Grids of cells that are clicked, or reached with the arrow keys and pressed with Enter or the space bar. */

import { el, refill } from "../core/dom.js";

/** @typedef {{name: string, label: string, look: string, content: Node[], pressed?: boolean, edges?: {rank: string | null, file: string | null}}} Cell */

/** The cell of each grid that Tab goes to. @type {Map<string, string>} */
const current = new Map();

/** @type {Object<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} id @param {string} label @param {Cell[][]} rows @param {(name: string) => void} pick */
export function makeGrid(id, label, rows, pick) {
  const names = rows.map((row) => row.map((cell) => cell.name));
  const all = names.flat();
  const at = all.includes(current.get(id) ?? "") ? /** @type {string} */ (current.get(id)) : (all[0] ?? "");
  const cells = rows.map((row) => el("div", { role: "row" }, ...row.map((cell) => cellElement(cell, cell.name === at))));
  const grid = el("div", { id, class: "draw-grid", role: "grid", "aria-label": label }, ...cells);
  grid.style.setProperty("--columns", String(names[0]?.length ?? 1));
  grid.style.setProperty("--rows", String(names.length));
  const nameOf = /** @param {Event} event */ (event) => (event.target instanceof Element ? event.target.closest("[data-at]")?.getAttribute("data-at") : null);
  const take = /** @param {string} name */ (name) => {
    current.set(id, name);
    pick(name);
  };
  grid.addEventListener("click", (event) => {
    const name = nameOf(event);
    if (name) take(name);
  });
  grid.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (!step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!step) return take(name);
    const y = names.findIndex((row) => row.includes(name));
    const next = names[y + step[1]]?.[names[y].indexOf(name) + step[0]];
    if (next) focus(grid, id, next);
  });
  return grid;
}

/** @param {Cell} cell @param {boolean} isFirst */
function cellElement({ name, label, look, content, pressed, edges }, isFirst) {
  return el("div", { role: "gridcell", class: `draw-cell ${look}`, tabindex: isFirst ? 0 : -1, "data-at": name, "aria-label": label, "aria-selected": pressed === undefined ? null : String(pressed), "data-rank": edges?.rank ?? null, "data-file": edges?.file ?? null }, ...content);
}

/** @param {Element} grid @param {string} id @param {string} name */
function focus(grid, id, name) {
  current.set(id, name);
  for (const cell of grid.querySelectorAll("[data-at]")) cell.setAttribute("tabindex", cell.getAttribute("data-at") === name ? "0" : "-1");
  const next = /** @type {HTMLElement | null} */ (grid.querySelector(`[data-at="${name}"]`));
  next?.focus();
}

/** What tells a control from others, as a selector. @param {Element} node */
function selectorOf(node) {
  const mark = [...node.attributes].find(({ name }) => name === "id" || name.startsWith("data-"));
  return mark ? `[${mark.name}="${CSS.escape(mark.value)}"]` : null;
}

/** Whether a control shows something else than it was drawn with. @param {Element} holder */
const isChanged = (holder) => [.../** @type {NodeListOf<HTMLInputElement>} */ (holder.querySelectorAll("input,textarea"))].some((one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked);

/** Replaces an element's content, if it differs; the focus stays on the control where it was, and so does what is marked in a field. @param {HTMLElement} holder @param {...(Node | string)} children */
export function redraw(holder, ...children) {
  const fresh = el("div", {}, ...children);
  if (fresh.innerHTML === holder.innerHTML && !isChanged(holder)) return;
  const active = document.activeElement;
  const selector = active && active !== holder && holder.contains(active) ? selectorOf(active) : null;
  const [from, to] = active instanceof HTMLInputElement && active.type === "text" ? [active.selectionStart, active.selectionEnd] : [null, null];
  const top = holder.scrollTop;
  refill(holder, ...fresh.childNodes);
  holder.scrollTop = top;
  const next = selector ? /** @type {HTMLElement | null} */ (holder.querySelector(selector)) : null;
  next?.focus({ preventScroll: true });
  if (next instanceof HTMLInputElement && from !== null) next.setSelectionRange(from, to);
}
