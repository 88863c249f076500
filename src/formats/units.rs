//! Amounts as people write them: `90s`, `2m`, `512M`, `4GiB`, `10k`.

use crate::base::message::{Message, message};
use std::time::Duration;

/// A number (perhaps with a point) and the unit after it.
fn split(text: &str) -> Result<(f64, &str), Message> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let value: f64 = number.replace('_', "").parse().map_err(|_| {
        message!(
            "'{text}' does not begin with a number",
            "「{text}」は数で始まっていない",
            text
        )
    })?;
    Ok((value, unit.trim()))
}

/// A span of time, more than 0; a number without a unit is in seconds.
///
/// # Errors
/// When the text is no such time, or the time is too long to be counted.
pub fn duration(text: &str) -> Result<Duration, Message> {
    let (value, unit) = split(text)?;
    let seconds = match unit {
        "" | "s" | "sec" | "secs" | "second" | "seconds" => value,
        "ms" => value / 1e3,
        "m" | "min" | "mins" | "minute" | "minutes" => value * 60.0,
        "h" | "hour" | "hours" => value * 3600.0,
        "d" | "day" | "days" => value * 86_400.0,
        _ => {
            return Err(message!(
                "unknown unit '{unit}'; write 500ms, 90s, 2m or 1h",
                "単位「{unit}」は使えない。500ms、90s、2m、1h のように書く",
                unit
            ));
        }
    };
    if seconds <= 0.0 {
        return Err(message!(
            "the time must be more than nothing",
            "時間は 0 より長くなければならない"
        ));
    }
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|d| d.as_secs() < 1 << 40)
        .ok_or_else(|| message!("'{text}' is too long a time", "「{text}」は長すぎる", text))
}

/// An amount of memory in bytes, from 1 MiB to less than 64 TiB. Every prefix is a power of
/// 1024, as with `ulimit` and GUIs. A number without a unit is in MiB, as in the option
/// `USI_Hash`.
///
/// # Errors
/// When the text is no amount of memory, or out of range.
pub fn bytes(text: &str) -> Result<usize, Message> {
    let (value, unit) = split(text)?;
    let power = match unit.to_ascii_lowercase().as_str() {
        "b" => 0,
        "k" | "kb" | "kib" => 10,
        "" | "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => {
            return Err(message!(
                "unknown unit '{unit}'; write 64M, 512MiB or 4G",
                "単位「{unit}」は使えない。64M、512MiB、4G のように書く",
                unit
            ));
        }
    };
    let bytes = value * (1u64 << power) as f64;
    if bytes < (1u64 << 20) as f64 {
        return Err(message!(
            "'{text}' is less than 1 MiB",
            "「{text}」は 1 MiB より小さい",
            text
        ));
    }
    if bytes >= (1u64 << 46) as f64 {
        return Err(message!(
            "'{text}' is more than this program can address",
            "「{text}」はこのプログラムで扱える量を超える",
            text
        ));
    }
    Ok(bytes as usize)
}

/// A count of nodes, from 1 to less than 10^18: `10k`, `1M`, `2.5G`, with powers of 1000.
///
/// # Errors
/// When the text is no such count, or out of range.
pub fn count(text: &str) -> Result<u64, Message> {
    let (value, unit) = split(text)?;
    let factor = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" | "b" | "B" => 1e9,
        _ => {
            return Err(message!(
                "unknown unit '{unit}'; write 10k, 5M or 1G",
                "単位「{unit}」は使えない。10k、5M、1G のように書く",
                unit
            ));
        }
    };
    let n = (value * factor).round();
    if n < 1.0 {
        return Err(message!(
            "the number must be at least 1",
            "数は 1 以上でなければならない"
        ));
    }
    if n >= 1e18 {
        return Err(message!(
            "'{text}' is too large",
            "「{text}」は大きすぎる",
            text
        ));
    }
    Ok(n as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for (text, ms) in [
            ("90s", 90_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
            ("500ms", 500),
            ("1.5", 1_500),
            (" 10 s ", 10_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        for text in [
            "",
            "s",
            "-1s",
            "0",
            "5x",
            "1e9s",
            "99999999999999999999d",
            "1..2s",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn memory() {
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("4GiB"), Ok(4 << 30));
        assert_eq!(bytes("64"), Ok(64 << 20));
        assert_eq!(bytes("1.5g"), Ok(3 << 29));
        for text in ["", "k", "1k", "0", "-3G", "1X", "999999T"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count("10k"), Ok(10_000));
        assert_eq!(count("1M"), Ok(1_000_000));
        assert_eq!(count("1_000"), Ok(1_000));
        for text in ["", "0", "k", "-1", "1Q", "1e30"] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
