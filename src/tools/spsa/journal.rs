//! The file of a run: what determines it, and a line for every finished iteration, from which everything else is
//! computed again.
//!
//! ```text
//! match prisonbreak --nodes 5000
//! gains iterations=5000 pairs=4 alpha=0.602 gamma=0.101 stability=0.1 seed=1
//! parameter reverse_futility_margin, int, 80, 30, 200, 8, 0.002
//! result 3 4 1
//! ```
//! A result has the games won, drawn and lost by the plus side.

use super::list::{self, Tuned};
use super::tuning::{Gains, Tuning};
use crate::tools::append_file::AppendFile;
use crate::tools::sprt::Tally;
use crate::tools::text_file::{self, naming};
use std::path::Path;

/// What a file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// The game and the settings of its matches, as options of the command line.
    pub settings: String,
    pub tuning: Tuning,
}

impl Journal {
    /// Reads a file.
    ///
    /// # Errors
    /// One line that names the file and the malformed line.
    pub fn read(path: &Path) -> Result<Journal, String> {
        parse(&text_file::read(path)?).map_err(naming(path))
    }

    /// The text of a file without results.
    fn head(&self) -> String {
        let parameters = self.tuning.parameters.iter().map(|tuned| format!("parameter {tuned}\n"));
        format!("match {}\ngains {}\n{}", self.settings, self.tuning.gains, parameters.collect::<String>())
    }

    /// Opens the file of this run, or creates it, and takes over its results. Also returns the file for more of them.
    /// A last line that was cut off in writing is dropped.
    ///
    /// # Errors
    /// One line that names the file: it cannot be used, is malformed, or is of another run.
    pub fn resume(&mut self, path: &Path) -> Result<AppendFile, String> {
        let (mut file, bytes) = AppendFile::open(path, "run")?;
        let text = text_file::text(bytes).map_err(naming(path))?;
        let (head, complete) = (self.head(), text.rfind('\n').map_or(0, |end| end + 1));
        let found = if head.starts_with(&text) { None } else { Some(parse(&text[..complete]).map_err(naming(path))?) };
        // A file without results is of no other run yet: its first match may have failed.
        let Some(found) = found.filter(|found| found.tuning.finished() > 0) else {
            file.truncate(0)?;
            file.append(head.as_bytes())?;
            return Ok(file);
        };
        self.check_same(&found).map_err(naming(path))?;
        file.truncate(complete)?;
        *self = found;
        Ok(file)
    }

    /// Checks that another file is of the same run, whatever the results.
    fn check_same(&self, found: &Journal) -> Result<(), String> {
        let [own, other] = [self.head(), found.head()];
        let [mut own, mut other] = [own.lines(), other.lines()];
        loop {
            match (own.next(), other.next()) {
                (None, None) => return Ok(()),
                (own, other) if own == other => {}
                (own, other) => {
                    let [own, other] = [own, other].map(|line| line.unwrap_or("nothing"));
                    return Err(format!("begun with other settings: `{other}`, not `{own}`"));
                }
            }
        }
    }
}

/// Appends the result of an iteration.
pub fn append(file: &mut AppendFile, tally: &Tally) -> Result<(), String> {
    file.append(format!("result {} {} {}\n", tally.wins, tally.draws, tally.losses).as_bytes())
}

/// Reads the text of a file.
fn parse(text: &str) -> Result<Journal, String> {
    let mut lines = text.lines();
    let mut next = |word: &str| lines.next().and_then(|line| line.strip_prefix(word)?.strip_prefix(' '));
    let settings = next("match").ok_or("line 1: not a file of `spsa`")?.to_owned();
    let gains: Gains = next("gains").ok_or("line 2: no gains")?.parse().map_err(|error| format!("line 2: {error}"))?;
    let (parameters, results): (Vec<_>, Vec<_>) =
        text.lines().enumerate().skip(2).partition(|(_, line)| line.starts_with("parameter "));
    let parameters: String = parameters.iter().map(|(_, line)| line.replacen("parameter ", "", 1) + "\n").collect();
    let mut tuning = Tuning::new(gains, list::read(&parameters).map_err(|error| format!("parameters: {error}"))?);
    for (index, line) in results {
        let lead = lead(line, gains.pairs).ok_or_else(|| format!("line {}: not a result: `{line}`", index + 1))?;
        if tuning.finished() == gains.iterations {
            return Err(format!("line {}: there are more results than iterations", index + 1));
        }
        tuning.learn(lead);
    }
    Ok(Journal { settings, tuning })
}

/// The games won minus those lost in a line `result W D L` about so many pairs.
fn lead(line: &str, pairs: u32) -> Option<f64> {
    let numbers: Vec<u32> =
        line.strip_prefix("result ")?.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [wins, draws, losses] = numbers[..] else { return None };
    let games = u64::from(wins) + u64::from(draws) + u64::from(losses);
    (games == 2 * u64::from(pairs)).then(|| f64::from(wins) - f64::from(losses))
}

/// Adds up runs of several machines that differ in their seeds only: returns the parameters, the mean of the values that
/// each run has reached, and the number of iterations in all.
///
/// # Errors
/// One line: a file cannot be read, or is of another run, or two have the same seed.
pub fn merge(files: &[impl AsRef<Path>]) -> Result<(Vec<Tuned>, Vec<f64>, u64), String> {
    let journals: Vec<Journal> = files.iter().map(|file| Journal::read(file.as_ref())).collect::<Result<_, _>>()?;
    let (Some(first), count) = (journals.first(), journals.len() as f64) else { return Err("no files".into()) };
    let mut values = vec![0.0; first.tuning.parameters.len()];
    let mut iterations = 0;
    for (number, (journal, file)) in journals.iter().zip(files).enumerate() {
        let seed = journal.tuning.gains.seed;
        let mut reference = first.clone();
        reference.tuning.gains.seed = seed;
        reference.check_same(journal).map_err(naming(file.as_ref()))?;
        if journals[..number].iter().any(|other| other.tuning.gains.seed == seed) {
            return Err(naming(file.as_ref())(format!("the seed {seed} is there twice")));
        }
        iterations += u64::from(journal.tuning.finished());
        for (sum, value) in values.iter_mut().zip(journal.tuning.values()) {
            *sum += value / count;
        }
    }
    Ok((first.tuning.parameters.clone(), values, iterations))
}
