"""The rule options of a game that is begun on the command line."""

import argparse
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed


def add_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--options", metavar="JSON", help='rule options of a new game, such as {"mode": "advanced"}')


def options_of(args: argparse.Namespace) -> Mapping[str, Any]:
    """Return the options given, or none. Raises RefereeError if they are no object."""
    if args.options is None:
        return {}
    with suppress(JsonError):
        options = parsed(args.options.encode())
        if isinstance(options, dict):
            return options
    raise RefereeError("command.options")
