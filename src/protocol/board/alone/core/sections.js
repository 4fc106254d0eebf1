/** What of a file of games is about one of them. */

/** The section of a game with those before it that it inherits from, and the comments above them. @param {string} text of files @param {string} name */
export function sectionOf(text, name) {
  /** @type {{name: string, parent: string, lines: string[]}[]} */
  const sections = [];
  /** @type {string[]} */
  let above = [];
  for (const line of text.replace(/\r/g, "").split("\n")) {
    const [head, own, parent = ""] = /^\s*\[([^:\]]*):?(.*)\]\s*$/.exec(line) ?? [];
    if (/^\s*[#;]/.test(line)) above.push(line);
    else if (head) above = (sections.push({ name: own.trim(), parent: parent.trim(), lines: [...above, line] }), []);
    else above = (sections[sections.length - 1]?.lines.push(...above, line), []);
  }
  const taken = [];
  let wanted = name;
  for (const section of sections.reverse()) {
    if (section.name !== wanted) continue;
    taken.unshift(...section.lines);
    wanted = section.parent;
  }
  return taken.join("\n");
}
