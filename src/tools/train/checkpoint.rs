//! The state of an interrupted training, in a file beside the network.
//!
//! ```text
//! magic      8 bytes
//! head       u32 length, then text: lines `key value`, everything that determines the training
//! progress   steps in the current epoch (u32), the sum of their losses (f64), finished epochs (u32), two f64 for each
//! best       the number of the best epoch (u32), 0 before the first one; then f32: the weights of its network
//! optimiser  steps (u32); then f32: weights, their means and squares
//! checksum   u64: FNV-1a of all bytes behind the magic
//! ```
//!
//! All numbers are little-endian.

use super::epochs::{Best, Progress, Training};
use super::model::Model;
use crate::tools::text_file::{naming, write_bytes};
use crate::types::bytes::{Reader, head_value, push_head, sealed, unsealed};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The first bytes of a file; the last one is the version of the format.
const MAGIC: &[u8; 8] = b"JBTRAIN\x02";

/// Everything that determines a training, by name.
pub type Conditions = Vec<(&'static str, String)>;

/// The file of a training's state.
pub struct CheckpointFile {
    /// The path; `None` if the network is not written to a regular file.
    path: Option<PathBuf>,
    conditions: Conditions,
}

impl CheckpointFile {
    /// The file beside the network `out`, for a training under these conditions.
    pub fn beside(out: &Path, conditions: Conditions) -> CheckpointFile {
        CheckpointFile { path: beside(out, "checkpoint"), conditions }
    }

    /// The path; `None` if there is no file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Continues from the file, if there is one. Returns whether there is.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or of another training; what differs is named.
    pub fn resume(&self, training: &mut Training) -> Result<bool, String> {
        let Some(path) = self.path() else { return Ok(false) };
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            read => read.map_err(naming(path))?,
        };
        let damaged = || naming(path)("damaged, or no checkpoint of this program: delete it to begin again");
        let (head, mut state) = split(&bytes).ok_or_else(damaged)?;
        self.check(head).map_err(naming(path))?;
        restore(&mut state, training).ok_or_else(damaged).map(|()| true)
    }

    /// Replaces the file.
    pub fn write(&self, training: &Training) -> Result<(), String> {
        let Some(path) = self.path() else { return Ok(()) };
        let mut content = Vec::new();
        push_head(&mut content, &self.head());
        save(&mut content, training);
        write_bytes(path, &sealed(MAGIC, &content))
    }

    /// Removes the file, if it is there.
    pub fn remove(&self) -> Result<(), String> {
        let Some(path) = self.path() else { return Ok(()) };
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(naming(path)(error)),
            _ => Ok(()),
        }
    }

    fn head(&self) -> String {
        self.conditions.iter().map(|(key, value)| format!("{key} {value}\n")).collect()
    }

    /// Checks that a file's training has these conditions.
    fn check(&self, head: &str) -> Result<(), String> {
        let differs = |(key, now): &(&'static str, String)| {
            let then = head_value(head, key).unwrap_or("nothing");
            (then != now).then(|| format!("{key} was {then} and is {now}"))
        };
        let differences: Vec<String> = self.conditions.iter().filter_map(differs).collect();
        if differences.is_empty() {
            return Ok(());
        }
        let what = differences.join(", ");
        Err(format!("of another training: {what}; go on with what was, or delete the file to begin again"))
    }
}

/// The path of a file beside the network `out`: `NET.ending`; `None` if the network is no regular file.
pub fn beside(out: &Path, ending: &str) -> Option<PathBuf> {
    if out.exists() && !out.is_file() {
        return None;
    }
    let mut name = out.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    Some(name.into())
}

/// The head and the state of a whole file.
fn split(bytes: &[u8]) -> Option<(&str, Reader<'_>)> {
    let mut reader = Reader(unsealed(bytes.strip_prefix(MAGIC)?).ok()?);
    Some((reader.head()?, reader))
}

fn save(content: &mut Vec<u8>, training: &Training) {
    let Progress { step, loss, history } = &training.progress;
    content.extend(step.to_le_bytes());
    content.extend(loss.to_le_bytes());
    content.extend((history.len() as u32).to_le_bytes());
    history.iter().flatten().for_each(|loss| content.extend(loss.to_le_bytes()));
    content.extend(training.best.as_ref().map_or(0, |best| best.epoch).to_le_bytes());
    if let Some(best) = &training.best {
        best.model.weights().for_each(|weight| content.extend(weight.to_le_bytes()));
    }
    content.extend(training.optimiser.steps().to_le_bytes());
    for numbers in training.optimiser.state() {
        numbers.iter().for_each(|number| content.extend(number.to_le_bytes()));
    }
}

/// The reverse of [`save`]; `None` if the size is wrong.
fn restore(reader: &mut Reader<'_>, training: &mut Training) -> Option<()> {
    let float = |reader: &mut Reader<'_>| reader.array().map(f64::from_le_bytes);
    let (step, loss) = (reader.u32()?, float(reader)?);
    let epochs = reader.u32()?;
    let history = (0..epochs).map(|_| Some([float(reader)?, float(reader)?])).collect::<Option<_>>()?;
    training.progress = Progress { step, loss, history };
    let epoch = reader.u32()?;
    if epoch > epochs {
        return None;
    }
    if epoch > 0 {
        let mut model = Model::new(training.optimiser.shape());
        for weight in model.weights_mut() {
            *weight = reader.array().map(f32::from_le_bytes)?;
        }
        training.best = Some(Best { epoch, model });
    }
    let steps = reader.u32()?;
    let values = reader.0.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    training.optimiser.restore(steps, values).then_some(())
}
