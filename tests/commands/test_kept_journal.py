"""Whatever command reads a journal says what of it is lost."""

from pathlib import Path

import pytest

from companion.cli import main

WHOLE = Path(__file__).parents[1] / "data/journals/touch.journal"


@pytest.mark.parametrize("command", ["export", "replay", "analyse"])
def test_a_lost_line_is_told(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "game.journal"
    lines = WHOLE.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join((*lines[:3], *lines[4:])))
    main([command, str(journal)])
    assert "line 4 lost" in "".join(capsys.readouterr())
