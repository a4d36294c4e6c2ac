"""`python -m lab.bench fuzz [NAME ...]`: bad input for every way into the program, bounded in time."""

import argparse
import resource
from random import Random

from companion.referee.errors import RefereeError, prose
from lab.fuzzing import FUZZERS
from lab.fuzzing.fuzzer import rounds

# Faults printed of one fuzzer.
SHOWN = 20


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", help=f"which: {', '.join(FUZZERS)}; all of them without a name")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="how long each runs (60)")
    parser.add_argument("--rounds", type=int, metavar="N", help="so many inputs each, if that ends first")
    parser.add_argument("--seed", type=int, default=1, metavar="S")


def run(args: argparse.Namespace) -> int:
    """1 where something was found.

    Raises:
        RefereeError: there is no such fuzzer.
    """
    for name in args.name:
        if name not in FUZZERS:
            raise RefereeError.of(prose(f"there is no fuzzer {name}: name some of {', '.join(FUZZERS)}"))
    faults = 0
    for name in args.name or FUZZERS:
        found = FUZZERS[name](Random(args.seed), rounds(count=args.rounds, seconds=args.seconds))
        slowest = ", ".join(f"{what} {1000 * seconds:.0f} ms" for seconds, what in found.slowest)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{name}: {found.taken.total()} taken, {found.refused.total()} refused, {len(found.faults)} faults"
            + (f"; slowest: {slowest}" if slowest else "")
            + f"; {memory:.0f} MiB",
            flush=True,
        )
        for seconds, whole in sorted(found.slow, reverse=True)[:SHOWN]:
            print(f"    slow, {seconds:.1f} s: {whole.decode('latin-1')}", flush=True)
        for fault in found.faults[:SHOWN]:
            print(f"    {fault}", flush=True)
        faults += len(found.faults)
    return 1 if faults else 0
