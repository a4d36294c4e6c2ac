"""``companion replay``: judge a game again from its journal and compare the verdicts."""

import argparse
from pathlib import Path

from companion.referee.game import judged_alike, rejudge
from companion.referee.keeping import journal as journals
from companion.referee.session import Session
from companion.referee.table import Wording
from companion.referee.tables import open_table
from companion.referee.telling import sentence
from companion.referee.verdict import Verdict
from companion.texts.language import english


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="judge a game again from its journal and compare the verdicts")
    parser.add_argument("journal", type=Path)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge again from the evidence in the journal. Returns 0 where every verdict comes out the same, 1 otherwise."""
    contents = journals.read(args.journal)
    table = open_table(contents.header["game"], contents.header["options"])
    session = Session(table)
    verdicts, different = 0, 0
    for record in contents.records:
        now = rejudge(session, record)
        if now is None:
            continue
        verdicts += 1
        if not judged_alike(now, record["verdict"]):
            different += 1
            was, is_now = (_words(verdict, table.wording) for verdict in (Verdict.from_json(record["verdict"]), now))
            print(f"t={now.t:g} {now.frame or 'correction'}: was {was}; is {is_now}")
    if contents.torn:
        print(f"the journal's last line is torn ({contents.torn} bytes) and was passed over")
    print(f"{verdicts} verdicts judged again, {different or 'none'} came out differently")
    return 1 if different else 0


def _words(verdict: Verdict, wording: Wording) -> str:
    return english(sentence(verdict, wording))
