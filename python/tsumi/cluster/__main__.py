"""``python -m tsumi.cluster problem.sfen``: one problem on many machines."""

from __future__ import annotations

import argparse
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path

from .. import TsumiError, _tsumi, read
from . import Found, Progress, solve
from .files import check_folder, write_new


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tsumi.cluster",
        description="Decides one problem, mate or not, on the machines of a Ray cluster. "
        "Exit code: 0 mate or no mate, 1 unknown, 2 an error.",
    )
    parser.add_argument("problem", help="a file with one problem, or an SFEN")
    parser.add_argument("--address", help="of a Ray cluster; without it Ray is started here")
    parser.add_argument("--workers", type=int, help="processes; one or more a machine without it")
    parser.add_argument("--threads", type=int, help="of each worker; all of a machine without it")
    parser.add_argument("--memory", default="1G", help="tables of each worker (1G)")
    parser.add_argument(
        "--state", metavar="FILE", help="keeps everything that comes back; goes on from there"
    )
    parser.add_argument("--time", type=float, metavar="SECONDS", help="a limit")
    parser.add_argument("--attacker", choices=["black", "white"], help="the side that gives check")
    parser.add_argument(
        "--certificate", metavar="FILE", help="the proof, for tsumi check; a new file"
    )
    parser.add_argument("--picture", metavar="FILE", help="the upper proof tree as a web page")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    return parser


def _show(progress: Progress) -> None:
    print(f"\r\x1b[K{progress}" if sys.stderr.isatty() else str(progress), end="", file=sys.stderr)
    print(end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def _solve(options: argparse.Namespace) -> Found:
    problems = read(options.problem, attacker=options.attacker)
    problem = next(problems, None)
    if problem is None or next(problems, None) is not None:
        raise ValueError(f"{options.problem}: one problem is wanted, not none and not several")
    return solve(
        problem,
        address=options.address,
        workers=options.workers,
        threads=options.threads,
        # As for the program a number alone is one of MiB.
        memory=_tsumi.bytes(options.memory),
        state=options.state,
        time=options.time,
        picture=options.picture,
        on_progress=None if options.quiet else _show,
    )


def main(arguments: list[str] | None = None) -> int:
    options = _arguments().parse_args(arguments)
    certificate = None if options.certificate is None else Path(options.certificate)
    try:
        if certificate is not None and certificate.exists():
            raise ValueError(f"{certificate}: the file exists; it is left alone")
        if certificate is not None:
            check_folder(certificate)
        # Ray prints what its processes tell; what is printed here is the verdict alone.
        with redirect_stdout(sys.stderr):
            found = _solve(options)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    except (TsumiError, ImportError, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Exception:
        # A code of its own would be 1, which says that the problem is open.
        traceback.print_exc()
        return 2
    if not options.quiet and sys.stderr.isatty():
        print(file=sys.stderr)
    if found.certificate is None:
        print("unknown: the time ran out")
        return 1
    print(", ".join(found.certificate.claims))
    if certificate is not None:
        try:
            write_new(certificate, found.certificate.text())
        except OSError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
