//! `tsumi serve`: the bench in a browser of this machine, and the interface for other programs
//! (docs/interface.md).
//!
//! One thread accepts connections, and each connection has a thread and one request. A page is
//! answered from `page`; a request of the interface by one of `searchers`. The client
//! stops a search with a request that names its ticket (`tickets`), or by closing its connection:
//! while the search runs, a second thread waits for that.

mod access;
mod http;
mod page;
mod place;
mod rate;
mod searchers;
mod tickets;

use super::args::Serve;
use super::exit::Exit;
use super::fault::{Result, no_thread};
use super::stop::Stop;
use super::terminal::Terminal;
use http::{Bad, Head, Status};
use parking_lot::Mutex;
use place::{Place, Raise};
use rate::Rate;
use searchers::{Refused, Searchers};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};
use tickets::Tickets;
use tsumi::base::message::{Message, message};
use tsumi::service::event::{Done, Event};
use tsumi::service::{Code, Engine, Failure, LARGEST, Request, Service, Settings};

/// The path of the interface.
const API: &str = "/api/1";
/// The most connections at a time.
const CONNECTIONS: usize = 128;
/// The requests of the interface in a second: a page that follows a mouse sends sixty.
const RATE: f64 = 500.0;
/// How often it is looked whether a client or the whole server has gone.
const LOOK: Duration = Duration::from_millis(10);

/// Runs the command until it is interrupted.
pub fn run(args: &Serve, terminal: Terminal) -> Result<Exit> {
    let stop = Stop::listen()?;
    let listener = listen(args.port)?;
    let port = listener.local_addr().map_or(args.port, |a| a.port());
    let threads = args.threads.map_or_else(processors, usize::from);
    let server = Server {
        port,
        searchers: Searchers::new(args.memory, threads),
        tickets: Tickets::default(),
        settings: Settings {
            engine: Engine::Native,
            memory: args.memory,
            threads,
        },
        stop: stop.clone(),
        connections: AtomicUsize::new(0),
        rate: Mutex::new(Rate::new(RATE)),
    };
    let address = format!("http://localhost:{port}/");
    let said = message!(
        "the bench is at {address} (Ctrl-C ends it)\n",
        "作図台：{address}（Ctrl-C で終了）\n",
        address
    );
    terminal.answer(said.text(terminal.lang))?;
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        terminal.remark(&message!(
            "no browser can be started: {error}",
            "ブラウザを起動できない：{error}",
            error = error.to_string()
        ));
    }
    server.accept(&listener)?;
    Ok(Exit::Decided)
}

/// As many threads as there are processors.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Listens on loopback.
fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        message!(
            "port {port} cannot be used: {error}; another one is chosen with --port, 0 for any",
            "ポート {port} を使えない：{error}。--port で別の番号を選ぶ（0 なら空いているもの）",
            port = u32::from(port),
            error = error.to_string()
        )
        .into()
    })
}

/// What all connections share.
struct Server {
    port: u16,
    searchers: Searchers,
    tickets: Tickets,
    /// What all searchers have together.
    settings: Settings,
    stop: Stop,
    connections: AtomicUsize,
    rate: Mutex<Rate>,
}

impl Server {
    fn ends(&self) -> bool {
        self.stop.interrupted()
    }

    /// Serves those who connect until the end.
    ///
    /// # Errors
    /// When the thread that wakes this one at the end cannot be started.
    fn accept(&self, listener: &TcpListener) -> Result<()> {
        scope(|scope| {
            let wake = Builder::new().spawn_scoped(scope, || self.wake());
            wake.map_err(|error| no_thread(&error))?;
            for stream in listener.incoming() {
                if self.ends() {
                    break;
                }
                // A connection that failed before it was accepted concerns nobody. Where the
                // system has no descriptor left the next one fails too, until another ends.
                let Ok(stream) = stream else {
                    std::thread::sleep(LOOK);
                    continue;
                };
                let Some(place) = Place::take(&self.connections, CONNECTIONS) else {
                    turn_away(stream);
                    continue;
                };
                // Without a thread the connection is closed.
                let _ = Builder::new().spawn_scoped(scope, move || {
                    let _place = place;
                    self.serve(stream);
                });
            }
            Ok(())
        })
    }

    /// Waits for the end, and wakes the thread that accepts connections.
    fn wake(&self) {
        while !self.ends() {
            std::thread::sleep(LOOK);
        }
        // All descriptors may be in use, but the connections end too.
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            std::thread::sleep(LOOK);
        }
    }

    /// Answers the request of a connection.
    fn serve(&self, mut stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        match self.answer(&mut stream) {
            Ok(()) => {}
            Err(Bad::Gone) => return,
            Err(Bad::Status(status)) => refuse(&mut stream, status),
        }
        http::end(&mut stream, self.stop.flag());
    }

    /// Reads a request and answers it.
    fn answer(&self, stream: &mut TcpStream) -> Result<(), Bad> {
        let mut head = Head::read(stream, self.stop.flag())?;
        access::admit(&head, self.port).map_err(Bad::Status)?;
        match (&head.method[..], &head.path[..]) {
            ("POST", API) => {
                self.check(&head).map_err(Bad::Status)?;
                let body = head.body(stream, LARGEST, self.stop.flag())?;
                self.ask(stream, &body).map_err(|_| Bad::Gone)
            }
            (_, API) => Err(Bad::Status(Status::MethodNotAllowed)),
            ("GET" | "HEAD", path) => {
                let (text, kind) = page::file(path).ok_or(Bad::Status(Status::NotFound))?;
                let text = if head.method == "GET" { text } else { &[] };
                let sent = http::begin(stream, Status::Ok, kind);
                sent.and_then(|()| stream.write_all(text))
                    .map_err(|_| Bad::Gone)
            }
            _ => Err(Bad::Status(Status::MethodNotAllowed)),
        }
    }

    /// Checks what a request of the interface says of its body, and that there are not too many.
    fn check(&self, head: &Head) -> Result<(), Status> {
        let kind = head.header("content-type")?.unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(Status::UnsupportedMediaType);
        }
        match self.rate.lock().admits(Instant::now()) {
            true => Ok(()),
            false => Err(Status::TooManyRequests),
        }
    }

    /// Answers a request of the interface with a stream of events.
    fn ask(&self, stream: &mut TcpStream, body: &[u8]) -> std::io::Result<()> {
        http::begin(stream, Status::Ok, "application/x-ndjson; charset=utf-8")?;
        let watched = stream.try_clone()?;
        let request = Request::parse(body);
        let held = self
            .tickets
            .hold(request.as_ref().ok().and_then(Request::ticket));
        let stop = held.flag();
        let stream = Mutex::new(stream);
        let sink = |event: Event| {
            if !send(&mut stream.lock(), &event) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        match request {
            Err(failure) => sink(Event::Error(Box::new(failure))),
            Ok(request) if request.searches() => scope(|scope| {
                // With the search the watch ends, which this scope waits for.
                let _raise = Raise(stop);
                match Builder::new().spawn_scoped(scope, || self.watch(&watched, stop)) {
                    Ok(_) => self.search(&request, stop, &sink),
                    Err(error) => sink(busy(&no_thread(&error))),
                }
            }),
            Ok(request) => {
                if let Request::Stop(asked) = &request {
                    self.tickets.stop(&asked.ticket);
                }
                Service::new(self.settings).run(&request, stop, &sink);
            }
        }
        Ok(())
    }

    /// Lets one of the searchers answer.
    fn search(&self, request: &Request, stop: &AtomicBool, sink: &(dyn Fn(Event) + Sync)) {
        let begin = Instant::now();
        let waits = || sink(Event::Waiting);
        let answered = self.searchers.with(stop, waits, |searcher| {
            searcher.run(request, stop, sink);
        });
        match answered {
            Ok(()) => {}
            Err(Refused::Busy) => {
                let said = message!("too many requests wait already", "待ちの要求が多すぎる");
                sink(busy(&said));
            }
            Err(Refused::Stopped) => sink(Event::Done(Done {
                stopped: true,
                settled: false,
                nodes: 0,
                seconds: begin.elapsed().as_secs_f64(),
            })),
        }
    }

    /// Sets `stop` when the client or the server goes. Returns when it is set.
    fn watch(&self, stream: &TcpStream, stop: &AtomicBool) {
        let _ = stream.set_read_timeout(Some(LOOK));
        while !stop.load(Ordering::Relaxed) {
            let gone = match stream.peek(&mut [0]) {
                Ok(0) => true,
                // More than one request on a connection is not answered.
                Ok(_) => {
                    std::thread::sleep(LOOK);
                    false
                }
                Err(error) => !http::is_early(&error),
            };
            if gone || self.ends() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Tells a client that there are too many connections.
fn turn_away(mut stream: TcpStream) {
    // Nobody waits for this one: what does not fit into the socket's buffer is lost.
    let _ = stream.set_nonblocking(true);
    refuse(&mut stream, Status::Unavailable);
}

/// The error that another request cannot be answered now.
fn busy(said: &Message) -> Event {
    Event::Error(Box::new(Failure::new(Code::Busy, said)))
}

/// Sends an event; false when the client has gone or takes nothing.
fn send(stream: &mut TcpStream, event: &Event) -> bool {
    let Ok(mut text) = serde_json::to_vec(event) else {
        return false;
    };
    text.push(b'\n');
    stream.write_all(&text).is_ok()
}

/// Answers with a status and an event that says why.
fn refuse(stream: &mut TcpStream, status: Status) {
    let failure = Failure::new(Code::Refused, &words(status));
    let sent = http::begin(stream, status, "application/x-ndjson; charset=utf-8");
    if sent.is_ok() {
        send(stream, &Event::Error(Box::new(failure)));
    }
}

/// Why a request is refused.
fn words(status: Status) -> Message {
    match status {
        Status::Forbidden => message!(
            "only pages of this server and programs of this machine may ask",
            "このサーバーのページとこの機械のプログラムだけが使える"
        ),
        Status::NotFound => message!("nothing is there", "そこには何もない"),
        Status::MethodNotAllowed => message!(
            "pages are asked for with GET, the interface with POST",
            "ページは GET、インターフェースは POST で求める"
        ),
        Status::RequestTimeout => message!("the request came too slowly", "要求が遅すぎる"),
        Status::ContentTooLarge => message!(
            "the request is larger than 16 MiB",
            "要求が 16 MiB より大きい"
        ),
        Status::UnsupportedMediaType => message!(
            "the content type of a request is application/json",
            "要求の Content-Type は application/json"
        ),
        Status::TooManyRequests => message!("too many requests at once", "要求が一度に多すぎる"),
        Status::HeadersTooLarge => message!("the headers are too large", "ヘッダーが大きすぎる"),
        Status::Unavailable => message!("too many connections", "接続が多すぎる"),
        Status::Ok | Status::BadRequest => message!("no HTTP request", "HTTP の要求ではない"),
    }
}
