"""No text on any screen is cut off or too small, in either language, at any size of window and text."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest

from companion.app.games import opening
from companion.app.games.deeds import RollDice
from companion.app.games.opening import GameSetup
from companion.app.games.opponents import STRENGTHS
from companion.app.games.registry import GAMES
from companion.app.games.setting_up import SetupSeen
from companion.app.games.state import ShownCamera
from companion.app.games.table import do
from companion.app.settings.settings import PUBLIC_BROKER
from companion.app.views import Photographed, ShownPicture
from companion.games.reason import because
from tests.app.games.test_setting_up import state
from tests.app.labels import misfits

if TYPE_CHECKING:
    from companion.app.driver import Driver


class Shown(NamedTuple):
    """A screen; one of many `alike` is laid out as the others are, and differs by its words alone; one that is
    `touched` is left by a finger."""

    name: str
    alike: bool = False
    touched: bool = False


def screens(driver: "Driver") -> Iterator[Shown]:
    """Tables come last: they stay, and are laid out anew with each size of the window."""
    driver.app.open_welcome()
    yield Shown("welcome", touched=True)
    driver.app.home()
    for game in GAMES:
        driver.press(f"game {game}")
        driver.screen.presenter.choose("source", "touch")
        driver.screen.presenter.choose("opponent", next(iter(STRENGTHS)))
        driver.screen.refresh()
        driver.frames(12)
        yield Shown(f"start {game}", touched=True)
        driver.press("options")
        yield Shown(f"options {game}", touched=True)
        driver.press("close")
    for game in GAMES:
        driver.app.learning_screens.lesson(game)
        lesson = GAMES[game].lesson()
        assert lesson
        for step in range(len(lesson.steps)):
            driver.screen.look_at(step)
            yield Shown(f"lesson {game} {step}", alike=True)
    for game in GAMES:
        book = GAMES[game].book()
        assert book
        driver.app.learning_screens.rules(game)
        driver.screen.view.look_at(len(book.chapters) - 1)
        yield Shown(f"rules {game}")
    for game in GAMES:
        setup = GameSetup(game=game, source="touch")
        opening.begin(setup, opening.new_folder(setup, driver.app.games))
    driver.app.open_records()
    driver.until(lambda: len(driver.screen.ids.rows.children) >= len(GAMES))
    yield Shown("records")
    driver.app.open_settings()
    yield Shown("settings", touched=True)
    driver.app.home()
    yield from far_sheets(driver)
    for game in GAMES:
        driver.begin(game)
        yield Shown(f"table {game}")


def far_sheets(driver: "Driver") -> Iterator[Shown]:
    """What is said at the longest on the sheets on which two tables meet."""
    from companion.app.far.sheets import Choice, CodeSheet, FarSheet, Reply  # noqa: PLC0415 - opens the window

    def nothing(*_: object) -> None:
        pass

    texts = driver.app.texts
    sheet = FarSheet(texts, nothing)
    use = Reply("far.public.agree", texts("far.public.agree"), nothing)
    sheet.ask(texts("far.public.says", broker=PUBLIC_BROKER), use)
    yield Shown("far sheet", touched=True)
    sheet.close()
    code = CodeSheet(texts, nothing, lambda: (Choice("dice", "fair", nothing),))
    code.open(f"{PUBLIC_BROKER}#EMWY-EH17-37J1")
    yield Shown("far code", touched=True)
    code.close()


SIZES = ((1280, 800), (500, 900), (1920, 1200), (780, 360), (800, 1280))
NORMAL, LARGEST = 1.0, 2.0


def sights(number: int, shown: Shown, *, longest: bool) -> list[tuple[tuple[int, int], float]]:
    """In which windows, and in which letters, the screen of that number is measured: tables, and sheets of far ones, in
    all in the `longest` language, else one window after the other, as laying out all of a window takes a third of a
    second."""
    all_sizes = [SIZES[(number + step) % len(SIZES)] for step in range(len(SIZES))]
    if shown.alike or not longest:
        return [(all_sizes[0], LARGEST)] if longest or not shown.alike else []
    if shown.name.startswith("far"):
        return [(size, LARGEST) for size in all_sizes]
    if shown.name.startswith("table"):
        return [*((size, LARGEST) for size in all_sizes), (all_sizes[1], NORMAL)]
    return [(all_sizes[0], LARGEST), (all_sizes[2], LARGEST)]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("de", "light")])
def test_every_label_fits_into_its_box(driver: "Driver", language: str, theme: str) -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    # Apps take their screens out of the collector's sight; those of earlier tests would be laid out with this one's.
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    driver.app.change(language=language, theme=theme, text_scale=LARGEST)
    lying, found = tuple(Window.size), []
    for number, shown in enumerate(screens(driver)):
        for size, scale in sights(number, shown, longest=language == "de"):
            if scale != driver.app.settings.text_scale:
                driver.app.change(text_scale=scale)
            Window.size = size
            driver.frames(3)
            assert tuple(Window.size) == size
            found += [f"{shown.name}, {size}, {scale}: {misfit}" for misfit in misfits(driver)]
        # A table shares out its buttons as it is opened.
        driver.app.change(text_scale=LARGEST)
        if shown.touched:
            Window.size = lying
            driver.frames()
    Window.size = lying
    driver.frames()
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_letters_are_as_they_were_when_the_window_is_as_it_was(driver: "Driver") -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window
    from kivy.uix.label import Label  # noqa: PLC0415

    lying, found = tuple(Window.size), []

    def resized(size: tuple[int, int]) -> None:
        Window.size = size
        driver.frames(6)
        assert tuple(Window.size) == size

    for shown in (each for each in screens(driver) if not each.alike):
        driver.frames(6)
        before = {each: each.font_size for each in driver.widgets() if isinstance(each, Label) and each.text}
        resized((1920, 1200))
        resized(lying)
        found += [
            f"{shown.name}: {each.text!r} {size:.1f} becomes {each.font_size:.1f}"
            for each, size in before.items()
            if each.get_root_window() and abs(each.font_size - size) > 0.5
        ]
    assert not found, "\n".join(found)


def test_what_stands_beside_a_verdict_gives_way_to_a_long_one_alone(driver: "Driver") -> None:
    driver.begin("looney-blockade")
    screen = driver.screen
    driver.frames(3)
    assert screen.tight == 0 and screen.ids.lower.height > 0 and screen.ids.history.height > 0
    long = replace(screen.shown.verdict, verdict="illegal", reason=because("text", text="word " * 160))
    screen.show(replace(screen.shown, phase="illegal", verdict=long))
    driver.frames(2)
    assert screen.tight > 0 and screen.ids.lower.height == 0


@pytest.fixture
def phone(driver: "Driver") -> Iterator[None]:
    """A phone on its side, with the largest letters, in German."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    lying = tuple(Window.size)
    Window.size = (780, 360)
    driver.app.change(language="de", text_scale=LARGEST)
    driver.frames(4)
    yield
    Window.size = lying
    driver.frames()


@pytest.mark.usefixtures("phone")
def test_sheets_of_far_tables_fit_on_a_phone(driver: "Driver") -> None:
    """The text lay over the title and above the sheet, and the code went over two lines."""
    for shown in far_sheets(driver):
        driver.frames(4)
        assert misfits(driver) == [], shown.name


@pytest.mark.usefixtures("phone")
def test_the_words_of_a_button_do_not_lie_on_its_icon(driver: "Driver") -> None:
    """``Rück-gängig`` went over two lines, the icon upon them."""
    driver.begin("leistiko-blockade")
    driver.tap("first.1")
    driver.frames(4)
    assert misfits(driver) == []
    assert "\n" not in driver.find("undo").text


@pytest.mark.usefixtures("phone")
def test_a_notice_covers_nothing_of_a_sheet(driver: "Driver") -> None:
    shown = far_sheets(driver)
    next(shown)
    driver.app.notify(because("text", text="word " * 40))
    driver.frames(4)
    bar, sheet = driver.app._bar, driver.find("close").parent.parent
    assert bar and bar.parent and sheet.top <= bar.y
    bar.put_away()
    driver.frames(2)
    assert sheet.center_y == bar.top / 2
    assert [*shown]


@pytest.mark.usefixtures("phone")
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (780, 360)])
def test_the_pictures_of_the_first_screen_are_seen_in_the_largest_letters(
    driver: "Driver", size: tuple[int, int]
) -> None:
    """They were 20 pixels high on a display that stands, and of two heights on one that lies."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    Window.size = size
    driver.app.open_welcome()
    driver.frames(8)
    pictures = [driver.find(f"door {door}").ids.picture for door in ("watch", "play", "board")]
    heights = [picture.height for picture in pictures]
    assert misfits(driver) == [] and min(heights) > size[1] / 8 and max(heights) - min(heights) < 1, heights


@pytest.mark.usefixtures("phone")
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_a_page_of_a_lesson_and_of_the_rules_is_read_in_the_largest_letters(
    driver: "Driver", size: tuple[int, int]
) -> None:
    """``Backgammonbre-tt`` was broken where nobody breaks it, and the question that may be asked was cut."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    Window.size = size
    for show in (driver.app.learning_screens.lesson, driver.app.learning_screens.rules):
        show("leistiko-blockade")
        driver.frames(8)
        assert misfits(driver) == []


@pytest.mark.usefixtures("phone")
def test_whose_turn_it_is_has_room_beside_the_icons_of_a_camera_in_the_largest_letters(driver: "Driver") -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    Window.size = (1280, 800)
    driver.begin("looney-blockade", players={"cool": "Ada", "warm": "Ben"})
    picture = ShownPicture(16, 9, bytes(16 * 9 * 3), 1)
    driver.screen.show(
        replace(
            driver.screen.shown,
            source="camera",
            camera=ShownCamera("sees"),
            picture=picture,
            photographed=Photographed({}, {}),
        )
    )
    driver.frames(6)
    assert driver.find("photo").width > 60
    assert misfits(driver) == []


@pytest.mark.usefixtures("phone")
def test_the_picture_of_what_is_to_be_built_gives_way_to_what_is_said(driver: "Driver") -> None:
    """Two lines in small letters lay above it in the largest ones."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    Window.size = (1280, 800)
    driver.begin("looney-blockade")
    picture, screen = ShownPicture(16, 9, bytes(16 * 9 * 3), 1), driver.screen
    screen.show(
        replace(
            state("looney-blockade", SetupSeen(faults={"b1": ("G3G1", "G3"), "d1": ("G3", "G3G1")})), picture=picture
        )
    )
    driver.frames(6)
    assert screen.shows_setup and screen.hero > 0.8 and screen.ids.build_box.height > 60
    before = screen.ids.build_box.height
    screen.refresh()
    driver.frames(4)
    assert screen.ids.build_box.height == before


def test_a_word_is_drawn_as_it_is_broken(driver: "Driver") -> None:
    """A button whose width was known before its words drew them as they were given: ``Rückgängi-g``."""
    from companion.app.widgets.controls import Press  # noqa: PLC0415 - importing it opens the window

    driver.app.change(language="de", text_scale=LARGEST)
    before, after = (Press(size_hint=(None, None), width=112, lettering=22) for _ in range(2))
    before.text, after.width, after.text, after.width = "Rückgängig", 400, "Rückgängig", 112
    driver.frames(4)
    assert before.text == after.text == "Rück-\ngängig"
    assert before.texture.pixels == after.texture.pixels


def begin_in_largest_letters(driver: "Driver", size: tuple[int, int]) -> None:
    """Begin a game of Pyramid Ball in German in a window of that size."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    Window.size = size
    driver.app.change(language="de", text_scale=LARGEST)
    driver.frames(4)
    driver.begin("pyramid-ball", players={"first": "Ada", "second": "Ben"})


def test_on_a_display_that_stands_the_board_gives_way_to_what_is_said(driver: "Driver") -> None:
    """In the largest letters the sentences about a program had no room at all, and the headline lay on the title."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    lying = tuple(Window.size)
    begin_in_largest_letters(driver, (800, 1280))
    driver.press("enter")
    driver.until(lambda: driver.screen.shown.own.entry)
    driver.press("uncover")
    driver.frames(6)
    screen = driver.screen
    assert screen.given > 0 and screen.ids.words.height > 2 * screen.ids.words.children[0].font_size
    assert misfits(driver) == []
    Window.size = lying
    driver.frames(4)
    assert screen.given == 0


def test_while_the_minute_runs_the_clock_is_larger_than_its_headline(driver: "Driver") -> None:
    """It was a ring of 26 pixels beneath three lines of 50 in the largest letters."""
    from kivy.core.window import Window  # noqa: PLC0415 - importing it opens the window

    lying = tuple(Window.size)
    begin_in_largest_letters(driver, (1024, 600))
    driver.press("timer")
    driver.until(lambda: driver.screen.shown.own.timer == "start")
    driver.frames(6)
    view, headline = driver.screen.clock.view, driver.screen.ids.headline
    Window.size = lying
    assert min(view.size) > headline.height
    driver.frames(4)


def test_the_answers_of_a_sheet_fill_their_rows(driver: "Driver") -> None:
    """They lay in rows half as high again as they were, with gaps between that were wider than those beside them."""
    driver.begin("looney-blockade")
    driver.send(do(RollDice({"B": 4, "G": 5})))
    driver.until(lambda: driver.screen.shown.phase == "move")
    driver.hold("b1")
    first = driver.find("stack ")
    driver.frames(6)
    grid = first.parent
    assert {round(tile.height) for tile in grid.children} == {round(grid.row_default_height)}
    driver.press("close")
