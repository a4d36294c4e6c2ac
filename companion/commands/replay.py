"""``companion replay``: judge a game again from its journal and compare the verdicts."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from companion.commands.kept_journal import journal_at, read_journal
from companion.games.errors import printable
from companion.referee.game import differing, judged_alike, rejudge
from companion.referee.keeping.journal import Contents
from companion.referee.keeping.nonsense import making_sense, making_sense_of
from companion.referee.session import Session
from companion.referee.table_parts import Wording
from companion.referee.tables import table_of
from companion.referee.telling import sentence
from companion.referee.verdict import Verdict
from companion.texts.language import english


class Rejudged(NamedTuple):
    """One verdict of a journal: whether it could be `judged` again, and how it differs now, if it does."""

    judged: bool
    differs: str = ""


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="judge a game again from its journal and compare the verdicts")
    parser.add_argument("journal", type=Path, metavar="JOURNAL", help="its journal, or the folder with that")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge again from the evidence in the journal. Returns 0 where every verdict comes out the same, 1 otherwise."""
    path = journal_at(args.journal)
    contents = read_journal(path, sys.stdout)
    judged, announced, different = 0, 0, 0
    with making_sense(path):
        for again in _judged_again(contents):
            judged += again.judged
            announced += not again.judged
            different += bool(again.differs)
            if again.differs:
                print(again.differs)
    if announced:
        print(f"{announced} verdicts behind lost lines were taken as they were announced")
    print(f"{judged} verdict{'s' * (judged != 1)} judged again, {different or 'none'} came out differently")
    return 1 if different else 0


def _judged_again(contents: Contents) -> Iterator[Rejudged]:
    """Yield the verdicts of a game, judged again."""
    table = table_of(contents.header)
    session = Session(table)
    for record in contents.records:
        astray = session.astray
        now = rejudge(session, record)
        if now is None:
            continue
        if astray or judged_alike(now, record["verdict"]):
            yield Rejudged(not astray)
            continue
        with making_sense_of(record):
            yield Rejudged(True, _difference(Verdict.from_json(record["verdict"]), now, table.wording))


def _difference(was: Verdict, now: Verdict, wording: Wording) -> str:
    """Return what of a verdict comes out differently; the names of its parts where the sentences are the same."""
    said, says = (english(sentence(verdict, wording)) for verdict in (was, now))
    if said != says:
        return f"t={now.t:g} {now.frame or 'correction'}: was {said}; is {says}"
    parts = (
        f"{name} was {printable(_apart(a, b))}, is {printable(_apart(b, a))}"
        for name, (a, b) in differing(now, was.to_json()).items()
    )
    return f"t={now.t:g} {now.frame or 'correction'}: {says}; {'; '.join(parts)}"


def _apart(value: Any, other: Any) -> Any:
    """Return what of a value is not so in another one: of two objects, the names that differ."""
    if not (isinstance(value, dict) and isinstance(other, dict)):
        return value
    return {name: held for name, held in value.items() if name not in other or other[name] != held}
