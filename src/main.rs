use jailbird::position::{Position, perft};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = jailbird::variants::chess::Chess::from_fen(&a[2]).unwrap();
    let t = std::time::Instant::now();
    let n = perft(&p, a[1].parse().unwrap());
    let e = t.elapsed().as_secs_f64();
    println!("{n} {:.1} M/s {}", n as f64 / e / 1e6, p.fen());
}
