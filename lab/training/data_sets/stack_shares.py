"""Counts how often every ordinary stack comes in the reader's training data that are tables of Looney Blockade:
`vision/stacks/training_shares.json`. The reader sees all cells together, so it knows such a table from others.

python -m lab.training.data_sets.stack_shares vision/stacks/training_shares.json
"""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from lab.training.scenes.tables import blockade_grid, changed_grid
from vision.stacks.training_bias import colourless
from vision.tracking.looney_set import ordinary_stacks

TABLES = 20000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    rng = np.random.default_rng(0)
    seen: Counter[str] = Counter()
    for _ in range(TABLES):
        before = blockade_grid(rng)
        for grid in (before, changed_grid(rng, before)):
            seen.update(map(colourless, grid.values()))
    total = sum(seen.values())
    shapes = sorted({colourless(stack) for stack in ordinary_stacks()})
    shares = {shape: round(max(seen[shape], 1) / total, 7) for shape in shapes}
    args.file.write_text(json.dumps(shares, indent=1) + "\n")


if __name__ == "__main__":
    main()
