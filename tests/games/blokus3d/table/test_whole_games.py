"""Whole games that the practice table plays, as they are refereed."""

from functools import lru_cache

import pytest

from companion.games.reason import Reason
from companion.referee.evidence import Evidence
from companion.referee.game import rejudge
from companion.referee.practice import Practice
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict

OPTIONS = {"structure": "pyramid", "players": 2}
SEED = 5


@lru_cache
def game(seed: int) -> tuple[Session, list[Verdict], list[dict[str, object]]]:
    """A session, its verdicts, and what a journal would keep of each."""
    table = open_table("blokus3d", OPTIONS)
    session = Session(table)
    practice: Practice = table.practice(seed, {"breaches": 15, "turns": 100})
    verdicts: list[Verdict] = []
    records: list[dict[str, object]] = []
    while happening := practice.next(verdicts[-1] if verdicts else None):
        look = practice.tracker(happening.value).look(happening.value)
        evidence = Evidence.of(look, table.places, beside=table.beside(look))
        t = float(len(verdicts))
        verdicts.append(session.see(t, None, evidence))
        records.append({"seq": len(records), "kind": "frame", "t": t, "frame": None, "evidence": evidence.to_json()})
        if verdicts[-1].verdict == "won":
            break
    return session, verdicts, records


@pytest.mark.slow
def test_a_whole_game_with_illegal_turns_and_a_turned_turntable_is_judged_rightly_and_again_alike() -> None:
    session, verdicts, records = game(SEED)
    kinds = [verdict.verdict for verdict in verdicts]
    assert (kinds[0], kinds[-1]) == ("setup", "won")
    assert kinds.count("illegal") >= 2
    assert kinds.count("takeback") == kinds.count("illegal")
    assert "unsure" not in kinds
    assert "unchanged" in kinds
    notes: list[Reason] = [note for verdict in verdicts for note in verdict.notes]
    # At the end nothing is said of passing over: nobody can place any more.
    passed_over = [verdict for verdict in verdicts[:-1] if verdict.more.get("passed")]
    assert [note.rule for note in notes].count("B3-05") == len(passed_over)
    again = Session(open_table("blokus3d", OPTIONS))
    for record, verdict in zip(records, verdicts, strict=True):
        judged = rejudge(again, record)
        assert judged is not None
        assert judged.to_json() == verdict.to_json()
    assert session.winner == again.winner


@pytest.mark.slow
@pytest.mark.rule("B3-05")
def test_who_cannot_place_is_told_so_and_passed_over() -> None:
    _, verdicts, _ = game(SEED)
    told = next(i for i, verdict in enumerate(verdicts) if verdict.more.get("passed"))
    passed = verdicts[told].more["passed"]
    assert all(verdict.side not in passed for verdict in verdicts[told + 1 :])
