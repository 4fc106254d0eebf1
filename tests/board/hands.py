"""Ways to use the page: by mouse, by touch, by keyboard. Each knows only how to activate one visible element."""

import time

# Scrolls an element into view if its middle lies off the screen or beyond the edge of what scrolls; answers its middle, or what is
# wrong with it.
WHERE = """selector => {
  const found = [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length);
  if (!found.length) return {wrong: 'is not on the page'};
  const element = found[0];
  if (element.disabled) return {wrong: 'is disabled'};
  const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
  const shown = element.getBoundingClientRect();
  if (shown.top < 0 || shown.left < 0 || shown.bottom > innerHeight || shown.right > innerWidth
      || !element.contains(document.elementFromPoint(...middle(shown))))
    element.scrollIntoView({block: 'center', inline: 'center'});
  const [x, y] = middle(element.getBoundingClientRect());
  const top = document.elementFromPoint(x, y);
  if (!top || !(element.contains(top) || top.contains(element)))
    return {wrong: `is covered by ${top?.closest('[id]')?.id ?? top?.tagName}`};
  return {x, y};
}"""

# What has the focus, and where an element lies from there, in pixels.
FOCUS = """selector => {
  const element = [...document.querySelectorAll(selector)].find(one => one.getClientRects().length);
  const active = document.activeElement;
  if (!element) return {found: false};
  const [to, from] = [element.getBoundingClientRect(), active.getBoundingClientRect()];
  const grid = element.closest('[role=grid],.choices,fieldset');
  return {found: true, there: active === element, near: Boolean(grid) && grid === active.closest('[role=grid],.choices,fieldset'),
    right: Math.round(to.left + to.width / 2 - from.left - from.width / 2), down: Math.round(to.top + to.height / 2 - from.top - from.height / 2),
    width: from.width, height: from.height, choices: Boolean(element.closest('.choices,fieldset'))};
}"""


class Pointer:
    """What mouse and touch have in common: an element is hit in its middle, unless something covers it."""

    def __init__(self, page):
        self.page = page

    def press(self, selector, patience=30):
        end = time.time() + patience
        while True:
            at = self.page.evaluate(WHERE, selector)
            if "x" in at:
                return self.hit(at["x"], at["y"])
            if time.time() > end:
                raise AssertionError(f"{selector} {at['wrong']}")
            time.sleep(0.02)


class Mouse(Pointer):
    name = "mouse"
    # Pieces that slide cost a machine without a graphics card much time; by touch they do.
    options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}

    def hit(self, x, y):
        self.page.mouse.click(x, y)

    def drag(self, start, goal):
        """From the middle of one element to the middle of another one."""
        at, to = self.page.evaluate(WHERE, start), self.page.evaluate(WHERE, goal)
        self.page.mouse.move(at["x"], at["y"])
        self.page.mouse.down()
        self.page.mouse.move((at["x"] + to["x"]) / 2, (at["y"] + to["y"]) / 2)
        self.page.mouse.move(to["x"], to["y"])
        self.page.mouse.up()


class Touch(Pointer):
    name = "touch"
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

    def hit(self, x, y):
        self.page.touchscreen.tap(x, y)


class Keyboard:
    """Goes with Tab from one control to the next, with arrow keys over a board, a group of choices or of radio buttons."""

    name = "keyboard"
    options = Mouse.options
    STOPS = 250

    def __init__(self, page):
        self.page = page

    def press(self, selector, patience=30):
        self.reach(selector, patience)
        if not self.page.evaluate("() => document.activeElement.type === 'radio'"):
            self.page.keyboard.press("Enter")

    def reach(self, selector, patience):
        end = time.time() + patience
        stops, blocked = 0, None
        while True:
            seen = self.page.evaluate(FOCUS, selector)
            if seen.get("there"):
                return
            if not seen["found"]:
                if time.time() > end:
                    raise AssertionError(f"{selector} is not on the page")
                time.sleep(0.02)
                continue
            stops += 1
            if stops > self.STOPS:
                raise AssertionError(f"{selector} cannot be reached with the keyboard")
            blocked = self.approach(seen, blocked)

    def approach(self, seen, blocked):
        """Presses one key; returns the place from which an arrow key was pressed, to see when one leads nowhere."""
        if not seen["near"]:
            self.page.keyboard.press("Tab")
            return None
        here = (seen["right"], seen["down"])
        across = abs(seen["right"]) > seen["width"] / 2
        upright = abs(seen["down"]) > seen["height"] / 2
        if seen["choices"]:
            key = "ArrowDown" if seen["down"] > 0 or not upright and seen["right"] > 0 else "ArrowUp"
        elif across and (blocked != here or not upright):
            key = "ArrowRight" if seen["right"] > 0 else "ArrowLeft"
        else:
            key = "ArrowDown" if seen["down"] > 0 else "ArrowUp"
        self.page.keyboard.press(key)
        return here


HANDS = {hand.name: hand for hand in (Mouse, Touch, Keyboard)}
