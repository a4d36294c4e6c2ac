"""What all tests share."""

import os
import sys

from hypothesis import settings

from tests.often import often

# How long an example takes depends on what else the machine does. The same examples come each time, lest one that is
# new fails a change that has nothing to do with it; `make explore` looks for new ones.
settings.register_profile("companion", deadline=None, derandomize=True, max_examples=often(100))
settings.register_profile("explore", deadline=None)
settings.load_profile("companion")

# Tests start the program many times; where the environment forbids to keep what is compiled, each start compiles all.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# As many tests run at once as there are cores: networks and pictures get one each.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# No test tells the net that this machine is in of tables.
os.environ["PYRAMID_MDNS"] = "off"
