//! The server over real connections.

use super::Server;
use crate::answers::searching::{MOST_SEARCHES, Searches};
use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A server that runs until it is dropped.
struct Running {
    address: SocketAddr,
    token: String,
    searches: Arc<Searches>,
    stop: Box<dyn Fn()>,
    thread: Option<std::thread::JoinHandle<Result<(), String>>>,
}

impl Running {
    fn start() -> Running {
        Running::with_reports(None)
    }

    fn with_reports(reports: Option<PathBuf>) -> Running {
        let server = Server::bind([127, 0, 0, 1].into(), Some(0), reports).unwrap();
        let url = server.url().unwrap();
        let (address, token) = url.strip_prefix("http://").unwrap().split_once("/#").unwrap();
        let (address, token) = (address.parse().unwrap(), token.to_owned());
        let (searches, stop) = (server.searches(), Box::new(server.stopper()));
        let thread = Some(std::thread::spawn(move || server.run()));
        Running { address, token, searches, stop, thread }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends the head of a request, which the server closes after its answer.
    fn post(&self, name: &str, length: usize) -> TcpStream {
        let mut stream = self.connect();
        let (address, token) = (self.address, &self.token);
        write!(
            stream,
            "POST /api/{name} HTTP/1.1\r\nHost: {address}\r\nX-Jailbird-Token: {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream
    }

    /// The whole answer to a request.
    fn ask(&self, name: &str, body: &str) -> String {
        let mut stream = self.post(name, body.len());
        stream.write_all(body.as_bytes()).unwrap();
        rest(stream)
    }

    fn wait_for_searches(&self, count: usize) {
        let begun = Instant::now();
        while self.searches.running() != count {
            assert!(begun.elapsed() < Duration::from_secs(5), "{} searches, not {count}", self.searches.running());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        (self.stop)();
        let ended = self.thread.take().unwrap().join().unwrap();
        assert_eq!(ended, Ok(()));
    }
}

fn rest(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}

const ENDLESS: &str = r#"{"game":"chess","infinite":true}"#;

/// An address of documentation, which no machine has.
const NOWHERE: [u8; 4] = [192, 0, 2, 1];

#[test]
fn what_cannot_be_bound_is_named_as_it_was_wished() {
    let taken = Running::start();
    let address = taken.address;
    let error = |ip: IpAddr, port| Server::bind(ip, port, None).err().unwrap();
    let wish = format!("cannot serve on 127.0.0.1 port {}: ", address.port());
    assert!(error(address.ip(), Some(address.port())).starts_with(&wish));
    assert!(error(NOWHERE.into(), None).starts_with("cannot serve on 192.0.2.1: "));
}

#[test]
fn the_page_is_served_with_its_policy() {
    let server = Running::start();
    let mut stream = server.connect();
    write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).unwrap();
    let answer = rest(stream);
    assert_eq!(status(&answer), "200");
    for header in ["content-security-policy: default-src 'none'", "nosniff", "no-referrer", "frame-ancestors 'none'"] {
        assert!(answer.contains(header), "{answer}");
    }
    assert!(!answer.to_lowercase().contains("set-cookie") && !answer.to_lowercase().contains("access-control"));
    for path in ["/nonesuch", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/page/index.html"] {
        let mut stream = server.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address).unwrap();
        assert_eq!(status(&rest(stream)), "404", "{path}");
    }
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Running::start();
    let Running { address, token, .. } = &server;
    let body = "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    for (head, expected) in [
        (format!("Host: {address}\r\nX-Jailbird-Token: {token}"), "200"),
        (format!("Host: {address}\r\nOrigin: http://{address}\r\nX-Jailbird-Token: {token}"), "200"),
        (format!("Host: {address}"), "403"),
        (format!("Host: {address}\r\nX-Jailbird-Token: 0"), "403"),
        (format!("Host: localhost\r\nX-Jailbird-Token: {token}"), "403"),
        (format!("Host: {address}.example\r\nX-Jailbird-Token: {token}"), "403"),
        (format!("Host: {address}\r\nOrigin: http://example.org\r\nX-Jailbird-Token: {token}"), "403"),
        (format!("Host: {address}\r\nHost: example.org\r\nX-Jailbird-Token: {token}"), "403"),
    ] {
        let mut stream = server.connect();
        write!(stream, "POST /api/games HTTP/1.1\r\n{head}\r\n{body}").unwrap();
        assert_eq!(status(&rest(stream)), expected, "{head}");
    }
}

#[test]
fn bodies_that_are_broken_or_too_large_are_refused() {
    let server = Running::start();
    assert_eq!(status(&server.ask("position", r#"{"game":"chess"}"#)), "200");
    assert_eq!(status(&server.ask("position", r#"{"game":"chess""#)), "400");
    assert_eq!(status(&server.ask("position", r#"{"game":"nonesuch"}"#)), "400");
    assert_eq!(status(&server.ask("nonesuch", "{}")), "404");
    let large = " ".repeat(10 << 20);
    assert_eq!(status(&server.ask("position", &large)), "413");
    assert_eq!(status(&server.ask("games", "{}")), "200");
}

#[test]
fn a_hundred_half_open_connections_hold_up_nobody() {
    let server = Running::start();
    let mut silent: Vec<TcpStream> = (0..100).map(|_| server.connect()).collect();
    for stream in &mut silent {
        stream.write_all(b"POST /api/games HTTP/1.1\r\nHost:").unwrap();
    }
    let without_body: Vec<TcpStream> = (0..50).map(|_| server.post("games", 2)).collect();
    let begun = Instant::now();
    assert_eq!(status(&server.ask("games", "{}")), "200");
    assert!(begun.elapsed() < Duration::from_secs(5));
    // The head of a request may take ten seconds.
    let first = silent.remove(0);
    let answer = rest(first);
    assert!(answer.is_empty() || status(&answer) == "408", "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(19));
    drop(without_body);
}

#[test]
fn two_hundred_requests_at_once_are_answered() {
    let server = Running::start();
    let streams: Vec<TcpStream> = (0..200).map(|_| server.post("position", 16)).collect();
    let streams: Vec<TcpStream> = streams
        .into_iter()
        .map(|mut stream| {
            stream.write_all(br#"{"game":"chess"}"#).unwrap();
            stream
        })
        .collect();
    for stream in streams {
        assert_eq!(status(&rest(stream)), "200");
    }
}

#[test]
fn a_search_streams_lines_and_ends_with_the_best_move() {
    let server = Running::start();
    let answer = server.ask("search", r#"{"game":"chess","depth":6,"lines":2,"level":20}"#);
    for word in [r#""event":"start""#, r#""event":"info""#, r#""line":2"#, r#""event":"best""#] {
        assert!(answer.contains(word), "{answer}");
    }
    let over = r#"{"game":"chess","moves":["f3","e5","g4","Qh4"],"movetime":100}"#;
    assert!(server.ask("search", over).contains(r#""move":null"#));
    assert_eq!(status(&server.ask("search", r#"{"game":"chess"}"#)), "400");
    assert_eq!(status(&server.ask("search", r#"{"game":"chess","depth":1,"lines":6}"#)), "400");
    server.wait_for_searches(0);
}

#[test]
fn a_search_ends_within_a_second_when_its_page_has_gone() {
    let server = Running::start();
    let mut stream = server.post("search", ENDLESS.len());
    stream.write_all(ENDLESS.as_bytes()).unwrap();
    let mut first = [0; 20];
    stream.read_exact(&mut first).unwrap();
    server.wait_for_searches(1);
    let gone = Instant::now();
    drop(stream);
    server.wait_for_searches(0);
    assert!(gone.elapsed() < Duration::from_secs(1), "{:?}", gone.elapsed());
}

#[test]
fn no_more_searches_than_allowed_run_and_others_are_told() {
    let server = Running::start();
    let start = |_| {
        let mut stream = server.post("search", ENDLESS.len());
        stream.write_all(ENDLESS.as_bytes()).unwrap();
        let mut first = [0; 20];
        stream.read_exact(&mut first).unwrap();
        stream
    };
    let streams: Vec<TcpStream> = (0..MOST_SEARCHES).map(start).collect();
    server.wait_for_searches(MOST_SEARCHES);
    let refused = server.ask("search", ENDLESS);
    assert!(status(&refused) == "503" && refused.contains("try again later"), "{refused}");
    drop(streams);
    server.wait_for_searches(0);
    assert_eq!(status(&server.ask("search", r#"{"game":"friendly","depth":1}"#)), "200");
}

#[test]
fn a_search_proves_a_win_behind_the_moves_that_it_may_make() {
    let server = Running::start();
    // The king takes the opposition, and the rook mates.
    let ask = |rest: &str| {
        server.ask("search", &format!(r#"{{"game":"chess","fen":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1",{rest}}}"#))
    };
    let proved = ask(r#""mate":2,"only":["f6f7"]"#);
    assert!(proved.contains(r#""mate":2"#) && proved.contains(r#""move":"f6f7""#), "{proved}");
    let other = ask(r#""mate":2,"only":["g1g2"]"#);
    assert!(!other.contains(r#""mate""#) && other.contains(r#""move":"g1g2""#), "{other}");
    for refused in [r#""mate":2,"only":["g1h2"]"#, r#""mate":0"#, r#""mate":101"#, r#""only":["f6f7"]"#] {
        assert_eq!(status(&ask(refused)), "400", "{refused}");
    }
}

#[test]
fn only_the_reports_of_the_folder_are_served_and_their_scripts_do_not_run() {
    let folder = std::env::temp_dir().join(format!("jailbird-reports-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("c.html")).unwrap();
    for name in ["a.html", ".b.html", "d.txt", "e f.html"] {
        std::fs::write(folder.join(name), "<p>a report</p>").unwrap();
    }
    let server = Running::with_reports(Some(folder.clone()));
    let told = server.ask("reports", "{}");
    let list: serde_json::Value = serde_json::from_str(told.rsplit("\r\n\r\n").next().unwrap()).unwrap();
    let reports = list["reports"].as_array().unwrap();
    assert_eq!(reports.iter().map(|report| report["name"].as_str().unwrap()).collect::<Vec<_>>(), ["a.html"]);
    let path = reports[0]["path"].as_str().unwrap();
    let key = path.split('/').nth(2).unwrap();
    assert_ne!(key, server.token);
    let get = |path: &str, origin: &str| {
        let mut stream = server.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n{origin}Connection: close\r\n\r\n", server.address).unwrap();
        rest(stream)
    };
    let report = get(path, "");
    assert!(status(&report) == "200" && report.ends_with("<p>a report</p>"), "{report}");
    let policies: Vec<&str> = report.lines().filter(|line| line.starts_with("content-security-policy")).collect();
    assert!(policies.len() == 1 && policies[0].contains(": sandbox; default-src 'none'"), "{policies:?}");
    for name in [".b.html", "c.html", "d.txt", "e%20f.html", "../a.html", "%2e%2e/a.html", "a.html/", "a.html%00", ""] {
        assert_eq!(status(&get(&format!("/reports/{key}/{name}"), "")), "404", "{name}");
    }
    for wrong in [&server.token, "", "0"] {
        assert_eq!(status(&get(&format!("/reports/{wrong}/a.html"), "")), "404", "{wrong}");
    }
    assert_eq!(status(&get(path, "Origin: http://example.org\r\n")), "403");
    std::fs::remove_dir_all(folder).unwrap();
    let gone = get(path, "");
    assert!(status(&gone) == "500" && !gone.contains("jailbird-reports"), "{gone}");
}

#[test]
fn a_server_without_a_folder_has_no_reports() {
    assert!(Running::start().ask("reports", "{}").ends_with(r#"{"reports":[]}"#));
    let folder = std::env::temp_dir().join("jailbird-nonesuch");
    assert!(
        Server::bind([127, 0, 0, 1].into(), Some(0), Some(folder))
            .is_err_and(|error| error.contains("there is no folder"))
    );
}
