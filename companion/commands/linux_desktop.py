"""Install menu entries, autostart entries and systemd units on a Linux desktop.

Freedesktop's Desktop Entry Specification 1.5 and Desktop Application Autostart Specification 0.5; systemd.service(5).
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.commands.own_program import own_program
from companion.referee.errors import RefereeError
from companion.referee.keeping.whole_file import write_whole

NAME = "pyramid-companion"
TITLE, COMMENT = "Pyramid Companion", "A referee for real tabletop games"
COMMENT_IN_GERMAN = "Schiedsrichter für echte Brettspiele"
ICON = Path(__file__).parents[1] / "app" / "assets" / "icon.svg"


def app_command(*options: str) -> list[str]:
    """Return the command that starts the installed app from any folder."""
    return own_program("app", *options)


def data_folder() -> Path:
    return _folder("XDG_DATA_HOME", ".local/share")


def config_folder() -> Path:
    return _folder("XDG_CONFIG_HOME", ".config")


def _folder(variable: str, usual: str) -> Path:
    """Raises RefereeError on systems that have no such folders."""
    if sys.platform != "linux":
        raise RefereeError("command.linux")
    chosen = os.environ.get(variable)
    return Path(chosen) if chosen else Path.home() / usual


def entry(command: Sequence[str], more: Mapping[str, str]) -> str:
    """Return a desktop entry that starts a command."""
    keys = {
        "Type": "Application",
        "Name": TITLE,
        "Comment": COMMENT,
        "Comment[de]": COMMENT_IN_GERMAN,
        "Exec": " ".join(map(_in_entry, command)),
        "Icon": NAME,
        "Terminal": "false",
        **more,
    }
    return "[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in keys.items())


def unit(command: Sequence[str]) -> str:
    """Return a user unit that restarts a command when it dies."""
    return (
        f"[Unit]\nDescription={TITLE}: {COMMENT.lower()}\n\n"
        f"[Service]\nExecStart={' '.join(map(_in_unit, command))}\nRestart=on-failure\nRestartSec=3\n"
    )


def _in_entry(word: str) -> str:
    """Quote a word for Exec: in its value backslashes count twice, and a per cent sign is doubled."""
    quoted = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in word)
    return '"' + quoted.replace("\\", "\\\\").replace("%", "%%") + '"'


def _in_unit(word: str) -> str:
    """Quote a word for ExecStart."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$") + '"'


def write(files: Mapping[Path, str]) -> None:
    """Raises RefereeError where one cannot be written."""
    for path, text in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text.encode())
        except OSError as error:
            raise RefereeError("command.unwritable", path=str(path), error=str(error.strerror)) from error
        print(f"written: {path}")


def remove(paths: Sequence[Path]) -> None:
    """Remove those that are there. Raises RefereeError where one cannot be removed."""
    for path in paths:
        try:
            path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise RefereeError("command.unremovable", path=str(path), error=str(error.strerror)) from error
        print(f"removed: {path}")
