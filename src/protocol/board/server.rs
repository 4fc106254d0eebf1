//! HTTP: connections, limits of size and time, and streams that end with their page.

use super::guard::{Envelope, Route, TOKEN_HEADER, admit};
use super::reports::{self, Reports};
use super::{page_files, pictures};
use crate::answers::drawing::Drawing;
use crate::answers::searching::{Delivery, Searches};
use crate::answers::{LARGEST_BODY, Nothing, Problem, Replays, SearchRequest, answer, read, write};
use http_body_util::{BodyExt, Either, Full};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderValue, ORIGIN};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, mpsc};

/// The port that is tried first. A browser keeps what a page stores by its address, so looks and games stay from start to start.
pub const USUAL_PORT: u16 = 8917;
/// The greatest number of open connections; others wait.
const MOST_CONNECTIONS: usize = 400;
/// The longest time for the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The longest time for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(20);
/// A body that is too large is read to its end, so that the client reads the answer, but not beyond this many bytes.
const MOST_DISCARDED: usize = 64 << 20;
/// Lines of a search that wait for the page.
const MOST_WAITING: usize = 256;
/// The longest time for answering the last requests when the server ends.
const GRACE: Duration = Duration::from_secs(1);

/// No scripts, styles or pictures but the page's own, and no page that frames it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer besides the type.
const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// The server of the board.
pub struct Server {
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
    stop: Arc<Notify>,
}

/// What all connections know.
struct Shared {
    token: String,
    searches: Arc<Searches>,
    replays: Arc<Replays>,
    reports: Arc<Reports>,
    drawing: Mutex<Drawing>,
}

impl Shared {
    fn drawing(&self) -> MutexGuard<'_, Drawing> {
        self.drawing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Answer = Response<Either<Full<Bytes>, Lines>>;

impl Server {
    /// Binds an address; port 0 is any free one, and without a port it is 8917 if that is free. The HTML files of the
    /// folder `reports` are served as well.
    ///
    /// # Errors
    /// The address cannot be bound, the folder is none, or the system has no random numbers.
    pub fn bind(address: IpAddr, port: Option<u16>, reports: Option<PathBuf>) -> Result<Server, String> {
        if let Some(folder) = reports.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(format!("there is no folder {}", folder.display()));
        }
        let wish = port.map_or(String::new(), |port| format!(" port {port}"));
        let problem = |error: std::io::Error| format!("cannot serve on {address}{wish}: {error}");
        let bind = |port| std::net::TcpListener::bind((address, port));
        let listener = match port {
            Some(port) => bind(port),
            None => bind(USUAL_PORT).or_else(|_| bind(0)),
        };
        let listener = listener.map_err(problem)?;
        listener.set_nonblocking(true).map_err(problem)?;
        let reports = Arc::new(Reports { folder: reports, key: token()? });
        let shared = Shared {
            token: token()?,
            searches: Arc::default(),
            replays: Arc::default(),
            reports,
            drawing: Mutex::default(),
        };
        Ok(Server { listener, shared: Arc::new(shared), stop: Arc::default() })
    }

    /// The address for the browser, with the token.
    pub fn url(&self) -> Result<String, String> {
        let mut address = self.listener.local_addr().map_err(|error| format!("cannot tell the address: {error}"))?;
        if address.ip().is_unspecified() {
            let loopback =
                if address.is_ipv4() { [127, 0, 0, 1].into() } else { IpAddr::V6([0, 0, 0, 0, 0, 0, 0, 1].into()) };
            address.set_ip(loopback);
        }
        Ok(format!("http://{address}/#{}", self.shared.token))
    }

    /// What ends [`Server::run`].
    pub fn stopper(&self) -> impl Fn() + Send + Sync + 'static {
        let stop = Arc::clone(&self.stop);
        move || stop.notify_one()
    }

    #[cfg(test)]
    pub(super) fn searches(&self) -> Arc<Searches> {
        Arc::clone(&self.shared.searches)
    }

    /// Serves until it is stopped.
    ///
    /// # Errors
    /// The runtime cannot be started.
    pub fn run(self) -> Result<(), String> {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        // Requests are answered, and searches watched, on threads of their own: none holds up another.
        builder.enable_io().enable_time().max_blocking_threads(32).thread_keep_alive(Duration::from_secs(5));
        let runtime = builder.build().map_err(|error| format!("cannot start the server: {error}"))?;
        let result = runtime.block_on(async {
            let listener = TcpListener::from_std(self.listener).map_err(|error| format!("cannot serve: {error}"))?;
            let accepting = tokio::spawn(accept(listener, self.shared));
            self.stop.notified().await;
            accepting.abort();
            Ok(())
        });
        runtime.shutdown_timeout(GRACE);
        result
    }
}

/// 128 random bits in hexadecimal digits.
fn token() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system has no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let shared = Arc::clone(&shared);
                tokio::spawn(async move {
                    serve(stream, shared).await;
                    drop(place);
                });
            }
            // Too many open files: some will be closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve(stream: TcpStream, shared: Arc<Shared>) {
    let Ok(local) = stream.local_addr() else { return };
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| respond(request, local, Arc::clone(&shared)));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(64 << 10);
    // A connection that breaks is no concern of the others.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

async fn respond(request: Request<Incoming>, local: SocketAddr, shared: Arc<Shared>) -> Result<Answer, Infallible> {
    let (head, body) = request.into_parts();
    let header = |name: &str| head.headers.get(name).map(HeaderValue::as_bytes);
    let envelope = Envelope {
        method: head.method.as_str(),
        path: head.uri.path(),
        hosts: head.headers.get_all(HOST).iter().map(HeaderValue::as_bytes).collect(),
        origin: header(ORIGIN.as_str()),
        token: header(TOKEN_HEADER),
        content_type: header(CONTENT_TYPE.as_str()),
    };
    let result = match admit(&envelope, local, &shared.token) {
        Ok(Route::File(path)) => file(path),
        Ok(Route::Report(path)) => report(path.to_owned(), &shared).await,
        Ok(Route::Picture(path)) => picture(path.to_owned()).await,
        Ok(Route::Api(name)) => api(name.to_owned(), body, shared).await,
        Err(problem) => {
            let _ = body_bytes(body).await;
            Err(problem)
        }
    };
    Ok(result.unwrap_or_else(|problem| whole(problem.status, "application/json", Bytes::from(problem.body()))))
}

fn file(path: &str) -> Result<Answer, Problem> {
    let file = page_files::file(path).ok_or_else(|| Problem::new(404, "there is no such page"))?;
    Ok(whole(200, file.content_type, Bytes::from(file.bytes.into_owned())))
}

async fn report(path: String, shared: &Shared) -> Result<Answer, Problem> {
    let reports = Arc::clone(&shared.reports);
    let bytes = on_thread(move || reports.read(&path)).await?;
    let mut answer = whole(200, "text/html; charset=utf-8", Bytes::from(bytes));
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(reports::POLICY));
    Ok(answer)
}

async fn picture(path: String) -> Result<Answer, Problem> {
    let bytes = on_thread(move || pictures::read(&path)).await?;
    let mut answer = whole(200, "image/svg+xml", Bytes::from(bytes));
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(pictures::POLICY));
    Ok(answer)
}

async fn api(name: String, body: Incoming, shared: Arc<Shared>) -> Result<Answer, Problem> {
    let body = body_bytes(body).await?;
    if name == "search" {
        return search(body, shared).await;
    }
    let work = move || match &name[..] {
        "reports" => read(&body).and_then(|Nothing {}| write(&shared.reports.list()?)),
        "draft" => shared.drawing().draft(&body),
        "load" => shared.drawing().load(&body),
        name => answer(&shared.replays, name, &body),
    };
    let bytes = on_thread(work).await?;
    Ok(whole(200, "application/json", Bytes::from(bytes)))
}

/// Reads a body. Of one that is too large nothing is kept.
async fn body_bytes(mut body: Incoming) -> Result<Vec<u8>, Problem> {
    let reading = async {
        let (mut bytes, mut length) = (Vec::new(), 0);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Problem::bad("the body ends too early"))?;
            let Some(data) = frame.data_ref() else { continue };
            length += data.len();
            match length {
                0..=LARGEST_BODY => bytes.extend_from_slice(data),
                _ if length > MOST_DISCARDED => break,
                _ => bytes = Vec::new(),
            }
        }
        match length {
            0..=LARGEST_BODY => Ok(bytes),
            _ => Err(Problem::new(413, format!("the body has more than {LARGEST_BODY} bytes"))),
        }
    };
    match tokio::time::timeout(BODY_TIME, reading).await {
        Ok(result) => result,
        Err(_) => Err(Problem::new(408, "the body takes too long")),
    }
}

/// Runs work that may take long on another thread.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Problem::new(500, "the engine has failed at this request")))
}

async fn search(body: Vec<u8>, shared: Arc<Shared>) -> Result<Answer, Problem> {
    let (searches, replays) = (Arc::clone(&shared.searches), Arc::clone(&shared.replays));
    let prepare = move || read::<SearchRequest>(&body).and_then(|request| searches.prepare(&replays, &request));
    let prepared = on_thread(prepare).await?;
    let (sender, lines) = mpsc::channel::<Bytes>(MOST_WAITING);
    let watch = std::thread::Builder::new().name("board search".into());
    let running = watch.spawn(move || prepared.run(|line| deliver(&sender, line)));
    running.map_err(|error| Problem::new(503, format!("cannot start a thread: {error}")))?;
    Ok(with_headers(200, "application/x-ndjson", Either::Right(Lines(lines))))
}

fn deliver(sender: &mpsc::Sender<Bytes>, line: &serde_json::Value) -> Delivery {
    let is_info = line.get("event").is_some_and(|event| event == "info" || event == "alive");
    let bytes = Bytes::from(format!("{line}\n"));
    match sender.try_send(bytes) {
        Ok(()) => Delivery::Sent,
        Err(mpsc::error::TrySendError::Closed(_)) => Delivery::Gone,
        Err(mpsc::error::TrySendError::Full(_)) if is_info => Delivery::Dropped,
        // The last line waits until the page has read the others or has gone.
        Err(mpsc::error::TrySendError::Full(bytes)) => match sender.blocking_send(bytes) {
            Ok(()) => Delivery::Sent,
            Err(_) => Delivery::Gone,
        },
    }
}

/// The lines of a search as the body of an answer. Dropping it tells the search that the page has gone.
struct Lines(mpsc::Receiver<Bytes>);

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|line| line.map(|bytes| Ok(Frame::data(bytes))))
    }
}

fn whole(status: u16, content_type: &'static str, bytes: Bytes) -> Answer {
    with_headers(status, content_type, Either::Left(Full::new(bytes)))
}

fn with_headers(status: u16, content_type: &'static str, body: Either<Full<Bytes>, Lines>) -> Answer {
    let mut answer = Response::new(body);
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}
