"""``companion hall``: a page on which others watch the tables of a broker."""

import argparse
import re
import signal
import sys
import threading
from contextlib import ExitStack, nullcontext, suppress
from pathlib import Path

import segno

from companion.commands import publish_options
from companion.commands.complaining import complaints_of
from companion.commands.hall_demo import HERE, DemoTables
from companion.games.errors import printable
from companion.referee.errors import RefereeError
from companion.sharing.announcing import Announcement, hall_services
from companion.sharing.evening.kept import read_evening
from companion.sharing.evening.page import PATH as EVENING
from companion.sharing.evening.page import EveningPage
from companion.sharing.evening.results import Results
from companion.sharing.feed.address import PAGE_PORT, PORTS, BrokerAddress, table_name
from companion.sharing.feed.given_up import give_up
from companion.sharing.hall.own_broker import EVERYWHERE, OwnBroker
from companion.sharing.hall.page_files import page_files, write_page
from companion.sharing.hall.pushing import Pushing
from companion.sharing.hall.rules_page import PATH, rules_page
from companion.sharing.hall.web_server import MadePage, PageServer, own_address

complain = complaints_of("hall")
MOST = 65535
BROKER_PORT, WEB_PORT = PORTS["mqtt"], 9001
WEB_ADDRESS = re.compile(r"wss?://(\[[\da-f:]+\]|[^\s/:]+)(:\d+)?(/\S*)?")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("hall", help="a page on which others watch the tables of a broker")
    parser.add_argument("--port", type=port, default=PAGE_PORT, help="port of the page")
    parser.add_argument(
        "--broker",
        metavar="ws://HOST:PORT",
        help="WebSockets of the broker to which tables publish; {host} stands for the page's own host",
    )
    parser.add_argument("--with-broker", action="store_true", help="start a mosquitto broker for the evening")
    parser.add_argument("--demo", action="store_true", help="the same, and a table of each game that plays by itself")
    parser.add_argument("--broker-port", type=port, default=BROKER_PORT, help="port of that broker for tables")
    parser.add_argument("--web-port", type=port, default=WEB_PORT, help="port of that broker for pages")
    parser.add_argument(
        "--bind", default="", metavar="ADDRESS", help="serve page and broker at this address of the machine only"
    )
    parser.add_argument("--title", default="", help="heading of the page, such as 'Club championship, round 2'")
    parser.add_argument(
        "--evening",
        type=Path,
        metavar="FILE",
        help="show an evening's pairings, and take its results (companion evening)",
    )
    parser.add_argument(
        "--notify",
        metavar="https://ntfy.sh/TOPIC",
        help="push a line to this address (ntfy or alike) when a table needs somebody for half a minute",
    )
    parser.add_argument(
        "--write", type=Path, metavar="FOLDER", help="only put the page's files there, for any web server"
    )
    parser.add_argument(
        "--forget", metavar="NAME", help="only clear what the broker (--publish) still keeps of a table that is gone"
    )
    publish_options.add_broker(parser)
    parser.set_defaults(run=run)


def port(text: str) -> int:
    """Parse a port's number, 0 for any free one. Raises ArgumentTypeError for anything else."""
    if not (text.isascii() and text.isdigit() and int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: name a number from 1 to {MOST}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve the page until somebody ends this. Raises RefereeError where a port is taken or there is no mosquitto."""
    if args.forget is not None:
        if not args.publish:
            raise RefereeError("hall.forget")
        forget(publish_options.address(args), table_name(args.forget))
        return 0
    own = args.with_broker or args.demo
    web = _web_address(args, own)
    if args.write:
        if args.evening:
            raise RefereeError("hall.evening_written")
        write_page(args.write, web, args.title)
        print(f"The page is in {args.write}: let a web server give it out.")
        return 0
    # A terminated hall also ends its broker.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    told = f"mqtt://{args.bind or HERE}:{args.broker_port}" if own else args.publish
    broker_told = BrokerAddress.read(told, args.publish_login, args.publish_ca) if told else None
    if (args.notify or args.evening) and not broker_told:
        raise RefereeError("hall.notify_broker")
    broker = OwnBroker(args.broker_port, args.web_port, args.bind or EVERYWHERE) if own else nullcontext()
    with ExitStack() as open_until_the_end:
        open_until_the_end.enter_context(broker)
        asked: dict[str, MadePage] = {PATH: rules_page}
        title = args.title
        if args.evening:
            title = title or read_evening(args.evening).title
            asked[EVENING] = EveningPage(args.evening, complain)
        pages = page_files(web, PATH, title, evening=bool(args.evening))
        server = open_until_the_end.enter_context(PageServer(pages, args.port, args.bind, asked))
        if args.announce:
            services = hall_services(server.port, args.broker_port if own else None)
            open_until_the_end.enter_context(Announcement(services))
        if args.demo:
            open_until_the_end.callback(DemoTables(args.broker_port, complain, host=args.bind or HERE).close)
        if args.notify and broker_told:
            open_until_the_end.callback(Pushing(broker_told, args.notify, complain).close)
        if args.evening and broker_told:
            open_until_the_end.callback(Results(args.evening, broker_told, complain).close)
        host = args.bind or own_address()
        address = f"http://{host}:{server.port}/"
        if own:
            print(f"Tables: companion referee ... --publish mqtt://{host}:{args.broker_port} --table NAME")
        print(f"The page: {address}", flush=True)
        if sys.stdout.isatty():
            segno.make(address).terminal(compact=True)
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


def _web_address(args: argparse.Namespace, own: bool) -> str:
    """Return where pages reach the broker. Raises RefereeError for what is no such address."""
    if own and args.broker:
        raise RefereeError("hall.two_brokers")
    web: str = args.broker or f"ws://{{host}}:{args.web_port}"
    if not WEB_ADDRESS.fullmatch(web):
        raise RefereeError("hall.no_address", broker=printable(web))
    return web


def forget(broker: BrokerAddress, table: str) -> None:
    """Clear what a broker keeps of a table. Raises RefereeError where that is still told of, or nobody answers."""
    topics = give_up(broker, table)
    print(f"{broker} keeps nothing of {table} any more; {topics} topics were cleared.")
