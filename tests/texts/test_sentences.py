"""Every reason that the program gives has its sentence in every language, and every sentence a reason."""

import ast
import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import companion.texts
from calibration.camera_wizard import COLUMN_NAMES, ROW_NAMES, VIEWS
from companion.app.games.registry import GAMES
from companion.app.texts.texts import Texts
from companion.games.reason import Reason, because, joint
from companion.games.registry import ENGINES, games
from companion.texts.language import LANGUAGES, language, sentence
from hardware.dice import VoidReason
from hardware.tower.codes import TowerFault, TowerRefusal
from tests.sources import parsed

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "companion/texts"
ENGINES_FOLDER = ROOT / "companion/games"
# Words that Language itself knows how to handle.
OWN_FORMS = {"semicolons", "bars", "cited", "rule_first", "ruling", "agreed", "place", "path"}
# By these players are told where and what something is.
FOR_PLAYERS = {"thing"}
# Languages in which nothing is left to English.
WHOLE = ("en", "de")


def own_sentences(code: str) -> dict[str, str]:
    """The sentences that a language itself has."""
    found: dict[str, str] = {}
    for game in games().values():
        with suppress(OSError):
            found |= game.texts(code)["sentences"]
    for area in (TEXTS / code).glob("*.json"):
        found |= json.loads(area.read_text("utf-8"))
    return found


SENTENCES = {code: own_sentences(code) for code in LANGUAGES}
AREAS = {key.split(".", maxsplit=1)[0] for key in SENTENCES["en"]}
KEY = re.compile(rf"(?:{'|'.join(sorted(AREAS - {'text'}))})(?:\.[a-z0-9_]+)+")
ERRORS = ("Calibration", "Companion", "Device", "Game", "Json", "Referee", "Shape", "Vision")
MAKERS = {"Reason", "because", "fact", *(f"{kind}Error" for kind in ERRORS)}
FOLDERS = ("companion", "hardware", "calibration", "vision")


def constants(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def made(tree: ast.AST) -> Iterator[str]:
    """The first arguments of the calls that make reasons, as far as they are written out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS and node.args:
            first = node.args[0]
            keys = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            yield from (str(key.value) for key in keys if isinstance(key, ast.Constant))


def fields(sentence: str) -> Iterator[tuple[str, str]]:
    """The values that a sentence names, with the form each is in, those within the wordings of a plural too."""
    for _, name, spec, _ in Formatter().parse(sentence):
        if name is None:
            continue
        yield name, spec or ""
        yield from fields(spec or "")


def names(sentence: str) -> set[str]:
    return {name for name, _ in fields(sentence)}


@cache
def sources() -> dict[Path, ast.Module]:
    """What is read of all modules is read by the first test that needs it: to be collected takes no reading."""
    files = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return {path: parsed(path) for path in files}


# Keys that are put together of a code.
CODED = {
    *(f"hardware.void.{why}" for why in VoidReason),
    *(f"hardware.fault.{fault.name.lower()}" for fault in TowerFault),
    *(f"hardware.refusal.{refusal.name.lower()}" for refusal in TowerRefusal),
    *(f"calibration.view.{view}" for view in VIEWS),
    *(f"calibration.place.{row}_{column}" for row in ROW_NAMES for column in COLUMN_NAMES),
}
SCREENS = [path.read_text("utf-8") for path in sorted((ROOT / "companion/app").rglob("*.kv"))]
# Keys that a screen asks for, which has its own language.
ON_SCREENS = {key for screen in SCREENS for key in re.findall(r"""texts\("([a-z][\w.]*)"\)""", screen)}
# So does the page that others watch on.
PAGES = [path.read_text("utf-8") for path in sorted((ROOT / "companion/sharing/hall/page").glob("*.js"))]
ON_PAGES = {key for page in PAGES for key in re.findall(r'"(hall\.[\w.]+)"', page)}
# Keys as they are written out where a text is asked for.
ASKED = re.compile(r"""\b(?:t|texts|_t|text)\(\s*"([a-z][\w.]*)["]""")


def put_together(tree: ast.AST) -> Iterator[str]:
    """Patterns of the keys that are put together from parts, the first of which names an area or a game."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr) or not node.values:
            continue
        first, *others = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else r"[\w.-]+" for v in node.values]
        if isinstance(node.values[0], ast.FormattedValue) and others and others[0].startswith(re.escape(".")):
            first = f"(?:{'|'.join(map(re.escape, games()))})"
        elif not AREA.match(str(getattr(node.values[0], "value", ""))):
            continue
        yield "".join((first, *others))


AREA = re.compile(rf"(?:{'|'.join(sorted(AREAS))})\.")
# So do lessons and books of rules.
LEARNING = [path.read_text("utf-8") for path in sorted(ENGINES_FOLDER.glob("*/screen/learning.json"))]
IN_LESSONS = {key for text in LEARNING for key in re.findall(r'"([a-z]\w*(?:\.\w+)+)"', text)}
# What may be chosen before a game.
CHOICES = [f"{name}.{value}" for info in GAMES.values() for name, values in info.choices.items() for value in values]
OF_CHOICES = {key for choice in CHOICES for key in (choice, f"{choice}.says")}


@cache
def all_made() -> set[str]:
    return CODED | {key for tree in sources().values() for key in made(tree)}


@cache
def all_written() -> set[str]:
    written = {text for tree in sources().values() for text in constants(tree)}
    return CODED | written | ON_SCREENS | ON_PAGES | IN_LESSONS | OF_CHOICES


@cache
def all_put_together() -> list[str]:
    return sorted({pattern for tree in sources().values() for pattern in put_together(tree)})


def test_every_key_that_the_app_asks_for_is_there() -> None:
    modules = [path.read_text("utf-8") for path in (ROOT / "companion/app").rglob("*.py")]
    asked = {key for text in (*modules, *SCREENS) for key in ASKED.findall(text)}
    assert len(asked) > 40 and len(ON_PAGES) > 10
    asked |= ON_PAGES
    assert sorted(asked - set(SENTENCES["en"])) == []


def is_of_rules(path: Path) -> bool:
    """Whether a file is of the games' rules, or of what they share."""
    return ENGINES_FOLDER in path.parents and not {"table", "screen"} & set(path.parts[:-1])


@pytest.mark.parametrize("code", WHOLE)
def test_every_reason_has_a_sentence_in_every_language(code: str) -> None:
    given, read = all_made(), sources().items()
    assert len(given) > 100
    keys = given | {text for path, tree in read if is_of_rules(path) for text in constants(tree)}
    keys = {key for key in keys if key in given or KEY.fullmatch(key)}
    assert sorted(keys - set(SENTENCES[code])) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_said_somewhere(code: str) -> None:
    """Its key is written out, or put together from parts, by a module or a screen."""
    known = re.compile("|".join(all_put_together()))
    assert SENTENCES[code].keys() <= ENGLISH.keys()
    assert sorted(key for key in set(SENTENCES[code]) - all_written() if not known.fullmatch(key)) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_key_has_one_sentence(code: str) -> None:
    files = sorted((TEXTS / code).glob("*.json"))
    areas = [json.loads(file.read_text("utf-8")) for file in files]
    for game in games().values():
        with suppress(OSError):
            areas.append(game.texts(code)["sentences"])
    count = Counter(key for area in areas for key in area)
    assert [key for key, n in count.items() if n > 1] == []
    assert {file.name for file in files} <= {file.name for file in (TEXTS / "en").glob("*.json")}


@pytest.mark.parametrize("code", set(WHOLE) - {"en"})
def test_a_whole_language_lacks_no_sentence_of_the_house(code: str) -> None:
    assert SENTENCES[code].keys() == ENGLISH.keys()


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_a_language_has_the_rules_of_every_game(code: str) -> None:
    """A game that does not speak it, or a rule that is not translated yet, is in English."""
    said, english = language(code).rules, language("en").rules
    assert set(said) == set(english)
    for rule_id, rule in english.items():
        title, text = said[rule_id].title, said[rule_id].text
        assert title.strip() and text.strip()
        # The same squares are named.
        assert re.findall(r"\b[a-g][1-8]\b", text) == re.findall(r"\b[a-g][1-8]\b", rule.text)


@pytest.mark.parametrize("game", games())
def test_a_whole_language_has_every_rule_of_a_game_that_speaks_it(game: str) -> None:
    english = games()[game].texts("en")["rules"]
    for code in set(WHOLE) - {"en"}:
        with suppress(OSError):
            rules = games()[game].texts(code)["rules"]
            assert rules.keys() == english.keys()
            assert [rule for rule in rules if rules[rule]["text"] == english[rule]["text"]] == []


@pytest.mark.parametrize("game", ENGINES)
def test_a_rulebook_is_worded_whole(game: str) -> None:
    book = ENGINES[game].rulebook
    worded = games()[game].texts("en")["rules"]
    assert list(worded) == list(book.ids)
    readings = {rule: list(words["options"]) for rule, words in worded.items() if "options" in words}
    assert readings == {rule: list(names) for rule, names in book.readings.items()}


def test_a_folder_and_a_line_make_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TEXTS / "de", tmp_path / "xx")
    (tmp_path / "xx/engine.json").write_text('{"engine.nested": "{n:zero|one|more} of {piece:piece}"}')
    forms = 'FORMS = {"piece": str.lower}\ndef plural(n): return min(n, 2)\n'
    (tmp_path / "xx/forms.py").write_text(forms)
    monkeypatch.setattr(companion.texts, "__path__", [*companion.texts.__path__, str(tmp_path)])
    monkeypatch.setattr("companion.texts.language.LANGUAGES", {**LANGUAGES, "xx": "Example"})
    language.cache_clear()
    try:
        assert language("xx").say(because("engine.nested", n=7, piece="G2")) == "more of g2"
        # A game that has no file in it is in English.
        assert Texts("xx").rule("looney-blockade", "BK-01").title == "From the top only"
        assert Texts("xx")("do.roll") == "Würfeln"
    finally:
        language.cache_clear()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_same_values_are_told_in_every_language(code: str) -> None:
    differing = {key: sentence for key, sentence in SENTENCES[code].items() if names(sentence) != names(ENGLISH[key])}
    assert differing == {}


ENGLISH = SENTENCES["en"]
# Values that a screen shows by itself.
NOT_IN_WORDS = {"blokus.table.structure": {"ranked"}}


def values_made() -> Iterator[tuple[str, set[str]]]:
    """The keys of reasons and the names of their values, where all are written out in one call."""
    for tree in sources().values():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in MAKERS:
                continue
            key = node.args[0] if node.args else None
            if isinstance(key, ast.Constant) and key.value in ENGLISH and all(each.arg for each in node.keywords):
                yield str(key.value), {str(each.arg) for each in node.keywords}


def test_a_sentence_names_the_values_of_its_reason() -> None:
    found = list(values_made())
    assert len(found) > 80
    assert [(key, told) for key, told in found if told - NOT_IN_WORDS.get(key, set()) != names(ENGLISH[key])] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_that_a_sentence_names_exists(code: str) -> None:
    tables = {key.split(".")[1] for key in SENTENCES[code] if key.startswith("form.")}
    known = {*import_module(f"companion.texts.{code}.forms").FORMS, *OWN_FORMS, *tables}
    named = {
        (key, form)
        for key, sentence in SENTENCES[code].items()
        for _, spec in fields(sentence)
        if spec and "|" not in spec
        for form in spec.split(",")
    }
    assert len(named) > 40
    assert {(key, form) for key, form in named if form not in known} == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_is_used(code: str) -> None:
    """Forms that no sentence uses are dead."""
    used = {form for sentence in SENTENCES[code].values() for _, spec in fields(sentence) for form in spec.split(",")}
    assert sorted({*import_module(f"companion.texts.{code}.forms").FORMS} - used - FOR_PLAYERS) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_plural_has_a_wording_for_every_number(code: str) -> None:
    plural = import_module(f"companion.texts.{code}.forms").plural
    most = 1 + max(plural(n) for n in range(200))
    specs = [(key, spec) for key, text in SENTENCES[code].items() for _, spec in fields(text) if "|" in spec]
    assert len(specs) > 10
    assert [(key, spec) for key, spec in specs if len(spec.split("|")) != most] == []


PROSE = re.compile(r"[A-Za-z']{2,} [a-z']{2,}")


@pytest.mark.parametrize("game", sorted(path.parts[-3] for path in ENGINES_FOLDER.glob("*/rules/rulebook.py")))
def test_reasons_hold_no_prose(game: str) -> None:
    """What a game's engine gives as a reason is data; its words are those of the rulebook."""
    prose = {
        (path.name, text)
        for path in sorted((ENGINES_FOLDER / game / "rules").rglob("*.py"))
        if path.name != "rulebook.py"
        for text in spoken(sources()[path])
        if PROSE.search(text)
    }
    assert prose == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_errors_and_notices_are_told_by_keys(folder: str) -> None:
    prose = {
        (path.name, ast.unparse(node.args[0]))
        for path, tree in sources().items()
        if (ROOT / folder) in path.parents
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS and node.args
        if isinstance(node.args[0], ast.JoinedStr | ast.Constant) and " " in ast.unparse(node.args[0])
    }
    assert prose == set()


def spoken(tree: ast.AST) -> Iterator[str]:
    """The text constants of a module that are no docstrings."""
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


class TestWording:
    @pytest.mark.parametrize(
        ("code", "n", "sentence"),
        [
            ("en", 1, "a green small is missing, last seen on b3"),
            ("en", 2, "2 green smalls are missing, last seen on b3"),
            ("de", 1, "eine grüne Kleine fehlt, zuletzt auf b3"),
            ("de", 2, "2 × grüne Kleine fehlen, zuletzt auf b3"),
        ],
    )
    def test_of_a_plural(self, code: str, n: int, sentence: str) -> None:
        reason = because("looney.pieces.missing", "BK-pieces", n=n, piece="G1", cells=("b3",))
        assert language(code).say(reason) == sentence

    @pytest.mark.parametrize(
        ("rows", "sentence"),
        [
            ((3,), "pieces left row 3, but only those of one row move in a turn"),
            ((1, 3), "pieces left rows 1 and 3, but only those of one row move in a turn"),
            ((1, 2, 3), "pieces left rows 1, 2 and 3, but only those of one row move in a turn"),
        ],
    )
    def test_of_the_plural_of_a_list(self, rows: tuple[int, ...], sentence: str) -> None:
        assert language("en").say(because("leistiko.rows.several", "LB-row", rows=rows)) == sentence

    def test_of_a_reason_within_a_reason(self) -> None:
        inner = because("looney.start.black", "BK-06", piece="K3", cell="b3")
        outer = because("engine.at_line", line=4, reason=because("engine.illegal", number=2, reason=inner))
        said = "line 4: turn 2 is not legal: the black large on b3 may not move: black pyramids never do (BK-06)"
        assert language("en").say(outer) == said

    def test_of_several_reasons(self) -> None:
        one = because("looney.tower.changed", "BK-05", cell="b3")
        two = because("looney.cap.second", "BK-cap", cell="a2")
        assert joint([one]) == one
        assert language("en").say(joint([two, two])) == "a second black was put on a2"
        both = joint([one, two])
        assert both.rule == "BK-05"
        assert language("en").say(both) == (
            "more than one rule is broken: the tower on b3 was changed beneath its black (BK-05); "
            "a second black was put on a2 (BK-cap)"
        )

    def test_of_a_language_that_is_not_there_is_english(self) -> None:
        assert language("xx").say(because("engine.nested")) == "the request is nested too deeply"

    def test_of_a_value_that_is_not_told_fails(self) -> None:
        with pytest.raises(KeyError):
            language("en").say(because("engine.missing"))

    def test_survives_json(self) -> None:
        reason = because("engine.at_line", line=4, reason=because("looney.grid.missing", cells=("a1", "b2")))
        again = Reason.from_json(json.loads(json.dumps(reason.to_json())))
        assert again == reason
        assert language("de").say(again) == language("de").say(reason)


def test_no_player_is_he() -> None:
    own = [sentence for key, sentence in own_sentences("en").items() if key != "book.common_words"]
    rules = [str(name.texts("en")) for name in games().values()]
    documents = [path.read_text("utf-8") for path in (*(ROOT / "docs").glob("*.md"), ROOT / "README.md")]
    assert [
        said for text in (*own, *rules, *documents) for said in re.findall(r"(?i)\b(?:he|his|him|himself)\b.*", text)
    ] == []


def test_a_question_gets_no_stop() -> None:
    assert sentence("is it open?") == "Is it open?" and sentence("it is.") == "It is." and sentence("") == ""
