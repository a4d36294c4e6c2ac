"""The documents' commands do what they are shown for: those that need no camera, tower, broker or window are run as
they are written, the words in capitals replaced by files that there are."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from tests.test_documents import ROOT, commands

DEMO = ROOT / "companion" / "data" / "demo_game"
SET_UP = str(DEMO / "000.jpg")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILES = {
    "PICTURE": SET_UP,
    "BILD": SET_UP,
    "SETUP.jpg": SET_UP,
    "A.jpg": SET_UP,
    "B.jpg": SET_UP,
    "RECORDING": str(DEMO),
    "AUFNAHME": str(DEMO),
    "JOURNAL": "game.journal",
    "PROTOKOLL": "game.journal",
    "ROLLS": "rolls.jsonl",
}
PROFILE = {"--colour-profile": "colours.json", "--camera-profile": "camera.json", "--journal": "another.journal"}
# What wants a table, a device or a person; and numbers that are of no picture in particular.
WANTS = {"--camera", "--live", "--corners", "--a1", "--board", "--resume", "--video", "--pictures", "--expect"}
RUN = {"see", "dice", "rules", "calibrate", "replay", "export", "referee"}


def runnable() -> Iterator[list[str]]:
    seen = set()
    for document in DOCUMENTS:
        for words in commands(document):
            plain = tuple(words)
            fits = len(words) > 1 and words[0] in RUN and not WANTS & set(words)
            if fits and plain not in seen and not (words[0] == "referee" and "--journal" not in words):
                seen.add(plain)
                yield words


def replaced(words: list[str]) -> list[str]:
    before = ["", *words]
    return [PROFILE.get(last, FILES.get(word, word)) for last, word in zip(before, words, strict=False)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are run: a journal and profiles lie there."""
    made = tmp_path_factory.mktemp("documents")
    recording = made / "short"
    recording.mkdir()
    told = json.loads((DEMO / "recording.json").read_text("utf-8"))
    told["events"] = told["events"][:3]
    (recording / "recording.json").write_text(json.dumps(told))
    for event in told["events"]:
        if "frame" in event:
            (recording / event["frame"]).write_bytes((DEMO / event["frame"]).read_bytes())
    assert main(["referee", str(recording), "--journal", str(made / "game.journal")]) == 0
    assert main(["calibrate", "colours", SET_UP, "--out", str(made / "colours.json")]) == 0
    (made / "camera.json").write_text(
        json.dumps(
            {"matrix": [[900, 0, 480], [0, 900, 360], [0, 0, 1]], "distortion": [0, 0, 0, 0], "size": [960, 720]}
        )
    )
    FILES["RECORDING"] = FILES["AUFNAHME"] = str(recording)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("words", list(runnable()), ids=" ".join)
def test_it_runs(words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    status = main(replaced(words))
    # There are no dice in the picture of a set-up, which a check says.
    assert status == (1 if "--check" in words else 0)


def test_there_is_something_to_run() -> None:
    assert len(list(runnable())) > 15
