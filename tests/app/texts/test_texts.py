"""Everything the app says is there in every language."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Correct, Deed, Done, Enter, RollDice, Say
from companion.app.games.opening import GameSetup, open_game
from companion.app.games.registry import GAMES
from companion.app.games.table import PlayedTable
from companion.app.records.page import write_page
from companion.app.texts.texts import Texts
from companion.games.blokus3d.screen.deeds import ChoosePiece, Cover
from companion.games.errors import GameError
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.pyramid_ball.screen.deeds import EndTimer
from companion.games.reason import Reason, because
from companion.games.registry import ENGINES
from companion.referee.errors import error_reason
from companion.referee.keeping import journal
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.texts.language import LANGUAGES, language
from tests.games.looney_blockade.screen.games import new_game, table

ROOT = Path(__file__).parents[3]
APP = ROOT / "companion" / "app"


@pytest.mark.parametrize("game", [game for game in GAMES if game in ENGINES])
def test_every_option_of_a_game_is_explained(game: str) -> None:
    wanted = {f"game.{game}", f"game.{game}.says"}
    wanted |= {f"side.{side}" for side in GAMES[game].sides} | {f"source.{source}" for source in GAMES[game].sources}
    wanted |= {f"{name}.{value}" for name, values in GAMES[game].choices.items() for value in values}
    readings = ENGINES[game].rulebook.readings
    assert set(GAMES[game].rules) <= set(readings)
    for rule in GAMES[game].rules:
        for code in LANGUAGES:
            assert list(language(code).rules[rule].options) == list(readings[rule]), (code, rule)
    assert sorted(wanted - set(language("en").sentences)) == []


def test_every_rule_that_a_verdict_may_cite_has_a_title() -> None:
    for game in ENGINES:
        assert [rule for rule in ENGINES[game].rulebook.ids if not Texts().rule_title(game, rule)] == []


def test_a_rule_has_one_title() -> None:
    """What a verdict is headed by is what the rulebook calls the rule."""
    for code in LANGUAGES:
        titles = [key for key in language(code).sentences if key.startswith(("rule.", "option."))]
        assert titles == []
        texts = Texts(code)
        assert texts.rule_title("looney-blockade", "BK-own") == texts.rule("looney-blockade", "BK-own").title


def test_pieces_and_hops_in_words() -> None:
    moves = ({"piece": "G2", "from": "a5", "to": "b3", "cost": 2, "cap": "K3"},)
    assert Texts("en").moves(moves) == "medium green a5–b3 (2), large black on top"
    assert Texts("de").moves(moves) == "grüne Mittlere a5–b3 (2), darauf schwarze Große"


def test_an_unknown_language_is_english() -> None:
    assert Texts("xx")("do.roll") == "Roll"


ENGLISH = re.compile(
    r"\b(the|may|not|were|went|needs|costs|points(?!\))|towers?|only|there|blockade|with|from|and|its|their|is|are)\b"
)


# Words in a .kv file or in a widget made by hand.
WRITTEN_OUT = re.compile(r"""\b(?:text|title|hint_text|label)\s*[:=]\s*f?["'][^"'{]*[A-Za-z]{2}""")


def test_screens_say_nothing_that_is_not_in_the_catalogue() -> None:
    folders = ("games", "guide", "records", "settings", "start", "widgets")
    paths = [path for folder in folders for path in (APP / folder).rglob("*.*")]
    files = [path for path in [*paths, APP / "app.py"] if path.suffix in (".py", ".kv")]
    assert len(files) > 30
    found = [f"{path.name}: {line.strip()}" for path in files for line in path.read_text("utf-8").splitlines()]
    assert [line for line in found if WRITTEN_OUT.search(line)] == []


def left_on(page: str) -> list[str]:
    """English words in what can be read of a page."""
    read = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    words = {found[0] for found in ENGLISH_PAGE.finditer(read)}
    return sorted(words | set(re.findall(r'aria-label="([^"]*(?:board|table)[^"]*)"', page)))


ENGLISH_PAGE = re.compile(rf"{ENGLISH.pattern}|\b(?:[Tt]urn|[Bb]lack|[Nn]o|point|[Bb]oard|[Pp]erhaps|[Ee]mpty|moves)\b")


@pytest.mark.slow
def test_the_page_of_a_refereed_game_is_german(tmp_path: Path) -> None:
    game, folder = table(
        tmp_path, source="practice", seed=4, more={"breaches": 100, "glares": 100}, players={"cool": "Ada"}
    )
    for _ in range(60):
        game.step()
        if game.state().phase == "unsure":
            break
    game.do(Correct({"reading": 0}))
    game.close()
    kinds = {record["verdict"]["verdict"] for record in records_of(folder) if record.get("verdict")}
    assert {"setup", "illegal", "unsure"} <= kinds
    page = write_page(folder, "de").read_text("utf-8")
    assert left_on(page) == [] and 'lang="de"' in page
    assert "Ada" in page and "Vielleicht:" in page and "Nicht erlaubt" in page
    assert len(left_on(write_page(folder).read_text("utf-8"))) > 5


@pytest.mark.parametrize("game", ["leistiko-blockade", "blokus3d", "pyramid-ball"])
def test_the_page_of_any_game_is_german(tmp_path: Path, game: str) -> None:
    folder = new_game(GameSetup(game=game, source="touch"), tmp_path)
    played = open_game(folder)
    deeds: dict[str, list[Deed]] = {
        "leistiko-blockade": [
            ChooseRow(3),
            RollDice({"C": 5}),
            Enter({"from": "first.3", "to": "first.2"}),
            Done(),
        ],
        "blokus3d": [ChoosePiece("L4"), Cover("4,4"), Done()],
        "pyramid-ball": [EndTimer(), *[Enter({"command": "F"})] * 3, Done(), Done()],
    }
    for deed in deeds[game]:
        played.do(deed)
    played.close()
    page = write_page(folder, "de").read_text("utf-8")
    assert page.count('class="moment') >= 2 and left_on(page) == []


def records_of(folder: Path) -> tuple[dict[str, Any], ...]:
    return journal.read(folder / JOURNAL_NAME).records


def test_words_kept_by_an_older_version_stay_as_they_are() -> None:
    assert Texts("de").reason("the game was given up") == "The game was given up."


def test_a_reason_is_worded_in_the_language_of_the_app() -> None:
    reason = because("leistiko.row.empty", "LB-10", row=3, side="first")
    assert Texts("en").reason(reason) == "Row 3 of the first player is empty, and an empty row is not chosen."
    assert Texts("de").reason(reason) == "Reihe 3 von Spieler 1 ist leer, und eine leere Reihe wird nicht gewählt."


def test_what_an_engine_has_against_a_request_reaches_the_players_as_a_reason(tmp_path: Path) -> None:
    played = open_game(new_game(GameSetup(game="leistiko-blockade", source="touch"), tmp_path))
    assert isinstance(played, PlayedTable)
    with pytest.raises(GameError) as refused:
        played.do(Say("row", 7))
    played.close()
    assert Texts("de").reason(error_reason(refused.value)) == "Row: Gebraucht wird eine Reihe von 1 bis 6, nicht 7."


def test_a_square_stays_small_at_the_start_of_a_sentence() -> None:
    assert Texts("en").reason("b2 holds a small green") == "b2 holds a small green."
    assert Texts("en").reason("nothing moves") == "Nothing moves."


@pytest.mark.parametrize(
    ("reason", "english", "german"),
    [
        (
            because(
                "referee.accepted",
                changes=because("referee.changes", changes=(because("referee.holds", cell="c2", thing="Y3Y1G1"),)),
            ),
            "The table is accepted as it stands (c2 holds large yellow, small yellow, small green).",
            "Der Tisch ist angenommen, wie er steht (auf c2: gelbe Große, gelbe Kleine, grüne Kleine).",
        ),
        (
            because("blokus.added.other", "B3-turn", colour="blue", squares=("3,5", "9,9"), player="green"),
            "Blue was added on d6 and j10, but it is green's turn.",
            "Blau kam hinzu, auf d6 und j10, aber Grün ist dran.",
        ),
        (
            because(
                "engine.more_rules",
                reasons=(because("ball.won", "PB-win", player="Ada"), because("ball.won", "C7", player="Ben")),
            ),
            "More than one rule is broken: Ada wins; Ben wins.",
            "Mehr als eine Regel ist verletzt: Ada gewinnt; Ben gewinnt.",
        ),
        (
            because(
                "ball.differs.missing",
                piece=because("ball.piece", player=because("ball.second"), size="L"),
                square="d2",
            ),
            "Second large belongs on d2 and is missing; no pyramid leaves the board.",
            "Die Große von Spieler 2 gehört auf d2 und fehlt; keine Pyramide verlässt das Brett.",
        ),
        (
            because("ball.where.to", piece=because("ball.piece", player=because("ball.first"), size="M")),
            "To First medium.",
            "Zu der Mittleren von Spieler 1.",
        ),
        (
            because(
                "ball.reading",
                "PB-14",
                why=because("ball.won", player="Ada"),
                option="PB-14",
                value="PB-14.false",
            ),
            "Ada wins. By another agreement on “A cancelled thrower” it would be right: A thrower "
            "whose movement is cancelled does not throw.",
            "Ada gewinnt. Mit einer anderen Vereinbarung zu „Ein gestrichener Werfer“ stimmte es: "
            "Wessen Bewegung gestrichen ist, der wirft nicht.",
        ),
    ],
)
def test_players_are_told_in_words_of_the_table(reason: Reason, english: str, german: str) -> None:
    assert Texts("en").reason(reason) == english
    assert Texts("de").reason(reason) == german


def test_places_are_called_as_at_the_table_of_the_game() -> None:
    reason = because("referee.another_turn", cells=("first.3", "second4"))
    assert Texts("en").of_game("leistiko-blockade").reason(reason) == (
        "It may have been another legal turn: compare row 3 of the first player and row 4 of "
        "the second player with the table."
    )
    assert Texts("de").of_game("leistiko-blockade").reason(reason) == (
        "Vielleicht war es ein anderer erlaubter Zug: vergleiche Reihe 3 von Spieler 1 und "
        "Reihe 4 von Spieler 2 mit dem Tisch."
    )
    assert "compare first.3 and second4" in Texts("en").of_game("blokus3d").reason(reason)


# What is said of a request to an engine, or of a file, and what only the command line says.
TO_PROGRAMS = re.compile(r"^[\w ]+: |\{got\}|companion |--\w|\{\{")
# Notation, ids of rules, and words of a program.
NOTATION = re.compile(r"\b(?:BK|LB|PB|B3)-\w+|\b[RYGBKC][123][RYGBKC][123]|\b(?:first|second)\.\d|\b(?:true|false)\b")


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_for_players_is_in_notation(code: str) -> None:
    said = {key: words for key, words in language(code).sentences.items() if not TO_PROGRAMS.search(words)}
    empty = {key: NOTATION.findall(language(code).for_players.without_ids(words)) for key, words in said.items()}
    assert {key: found for key, found in empty.items() if found} == {}


def test_german_speaks_to_one_person() -> None:
    plural = re.compile(
        r"\b(?:[Ii]hr (?:seht|könnt|spielt|sitzt|gebt|beginnt)|[Ee]uch|[Ee]ure?|Tippt|Stellt|Legt|Gebt|Nehmt)\b"
    )
    assert {key: words for key, words in language("de").sentences.items() if plural.search(words)} == {}


def test_who_rolls_is_told_with_which_dice() -> None:
    assert Texts("en")("say.roll", first="B", second="G") == "Roll the blue and the green die."
    assert Texts("de")("say.roll", first="B", second="G") == "Würfle mit dem Würfel in Blau und dem in Grün."


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_button_is_called_what_stands_on_it(code: str) -> None:
    t = Texts(code)
    assert all(t("do.start") in t(key) for key in ("setting.start", "phone.seen.says"))
    assert t("do.undo") in t("computer.other") and t("do.undo") in t("blokus.fits.over", piece="L4")
