"""What the documents show does what it is shown for, as installed and outside the sources: Python examples, and all
commands that need no real camera, tower, broker or window. They are run as they are written, the words in capitals
replaced by files that there are, cameras and towers by simulated ones."""

import json
import re
from pathlib import Path

import pytest

from tests.installed.conftest import Installed
from tests.test_documents import ROOT, commands

DEMO = ROOT / "companion" / "data" / "demo_game"
SET_UP = str(DEMO / "000.jpg")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (document, number, text)
    for document in DOCUMENTS
    for number, text in enumerate(PYTHON.findall(document.read_text("utf-8")), 1)
    if "__name__" not in text  # a part of a package
]
FILES = {
    **dict.fromkeys(("PICTURE", "BILD", "SETUP.jpg", "A.jpg", "B.jpg"), SET_UP),
    **dict.fromkeys(("RECORDING", "AUFNAHME"), "short"),
    **dict.fromkeys(("JOURNAL", "PROTOKOLL"), "short/game.journal"),
    "GAME": "short",
    "ROLLS": "rolls.jsonl",
}
AFTER = {
    "--colour-profile": "colours.json",
    "--camera-profile": "camera.json",
    "--camera": "simulated",
    "--dice": "simulated",
    "--port": "simulated",
    "--pictures": "pictures",
    "--rolls": "rolls.txt",
    "import": "game.txt",
    "--at": "short",
}
# What wants a device, a broker, a person, a live game that was ended, or a window; and numbers of no picture in
# particular.
WANTS = {"--dice-camera", "--dice-tray", "--live", "--corners", "--a1", "--board", "--expect", "--publish", "--broker"}
WANTS |= {"--with-broker", "--demo", "camera", "tower", "app", "kiosk", "desktop", "compare", "--resume"}
# What `companion evening` does before: all other commands find a round under way.
EVENING = ["companion", "evening", "friday.json"]
BEGIN = [*EVENING, "begin", "--players", "Anna,Bert,Carla,Dora", "--tables", "table-1,table-2"]
ROUND = [*EVENING, "round"]
EVENINGS = {"begin": (), "round": (BEGIN,)}
# Live games end when somebody types so.
TYPED = "quit\n"


def runnable() -> list[list[str]]:
    found = {tuple(words) for document in DOCUMENTS for words in commands(document)}
    fits = [words for words in sorted(found) if len(words) > 1 and not WANTS & set(words)]
    kept = ("look", "FOLDER"), ("look", "OUT.look"), ("export", "FOLDER")  # what the app writes
    return [list(words) for words in fits if words[:2] not in kept]


@pytest.fixture(scope="module")
def folder(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where they are run: a short recording, its journal, profiles and rolls lie there."""
    made = tmp_path_factory.mktemp("documents")
    recording, pictures = made / "short", made / "pictures"
    recording.mkdir()
    pictures.mkdir()
    told = json.loads((DEMO / "recording.json").read_text("utf-8"))
    told["events"] = told["events"][:3]
    (recording / "recording.json").write_text(json.dumps(told))
    for event in told["events"]:
        if "frame" in event:
            for there in (recording, pictures):
                (there / event["frame"]).write_bytes((DEMO / event["frame"]).read_bytes())
    (made / "rolls.txt").write_text("4.0 B6 G5\n")
    (made / "camera.json").write_text(
        json.dumps(
            {"matrix": [[900, 0, 480], [0, 900, 360], [0, 0, 1]], "distortion": [0, 0, 0, 0], "size": [960, 720]}
        )
    )
    kept = "from pyramid_companion.api import rolls; next(rolls('virtual', 'rolls.jsonl', throw=True))"
    for words in (
        ["companion", "referee", "short", "--journal", "short/game.journal"],
        ["companion", "calibrate", "colours", SET_UP, "--out", "colours.json"],
        [str(installed.python), "-c", kept],
        BEGIN,
        ROUND,
    ):
        done = installed.run(words, made)
        assert done.returncode == 0, done.stderr
    (made / "game.txt").write_text(installed.run(["companion", "export", "short/game.journal"], made).stdout)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("words", runnable(), ids=" ".join)
def test_a_command_runs(words: list[str], installed: Installed, folder: Path, tmp_path: Path) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).symlink_to(path)
    before = ["", *words]
    replaced = [AFTER.get(last, FILES.get(word, word)) for last, word in zip(before, words, strict=False)]
    if words[0] == "import":
        replaced[2] = "imported.journal"
    if words[0] == "replay":
        replaced = [FILES["GAME"] if word == "FOLDER" else word for word in replaced]
    if words[0] == "evening" and words[2] in EVENINGS:
        (tmp_path / words[1]).unlink()
        for before_it in EVENINGS[words[2]]:
            assert installed.run(before_it, tmp_path).returncode == 0
    done = installed.run(["companion", *replaced], tmp_path, TYPED)
    # There are no dice in the picture of a set-up, which a check says.
    assert done.returncode == (1 if "--check" in words else 0), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("document", "number", "text"), EXAMPLES, ids=[f"{d.name} {n}" for d, n, _ in EXAMPLES])
def test_a_python_example_runs(document: Path, number: int, text: str, installed: Installed, tmp_path: Path) -> None:
    done = installed.run([str(installed.python), "-c", text], tmp_path)
    assert done.returncode == 0, f"{document}, example {number}: {done.stderr}"
    assert done.stdout.strip() or "VideoCapture" in text  # which only defines what wants a camera


def test_there_is_something_to_run() -> None:
    assert len(runnable()) > 30
    assert len(EXAMPLES) > 6
