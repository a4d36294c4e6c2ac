"""The rule options of a game that is begun on the command line."""

import argparse
from collections.abc import Mapping
from typing import Any

from companion.referee.errors import RefereeError
from companion.referee.keeping.plain_json import JsonError, parsed


def add_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--options", metavar="JSON", help='rule options of a new game, such as {"mode": "advanced"}')


def given(args: argparse.Namespace) -> Mapping[str, Any]:
    """Return the options given, or none. Raises RefereeError if they are no object."""
    if args.options is None:
        return {}
    try:
        options = parsed(args.options.encode())
    except JsonError as error:
        raise RefereeError.of(error.reason) from error
    if not isinstance(options, dict):
        raise RefereeError("command.options")
    return options
