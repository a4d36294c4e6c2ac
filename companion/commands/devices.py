"""``companion devices``: the serial ports, which of them are towers, and dice within Bluetooth's reach."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from typing import Any

from companion.referee.errors import reason_of
from companion.texts.language import english
from hardware.bluetooth.dice import BluetoothDice, DieState
from hardware.dice import Notice
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.tower.ports import Port, ports
from hardware.tower.serial_port import GREETING_TIME, SerialTower

LOOK_SECONDS = 10.0


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("devices", help="list serial ports and the towers found at them")
    parser.add_argument("port", nargs="*", help="ports to ask; by default those of known boards")
    parser.add_argument("--bluetooth", action="store_true", help="look for Pixels and GoDice as well (10 seconds)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    listed = [Port(path, None, "named by you") for path in args.port] or ports()
    found = [(port, _who(port.path) if args.port or port.board else None) for port in listed]
    dice, remarks = _dice_nearby() if args.bluetooth else ([], [])
    if args.json:
        told = {"ports": [{"port": p.path, "board": p.board, "tower": tower} for p, tower in found]}
        print(json.dumps(told | ({"dice": [_die_row(die) for die in dice]} if args.bluetooth else {})))
    else:
        for port, tower in found:
            print(f"{port.path:20} {port.board or '-':14} {tower or 'no tower answers'}  ({port.description})")
        if not found:
            print("no serial port is there: plug the tower in")
        for die in dice:
            unfit = f": not used, {english(reason_of(die.unfit))}" if die.unfit else ""
            print(f"{english(reason_of(die.fact))}{unfit}")
        if args.bluetooth and not dice:
            print("no die answers: wake them up by shaking, and close other programs that use them")
    for remark in remarks:
        print(f"companion devices: {remark}", file=sys.stderr)
    return 0


def _dice_nearby() -> tuple[list[DieState], list[str]]:
    """Return the dice that answer within LOOK_SECONDS, and the messages meanwhile."""
    source = BluetoothDice(RollStore())
    remarks = []
    end = time.monotonic() + LOOK_SECONDS
    try:
        while (left := end - time.monotonic()) > 0:
            event = source.wait(left)
            if isinstance(event, Notice) and event.fault:
                remarks.append(english(reason_of(event.fact)))
        return source.dice(), remarks
    finally:
        source.close()


def _die_row(die: DieState) -> dict[str, Any]:
    return {**asdict(die), "unfit": english(reason_of(die.unfit)) if die.unfit else None}


def _who(path: str) -> str | None:
    tower = SerialTower(RollStore(), path)
    try:
        return str(tower.wait_until_ready(2 * GREETING_TIME))
    except DeviceError:
        return None
    finally:
        tower.close()
