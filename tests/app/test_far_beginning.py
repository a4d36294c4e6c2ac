"""A game with another table begins with one tap: the code stands there, and that of the other may be taken instead."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.far import beginning
from companion.app.far.desk import inviting
from companion.app.games import far_meeting, far_table
from companion.app.games.far_table import over_broker
from companion.app.games.opening import GameSetup, begin_or_open, saved_games
from companion.app.texts.texts import Texts
from companion.sharing.far.course import TERMS
from companion.sharing.feed.pairing import in_groups
from companion.texts.language import LANGUAGES
from tests.app.games.far_pair import CODE, Post

if TYPE_CHECKING:
    from companion.app.driver import Driver

BROKER, HALLS = "mqtts://meeting.example", ("mqtt://192.168.1.5:1883", "mqtt://192.168.1.6:1883")


@pytest.fixture
def post(driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    post = Post()
    far_meeting.WAYS.open = post.open
    monkeypatch.setattr(beginning, "found_brokers", lambda: ())
    driver.app.change(meeting=BROKER, meeting_agreed=BROKER)
    yield post
    driver.stop()
    far_meeting.WAYS.open = over_broker


def code_shown(driver: "Driver") -> str:
    """The code of the game on the screen, once its sheet shows it."""
    far = driver_far(driver)
    code: str = far.invitation.rpartition("#")[2]
    driver.until(lambda: in_groups(code.replace("-", "")) in driver.texts())
    return code


def driver_far(driver: "Driver") -> Any:
    found = []
    driver.until(
        lambda: getattr(driver.screen, "shown", None) and found.append(driver.screen.shown.far) is None and found[-1]
    )
    return found[-1]


def test_the_code_stands_there_after_one_tap(driver: "Driver", post: Post) -> None:
    driver.press("far")
    assert code_shown(driver)
    assert driver.has("far code") and driver.has("far take")


def test_the_code_of_the_other_table_may_be_taken_instead(driver: "Driver", post: Post, tmp_path: Any) -> None:
    """No game is left of the invitation to which nobody came."""
    driver.press("far")
    code_shown(driver)
    post.hears.clear()
    post.last.clear()
    host = begin_or_open(inviting(GameSetup(game="blokus3d", source="touch", code=CODE), BROKER), tmp_path / "host")
    driver.find("far code").text = CODE
    driver.press("far take")
    driver.until(lambda: driver_far(driver).joined or host.advance())
    assert driver.app.playing_game == "blokus3d"
    assert [kept.game for kept in saved_games(tmp_path / "games")] == ["blokus3d"]
    host.close()


def test_who_types_the_own_code_is_told_so(driver: "Driver", post: Post) -> None:
    driver.press("far")
    driver.find("far code").text = code_shown(driver).lower()
    driver.press("far take")
    driver.until(lambda: driver.app.texts("far.own_code") in driver.texts())
    assert driver_far(driver).invitation and not driver_far(driver).joined


def test_who_invites_with_the_code_of_another_invitation_is_told_so(
    driver: "Driver", post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(far_table, "ALONE_SECONDS", 0.0)
    driver.press("far")
    code_shown(driver)
    told = driver.app.texts("far.alone.two_hosts")
    assert told not in driver.texts()
    post.twins.add("host")
    driver.until(lambda: told in driver.texts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_term_of_an_invitation_has_its_words(language: str) -> None:
    """Nobody could invite to Pyramid Ball: the words of its terms had another name."""
    texts = Texts(language)
    for name, values in TERMS.items():
        assert all(texts(f"far.term.{name}.{value}") for value in values)
        assert all(texts(f"far.terms.{name}.{value}") for value in values[1:])


def test_a_table_invites_to_pyramid_ball(driver: "Driver", post: Post) -> None:
    driver.press("game pyramid-ball")
    driver.press("far")
    before = code_shown(driver)
    assert driver.app.texts("far.term.secrets.any") in driver.texts()
    driver.press("far secrets")
    driver.until(lambda: driver_far(driver).invitation.rpartition("#")[2] not in ("", before))
    code_shown(driver)
    assert driver.app.texts("far.term.secrets.screen") in driver.texts()


def test_a_head_start_is_agreed_to(driver: "Driver", post: Post, tmp_path: Any) -> None:
    driver.press("far")
    code_shown(driver)
    post.hears.clear()
    post.last.clear()
    chosen = GameSetup(game="looney-blockade", source="touch", code=CODE, more={"ahead": "cool"})
    host = begin_or_open(inviting(chosen, BROKER), tmp_path / "host")
    driver.find("far code").text = CODE
    driver.press("far take")
    driver.until(lambda: driver.has("far.terms.play"))
    t = driver.app.texts
    assert any(f"{t('choice.ahead')}: {t.side('cool')}." in text for text in driver.texts())
    host.close()


def test_terms_stand_in_the_invitation_and_are_agreed_to(driver: "Driver", post: Post, tmp_path: Any) -> None:
    driver.press("far")
    before = code_shown(driver)
    driver.press("far dice")
    driver.until(lambda: driver_far(driver).invitation.rpartition("#")[2] not in ("", before))
    code_shown(driver)
    assert driver.app.texts("far.term.dice.typed") in driver.texts()
    post.hears.clear()
    post.last.clear()
    chosen = GameSetup(game="looney-blockade", source="touch", code=CODE, more={"terms": {"dice": "typed"}})
    host = begin_or_open(inviting(chosen, BROKER), tmp_path / "host")
    driver.find("far code").text = CODE
    driver.press("far take")
    driver.until(lambda: driver.has("far.terms.play"))
    assert any(driver.app.texts("far.terms.dice.typed") in text for text in driver.texts())
    driver.press("far.terms.play")
    driver.until(lambda: driver_far(driver).joined or host.advance())
    host.close()


@pytest.mark.parametrize("wanted", [0, 1, None])
def test_a_broker_that_something_in_the_net_offers_is_used_only_if_players_want_it(
    driver: "Driver", post: Post, monkeypatch: pytest.MonkeyPatch, wanted: int | None
) -> None:
    """All that answer are asked about at once: the first one may be a stranger's."""
    monkeypatch.setattr(beginning, "found_brokers", lambda: HALLS)
    monkeypatch.setattr(beginning, "first_answering", lambda places, _own: places[0])
    driver.press("far")
    driver.until(lambda: driver.has("far.hall.decline"))
    driver.press("far.hall.decline" if wanted is None else f"use {HALLS[wanted]}")
    chosen = BROKER if wanted is None else HALLS[wanted]
    assert driver_far(driver).invitation.startswith(chosen)
    assert {*driver.app.settings.meeting_agreed.split()} == {BROKER, chosen}


def test_buttons_for_all_brokers_have_room_below_the_words(
    driver: "Driver", post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those for three lay over the words that say what to choose. A single one stands right below them."""
    driver.app.change(meeting_agreed="")
    monkeypatch.setattr(beginning, "found_brokers", lambda: (*HALLS, "mqtt://192.168.178.107:1883"))
    driver.press("far")
    driver.until(lambda: driver.has("far.hall.decline"))
    driver.frames()
    first, last = driver.find(f"use {HALLS[0]}"), driver.find("far.hall.decline")
    assert first.top <= first.parent.top and last.y >= last.parent.y
    room = first.parent.height
    driver.press("far.hall.decline")
    driver.until(lambda: driver.has("far.public.agree"))
    driver.frames()
    only = driver.find("far.public.agree")
    assert only.top <= only.parent.top and only.parent.height < room / 2


def test_beside_a_hall_that_was_agreed_to_nobody_is_asked_about_another(
    driver: "Driver", post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "found_brokers", lambda: HALLS)
    monkeypatch.setattr(beginning, "first_answering", lambda places, _own: places[0])
    driver.app.change(meeting_agreed=HALLS[1])
    driver.press("far")
    assert driver_far(driver).invitation.startswith(HALLS[1])


@pytest.mark.parametrize(("broker", "key"), [("mqtt://127.0.0.1:18883", "near"), (BROKER, "public")])
def test_a_broker_in_this_net_is_not_called_a_public_one(driver: "Driver", post: Post, broker: str, key: str) -> None:
    driver.app.change(meeting=broker, meeting_agreed="")
    driver.press("far")
    driver.until(lambda: driver.app.texts(f"far.{key}.says", broker=broker) in driver.texts())
