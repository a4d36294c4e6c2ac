"""`companion kiosk`: a Linux tablet or a Raspberry Pi that opens the app by itself, and again if it dies."""

import argparse
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from companion.app import window
from companion.commands.linux_desktop import NAME, app_command, config_folder, entry, remove, unit, write

UNIT = f"{NAME}.service"
# A desktop's session starts the unit, and tells it where the display is.
START = f"systemctl --user import-environment DISPLAY WAYLAND_DISPLAY XAUTHORITY; systemctl --user restart {UNIT}"
SECONDS = 20


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("kiosk", help="open the app by itself when a Linux tablet starts, or no longer")
    parser.add_argument("action", choices=("install", "remove"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError where the files cannot be written, and on other systems."""
    paths = unit_path(), start_path()
    if args.action == "remove":
        _systemctl("stop", UNIT)
        remove(paths)
        _systemctl("daemon-reload")
        return 0
    write({unit_path(): unit(app_command("--kiosk")), start_path(): entry(["sh", "-c", START], {})})
    _systemctl("daemon-reload")
    print(f"The app opens when the desktop's session starts. Now: systemctl --user start {UNIT}")
    if window.has_wayland() and not (window.has_display() or shutil.which("Xwayland")):
        print("This desktop shows windows of Wayland alone: install xwayland (sudo apt install xwayland) first.")
    print("Let the tablet log in by itself (on a Raspberry Pi: raspi-config); companion kiosk remove undoes it all.")
    return 0


def unit_path() -> Path:
    return config_folder() / "systemd" / "user" / UNIT


def start_path() -> Path:
    return config_folder() / "autostart" / f"{NAME}.desktop"


def _systemctl(*words: str) -> None:
    """Call systemctl; if nothing answers, the units start at the next login."""
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(["systemctl", "--user", *words], check=False, capture_output=True, timeout=SECONDS)
