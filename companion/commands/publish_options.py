"""Command-line options of all commands that publish to a broker."""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from companion.games.reason import Reason
from companion.sharing.announcing import Announcement, table_service
from companion.sharing.feed.address import STANDARD_TABLE, BrokerAddress, table_name
from companion.sharing.feed.publishing import Publishing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options for the broker, the table's name there, and the login."""
    group = add_broker(parser)
    group.add_argument("--table", default=STANDARD_TABLE, metavar="NAME", help="this table's name there")


def add_broker(parser: argparse.ArgumentParser) -> "argparse._ArgumentGroup":
    """Add the options for the broker and the login."""
    group = parser.add_argument_group("telling others (docs/feed.md)")
    group.add_argument("--publish", metavar="mqtt://HOST[:PORT]", help="publish to this MQTT broker; mqtts:// uses TLS")
    group.add_argument(
        "--publish-login",
        type=Path,
        metavar="FILE",
        help="two lines, user and password; otherwise PYRAMID_MQTT_USER and PYRAMID_MQTT_PASSWORD of the environment",
    )
    group.add_argument("--publish-ca", type=Path, metavar="FILE", help="certificate of the broker's authority")
    group.add_argument(
        "--no-announce", dest="announce", action="store_false", help="do not announce it in the local net (mDNS)"
    )
    return group


def announced(args: argparse.Namespace) -> AbstractContextManager[object]:
    """Announce the table on the local net, if it is published. Raises RefereeError, OSError as `address`."""
    if not (args.publish and args.announce):
        return nullcontext()
    return Announcement([table_service(table_name(args.table), address(args))])


def address(args: argparse.Namespace) -> BrokerAddress:
    """Return the broker's address. Raises RefereeError for an impossible one, OSError if a file cannot be read."""
    return BrokerAddress.read(args.publish, args.publish_login, args.publish_ca)


def opened(args: argparse.Namespace, tell: Callable[[Reason], None]) -> Publishing | None:
    """Open the connection to the broker, if one is named. Raises RefereeError, OSError as `address`."""
    name = table_name(args.table)
    return Publishing(address(args), name, tell) if args.publish else None
