/**
 * When the form is drawn anew. What is pressed, a list that is open and a field that is being left stay as they are until that is done:
 * a click on an element that has been replaced is lost, and so is the focus.
 */

let isPressed = false;
let isLeaving = false;
let isDue = false;
let isBehind = false;
/** @type {() => void} */
let run = () => {};

/** A list of choices that is open; browsers that cannot tell have none. */
function openList() {
  const { activeElement } = document;
  try {
    return activeElement instanceof HTMLSelectElement && activeElement.matches(":open");
  } catch {
    return false;
  }
}

/** Whether the form may be drawn now. If not, it is drawn as soon as it may be. */
export function mayDraw() {
  isDue = isPressed || isLeaving || openList();
  return !isDue;
}

/** Draws when what is typed has been left. */
export function drawLater() {
  isBehind = true;
}

function drawDue() {
  if (isDue) run();
}

/** A field takes over what was typed in it, or shows again what there is; the focus is on its way to another one. */
export function leave() {
  isLeaving = isDue = true;
  setTimeout(() => {
    isLeaving = false;
    drawDue();
  });
}

/** Listens on the dialog while it is open. @param {HTMLElement} dialog @param {() => void} draw */
export function listenPresses(dialog, draw) {
  const stop = new AbortController();
  [run, isPressed] = [draw, false];
  dialog.addEventListener("close", () => stop.abort());
  const press = /** @param {MouseEvent} event */ (event) => {
    isPressed ||= event.button === 0;
  };
  const end = () => {
    isPressed = false;
    drawDue();
  };
  dialog.addEventListener("pointerdown", press, true);
  dialog.addEventListener("mousedown", press, true);
  // The click comes right behind them.
  for (const name of ["pointerup", "mouseup", "pointercancel"]) window.addEventListener(name, () => setTimeout(end), { capture: true, signal: stop.signal });
  // A box changes behind its click.
  window.addEventListener("click", ({ target }) => target instanceof Element && !target.closest("label") && end(), { signal: stop.signal });
  dialog.addEventListener("focusout", () => {
    isDue ||= isBehind;
    isBehind = false;
  });
  for (const name of ["change", "focusout", "keydown", "pointermove"]) dialog.addEventListener(name, () => isDue && setTimeout(drawDue));
}
