"""Bad input for every way into the program: `companion bench fuzz`, `make fuzz`."""

from collections.abc import Mapping

from companion.measure.fuzzing import camera_streams, requests, tower_lines
from companion.measure.fuzzing.fuzzer import Fuzzer

FUZZERS: Mapping[str, Fuzzer] = {
    "camera-streams": camera_streams.fuzz,
    "engine-requests": requests.fuzz,
    "tower-parsers": tower_lines.fuzz_both,
    "tower-session": tower_lines.fuzz_host,
}
