//! Which requests are answered: every page in the same browser can reach a server on this machine.

use crate::answers::Problem;
use std::net::SocketAddr;

/// The header that carries the token.
pub(super) const TOKEN_HEADER: &str = "x-jailbird-token";

/// The parts of a request that decide.
pub(super) struct Envelope<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    /// Every `Host` header.
    pub(super) hosts: Vec<&'a [u8]>,
    pub(super) origin: Option<&'a [u8]>,
    pub(super) token: Option<&'a [u8]>,
    pub(super) content_type: Option<&'a [u8]>,
}

/// What a request wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// A file of the page.
    File(&'a str),
    /// A report: its key and name.
    Report(&'a str),
    /// A picture of a game: its name and that of the file.
    Picture(&'a str),
    /// A request with this name.
    Api(&'a str),
}

/// Decides about a request that has come in at a local address.
pub(super) fn admit<'a>(envelope: &Envelope<'a>, local: SocketAddr, token: &str) -> Result<Route<'a>, Problem> {
    let refused = |why: &str| Err(Problem::new(403, why));
    // A name that another host's page has made to point here would be in `Host`.
    let names = names(local);
    match envelope.hosts.as_slice() {
        [host] if names.iter().any(|name| name.as_bytes() == *host) => {}
        _ => return refused("the Host header does not name this server"),
    }
    let is_own = |origin: &[u8]| names.iter().any(|name| format!("http://{name}").as_bytes() == origin);
    if envelope.origin.is_some_and(|origin| !is_own(origin)) {
        return refused("the request comes from a foreign page");
    }
    let Some(name) = envelope.path.strip_prefix("/api/") else {
        return match envelope.method {
            "GET" | "HEAD" => Ok(page(envelope.path)),
            _ => Err(Problem::new(405, "pages are read with GET")),
        };
    };
    if envelope.method != "POST" {
        return Err(Problem::new(405, "requests are made with POST"));
    }
    if !envelope.token.is_some_and(|given| is_equal(given, token.as_bytes())) {
        return refused("the token is missing or wrong: open the address that the program has printed");
    }
    let kind = envelope.content_type.map(|kind| kind.split(|&byte| byte == b';').next().unwrap_or_default());
    match kind.map(<[u8]>::trim_ascii) {
        Some(kind) if kind.eq_ignore_ascii_case(b"application/json") => Ok(Route::Api(name)),
        _ => Err(Problem::new(415, "the content type is not application/json")),
    }
}

/// What is read with GET.
fn page(path: &str) -> Route<'_> {
    match (path.strip_prefix("/reports/"), path.strip_prefix("/pictures/")) {
        (Some(report), _) => Route::Report(report),
        (_, Some(picture)) => Route::Picture(picture),
        _ => Route::File(path),
    }
}

/// What a browser may call the server. The port of HTTP is left out.
fn names(local: SocketAddr) -> Vec<String> {
    let full = local.to_string();
    let short = full.strip_suffix(":80").map(str::to_owned);
    short.into_iter().chain([full]).collect()
}

/// Compares in a time that does not depend on where the texts differ.
pub(super) fn is_equal(given: &[u8], token: &[u8]) -> bool {
    given.len() == token.len() && given.iter().zip(token).fold(0, |differences, (a, b)| differences | (a ^ b)) == 0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Method, path, host, origin, token, content type, and the status or the route.
    const REQUESTS: &str = "\
GET /           127.0.0.1:8000      -                          -     -                 file
GET /board.js   127.0.0.1:8000      http://127.0.0.1:8000      -     -                 file
GET /reports/k/a.html 127.0.0.1:8000 http://127.0.0.1:8000     -     -                 report
GET /reports/k/a.html 127.0.0.1:8001 -                         -     -                 403
GET /reports/k/a.html 127.0.0.1:8000 http://evil.example       -     -                 403
PUT /reports/k/a.html 127.0.0.1:8000 -                         -     -                 405
GET /pictures/a/wP.svg 127.0.0.1:8000 http://127.0.0.1:8000    -     -                 picture
GET /pictures/a/wP.svg 127.0.0.1:8000 http://evil.example      -     -                 403
GET /           127.0.0.1:8001      -                          -     -                 403
GET /           127.0.0.1:8000.a.b  -                          -     -                 403
GET /           127.0.0.1           -                          -     -                 403
GET /           localhost:8000      -                          -     -                 403
GET /           -                   -                          -     -                 403
GET /           127.0.0.1:8000      http://127.0.0.1:8000.a.b  -     -                 403
GET /           127.0.0.1:8000      null                       -     -                 403
PUT /           127.0.0.1:8000      -                          -     -                 405
GET /api/games  127.0.0.1:8000      -                          right -                 405
POST /api/games 127.0.0.1:8000      -                          right application/json  api
POST /api/games 127.0.0.1:8000      http://127.0.0.1:8000      right application/json;charset=utf-8 api
POST /api/games 127.0.0.1:8000      http://evil.example        right application/json  403
POST /api/games 127.0.0.1:8000      -                          -     application/json  403
POST /api/games 127.0.0.1:8000      -                          righ  application/json  403
POST /api/games 127.0.0.1:8000      -                          wrong application/json  403
POST /api/games 127.0.0.1:8000      -                          right text/plain        415
POST /api/games 127.0.0.1:8000      -                          right -                 415";

    #[test]
    fn only_own_pages_with_the_token_are_answered() {
        let local = "127.0.0.1:8000".parse().unwrap();
        for row in REQUESTS.lines() {
            let words: Vec<&str> = row.split_whitespace().collect();
            let [method, path, host, origin, token, kind, expected] = words.try_into().unwrap();
            let given = |word: &'static str| (word != "-").then_some(word.as_bytes());
            let envelope = Envelope {
                method,
                path,
                hosts: given(host).into_iter().collect(),
                origin: given(origin),
                token: given(token),
                content_type: given(kind),
            };
            let found = match admit(&envelope, local, "right") {
                Ok(Route::File(_)) => "file".to_owned(),
                Ok(Route::Report(_)) => "report".to_owned(),
                Ok(Route::Picture(_)) => "picture".to_owned(),
                Ok(Route::Api(_)) => "api".to_owned(),
                Err(problem) => problem.status.to_string(),
            };
            assert_eq!(found, expected, "{row}");
        }
    }
}
