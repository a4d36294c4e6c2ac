"""``companion dice --live``: every roll as it is made, as JSON lines or to a broker."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.commands import dice_set_options, publish_options
from companion.commands.complaining import complaints_of
from companion.games.reason import because
from companion.referee.errors import error_reason, reason_of
from companion.referee.live.feed import Feed
from companion.referee.live.rolling import device_rolls, seen_rolls, typed_rolls
from companion.referee.live.typed import Typed
from companion.sharing.feed.address import table_name
from companion.sharing.feed.dice_news import ToldRolls, roll_id, roll_json, roll_post
from companion.sharing.feed.publisher import Post, Publisher
from companion.sharing.feed.topics import topic
from hardware.open_dice import check_port, open_dice
from hardware.roll_store import RollStore, StoredRoll
from vision.dice.eye import DiceEye
from vision.dice.tray import ThrowTracker
from vision.sources.masking import masked_name
from vision.sources.opening import open_source

TYPED, CAMERA = "typed", "camera:"
_complain = complaints_of("dice")
STANDARD_FILE = Path("rolls.jsonl")
# How long to wait at the end for a broker to take what was rolled.
LAST_SECONDS = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--live",
        metavar="SOURCE",
        help="report every roll as it is made: of a tower (a port, auto, simulated), of virtual dice, of "
        "bluetooth[:2,Amber=Y], of camera:N|URL|PATH at a tray, or typed",
    )
    parser.add_argument("--count", type=int, default=2, help="live: how many dice a throw has, before a camera")
    keep = "live: where rolls are kept before they are told"
    parser.add_argument("--rolls", type=Path, default=STANDARD_FILE, metavar="FILE", help=keep)
    publish_options.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Tell each roll that is kept exactly once, those first that were kept and not told when it was broken off."""
    marks = args.rolls.with_name(f"{args.rolls.name}.told")
    with RollStore(args.rolls) as store, ToldRolls(marks) as done, _broker(args, done) as publisher:
        for said in store.problems:
            _complain(reason_of(said))
        old = [roll for roll in store if roll_id(roll) not in done]
        for roll in old:
            _tell(args, roll, publisher, done)
        for roll in _rolls(args, store):
            _tell(args, roll, publisher, done)
        if publisher and not publisher.flush(LAST_SECONDS):
            _complain(because("publish.untold", path=str(args.rolls)))
    return 0


def _tell(args: argparse.Namespace, roll: StoredRoll, publisher: Publisher | None, done: ToldRolls) -> None:
    print(json.dumps(roll_json(roll)) if args.json else f"{roll.source.name} {roll.number}: {roll}", flush=True)
    if publisher:
        publisher.post(lambda: [roll_post(args.table, roll)])
    else:
        done.add(roll_id(roll))


@contextmanager
def _broker(args: argparse.Namespace, done: ToldRolls) -> Iterator[Publisher | None]:
    if not args.publish:
        yield None
        return

    def delivered(post: Post) -> None:
        # On the publisher's thread, which must go on: after a restart the roll is published again, by the same id.
        try:
            done.add(json.loads(post.payload)["id"])
        except OSError as error:
            _complain(error_reason(error))

    status = topic(table_name(args.table), "status")
    publisher = Publisher(publish_options.address(args), status, _complain, delivered=delivered)
    with publish_options.announced(args):
        try:
            yield publisher
        finally:
            publisher.close()


def _rolls(args: argparse.Namespace, store: RollStore) -> Iterator[StoredRoll]:
    name: str = args.live
    if name == TYPED:
        yield from typed_rolls(sys.stdin, store, _complain)
        return
    if name.startswith(CAMERA):
        camera = name.removeprefix(CAMERA)
        named = because("live.camera", number=int(camera)) if camera.isdecimal() else masked_name(camera)
        tracker = ThrowTracker(args.count, reader=DiceEye(dice_set_options.dice_set(args)))
        shots = Feed(open_source(camera), named, _complain).shots()
        yield from seen_rolls(shots, tracker, store, _complain)
        return
    check_port(name)
    source = open_dice(name, store)
    try:
        yield from device_rolls(source, Typed(sys.stdin), _complain)
    finally:
        source.close()
