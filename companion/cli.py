"""The command line: `companion COMMAND ...`."""

import argparse
import importlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.complaining import complaints_of
from companion.referee.errors import ERRORS, words_of
from companion.texts.printable import PrintableStream
from hardware.supervised import threads_met

if TYPE_CHECKING:
    from companion.app.fault_reports import FaultReports

GROUPS: Mapping[str, tuple[str, ...]] = {
    "play": ("app", "referee", "demo", "rules", "replay", "analyse"),
    "read pictures": ("see", "cameras", "calibrate", "record", "look"),
    "dice": ("dice", "tower", "devices", "fairness"),
    "let others watch, take games along": ("hall", "evening", "export", "import", "compare"),
    "a tablet or computer of its own": ("desktop", "kiosk"),
    "build on it": ("engine",),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)

# Words that cannot name a module.
MODULES = {"import": "import_game"}


class _Version(argparse.Action):
    """Print the installed package's version; it is looked up only when asked for, which takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        metadata = importlib.import_module("importlib.metadata")
        try:
            print(f"companion {metadata.version('pyramid-companion')}")
        except metadata.PackageNotFoundError:
            print("companion, run from a folder that is not installed")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A place such as -5,100 is no option. Python 3.14 has this pattern itself.
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse keeps to itself that a disk is full


class _Commands:
    """Adds commands to a parser, and keeps what each is for: they are listed by groups."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._added = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", help="one of those below")
        self.told: dict[str, str] = {}

    def add_parser(self, name: str, *, help: str, **kwargs: Any) -> argparse.ArgumentParser:
        self.told[name] = help
        return self._added.add_parser(name, **kwargs)


def _grouped_commands(told: Mapping[str, str]) -> str:
    """Return the commands by groups, with the purpose of each."""
    groups = []
    for title, names in GROUPS.items():
        lines = [f"  {name:<10} {told[name]}" for name in names if name in told]
        groups += ["\n".join([f"{title}:", *lines])] if lines else []
    return "\n\n".join([*groups, "companion COMMAND --help says more about a command."])


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return a parser of these commands alone; importing all takes longer than reading a picture."""
    parser = _Parser(
        prog="companion",
        description="A referee for real tabletop games.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    commands = _Commands(parser)
    for name in names:
        importlib.import_module(f".commands.{MODULES.get(name, name)}", __package__).add_parser(commands)
    parser.epilog = _grouped_commands(commands.told)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 bad input (one message says what to do), 2 wrong usage.

    130 and 141, as of a program that the signal ends, after Ctrl-C and where nobody reads the output any more.
    """
    try:
        return _main(argv)
    except KeyboardInterrupt:
        return 130


def _main(argv: Sequence[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    try:
        parser = build_parser([name for name in COMMANDS if words[:1] == [name]] or COMMANDS)
    except ERRORS as error:
        # A trial's file of parameters is read where a module of vision is imported.
        print(f"companion: {words_of(error)}", file=sys.stderr)
        return 1
    if not words:
        parser.print_help(sys.stderr)
        return 2
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Names and lines may hold what the console cannot show, or no text at all; a file or pipe has UTF-8.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    with (
        Path(os.devnull).open("w", encoding="utf-8") as closed,  # in place of what the shell has closed: >&-
        redirect_stdout(PrintableStream(sys.stdout or closed)),
        redirect_stderr(PrintableStream(sys.stderr or closed)),
    ):
        return _run(parser, words)


def _told_once(command: str) -> Callable[[Exception], None]:
    """Return what tells of faults on a command's threads: a sentence for each kind, with a report beside the games."""

    @cache
    def reports() -> "FaultReports":
        # Importing these takes longer than most commands.
        from companion.app.fault_reports import FaultReports  # noqa: PLC0415
        from companion.app.settings.settings import home  # noqa: PLC0415

        return FaultReports(home(), lambda: f"companion {command}")

    def meet(error: Exception) -> None:
        if said := reports().news(error):
            complaints_of(command)(said)

    return meet


def _run(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    args = argparse.Namespace(command="")
    try:
        try:
            with threads_met(_told_once(parser.parse_args(words, args).command)):
                status: int = args.run(args)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (*ERRORS, OSError) as error:
        if getattr(args, "json", False):
            print(json.dumps({"error": words_of(error)}))
        told = words_of(error, getattr(args, "language", None) or "en")
        print(f"{f'companion {args.command}'.strip()}: {told}", file=sys.stderr)
        return 1
    return status


if __name__ == "__main__":
    sys.exit(main())
