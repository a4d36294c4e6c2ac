"""Recordings of Blokus 3D: frames alone, structure and players among the options."""

import json
from pathlib import Path

import cv2
import pytest

from companion.games.blokus3d.table.columns import SQUARES
from companion.games.blokus3d.table.practice import TopsLook
from companion.referee.drawn_look import Drawn
from companion.referee.errors import RefereeError
from companion.referee.game import Game, go_on, header, play
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.recording import Recording, load
from companion.referee.report.page import Report
from companion.referee.tables import open_table
from tests.games.blokus3d.table.simulation import stacked
from vision.drawing.column_table import TurntableScenery, turntable_picture
from vision.image import Image

OPTIONS = {"structure": "corner", "players": 3}
EMPTY = dict.fromkeys(SQUARES, "")
BLUE = stacked(EMPTY, "B", ((2, 1, 0), (3, 1, 0), (3, 2, 0), (3, 3, 0)))
YELLOW = stacked(BLUE, "Y", ((4, 2, 0), (4, 3, 0), (4, 3, 1)))
RED = stacked(YELLOW, "R", ((3, 4, 0), (3, 5, 0), (3, 5, 1), (3, 5, 2)))
APART = stacked(RED, "B", ((7, 7, 0), (7, 7, 1)))
TABLES = [EMPTY, BLUE, YELLOW, RED, APART, RED]
KINDS = ["setup", "legal", "legal", "legal", "illegal", "takeback"]


class Eyes:
    """Eyes that know which table each picture shows."""

    def look(self, image: Image) -> TopsLook:
        return TopsLook(image, Drawn(TABLES[int(image[0, 0, 0])], salt=int(image[0, 0, 0])))

    def weighed(self, look: object) -> None:
        pass

    def learn(self, look: object, grid: object) -> None:
        pass


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    events = []
    for number, grid in enumerate(TABLES):
        columns = {place: column for place, column in grid.items() if column}
        picture = turntable_picture(TurntableScenery(frozenset(), columns, number * 0.7), (160, 120))
        picture[:2, :2] = number
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
        events.append({"t": 4.0 * number, "frame": f"{number}.png"})
    content = {"game": "blokus3d", "camera": None, "a1": [10, 10], "options": OPTIONS, "events": events}
    (tmp_path / "recording.json").write_text(json.dumps(content), "utf-8")
    return load(tmp_path)


def test_a_recording_is_judged_kept_gone_on_with_and_reported(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    table = open_table("blokus3d", OPTIONS)
    with Journal.create(path, header(recording, None)) as journal:
        steps = list(play(Game(table, lambda _: Eyes(), journal), recording))
    verdicts = [step.verdict for step in steps if step.verdict]
    assert [verdict.verdict for verdict in verdicts] == KINDS
    assert [verdict.side for verdict in verdicts[1:]] == ["blue", "yellow", "red", "blue", "blue"]
    assert verdicts[4].rule == "B3-touch"
    contents = journals.read(path)
    again = [step.verdict for step in go_on(Game(table, lambda _: Eyes()), contents.records, recording)]
    assert again == verdicts
    report = Report("a game", table)
    for step in steps:
        report.add(step)
    assert "L4 on c2, d2, d3 and d4" in report.html()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"structure": "castle"}, "structure: 'castle' is none of"),
        ({"players": 7}, "players: 2 to 4"),
        ({"B3-10": True}, "options: 'B3-10' is no option"),
    ],
)
def test_options_that_the_game_has_not_are_named(tmp_path: Path, options: dict[str, object], said: str) -> None:
    content = {"game": "blokus3d", "options": options, "events": [{"t": 0, "frame": "0.png"}]}
    (tmp_path / "recording.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(RefereeError, match=said):
        load(tmp_path)
