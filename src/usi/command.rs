//! One line from the GUI, as a command. Words that are not understood are ignored, as the
//! protocol demands.

use std::time::Duration;

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `usi`
    Usi,
    /// `isready`
    IsReady,
    /// `setoption name <name> [value <value>]`
    SetOption(String, String),
    /// `usinewgame`
    NewGame,
    /// `position …`, with everything after the word.
    Position(String),
    /// `go mate <ms>|infinite`
    GoMate(Time),
    /// `go` for a move to play.
    Go(Clock),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `gameover win|lose|draw`
    GameOver,
    /// `quit`
    Quit,
    /// Anything else, an empty line included.
    Unknown,
}

/// The time of `go mate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// `infinite`, or no word at all.
    Unlimited,
    /// A number of milliseconds.
    Limited(Duration),
    /// A word that is no time.
    Malformed,
}

/// The limits of a `go` without `mate`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// True when no answer may come before `stop` (`infinite`) or `ponderhit` (`ponder`).
    pub held: bool,
    /// Time for this move: `movetime`.
    pub movetime: Option<Duration>,
    /// Time for each move once the remaining time is used: `byoyomi`.
    pub byoyomi: Option<Duration>,
    /// Remaining time of Black and White: `btime`, `wtime`.
    pub remaining: [Option<Duration>; 2],
    /// Increments of Black and White: `binc`, `winc`.
    pub increment: [Option<Duration>; 2],
    /// Limit on nodes: `nodes`.
    pub nodes: Option<u64>,
    /// True when a `depth` was given, which is no limit of this search.
    pub depth: bool,
    /// The first word behind which a number is missing.
    pub malformed: Option<&'static str>,
}

impl Clock {
    /// The time for this move of Black (0) or White (1); `None` without any limit.
    pub fn budget(&self, side: usize) -> Option<Duration> {
        if self.movetime.is_some() {
            return self.movetime;
        }
        let each = [self.byoyomi, self.increment[side]];
        let given = each.iter().flatten().sum::<Duration>();
        let any = each.iter().any(Option::is_some) || self.remaining[side].is_some();
        // Of the remaining time a thirtieth is taken, as if thirty moves were left.
        any.then(|| given + self.remaining[side].unwrap_or_default() / 30)
    }

    /// True when a depth is all that was given to end the search of Black (0) or White (1).
    pub fn wants_depth_alone(&self, side: usize) -> bool {
        self.depth && !self.held && self.nodes.is_none() && self.budget(side).is_none()
    }
}

/// Reads a number of milliseconds. Negative ones become 0, and those over a year (2^35 ms) are
/// cut to that, so that no deadline overflows.
fn millis(word: &str) -> Option<Duration> {
    let ms: i64 = word.parse().ok()?;
    Some(Duration::from_millis(ms.clamp(0, 1 << 35) as u64))
}

impl Command {
    /// Reads a line.
    pub fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "usi" => Command::Usi,
            "isready" => Command::IsReady,
            "setoption" => set_option(rest),
            "usinewgame" => Command::NewGame,
            "position" => Command::Position(rest.to_string()),
            "go" => go(rest),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "gameover" => Command::GameOver,
            "quit" => Command::Quit,
            _ => Command::Unknown,
        }
    }
}

fn set_option(rest: &str) -> Command {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let ["name", words @ ..] = &words[..] else {
        return Command::Unknown;
    };
    let end = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(end.unwrap_or(words.len()));
    Command::SetOption(name.join(" "), value.get(1..).unwrap_or_default().join(" "))
}

fn go(rest: &str) -> Command {
    let mut words = rest.split_whitespace();
    let mut clock = Clock::default();
    while let Some(word) = words.next() {
        let (name, field) = match word {
            "mate" => {
                return Command::GoMate(match words.next() {
                    None | Some("infinite") => Time::Unlimited,
                    Some(word) => millis(word).map_or(Time::Malformed, Time::Limited),
                });
            }
            "ponder" | "infinite" => {
                clock.held = true;
                continue;
            }
            "depth" => {
                clock.depth = true;
                continue;
            }
            "nodes" => {
                clock.nodes = words.next().and_then(|w| w.parse().ok());
                if clock.nodes.is_none() {
                    clock.malformed.get_or_insert("nodes");
                }
                continue;
            }
            "movetime" => ("movetime", &mut clock.movetime),
            "byoyomi" => ("byoyomi", &mut clock.byoyomi),
            "btime" => ("btime", &mut clock.remaining[0]),
            "wtime" => ("wtime", &mut clock.remaining[1]),
            "binc" => ("binc", &mut clock.increment[0]),
            "winc" => ("winc", &mut clock.increment[1]),
            _ => continue,
        };
        *field = words.next().and_then(millis);
        if field.is_none() {
            clock.malformed.get_or_insert(name);
        }
    }
    Command::Go(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_go_mate() {
        let mate = |line: &str| match Command::parse(line) {
            Command::GoMate(time) => time,
            other => panic!("{other:?}"),
        };
        assert_eq!(mate("go mate"), Time::Unlimited);
        assert_eq!(mate(" go  mate infinite "), Time::Unlimited);
        let ms = |n| Time::Limited(Duration::from_millis(n));
        assert_eq!(mate("go mate 1500"), ms(1500));
        assert_eq!(mate("go mate 0"), ms(0));
        assert_eq!(mate("go mate -7"), ms(0));
        assert_eq!(mate("go mate 9999999999999999"), ms(1 << 35));
        assert_eq!(mate("go mate soon"), Time::Malformed);
        assert_eq!(mate("go mate 99999999999999999999"), Time::Malformed);
    }

    #[test]
    fn clocks_of_go() {
        let clock = |line: &str| match Command::parse(line) {
            Command::Go(clock) => clock,
            other => panic!("{other:?}"),
        };
        let ms = |n| Some(Duration::from_millis(n));
        assert_eq!(clock("go").budget(0), None);
        assert_eq!(
            clock("go btime 60000 wtime 30000 byoyomi 1000").budget(1),
            ms(2000)
        );
        assert_eq!(clock("go btime 0 wtime 0 byoyomi 5000").budget(0), ms(5000));
        assert_eq!(
            clock("go btime 3000 wtime 0 binc 100 winc 5").budget(1),
            ms(5)
        );
        assert_eq!(clock("go movetime 70 byoyomi 9").budget(0), ms(70));
        assert!(clock("go ponder btime 1 wtime 1").held);
        assert!(clock("go infinite").held);
        assert_eq!(clock("go nodes 55 nonsense").nodes, Some(55));
    }

    #[test]
    fn what_is_no_limit() {
        let clock = |line: &str| match Command::parse(line) {
            Command::Go(clock) => clock,
            other => panic!("{other:?}"),
        };
        assert!(clock("go depth 5").wants_depth_alone(0));
        for other in ["infinite", "ponder", "nodes 9", "movetime 9", "byoyomi 9"] {
            let line = format!("go depth 5 {other}");
            assert!(!clock(&line).wants_depth_alone(0), "{line}");
        }
        assert!(!clock("go").wants_depth_alone(0));
        for word in ["nodes", "movetime", "byoyomi", "btime", "winc"] {
            for line in [format!("go {word}"), format!("go {word} abc movetime 9")] {
                assert_eq!(clock(&line).malformed, Some(word), "{line}");
            }
        }
        assert_eq!(clock("go nodes -1").malformed, Some("nodes"));
        assert_eq!(clock("go btime -1 wtime 5 byoyomi 0").malformed, None);
    }

    #[test]
    fn options_and_nonsense() {
        let option = |n: &str, v: &str| Command::SetOption(n.into(), v.into());
        assert_eq!(
            Command::parse("setoption name USI_Hash value 64"),
            option("USI_Hash", "64")
        );
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            option("Clear Hash", "")
        );
        assert_eq!(
            Command::parse("setoption name A value b value c"),
            option("A", "b value c")
        );
        assert_eq!(
            Command::parse("setoption\tname\tMultiPV\tvalue\t3"),
            option("MultiPV", "3")
        );
        assert_eq!(
            Command::parse("setoption name valued"),
            option("valued", "")
        );
        for line in ["", "  ", "setoption", "setoption nam x", "Go mate", "\u{0}"] {
            assert_eq!(Command::parse(line), Command::Unknown, "{line:?}");
        }
    }
}
