"""Bad input for every way into the program: `python -m lab.bench fuzz`, `make fuzz`."""

from collections.abc import Mapping

from lab.fuzzing import (
    bluetooth_dice,
    camera_streams,
    journals,
    look_files,
    names,
    phone_answers,
    phone_door,
    recordings,
    requests,
    rolls_files,
    settings,
    tower_lines,
    typed_lines,
    written_games,
)
from lab.fuzzing.fuzzer import Fuzzer

FUZZERS: Mapping[str, Fuzzer] = {
    "bluetooth-dice": bluetooth_dice.fuzz,
    "camera-streams": camera_streams.fuzz,
    "engine-requests": requests.fuzz,
    "journals": journals.fuzz,
    "look-files": look_files.fuzz,
    "names": names.fuzz,
    "phone-answers": phone_answers.fuzz,
    "phone-door": phone_door.fuzz,
    "recordings": recordings.fuzz,
    "rolls-files": rolls_files.fuzz,
    "settings": settings.fuzz,
    "tower-parsers": tower_lines.fuzz_both,
    "tower-session": tower_lines.fuzz_host,
    "typed-lines": typed_lines.fuzz,
    "written-games": written_games.fuzz,
}
