"""How long a followed board takes: every picture of a recording shown many times, as a camera would, with its noise.

    python -m lab.benchmarks.follow_board companion/data/demo_game --repeat 30

Prints the processor time of an update (median and 99 %), of those pictures that are read anew, and the memory used.
"""

import argparse
import resource
import time
from pathlib import Path

import cv2
import numpy as np

from companion.referee.keeping.recording import load
from vision.errors import VisionError
from vision.tracking.looney_set import BlockadeTracker

NOISE = 3.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recording", type=Path)
    parser.add_argument("--repeat", type=int, default=30)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    recording = load(args.recording)
    rng = np.random.default_rng(0)
    tracker: BlockadeTracker | None = None
    every, anew = [], []
    for event in recording.events:
        if event.kind != "frame":
            continue
        picture = np.asarray(cv2.imread(str(recording.folder / event.value)), np.uint8)
        for _ in range(args.repeat):
            noise = rng.normal(0, NOISE, picture.shape).astype(np.float32)
            image = np.clip(picture + noise, 0, 255).astype(np.uint8)
            if tracker is None:
                tracker = BlockadeTracker(image, a1=recording.a1)
                look = tracker.look(image)
                tracker.learn(look, dict.fromkeys(look.cells, "C3"))
            begin = time.process_time()
            try:
                seen = tracker.look(image)
            except VisionError as error:
                print(f"{event.value}: {error}")
                continue
            spent = 1000 * (time.process_time() - begin)
            every.append(spent)
            if seen.cells is not look.cells:
                anew.append(spent)
            look = seen
    print(f"{len(every)} updates: {np.median(every):.0f} ms in the median, {np.percentile(every, 99):.0f} ms at 99 %")
    print(f"{len(anew)} of them read anew: {np.median(anew):.0f} ms in the median")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB at most")


if __name__ == "__main__":
    main()
