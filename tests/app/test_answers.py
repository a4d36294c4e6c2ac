"""Answers from phones at a real broker: what counts, what is refused, and what is written down of it."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from companion.app.answers import LOG_NAME, REFUSAL_SECONDS
from companion.app.audience import Audience
from companion.app.games.deeds import Pause
from companion.app.games.opening import GameSetup
from companion.sharing.feed.pairing import PhoneAnswer, seen, signed
from companion.texts.language import english
from tests.app.serving import Serving
from tests.sharing.feed.brokers import VALIDATORS, Listener

CODE = "ABCDEFGH2345"
TOPIC = "pyramid/left/answer"


def served(folder: Path, port: int, source: str = "touch", code: str = CODE, **more: int) -> Serving:
    setup = GameSetup(source=source, seed=4, pace=0.02, more=more)
    return Serving(folder, setup, Audience(f"mqtt://127.0.0.1:{port}", "left", code=code, log=folder / LOG_NAME))


def asked(listener: Listener, *, other_than: str = "") -> Any:
    """The question that is open."""
    listener.until(lambda: _newest(listener).get("ask", "") not in ("", other_than))
    question = _newest(listener)
    VALIDATORS["question"].validate(question)
    return question


def _newest(listener: Listener) -> Any:
    said = listener.said("pyramid/left/question")
    return json.loads(said[-1]) if said and said[-1] else {}


def say(
    listener: Listener, correct: Any, ask: str, code: str = CODE, topic: str = TOPIC, saw: Any | None = None
) -> str:
    """Say an answer; `saw`: the reading or table that was picked. Returns the message."""
    message = signed(code, topic, PhoneAnswer(ask, correct, seen(saw) if saw else ""))
    VALIDATORS["answer"].validate(json.loads(message))
    listener.say(TOPIC, message)
    return message


def replies(listener: Listener, number: int) -> list[Any]:
    listener.until(lambda: len(listener.said("pyramid/left/answered")) == number)
    found = listener.objects("pyramid/left/answered")
    for each in found:
        VALIDATORS["answered"].validate(each)
    return found


@pytest.mark.slow
def test_which_turn_it_was_is_said_from_a_phone(tmp_path: Path, port: int, listener: Listener) -> None:
    with served(tmp_path, port, "practice", breaches=0, glares=100) as serving:
        serving.until_phase("unsure")
        listener.until(lambda: _newest(listener).get("open"))
        question = asked(listener)
        assert [each["number"] for each in question["readings"]] == list(range(len(question["readings"])))
        assert all(each["board"].startswith("<svg") and each["say"]["de"]["share"] for each in question["readings"])
        wanted = serving.game.state().verdict.readings[1].grid
        say(listener, {"reading": 1}, question["ask"], saw=question["readings"][1])
        assert replies(listener, 1)[0]["taken"]
        assert dict(wanted) in [dict(each.verdict.grid) for each in serving.game.state().moments]
    assert "left: an answer from a phone was taken: {'reading': 1}" in (tmp_path / LOG_NAME).read_text("utf-8")


def test_a_table_against_the_rules_is_accepted_from_a_phone(tmp_path: Path, port: int, listener: Listener) -> None:
    with served(tmp_path, port, "practice", breaches=100, glares=0) as serving:
        serving.until_phase("illegal")
        serving.game.do(Pause())
        listener.until(lambda: _newest(listener).get("accept"))
        question = asked(listener)
        standing = question["standing"]
        harmless = {**standing, "board": standing["board"].replace("<svg", "<svg data-harmless=''", 1)}
        for n, saw in enumerate((None, harmless), 1):
            say(listener, {"accept": True}, question["ask"], saw=saw)
            assert "not what this table has asked" in replies(listener, n)[-1]["say"]["en"]
            time.sleep(REFUSAL_SECONDS)
        assert serving.game.state().phase == "illegal"
        say(listener, {"accept": True}, question["ask"], saw=standing)
        assert replies(listener, 3)[-1]["taken"]
        assert serving.game.session.commitment is None


def test_only_what_the_table_itself_asked_is_taken(tmp_path: Path, port: int, listener: Listener) -> None:
    """Whoever can write at the broker may put other readings under the table's own name of the question."""
    with served(tmp_path, port, "practice", breaches=0, glares=100) as serving:
        serving.until_phase("unsure")
        listener.until(lambda: _newest(listener).get("open"))
        question = asked(listener)
        first, second = question["readings"][:2]
        changed = {**first, "say": {**first["say"], "en": {**first["say"]["en"], "words": "nothing"}}}
        for n, saw in enumerate((second, changed, None), 1):
            say(listener, {"reading": 0}, question["ask"], saw=saw)
            assert "not what this table has asked" in replies(listener, n)[-1]["say"]["en"]
            time.sleep(REFUSAL_SECONDS)
        say(listener, {"accept": True}, question["ask"])
        assert "not what this table has asked" in replies(listener, 4)[-1]["say"]["en"]
        assert serving.game.state().phase == "unsure"
        say(listener, {"reading": 0}, question["ask"], saw=first)
        assert replies(listener, 5)[-1]["taken"]


def test_a_place_is_corrected_from_a_phone_once(tmp_path: Path, port: int, listener: Listener) -> None:
    with served(tmp_path, port) as serving:
        question = asked(listener)
        place, things = next(iter(question["places"].items()))
        message = say(listener, {"cells": {place: things[-1]}}, question["ask"])
        again = asked(listener, other_than=question["ask"])
        assert serving.game.session.grid[place] == things[-1]
        assert again["places"][place][0] == things[-1]
        listener.say(TOPIC, message)
        first, second = replies(listener, 2)
        assert first["taken"] and not second["taken"] and "moved on" in second["say"]["en"]
        assert serving.game.session.grid[place] == things[-1] and not serving.told


def test_what_cannot_be_is_refused_and_may_be_said_better(tmp_path: Path, port: int, listener: Listener) -> None:
    with served(tmp_path, port) as serving:
        question = asked(listener)
        say(listener, {"cells": {"z9": "G1"}}, question["ask"])
        assert not replies(listener, 1)[0]["taken"]
        say(listener, {"cells": {"a1": ""}}, asked(listener, other_than=question["ask"])["ask"])
        assert replies(listener, 2)[1]["taken"] and serving.game.session.grid["a1"] == ""


def test_without_the_code_nothing_is_taken_and_the_tablet_says_so_once(
    tmp_path: Path, port: int, listener: Listener
) -> None:
    with served(tmp_path, port) as serving:
        ask = asked(listener)["ask"]
        before = dict(serving.game.session.grid)
        for code, topic in (("ABCDEFGH2346", TOPIC), ("", TOPIC), (CODE, "pyramid/right/answer")):
            say(listener, {"cells": {"a1": ""}}, ask, code, topic)
        for nonsense in ("", "{", "[]", json.dumps({"schema": 1}), "\x00" * 5000, '{"undo":true}'):
            listener.say(TOPIC, nonsense)
        say(listener, {"undo": True}, ask)
        serving.until(lambda: serving.told)
        say(listener, {"cells": {"a1": ""}}, ask)
        listener.until(lambda: any(each["taken"] for each in listener.objects("pyramid/left/answered")))
        assert [english(said).partition(":")[0] for said in serving.told] == ["an answer from a phone was refused"]
        assert before["a1"] != "" == serving.game.session.grid["a1"]
    log = (tmp_path / LOG_NAME).read_text("utf-8")
    assert "refused: it was made without the pairing code" in log and CODE not in log


def test_nothing_is_asked_nor_heard_where_answering_is_off(tmp_path: Path, port: int, listener: Listener) -> None:
    with served(tmp_path, port, code="") as serving:
        listener.until(lambda: listener.said("pyramid/left/state"))
        say(listener, {"cells": {"a1": ""}}, "0" * 16)
        serving.until(lambda: serving.game)
        assert not any(listener.said("pyramid/left/question")) and not listener.said("pyramid/left/answered")
    assert not (tmp_path / LOG_NAME).exists()


def test_a_question_goes_when_the_table_leaves(tmp_path: Path, port: int, listener: Listener) -> None:
    with served(tmp_path, port):
        asked(listener)
    listener.until_said("pyramid/left/status", "offline")
    assert listener.said("pyramid/left/question")[-1] == ""
