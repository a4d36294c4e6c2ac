"""`companion app`: the app for a tablet beside the board."""

import argparse
import platform
import re
import signal
import sys
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import platformdirs

from companion.referee.errors import RefereeError
from companion.texts.language import LANGUAGES

# The sizes of letters that the settings offer.
TEXTS = {"small": 0.85, "normal": 1.0, "large": 1.2, "huge": 1.4, "largest": 2.0}
STANDARD_SIZE = "1280x800"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("app", help="the app for a tablet beside the board")
    parser.add_argument("--size", default=STANDARD_SIZE, metavar="WxH", help="the window's size in pixels")
    parser.add_argument("--fullscreen", action="store_true", help="fill the display")
    parser.add_argument("--kiosk", action="store_true", help="fill the display, and show no mouse cursor")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="keep games and settings here")
    parser.add_argument("--screenshots", type=Path, metavar="DIR", help="write a picture of every screen, and end")
    parser.add_argument("--text", choices=TEXTS, help="the size of letters, for this start and the next ones")
    parser.add_argument("--theme", choices=("light", "dark"), help="for this start and the next ones")
    parser.add_argument("--language", choices=tuple(LANGUAGES), help="for this start and the next ones")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the window and return when it is closed. Raises RefereeError where there is no Kivy or no display."""
    if find_spec("kivy") is None:
        raise RefereeError("command.no_kivy", python=platform.python_version())
    from companion.app import window  # noqa: PLC0415 - the other commands do without Kivy
    from companion.app.settings.settings import home  # noqa: PLC0415

    width, height = size(args.size)
    shots: Path | None = args.screenshots
    if not window.has_display() and shots is None:
        raise RefereeError("command.wayland" if window.has_wayland() else "command.no_display")
    with nullcontext() if window.has_display() else window.virtual_display(width, height):
        window.prepare(width, height, fills=args.fullscreen or args.kiosk, cursor=not args.kiosk)
        changes: dict[str, Any] = {name: value for name in ("theme", "language") if (value := getattr(args, name))}
        if args.text:
            changes["text_scale"] = TEXTS[args.text]
        if shots is not None:
            from companion.app.screenshots import write_all  # noqa: PLC0415

            # SDL's own handler would ask the window to close, and nobody waits for that here.
            signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
            for path in write_all(shots, changes):
                print(path)
            return 0
        from companion.app.app import CompanionApp  # noqa: PLC0415
        from companion.app.going_on import going_on  # noqa: PLC0415
        from companion.referee.live.allocating import give_memory_back  # noqa: PLC0415

        give_memory_back()
        app = CompanionApp(args.data or home(), args.data or platformdirs.user_documents_path())
        with going_on(app.reports, app.notify):
            if changes:
                app.change(**changes)
            app.run()
    return 0


def size(text: str) -> tuple[int, int]:
    """Parse ``1280x800`` as (1280, 800). Raises RefereeError."""
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found:
        raise RefereeError("command.size", text=text, example=STANDARD_SIZE)
    return int(found[1]), int(found[2])
