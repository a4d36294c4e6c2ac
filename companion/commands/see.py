"""`companion see`: what stands on a table in a picture, with nothing known beforehand."""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.games.errors import GameError
from companion.games.package import TableOption
from companion.referee.errors import RefereeError, reason_of
from companion.referee.keeping.whole_file import write_picture
from companion.referee.profiles import read_profile
from companion.referee.still_tables import SeeHints, TableReader, check_near, games_by_board
from companion.referee.which_table import board_in
from companion.texts.language import english
from vision.enough_light import check_light_and_colours
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.image import Image
from vision.sources.picture_files import load_picture, unmirrored
from vision.tracking.white_balance import WhiteBalance


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("see", help="read the table in one or several pictures of one still table")
    # A place such as -5,20 is no option, either.
    parser._negative_number_matcher = re.compile(r"-\.?\d")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    boards = list(games_by_board())
    parser.add_argument("--board", choices=boards, help="the kind of board (default: the one that the picture shows)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--a1", type=_pixel, metavar="U,V", help="roughly where a1's outer corner is, in pixels")
    parser.add_argument(
        "--corners",
        nargs=4,
        type=_pixel,
        metavar="U,V",
        help="the board's outer corners in pixels, from a1 counter-clockwise (a1 e1 e5 a5, a1 g1 g8 a8)",
    )
    for name, asked in _table_options().items():
        choices = [choice for _, option in asked for choice in option.choices]
        words = "; ".join(f"{option.help} ({board})" for board, option in asked)
        parser.add_argument(f"--{name}", type=type(choices[0]), choices=list(dict.fromkeys(choices)), help=words)
    parser.add_argument("--camera-profile", type=Path, metavar="FILE", help="measured camera profile (JSON)")
    parser.add_argument("--colour-profile", type=Path, metavar="FILE", help="measured colours of the light (JSON)")
    parser.add_argument(
        "--setup", type=Path, metavar="IMAGE", help="the table set up, from the same camera: learn from it"
    )
    parser.add_argument(
        "--mirror", action="store_true", help="the pictures are mirrored (front camera): turn them round"
    )
    parser.add_argument("--overlay", type=Path, metavar="OUT", help="write the first picture with what was seen on it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    camera = Camera.from_json(read_profile(args.camera_profile)) if args.camera_profile else None
    balance = WhiteBalance.from_json(read_profile(args.colour_profile, "colour")) if args.colour_profile else None
    keep_apart(args.overlay, args.images)
    pictures = [_picture(path, args.mirror, balance) for path in args.images]
    given = SeeHints(args.a1, args.corners, camera, {name: getattr(args, name) for name in _table_options()})
    check_near(pictures[0], given)
    board = args.board or board_in(pictures[0], args.corners)
    game = games_by_board()[board]
    reader: TableReader = game.part("still")
    reader.load()
    begin = time.perf_counter()
    setup = _picture(args.setup, args.mirror, balance) if args.setup else None
    said = {name: given.said[name] for name, *_ in game.table_options}
    for name in sorted(name for name, value in given.said.items() if value is not None and name not in said):
        raise GameError("engine.board.no_options", got=f"--{name}", board=board)
    hints = replace(given, said=said)
    try:
        table = reader.read(pictures, setup, hints)
    except VisionError as error:
        if setup is not None or len(pictures) > 1:
            _read_each(reader, {args.setup: setup, **dict(zip(args.images, pictures, strict=True))}, hints)
        if args.corners or "board.none" not in error.key:
            raise
        raise RefereeError("command.see.corners", why=reason_of(error)) from None
    elapsed = round((time.perf_counter() - begin) * 1000)
    for note in table.notes:
        print(f"companion see: {english(note)}", file=sys.stderr)
    if args.overlay:
        write_picture(args.overlay, table.overlay())
    told = {"kind": board, **table.report(), "elapsed_ms": elapsed}
    print(json.dumps(told) if args.json else table.text())
    return 0


def keep_apart(overlay: Path | None, images: Sequence[Path]) -> None:
    """Raise RefereeError if an overlay would be written over a picture that is read."""
    if overlay and overlay.resolve() in {image.resolve() for image in images}:
        raise RefereeError("command.see.overlay", path=str(overlay))


def _table_options() -> dict[str, list[tuple[str, TableOption]]]:
    """Return the options that some tables need, by name: for each its boards and choices."""
    found: dict[str, list[tuple[str, TableOption]]] = {}
    for board, game in games_by_board().items():
        for option in game.table_options:
            found.setdefault(option.name, []).append((board, option))
    return found


def _picture(path: Path, mirror: bool, balance: WhiteBalance | None) -> Image:
    picture = load_picture(path)
    if mirror:
        picture = unmirrored(picture)
    with _named(path):
        check_light_and_colours(picture)
    return balance.corrected(picture) if balance else picture


def _read_each(reader: TableReader, pictures: Mapping[Path, Image | None], hints: SeeHints) -> None:
    """Raise RefereeError, with its name, for the first picture that cannot be read."""
    for path, picture in pictures.items():
        if picture is not None:
            with _named(path):
                reader.read([picture], None, hints)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except VisionError as error:
        raise RefereeError("recording.wrong", path=str(path), reason=reason_of(error)) from error


def _pixel(text: str) -> tuple[float, float]:
    try:
        u, v = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no place in a picture: write U,V in pixels") from None
    return u, v
