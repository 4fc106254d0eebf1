//! The network in the integers of the engine.

use super::model::Model;
use crate::network::{Block, Description, FeatureSet, LANES, Network, OUTPUT_UNIT, ROW_UNIT};

/// Rounds the weights of a model.
///
/// # Errors
/// If a sum of the network could overflow.
pub(super) fn network(model: &Model, description: Description, set: &FeatureSet) -> Result<Network, String> {
    let blocks = |weights: &[f32], unit: i32| -> Vec<Block> {
        let rounded = |weight: f32| (weight * unit as f32).round().clamp(-32_767.0, 32_767.0) as i16;
        weights.chunks_exact(LANES).map(|lanes| Block(std::array::from_fn(|lane| rounded(lanes[lane])))).collect()
    };
    let (own, enemy) = model.outputs.split_at(model.shape.hidden);
    let outputs = blocks(own, OUTPUT_UNIT).into_iter().zip(blocks(enemy, OUTPUT_UNIT));
    let network = Network {
        description,
        biases: blocks(&model.biases, ROW_UNIT),
        rows: blocks(&model.rows, ROW_UNIT),
        outputs: outputs.map(|(own, enemy)| [own, enemy]).collect(),
        output_bias: (model.output_bias * (ROW_UNIT * OUTPUT_UNIT) as f32).round() as i32,
    };
    network.check(set)?;
    Ok(network)
}
