"""Bad input for every way into the program: `companion bench fuzz`, `make fuzz`."""

from collections.abc import Mapping

from companion.measure.fuzzing import names, requests, settings, tower_lines
from companion.measure.fuzzing.fuzzer import Fuzzer

FUZZERS: Mapping[str, Fuzzer] = {
    "engine-requests": requests.fuzz,
    "names": names.fuzz,
    "settings": settings.fuzz,
    "tower-parsers": tower_lines.fuzz_both,
    "tower-session": tower_lines.fuzz_host,
}
