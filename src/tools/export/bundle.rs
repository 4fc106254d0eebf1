//! Modules of JavaScript joined to one script, which needs no server to load the others.
//!
//! The modules say `import { a, b as c } from "./other.js";`, `import "./other.js";` or, within a line, `import("./other.js")`, and
//! `export function`, `export const` or `export class` at the beginnings of lines, and import each other in no circle. A module that is
//! imported within a line runs before the one that does. Nothing that is exported changes later. Comments stand on lines of their own or
//! behind code.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// The forms in which a name is exported.
const EXPORTS: [&str; 4] = ["async function ", "function ", "const ", "class "];

/// A module in the order of loading.
struct Module {
    /// Without its imports, and without `export`.
    body: String,
    exports: Vec<String>,
}

/// Joins modules, given by path, to a script that runs the one at `entry`.
///
/// # Errors
/// A line says what is not understood, and in which module.
pub fn bundle(files: &BTreeMap<&str, &str>, entry: &str) -> Result<String, String> {
    let mut bundle = Bundle { files, order: Vec::new(), places: HashMap::new(), open: Vec::new() };
    bundle.add(entry)?;
    let mut script = String::from("(() => {\n\"use strict\";\n");
    for (place, module) in bundle.order.iter().enumerate() {
        let names = module.exports.join(", ");
        let _ = write!(script, "const M{place} = (() => {{\n{}return {{ {names} }};\n}})();\n", module.body);
    }
    script.push_str("})();\n");
    // Within a page these end a script or hide its end.
    Ok(script.replace("</script", "<\\/script").replace("<!--", "<\\!--"))
}

struct Bundle<'a> {
    files: &'a BTreeMap<&'a str, &'a str>,
    order: Vec<Module>,
    /// By path, the place in the order.
    places: HashMap<String, usize>,
    /// The modules that are being read.
    open: Vec<String>,
}

impl Bundle<'_> {
    /// Adds a module behind those that it imports; its place.
    fn add(&mut self, path: &str) -> Result<usize, String> {
        if let Some(&place) = self.places.get(path) {
            return Ok(place);
        }
        if self.open.iter().any(|open| open == path) {
            return Err(format!("{path}: it imports itself by way of {}", self.open.join(", ")));
        }
        let text = *self.files.get(path).ok_or_else(|| format!("{path}: there is no such module"))?;
        self.open.push(path.to_owned());
        let (mut body, mut exports, mut in_template) = (String::new(), Vec::new(), false);
        let mut lines = text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            // Comments that have lines of their own are left out, and types and blanks in others.
            let start = line.trim_start();
            if start.starts_with("//") && !in_template {
                continue;
            }
            if start.starts_with("/*") && !in_template {
                let mut last = line;
                while !last.contains("*/") {
                    last = lines.next().map_or("*/", |(_, line)| line);
                }
                if last.ends_with("*/") {
                    continue;
                }
                return Err(format!("{path}:{}: code behind a comment", number + 1));
            }
            let naming = |problem: String| format!("{path}:{}: {problem}", number + 1);
            let short = if in_template { String::new() } else { shortened(start) };
            if in_template {
                body.push_str(line);
            } else if line.starts_with("import ") {
                body.push_str(&self.import(path, line).map_err(naming)?);
            } else if let Some(rest) = short.strip_prefix("export ").filter(|_| line == start) {
                exports.extend(exported(rest).map_err(naming)?);
                body.push_str(if rest == "{};" { "" } else { rest });
            } else {
                body.push_str(&self.import_later(path, &short).map_err(naming)?);
            }
            // Neither imports of no names nor empty lines leave one.
            if in_template || !body.ends_with('\n') && !body.is_empty() {
                body.push('\n');
            }
            // Blanks within a template are text, all others at the beginning of a line are not.
            in_template ^= line.matches('`').count() % 2 == 1;
        }
        if in_template {
            return Err(format!("{path}: a template without an end"));
        }
        self.open.pop();
        self.places.insert(path.to_owned(), self.order.len());
        self.order.push(Module { body, exports });
        Ok(self.order.len() - 1)
    }

    /// A line with `import("./other.js")`, a promise of a module, made to a promise of one in the script.
    fn import_later(&mut self, path: &str, line: &str) -> Result<String, String> {
        let Some((before, rest)) = line.split_once("import(\"") else { return Ok(line.to_owned()) };
        let unknown = || format!("an import that is not understood: {line}");
        let (target, after) = rest.split_once("\")").ok_or_else(unknown)?;
        let place = self.add(&resolved(path, target).ok_or_else(unknown)?)?;
        Ok(format!("{before}Promise.resolve(M{place}){after}"))
    }

    /// What stands in place of an import.
    fn import(&mut self, path: &str, line: &str) -> Result<String, String> {
        let unknown = || format!("an import that is not understood: {line}");
        let rest = line.strip_prefix("import ").and_then(|rest| rest.strip_suffix("\";")).ok_or_else(unknown)?;
        let (names, target) = match rest.strip_prefix('"') {
            Some(target) => (None, target),
            None => rest.split_once(" from \"").map(|(names, target)| (Some(names), target)).ok_or_else(unknown)?,
        };
        let target = resolved(path, target).ok_or_else(unknown)?;
        let place = self.add(&target)?;
        let Some(names) = names else { return Ok(String::new()) };
        let inside = names.strip_prefix('{').and_then(|names| names.strip_suffix('}')).ok_or_else(unknown)?;
        let exports = self.order.get(place).map_or(&[][..], |module| &module.exports);
        let mut pairs = Vec::new();
        for name in inside.split(',').map(str::trim) {
            let (theirs, own) = name.split_once(" as ").unwrap_or((name, name));
            if !exports.iter().any(|export| export == theirs) {
                return Err(format!("{target} exports no {theirs}"));
            }
            pairs.push(if theirs == own { own.to_owned() } else { format!("{theirs}: {own}") });
        }
        Ok(format!("const {{ {} }} = M{place};", pairs.join(", ")))
    }
}

/// Signs beside which blanks mean nothing.
const SIGNS: [&str; 9] = [" => ", " === ", " !== ", " && ", " || ", " ?? ", " = ", " ? ", " : "];

/// A line without the types in its comments, `/** @type {string} */`, and without the blanks beside signs, except in texts. A line with a
/// slash may have a pattern, and one with several templates texts within texts: those keep their blanks.
fn shortened(line: &str) -> String {
    let text = without_types(line);
    if text.contains('/') || text.matches('`').count() > 2 {
        return text;
    }
    let (mut short, mut code, mut quote, mut is_escaped) = (String::new(), String::new(), None, false);
    for letter in text.chars() {
        match quote {
            None if "\"'`".contains(letter) => {
                short += &without_blanks(&code);
                code.clear();
                short.push(letter);
                quote = Some(letter);
            }
            None => code.push(letter),
            Some(end) => {
                short.push(letter);
                quote = Some(end).filter(|_| is_escaped || letter != end);
                is_escaped = !is_escaped && letter == '\\';
            }
        }
    }
    short + &without_blanks(&code)
}

/// Code without the blanks beside signs.
fn without_blanks(code: &str) -> String {
    let short = SIGNS.iter().fold(code.to_owned(), |code, sign| code.replace(sign, sign.trim()));
    short.replace(", ", ",").replace("; ", ";")
}

/// A line without the types in its comments.
fn without_types(line: &str) -> String {
    let mut parts = line.split("/** @");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once("*/") {
            Some((_, after)) => text += after.strip_prefix(' ').unwrap_or(after),
            None => {
                text += "/** @";
                text += part;
            }
        }
    }
    text
}

/// The name that a line exports; `{}` exports none.
fn exported(rest: &str) -> Result<Option<String>, String> {
    if rest == "{};" {
        return Ok(None);
    }
    let after = EXPORTS.into_iter().find_map(|form| rest.strip_prefix(form));
    let after = after.ok_or_else(|| format!("an export that is not understood: {rest}"))?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_$".contains(letter);
    let name: String =
        after.trim_start_matches('*').trim_start().chars().take_while(|&letter| is_part(letter)).collect();
    if name.is_empty() { Err(format!("an export without a name: {rest}")) } else { Ok(Some(name)) }
}

/// The path of a module that another one names, `./x.js` or `../x/y.js`.
fn resolved(from: &str, target: &str) -> Option<String> {
    let mut folder: Vec<&str> = from.split('/').collect();
    folder.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(folder.pop()?),
            part => folder.push(part),
        }
    }
    target.starts_with('.').then(|| folder.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(files: &[(&str, &str)]) -> Result<String, String> {
        bundle(&files.iter().copied().collect(), "main.js")
    }

    #[test]
    fn modules_stand_behind_those_that_they_import() {
        let files = [
            ("main.js", "import { a, b as c } from \"./core/one.js\";\nimport \"./core/two.js\";\na(c);"),
            ("core/one.js", "export function a() {}\nexport const b = \"</script>\";\nconst own = 1;"),
            ("core/two.js", "/** Two. */\nimport { a } from \"../core/one.js\";\n/**\n * a\n */\n  // b\na(2);"),
        ];
        let expected = "(() => {\n\"use strict\";\n\
            const M0 = (() => {\nfunction a() {}\nconst b = \"<\\/script>\";\nconst own=1;\nreturn { a, b };\n})();\n\
            const M1 = (() => {\nconst { a } = M0;\na(2);\nreturn {  };\n})();\n\
            const M2 = (() => {\nconst { a, b: c } = M0;\na(c);\nreturn {  };\n})();\n})();\n";
        assert_eq!(joined(&files).as_deref(), Ok(expected));
    }

    #[test]
    fn modules_that_are_loaded_later_run_with_the_others() {
        let files = [("main.js", "f(() => {\n  import(\"./a.js\").then(f);\n});"), ("a.js", "export const a = 1;")];
        let script = joined(&files).unwrap();
        assert!(script.contains("const M1 = (() => {\nf(()=>{\nPromise.resolve(M0).then(f);\n});\n"), "{script}");
    }

    #[test]
    fn blanks_at_the_beginning_of_lines_stay_in_templates_only() {
        let text = "  if (a) {\n    b(`c`);\n  }\n  d(`\n  // e\n  f`);\n  g;";
        let script = joined(&[("main.js", text)]).unwrap();
        assert!(script.contains("if (a) {\nb(`c`);\n}\nd(`\n  // e\n  f`);\ng;"), "{script}");
    }

    #[test]
    fn blanks_stay_where_there_is_text() {
        for (line, expected) in [
            ("const a = b ? c : (d, e) => f === g;", "const a=b?c:(d,e)=>f===g;"),
            ("const a = \"b = c, \\\" = d\" ? 'e, f' : g, h;", "const a=\"b = c, \\\" = d\"?'e, f':g,h;"),
            ("a(/ = /, b);", "a(/ = /, b);"),
            ("b = (` = ${c === \"d\"}, `);", "b=(` = ${c === \"d\"}, `);"),
            ("b = `${c ? `d, e` : f}`;", "b = `${c ? `d, e` : f}`;"),
            ("b = c(`d = ", "b=c(`d = "),
            ("a + +b - -c", "a + +b - -c"),
        ] {
            assert_eq!(shortened(line), expected);
        }
    }

    #[test]
    fn types_are_left_out() {
        let text =
            "export const a = /** @param {string} b */ (b) => /** @type {any} */ (b);\nd(`\n  /** @type {e} */ f`);";
        let script = joined(&[("main.js", text)]).unwrap();
        assert!(script.contains("const a=(b)=>(b);\nd(`\n  /** @type {e} */ f`);\nreturn { a };"), "{script}");
        assert_eq!(without_types("a /** @b"), "a /** @b");
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let rows: [(&[(&str, &str)], &str); 11] = [
            (&[("main.js", "import x from \"./a.js\";"), ("a.js", "")], "main.js:1: an import that is not"),
            (&[("main.js", "import \"./a.js\";")], "main.js:1: a.js: there is no such module"),
            (&[("main.js", "\nimport { x } from \"./a.js\";"), ("a.js", "")], "main.js:2: a.js exports no x"),
            (&[("main.js", "a = import(\"./a.js\");")], "main.js:1: a.js: there is no such module"),
            (&[("main.js", "a = import(\"./a.js);")], "main.js:1: an import that is not"),
            (&[("main.js", "/* a */ let x = 1;")], "main.js:1: code behind a comment"),
            (&[("main.js", "export let x = 1;")], "main.js:1: an export that is not"),
            (&[("main.js", "const a = `;")], "main.js: a template without an end"),
            (&[("main.js", "export default 1;")], "main.js:1: an export that is not"),
            (&[("main.js", "import \"../../a.js\";")], "main.js:1: an import that is not"),
            (
                &[("main.js", "import \"./a.js\";"), ("a.js", "import \"./main.js\";")],
                "main.js:1: a.js:1: main.js: it imports itself by way of main.js, a.js",
            ),
        ];
        for (files, expected) in rows {
            let problem = joined(files).err().unwrap_or_default();
            assert!(problem.starts_with(expected), "{problem}");
        }
    }
}
