"""``companion tower``: watch, test, calibrate and program a dice tower."""

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from companion.games.reason import because
from companion.referee.errors import reason_of, words_of
from companion.texts.language import english
from hardware import tower as driver
from hardware.dice import AUTO, SIMULATED, DiceEvent, DiceRoll, Moving
from hardware.errors import DeviceError
from hardware.open_dice import check_port, open_tower
from hardware.roll_store import RollStore
from hardware.simulation.python_tower import PythonTower
from hardware.simulation.simulated_wire import SimulatedWire
from hardware.tower.conformance import conformance
from hardware.tower.ports import likely_ports
from hardware.tower.serial_wire import SerialWire

FIND_SECONDS = 15.0
# The firmware for an ATmega328P, built from the sources in firmware/.
HEX = Path(driver.__file__).with_name("tower.hex")


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("tower", help="watch, test, calibrate or program a dice tower")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    monitor = actions.add_parser("monitor", help="show what happens in the tower")
    monitor.add_argument("--port", default=AUTO, help="a port, auto (default), or simulated")
    monitor.add_argument("--rolls", type=int, metavar="N", help="end after N rolls")
    monitor.add_argument("--keep", type=Path, metavar="FILE", help="store the rolls in this file")
    monitor.add_argument("--json", action="store_true", help="one JSON object a roll")
    test = actions.add_parser("test", help="ask a tower whether it keeps the protocol")
    test.add_argument("--port", default=SIMULATED, help="a port, auto, or simulated (default)")
    calibrate = actions.add_parser("calibrate", help="teach the tower its cells, the light and the dice")
    calibrate.add_argument("--port", default=AUTO, help="a port or auto (default)")
    calibrate.add_argument("--colours", default="RYGB", help="letters of the dice to learn (default RYGB)")
    flash = actions.add_parser("flash", help="write the firmware to an Arduino Nano or Uno")
    flash.add_argument("--port", default=AUTO, help="a port or auto (default)")
    flash.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    actions: dict[str, Callable[[argparse.Namespace], int]] = {
        "monitor": _monitor,
        "test": _test,
        "calibrate": _calibrate,
        "flash": _flash,
    }
    return actions[args.action](args)


def _monitor(args: argparse.Namespace) -> int:
    """Show events until the wanted rolls are made or somebody presses Ctrl-C."""
    check_port(args.port)
    left, heard = args.rolls, False
    with RollStore(args.keep) as store, closing(open_tower(args.port, store)) as tower:
        for said in store.problems:
            print(english(reason_of(said)), file=sys.stderr)
        if args.port != AUTO:
            tower.wait_until_ready(FIND_SECONDS)
        if tower.can_throw:
            print("a simulated tower: it rolls by itself", file=sys.stderr)
            tower.throw()
        while left is None or left > 0:
            event = tower.wait(2.0)
            if event is None:
                if not heard:
                    print(english(because("live.no_device")), file=sys.stderr)
                heard = True
                continue
            heard = True
            _show(event, args.json)
            if isinstance(event, DiceRoll):
                left = None if left is None else left - 1
                if tower.can_throw and left != 0:
                    tower.throw()
    return 0


def _show(event: DiceEvent, as_json: bool) -> None:
    if as_json:
        if isinstance(event, DiceRoll):
            dice = [
                {"colour": die.colour, "value": die.value, "certainty": round(die.certainty, 2)} for die in event.dice
            ]
            told = {"roll": event.number, "dice": dice, "time": round(event.time, 3), "source": event.source.name}
            print(json.dumps({**told, "kind": event.source.kind, "durable": event.source.durable}), flush=True)
        return
    clock = time.strftime("%H:%M:%S")
    if isinstance(event, Moving):
        print(f"{clock}  rolling", flush=True)
    elif isinstance(event, DiceRoll):
        doubt = "" if event.certain else "  (look at the dice: one could not be read)"
        print(f"{clock}  roll {event.number}: {event}{doubt}", flush=True)
    else:
        print(f"{clock}  {english(reason_of(event.fact))}", flush=True)


def _test(args: argparse.Namespace) -> int:
    """Return 0 if every promise is kept, else 1."""
    if args.port == SIMULATED:
        wire = SimulatedWire(PythonTower(1))
        findings = conformance(wire, wire.clock)
    else:
        line = SerialWire(_port(args.port), lambda: print("please roll the dice", flush=True))
        time.sleep(2.0)  # an Arduino restarts when its port is opened
        try:
            findings = conformance(line)
        finally:
            line.close()
    for finding in findings:
        print(finding)
    broken = sum(not finding.kept for finding in findings)
    of = " of the simulated tower, not of a real one: that needs --port auto" if args.port == SIMULATED else ""
    print(f"{len(findings)} promises examined, {broken or 'none'} broken{of}")
    return 1 if broken else 0


def _calibrate(args: argparse.Namespace) -> int:
    check_port(args.port)
    with RollStore() as store, closing(open_tower(args.port, store)) as tower:
        print(tower.wait_until_ready(FIND_SECONDS))
        _step("Take all dice out, close the lid.", partial(tower.ask, "CAL dark"))
        _step("Lay a white card into every pocket, close the lid.", partial(tower.ask, "CAL white"))
        print("Now the dice, one colour after the other, always in pocket 1.")
        for colour in args.colours.upper():
            _step(
                f"Die {colour} into pocket 1 with the 3 on top.",
                partial(tower.ask, f"CAL die {colour} bay=1 face=3"),
            )
        tower.ask("CAL save")
        print("Calibrated and saved. Take the die out.")
    return 0


def _step(what: str, do: Callable[[], str]) -> None:
    """Ask until it works; Ctrl-C gives up and leaves the tower's saved calibration as it was."""
    while True:
        print(f"{what} Then press Enter.", flush=True)
        if not sys.stdin.readline():
            raise DeviceError("command.tower.broken_off")
        try:
            print(f"  done ({do()})")
        except DeviceError as error:
            print(f"  {words_of(error)}. Once more.")
        else:
            return


def _flash(args: argparse.Namespace) -> int:
    port = "PORT" if args.dry_run and args.port == AUTO else _port(args.port)
    command = ["avrdude", "-p", "atmega328p", "-c", "arduino", "-b", "115200", "-P", port, "-D"]
    command += ["-U", f"flash:w:{HEX}:i"]
    print(" ".join(command))
    if args.dry_run:
        return 0
    if shutil.which("avrdude") is None:
        raise DeviceError("command.tower.avrdude")
    return subprocess.run(command, check=False).returncode and 1


def _port(wanted: str) -> str:
    if wanted != AUTO:
        return wanted
    found = [port.path for port in likely_ports()]
    if not found:
        raise DeviceError("command.tower.no_board")
    if len(found) > 1:
        raise DeviceError("command.tower.boards", paths=", ".join(found))
    return found[0]
