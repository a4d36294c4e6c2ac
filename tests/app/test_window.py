"""The real app in a real window, played by touches."""

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.games.deeds import Enter, Pause, TakeStep
from companion.app.games.opening import GameSetup
from companion.app.games.registry import GAMES
from companion.app.games.table import do
from companion.app.settings.kept import SettingsFile
from companion.app.start.presenter import EXAMPLE
from companion.app.texts.texts import Texts
from companion.app.views import Action
from companion.app.widgets.lettering import height_of
from companion.games.looney_blockade.screen.game import DEMO
from companion.games.registry import ENGINES
from tests.app.seen import controls_too_small, shown
from tests.app.suggested import enter_suggested

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from companion.app.driver import Driver


def begin(driver: "Driver", **setup: object) -> None:
    driver.app.start_game(GameSetup(**setup))  # type: ignore[arg-type]
    driver.until(lambda: getattr(driver.screen, "shown", None))


def type_roll(driver: "Driver", **dice: int) -> None:
    """Type a roll, button by button."""
    driver.press("type")
    for number, value in enumerate(dice.values()):
        driver.press(f"die {number} {value}")
    driver.until(lambda: driver.screen.shown.phase == "move")


def broken_words(driver: "Driver") -> list[str]:
    """Words on buttons that are wider than their button."""
    from kivy.core.text import Label  # noqa: PLC0415

    from companion.app.widgets.controls import Press  # noqa: PLC0415

    buttons = [widget for widget in driver.widgets() if isinstance(widget, Press) and widget.get_root_window()]
    return [
        word
        for button in buttons
        for word in button.text.split()
        if Label(font_size=button.font_size, bold=button.bold).get_extents(word)[0] > button.text_size[0]
    ]


def test_long_words_fit_on_buttons(driver: "Driver") -> None:
    driver.app.change(language="de")
    begin(driver, source="practice", seed=4, pace=60.0, more={"breaches": 100, "glares": 0})
    while driver.screen.shown.phase != "illegal":
        before = driver.screen.shown
        driver.app.send(do(TakeStep()))
        driver.until(lambda before=before: driver.screen.shown is not before)  # type: ignore[misc]
    driver.app.send(do(Pause()))
    driver.until(lambda: driver.has("go_on"))
    assert driver.find("accept").text == "Gelten lassen" and broken_words(driver) == []
    driver.find("accept").lettering *= 2
    assert broken_words(driver) == []
    driver.find("accept").font_size *= 2
    assert "Gelten" in broken_words(driver)


def test_starting_by_touch(driver: "Driver", pictures: Path) -> None:
    assert {game for game in GAMES if driver.has(f"game {game}")} == set(GAMES) & set(ENGINES)
    assert controls_too_small(driver) == []
    driver.press("source touch")
    assert not driver.has("BK-02 b")
    driver.press("options")
    driver.find("BK-02 b")
    shown(driver, pictures / "options.png")
    driver.press("close")
    shown(driver, pictures / "start.png")
    driver.press("start")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    assert driver.screen.shown.phase == "roll"
    assert driver.screen.board.picture.grid["c3"] == "C3"
    assert controls_too_small(driver) == []
    driver.press("menu")
    driver.until(lambda: driver.has("resume"))


def test_a_turn_an_illegal_one_and_a_correction(driver: "Driver", pictures: Path) -> None:
    begin(driver, source="touch", players={"cool": "Ada"})
    assert driver.screen.ids.title.text == "Ada's turn"
    type_roll(driver, B=1, G=5)
    assert [slot.ids.die.value for slot in reversed(driver.screen.ids.dice.children)] == [1, 5]
    driver.tap("d4")
    driver.until(lambda: driver.screen.shown.hint)
    assert driver.screen.board.picture.badges["c3"] == ("1", "good")
    driver.tap("e1")
    assert "e1" in driver.screen.ids.words.text
    driver.tap("e1")
    driver.until(lambda: driver.screen.shown.draft)
    driver.press("done")
    driver.until(lambda: driver.screen.shown.phase == "illegal")
    assert driver.screen.ids.headline.text.startswith("Not allowed")
    assert ("d4", "e1", "bad") in driver.screen.board.picture.arrows
    shown(driver, pictures / "illegal.png")
    driver.press("put_back")
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.tap("d4")
    driver.until(lambda: driver.screen.shown.hint)
    driver.tap("c3")
    driver.until(lambda: driver.screen.shown.draft)
    driver.press("done")
    driver.until(lambda: driver.screen.shown.phase == "roll")
    assert driver.screen.board.picture.grid["c3"] == "C3B1"
    driver.hold("b1")
    driver.press("stack G3")
    driver.until(lambda: driver.screen.shown.grid["b1"] == "G3")
    driver.press("undo")
    driver.until(lambda: driver.screen.shown.grid["b1"] == "G3G1")
    scrubber = driver.screen.ids.scrubber
    driver.touch(scrubber.place(0), scrubber.center_y)
    assert driver.screen.board.picture.grid["c3"] == "C3"
    assert controls_too_small(driver) == []
    driver.press("now")
    assert driver.screen.board.picture.grid["c3"] == "C3B1"


def test_a_whole_game_of_looney_blockade(driver: "Driver", pictures: Path) -> None:
    begin(driver, source="touch")
    for turn in range(60):
        driver.press("roll")
        driver.until(lambda: driver.screen.shown.phase == "move")
        driver.press("suggest")
        driver.until(lambda: driver.screen.shown.suggestion)
        if turn == 0:
            shown(driver, pictures / "suggestion.png")
        enter_suggested(driver)
        driver.until(lambda: driver.screen.shown.phase in ("roll", "won"))
        if driver.screen.shown.phase == "won":
            break
    assert "wins" in driver.screen.ids.headline.text
    assert max(driver.screen.score.score.towers.values()) >= 5
    shown(driver, pictures / "won.png")
    driver.press("leave")
    driver.press("records")
    driver.until(lambda: any(": won" in text for text in driver.texts()))
    shown(driver, pictures / "games.png")


def test_the_score_stays_beside_the_picture_when_its_room_comes_back(driver: "Driver") -> None:
    begin(driver, source="practice", seed=4, pace=60.0)
    driver.until(lambda: driver.screen.shown and driver.screen.shown.picture)
    screen, picture = driver.screen, driver.screen.shown.picture
    screen.tight = 1
    screen.show(replace(screen.shown, picture=picture))
    screen.tight = 0
    driver.frames(2)
    inset = screen.ids.inset
    assert inset.width > 0 and screen.score.x >= inset.right
    screen.show(replace(screen.shown, picture=None))
    driver.frames(2)
    assert inset.width == 0


def test_the_simulated_table_plays_and_asks(driver: "Driver", pictures: Path) -> None:
    begin(driver, source="practice", seed=4, pace=0.01, more={"breaches": 100, "glares": 100})
    phases = set()

    def unsure() -> bool:
        phases.add(driver.screen.shown.phase)
        return bool(driver.screen.shown.phase == "unsure")

    driver.until(unsure)
    assert "illegal" in phases
    assert driver.screen.ids.inset.texture is not None
    assert driver.has("reading 0") and driver.has("reading 1")
    shown(driver, pictures / "unsure.png")
    driver.press("none")
    assert not driver.has("reading 0") and driver.screen.shown.phase == "unsure"
    shown(driver, pictures / "none-of-these.png")
    driver.press("which")
    driver.press("reading 0")
    driver.until(lambda: driver.screen.shown.phase != "unsure")
    assert not driver.has("reading 0")


def test_a_game_is_gone_on_with_after_the_app_was_left(driver: "Driver") -> None:
    begin(driver, source="touch")
    type_roll(driver, B=3, G=3)
    driver.press("menu")
    driver.until(lambda: driver.has("resume"))
    driver.press("resume")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    assert driver.screen.shown.roll == {"B": 3, "G": 3}


def test_one_tap_silences_everything(driver: "Driver") -> None:
    begin(driver, source="touch")
    driver.press("quiet")
    assert driver.app.settings.quiet and driver.find("quiet").quiet
    driver.press("quiet")
    assert not driver.app.settings.quiet and driver.app.settings.sounds


def test_another_game_begins_on_a_clean_screen(driver: "Driver") -> None:
    begin(driver, source="touch", players={"cool": "Ada"})
    type_roll(driver, B=1, G=5)
    driver.tap("d4")
    driver.until(lambda: driver.screen.shown.hint)
    first = driver.screen
    driver.press("menu")
    begin(driver, source="touch")
    assert driver.screen is first
    assert driver.screen.ids.title.text == "Cool's turn"
    assert driver.screen.board.picture.badges == {}
    assert driver.screen.shown.phase == "roll" and driver.has("roll")


def test_house_rules_and_names_are_there_for_the_next_game(driver: "Driver") -> None:
    driver.press("source touch")
    driver.screen.presenter.choose("BK-02", "b")
    driver.screen.presenter.players["cool"] = "Ada"
    driver.press("start")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    driver.press("menu")
    driver.press("options")
    assert driver.find("BK-02 b").tone == "chosen"
    driver.press("close")
    assert driver.screen.presenter.players == {"cool": "Ada"}
    assert driver.app.settings.rules == {"BK-02": "b"}


def test_a_camera_on_the_network_is_chosen_by_its_address(
    driver: "Driver", pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[GameSetup] = []
    monkeypatch.setattr(driver.app, "start_game", begun.append)
    driver.press("source camera")
    assert not driver.has("camera typed")
    driver.press("unfold camera")
    driver.press("camera stream")
    line = driver.find("camera typed")
    line.text = "the phone on the shelf"
    driver.press("start")
    message = Texts("en")("stream.bad", example=EXAMPLE)
    assert message in driver.texts() and begun == []
    assert controls_too_small(driver) == [] and broken_words(driver) == []
    shown(driver, pictures / "stream.png")
    line.text = " rtsp://127.0.0.1:9/live "
    driver.frames()
    assert message not in driver.texts()
    driver.press("settings")
    assert SettingsFile(driver.app.folder).current.stream == "rtsp://127.0.0.1:9/live"
    driver.press("back")
    driver.press("start")
    assert [setup.camera for setup in begun] == ["rtsp://127.0.0.1:9/live"]
    driver.press("camera auto")
    driver.frames()
    assert not driver.has("camera typed")


def test_a_button_that_is_being_touched_does_not_come_to_mean_something_else(display: None) -> None:
    from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415

    from companion.app.views import Action  # noqa: PLC0415
    from companion.app.widgets.controls import show_actions  # noqa: PLC0415

    done: list[Action] = []
    box = BoxLayout()
    show_actions(box, (Action("undo", "Undo"), Action("roll", "Roll")), done.append)
    undo, roll = reversed(box.children)
    undo.state = "down"
    show_actions(box, (Action("accept", "Accept"), Action("done", "Done"), Action("hint", "Hint")), done.append)
    assert undo.parent is None and undo.name == "undo"
    assert [button.name for button in reversed(box.children)] == ["accept", "done", "hint"]
    assert list(reversed(box.children))[1] is roll
    for button in reversed(box.children):
        button.dispatch("on_release")
    assert [action.name for action in done] == ["accept", "done", "hint"]


def test_the_height_of_words_is_known_before_they_are_drawn(display: None) -> None:
    assert height_of("a\nb\nc", 20, 400) == pytest.approx(3 * height_of("a", 20, 400))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_settings_are_kept(driver: "Driver", pictures: Path, theme: str) -> None:
    driver.press("settings")
    driver.press(f"theme {theme}")
    driver.press("language de")
    assert "Einstellungen" in driver.texts()
    assert controls_too_small(driver) == []
    shown(driver, pictures / f"settings-{theme}.png")
    driver.press("back")
    assert driver.find("start").text == "Los"
    assert (driver.app.settings.theme, driver.app.settings.language) == (theme, "de")


def test_a_whole_game_of_pyramid_ball(driver: "Driver", pictures: Path) -> None:
    """One program is refused, one step taken back, one thing corrected."""
    driver.press("game pyramid-ball")
    driver.press("unfold mode")
    driver.press("mode basic")
    driver.press("start")
    driver.until(lambda: getattr(driver.screen, "shown", None))
    driver.press("timer")
    driver.until(lambda: driver.screen.clock.timer.state == "running")
    assert driver.screen.clock.view.seconds > 50
    shown(driver, pictures / "ball-timer.png")
    assert not driver.has("foul second")
    driver.screen.clock.timer.start(time.monotonic() - 62)
    driver.until(lambda: driver.has("foul second"))
    assert driver.screen.ids.headline.text == "Time! Hands off"
    driver.press("foul second")
    driver.until(lambda: driver.screen.shown.own.fouls == ("second",))
    for turn in range(6):
        driver.press("enter")
        driver.until(lambda: driver.screen.shown.own.entry)
        assert driver.screen.board.picture.arrows == () and not driver.has("command F")
        driver.press("uncover")
        # The medium goes round the one that faces it and then runs for the goal row.
        for letter in "FFFFFFFFF" if turn else "FFFRFFFFF":
            driver.press(f"command {letter}")
        driver.until(lambda: driver.screen.shown.own.entry.sheet.words["L"] == "FFF")
        assert controls_too_small(driver) == []
        assert driver.screen.board.picture.arrows
        if not turn:
            refused_and_taken_back(driver)
        made = turns_of(driver)
        driver.press("done")
        if turn:
            driver.until(lambda: driver.screen.shown.side == "second")
            assert driver.screen.board.picture.arrows == ()
            driver.press("uncover")
            assert driver.screen.board.picture.arrows == ()
            # It is empty, which is asked about.
            driver.press("done")
            driver.press("done")
        driver.until(lambda made=made: turns_of(driver) > made)  # type: ignore[misc]
        assert driver.screen.ids.headline.text.lower().count("step 1 of")
        driver.press("next")
        shown(driver, pictures / "ball-event.png")
        driver.press("skip")
        if driver.screen.shown.winner:
            break
        if not turn:
            corrected(driver)
    assert driver.screen.shown.winner == "first"
    assert "wins" in driver.screen.ids.headline.text


def turns_of(driver: "Driver") -> int:
    return sum(moment.verdict.trait.turn for moment in driver.screen.shown.moments)


def refused_and_taken_back(driver: "Driver") -> None:
    """In the basic game there is no blitz."""
    driver.send(do(Enter({"switch": "blitz"})))
    driver.press("done")
    driver.until(lambda: driver.screen.shown.fault)
    assert "no special moves" in driver.screen.ids.words.text
    driver.press("rule")
    driver.screen.close()
    driver.press("undo")
    driver.until(lambda: not driver.screen.shown.own.entry.sheet.switched)
    assert driver.screen.shown.fault is None


def corrected(driver: "Driver") -> None:
    """The players say where a pyramid stands."""
    believed = driver.screen.shown.believed
    driver.hold("a5")
    driver.press("stack B3")
    driver.until(lambda: driver.screen.shown.verdict.verdict == "corrected")
    assert driver.screen.shown.believed == {**believed, "b6": "", "a5": "B3"}


def test_the_first_start_leads_to_the_guide(display: None, tmp_path: Path, pictures: Path) -> None:
    from tests.app.unseen import UnseenDriver  # noqa: PLC0415

    driver = UnseenDriver(tmp_path, guided=False)
    driver.start()
    try:
        assert all(driver.has(f"door {door}") for door in ("watch", "play", "board"))
        shown(driver, pictures / "welcome.png")
        driver.press("door board")
        assert driver.screen.presenter.value("source") == "camera"
        driver.press("guide")
        driver.until(lambda: driver.screen.shown)
        driver.press("use simulated")
        driver.until(lambda: driver.screen.shown.found)
        assert driver.screen.ids.headline.text == "The board is found"
        assert driver.screen.ids.picture.texture is not None
        assert controls_too_small(driver) == []
        shown(driver, pictures / "guide.png")
        driver.press("next")
        driver.until(lambda: driver.screen.shown.faults is not None)
        assert driver.screen.ids.headline.text == "The set-up is right"
        driver.press("next")
        driver.until(lambda: driver.screen.shown.step == "tower")
        driver.press("next")
        driver.until(lambda: driver.screen.shown.step == "sound")
        driver.press("sounds")
        assert not driver.app.settings.sounds
        driver.press("next")
        driver.find("start")
        assert driver.app.settings.guided and driver.app.settings.camera == "simulated"
        driver.press("settings")
        driver.press("measure")
        driver.until(lambda: driver.screen.shown and driver.screen.shown.picture)
        assert controls_too_small(driver) == []
        driver.press("leave")
        driver.press("teach")
        driver.until(lambda: driver.screen.shown)
        assert controls_too_small(driver) == []
        driver.press("leave")
        assert "Settings" in driver.texts()
    finally:
        driver.stop()


def test_a_camera_is_pulled_in_the_middle_of_a_game(driver: "Driver") -> None:
    """The camera stops for good after its first picture: the game goes on by touch."""
    picture = sorted(DEMO.glob("*.jpg"))[0]
    begin(driver, source="camera", camera=str(picture))
    driver.until(lambda: driver.has("begin") and not driver.find("begin").disabled)
    driver.press("begin")
    driver.until(lambda: driver.screen.shown.phase == "roll" and driver.screen.shown.away)
    assert "go on by touch" in driver.screen.ids.banner.text and driver.screen.shown.source == "camera"
    driver.press("by touch")
    driver.until(lambda: driver.screen.shown.source == "touch")
    driver.press("roll")
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.press("pass")
    driver.until(lambda: driver.screen.shown.phase == "roll")
    assert driver.screen.shown.side == "warm"


def test_a_tap_after_the_last_turn_begins_no_other_game(driver: "Driver", monkeypatch: pytest.MonkeyPatch) -> None:
    """*Rematch* lies where the last piece was placed."""
    begun: list[object] = []
    begin(driver)
    screen = driver.screen
    screen.rematch = begun.append
    monkeypatch.setattr("companion.app.games.screen.MEANT_SECONDS", 1000.0)
    screen.show(replace(screen.shown, phase="won", winner="cool"))
    screen.act(Action("rematch", ""))
    assert not begun
    monkeypatch.setattr("companion.app.games.screen.MEANT_SECONDS", 0.0)
    screen.act(Action("rematch", ""))
    assert begun
