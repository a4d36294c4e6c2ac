"""``companion replay``: judge a game again from its journal and compare the verdicts."""

import argparse
from pathlib import Path

from companion.games.looney_blockade import Options
from companion.referee.game import rejudge
from companion.referee.keeping import journal as journals
from companion.referee.session import Session
from companion.referee.verdict import Verdict, sentence


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="judge a game again from its journal and compare the verdicts")
    parser.add_argument("journal", type=Path)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge again from the evidence in the journal. Returns 0 where every verdict comes out the same, 1 otherwise."""
    contents = journals.read(args.journal)
    session = Session(Options.from_json(contents.header["options"]))
    verdicts, different = 0, 0
    for record in contents.records:
        now = rejudge(session, record)
        if now is None:
            continue
        verdicts += 1
        if now.to_json() != record["verdict"]:
            different += 1
            print(f"t={now.t:g} {now.frame or 'correction'}: was {_words(record['verdict'])}; is {sentence(now)}")
    if contents.torn:
        print(f"the journal's last line is torn ({contents.torn} bytes) and was passed over")
    print(f"{verdicts} verdicts judged again, {different or 'none'} came out differently")
    return 1 if different else 0


def _words(kept: dict[str, object]) -> str:
    return sentence(Verdict.from_json(kept))
