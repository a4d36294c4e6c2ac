"""``companion devices``: the serial ports, and which of them are towers."""

import argparse
import json

from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.serial_tower import GREETING_TIME, Port, SerialTower, ports


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("devices", help="list serial ports and the towers found at them")
    parser.add_argument("port", nargs="*", help="ports to ask; by default those of known boards")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    listed = [Port(path, None, "named by you") for path in args.port] or ports()
    found = [(port, _who(port.path) if args.port or port.board else None) for port in listed]
    if args.json:
        print(json.dumps({"ports": [{"port": p.path, "board": p.board, "tower": tower} for p, tower in found]}))
        return 0
    for port, tower in found:
        print(f"{port.path:20} {port.board or '-':14} {tower or 'no tower answers'}  ({port.description})")
    if not found:
        print("no serial port is there: plug the tower in")
    return 0


def _who(path: str) -> str | None:
    tower = SerialTower(RollStore(), path)
    try:
        return str(tower.wait_until_ready(2 * GREETING_TIME))
    except DeviceError:
        return None
    finally:
        tower.close()
