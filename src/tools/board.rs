//! `board`: the board in the browser.

use super::console::print;
use super::ctrl_c;
use crate::protocol::board::Server;
use crate::variants;
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct Arguments {
    /// The game that the page begins with.
    #[arg(value_name = "GAME")]
    variant: Option<String>,
    /// The port; 0 is any free one [default: 8917, or any free one if that is taken].
    #[arg(long)]
    port: Option<u16>,
    /// The address to serve on. Other machines can reach any but the default.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: IpAddr,
    /// A folder of reports, pages in HTML that the board lists.
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
}

/// Prints the address, opens the browser and serves until Ctrl-C.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let game = arguments.variant.as_deref().map(variants::find).transpose()?;
    let server = Server::bind(arguments.bind, arguments.port, arguments.reports.clone())?;
    let mut url = server.url()?;
    if let Some(variant) = game {
        url += &format!("&game={}", variant.name);
    }
    let stop = server.stopper();
    ctrl_c::flag(stop)?;
    print(&url);
    if !arguments.no_open && has_desktop() {
        // The address has been printed, so a browser that does not open is no error.
        let _ = open::that_detached(&url);
    }
    server.run()
}

/// Whether a browser can show a window.
fn has_desktop() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
