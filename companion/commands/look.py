"""``companion look``: make a file of one look of a game, judge such a file again, or score a folder of them."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from companion.commands.kept_journal import read_journal
from companion.referee.errors import ERRORS, RefereeError, words_of
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.referee.look_files import LookFile, LookJudged
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import Verdict
from companion.texts.language import english

ENDING = ".look"


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("look", help="report one look of a game, judge a reported one, score a folder of them")
    parser.add_argument("what", type=Path, help="a .look file, a folder of them, or with --save a game's folder")
    parser.add_argument("--save", type=Path, metavar="OUT.look", help="make a file of the last look, to be sent in")
    parser.add_argument("--frame", metavar="NAME", help="with --save: the look at this picture of the folder")
    parser.add_argument("--blur", action="store_true", help="with --save: nothing but the board can be recognised")
    parser.add_argument("--json", action="store_true", help="one JSON object a look")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Returns 0, or 1 where what is believed of some look now is not what stood there."""
    if args.save:
        return _save(args)
    paths = sorted(args.what.glob(f"*{ENDING}")) if args.what.is_dir() else [args.what]
    if not paths:
        raise RefereeError("look.empty", path=str(args.what), ending=ENDING)
    wrong = 0
    for path, judged in _judge_again(paths):
        wrong += not isinstance(judged, LookJudged) or not judged.right
        print(json.dumps(_report(path, judged)) if args.json else _line(path, judged), flush=True)
    if len(paths) > 1 and not args.json:
        print(f"{len(paths) - wrong} of {len(paths)} right")
    return 1 if wrong else 0


def _save(args: argparse.Namespace) -> int:
    contents = read_journal(args.what / JOURNAL_NAME)
    look = LookFile.of(contents, args.what, args.frame)
    if args.blur:
        look = look.blurred()
    look.write(args.save)
    print(f"{args.save} holds two pictures of the table, what was seen and what was said, and no names.")
    return 0


def _judge_again(paths: list[Path]) -> Iterator[tuple[Path, LookJudged | str]]:
    """Yield each file judged again, or the reason why it cannot be."""
    for path in paths:
        try:
            yield path, LookFile.read(path).judge_again()
        except ERRORS as error:
            if len(paths) == 1:
                raise
            yield path, words_of(error)


def _line(path: Path, judged: LookJudged | str) -> str:
    if isinstance(judged, str):
        return f"{path.name}: {judged}"
    then, now = (_sentence(judged.table, verdict) for verdict in (judged.then, judged.now))
    mark = "right" if judged.right else "WRONG"
    corrected = ", corrected by the players" if judged.corrected else ""
    return f"{path.name}: {mark}; now: {now}; then: {then}{corrected}"


def _sentence(game: tuple[str, dict[str, object]], verdict: Verdict) -> str:
    return english(sentence(verdict, open_table(*game).wording))


def _report(path: Path, judged: LookJudged | str) -> dict[str, object]:
    if isinstance(judged, str):
        return {"file": path.name, "error": judged}
    table = open_table(*judged.table)
    told = {"then": judged.then, "now": judged.now}
    said = {name: verdict.to_json(english, table.published) for name, verdict in told.items()}
    return {"file": path.name, "right": judged.right, "corrected": judged.corrected, **said}
