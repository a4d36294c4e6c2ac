"""`companion desktop`: the app in the menu of a Linux desktop."""

import argparse

from companion.commands.linux_desktop import ICON, NAME, app_command, data_folder, entry, remove, write


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("desktop", help="put the app into a Linux desktop's menu, or take it out")
    parser.add_argument("action", choices=("install", "remove"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises RefereeError where the files cannot be written, and on other systems."""
    menu = data_folder() / "applications" / f"{NAME}.desktop"
    icon = data_folder() / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg"
    if args.action == "remove":
        remove([menu, icon])
    else:
        write({icon: ICON.read_text("utf-8"), menu: entry(app_command(), {"Categories": "Game;BoardGame;"})})
    return 0
