"""A language with ten sentences is as good as any: the rest is English."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import companion.texts
from companion import cli
from companion.app.settings.settings import ONE_OF
from companion.app.texts.texts import Texts
from companion.games.reason import because
from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES, book_text, language

if TYPE_CHECKING:
    from companion.app.driver import Driver

CODE = "fr"
TEN = {
    "app.title": "Compagnon des pyramides",
    "do.done": "Terminé",
    "do.roll": "Lancer",
    "do.start": "Commencer",
    "turn.of": "À {player}",
    "turn.won": "{player} a gagné !",
    "verdict.legal": "Permis",
    "verdict.illegal": "Interdit",
    "say.pass": "{player} ne joue pas",
    "left": "{n:encore un point|encore # points}",
}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of one file and a line make the language."""
    (tmp_path / CODE).mkdir()
    (tmp_path / CODE / "app.json").write_text(json.dumps(TEN), encoding="utf-8")
    known: Any = LANGUAGES
    settings: Any = ONE_OF
    monkeypatch.setattr(companion.texts, "__path__", [*companion.texts.__path__, str(tmp_path)])
    monkeypatch.setitem(known, CODE, "Français")
    monkeypatch.setitem(settings, "language", tuple(LANGUAGES))
    language.cache_clear()
    yield
    language.cache_clear()


def test_what_a_language_lacks_is_said_in_english_key_by_key(small: None) -> None:
    texts = Texts(CODE)
    assert texts("do.roll") == "Lancer" and texts("do.settings.short") == "Settings"
    assert texts("turn.of", player="P1") == "À P1"
    assert texts("piece", piece="G2") == "medium green"
    assert texts.reason(because("blokus.gone", "B3-stay", squares=("4,7",))) == "The cubes on e8 are gone."
    assert texts.rule("looney-blockade", "BK-01").title == "From the top only"


@pytest.mark.parametrize("game", ENGINES)
def test_its_rulebook_is_in_english(small: None, game: str) -> None:
    assert book_text(ENGINES[game].rulebook, code=CODE) == book_text(ENGINES[game].rulebook)


def test_no_command_refuses_it(small: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "looney-blockade", "BK-01", "--language", CODE]) == 0
    assert "From the top only" in capsys.readouterr().out
    for command in ("app", "analyse", "export"):
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        assert CODE in capsys.readouterr().out


@pytest.mark.slow
def test_every_screen_opens_in_it(small: None, driver: "Driver") -> None:
    from companion.app.screenshots import screens  # noqa: PLC0415 - importing it opens the window

    driver.app.change(language=CODE)
    shown = [name for name in screens(driver) if driver.frames(1) is None]
    assert len(shown) > 40 and driver.app.texts.language == CODE
