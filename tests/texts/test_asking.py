"""Questions in words lead to the rule that answers them, among the first three."""

import pytest

from companion.cli import main
from companion.texts.asking import rules_for

ENGLISH = {
    "may I land on my own small?": "BK-land BK-18",
    "can I move through the opponent's tower?": "BK-pass BK-08",
    "both dice show two, can I add them up?": "BK-points BK-10",
    "what happens when there are no black pyramids left?": "BK-12",
    "may I move a large pyramid?": "BK-large",
    "do I have to use all my points in Blockade?": "BK-17 LB-11",
    "can the black cap be moved?": "BK-06 BK-05",
    "who goes first with the coloured dice?": "BK-15",
    "can two pyramids swap places?": "C9 PB-01",
    "what if I push somebody off the board?": "PB-07 C1",
    "how often may I pass the ball in a turn?": "PB-pass",
    "who gets the ball after a goal?": "PB-30",
    "how long do we have to program?": "PB-program",
    "nobody picks up the loose ball, what now?": "PB-40 PB-31",
    "what does a leap cost?": "LB-leap",
    "may I choose a row after rolling the die?": "LB-turn",
    "what if both players have no pieces left?": "LB-15 LB-end",
    "do checkers get hit like in backgammon?": "LB-12",
    "may I leave a hole under my piece?": "B3-02",
    "is it enough if pieces touch at an edge?": "B3-04",
}
GERMAN = {
    "darf ich auf meiner eigenen Kleinen landen?": "BK-land BK-18",
    "darf ich durch einen Turm des Gegners ziehen?": "BK-pass BK-08",
    "beide Würfel zeigen zwei, darf ich sie zusammenzählen?": "BK-points BK-10",
    "was passiert, wenn keine schwarze Pyramide mehr da ist?": "BK-12",
    "darf ich eine Große bewegen?": "BK-large",
    "muss ich alle Punkte verbrauchen?": "BK-17 LB-11",
    "kann die schwarze Kappe wegziehen?": "BK-06 BK-05",
    "wer fängt mit den farbigen Würfeln an?": "BK-15",
    "dürfen zwei Pyramiden die Plätze tauschen?": "C9 PB-01",
    "was ist, wenn ich jemanden vom Brett schiebe?": "PB-07 C1",
    "wie oft darf ich in einem Zug passen, also den Ball werfen?": "PB-pass",
    "wer bekommt den Ball nach einem Tor?": "PB-30",
    "wie lange darf man programmieren?": "PB-program",
    "niemand holt den freien Ball, was nun?": "PB-40 PB-31",
    "was kostet ein Sprung?": "LB-leap",
    "darf ich die Reihe nach dem Würfeln wählen?": "LB-turn",
    "was, wenn beide keine Steine mehr haben?": "LB-15 LB-end",
    "werden Steine geschlagen wie im Backgammon?": "LB-12",
    "darf unter meinem Stein ein Loch bleiben?": "B3-02",
    "reicht es, wenn sich Steine an einer Kante berühren?": "B3-04",
}


@pytest.mark.parametrize(("code", "questions"), [("en", ENGLISH), ("de", GERMAN)])
def test_questions_lead_to_the_right_rule(code: str, questions: dict[str, str]) -> None:
    missed = {
        question: [rule.id for rule in rules_for(question, code)]
        for question, right in questions.items()
        if not {rule.id for rule in rules_for(question, code)} & set(right.split())
    }
    assert len(missed) <= len(questions) // 10, missed


def test_the_command_answers_with_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--ask", "may I land on my own small?"]) == 0
    assert "BK-18  Never on something smaller" in capsys.readouterr().out
    assert main(["rules", "blokus3d", "--ask", "Höhe", "--language", "de"]) == 0
    assert "B3-height" in capsys.readouterr().out
    assert main(["rules", "--ask", "xyzzy"]) == 1
    assert "other words" in capsys.readouterr().err
    assert main(["rules"]) == 1
    assert "name a game" in capsys.readouterr().err
