"""The start screen: what can be chosen, and the game that comes of it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.app.devices.camera import CameraHelp
from companion.app.devices.devices import ON_SCREEN, Devices
from companion.app.devices.stream import is_stream
from companion.app.games.chess_clock import CHESS, CONTROLS, OFF
from companion.app.games.head_start import NAME, NOBODY, POINTS, TURNS
from companion.app.games.opening import GameSetup, SavedGame
from companion.app.games.opponents import STRENGTHS
from companion.app.games.registry import GAMES, first_game
from companion.app.games.state import LOOKED_ON
from companion.app.records.presenter import when
from companion.app.texts.texts import Texts
from companion.app.views import Choosable, ShownChoice
from companion.games.registry import ENGINES
from companion.referee.live.cameras import AUTO, masked_name
from companion.referee.live.feed import SIMULATED, TRAY
from companion.sharing.phone.camera import PHONE
from companion.texts.names import tidy_names
from hardware.dice import BLUETOOTH, VIRTUAL

# The camera whose address is typed.
STREAM = "stream"
WITH_DICE = ("touch", "camera")
EXAMPLE = "http://192.168.1.5:8080/video"
# Opponents: people, or a computer of this strength.
PEOPLE = "people"
AGAINST = (PEOPLE, *STRENGTHS)
# What stands among the options, of what a game lets choose; all else is chosen on the screen itself.
OPTIONAL = ("first", "clock")
# Where a game may come from, in the order in which it is offered.
SOURCES = ("touch", "camera", "practice", "recording")
# What can be agreed on in every game, with what is usual.
ALWAYS_OFFERED: Mapping[str, str] = {CHESS: OFF, NAME: NOBODY}
DEVICES: Mapping[str, str] = {"camera": AUTO, "dice": ON_SCREEN}


class StartPresenter:
    """Keeps what has been chosen so far. `devices` are those found, `known` tells what is known of a camera, `rules`
    are the readings of rulings agreed on earlier, `stream` is the address of a camera on the network typed last;
    of one from earlier no password is shown. `camera` is the one used last: camera and dice are chosen for all games.
    """

    def __init__(
        self,
        texts: Texts,
        known: Callable[[str], CameraHelp] | None = None,
        rules: Mapping[str, str] | None = None,
        stream: str = "",
        camera: str = AUTO,
    ) -> None:
        self.texts = self._t = texts
        self._rules = rules or {}
        self.stream = self._earlier = stream
        self.saved: Sequence[SavedGame] = ()
        self.devices = Devices()
        self._known = known or (lambda _camera: CameraHelp())
        self.game = first_game()
        self._usual: Mapping[str, str] = {**DEVICES, "camera": STREAM if is_stream(camera) else camera}
        self._source = ""
        self._chosen: dict[tuple[str, str], Choosable] = {}
        self.players: dict[str, str] = {}

    def games(self) -> tuple[tuple[str, str, str, str], ...]:
        """(name, title, how many play and how long where that is known, sentence) of each game that has an engine."""
        t = self._t
        known = [game for game in GAMES if game in ENGINES]
        for_whom = {game: t(f"game.{game}.for") if t.has(f"game.{game}.for") else "" for game in known}
        return tuple((game, t(f"game.{game}"), for_whom[game], t(f"game.{game}.says")) for game in known)

    @property
    def last(self) -> SavedGame | None:
        """The game that was begun last, if people played it: it can be played again as it was."""
        played = (game for game in self.saved if game.source in WITH_DICE and game.game in ENGINES)
        return next(played, None)

    def again_words(self, game: SavedGame) -> str:
        """Return which game can be played again: where, and who played."""
        told = (self._t(f"game.{game.game}"), self._t(f"source.{game.source}"), " – ".join(game.players.values()))
        return self._t("start.again", game=", ".join(filter(None, told)))

    @property
    def unfinished(self) -> SavedGame | None:
        """The latest game that was not played to its end."""
        return next((game for game in self.saved if not game.over and game.events and game.game in ENGINES), None)

    def resume_words(self, game: SavedGame, now: datetime) -> str:
        """Return which game can be gone on with: with whom, or since when."""
        named = (*game.players.values(), *((self._t("far.button"),) if game.far else ()))
        who = ", ".join(named) or when(self._t, game.begun, now)
        return self._t("start.resume", game=self._t(f"game.{game.game}"), who=who)

    def sides(self) -> tuple[tuple[str, str], ...]:
        """Return (side, words) of each side that a person plays and may name."""
        t, own = self._t, [side for side in self._all_sides if side not in self.computers]
        told = {side: f"start.{self.game}.{side}" for side in own}
        return tuple((side, t(key if t.has(key) else f"side.{side}")) for side, key in told.items())

    @property
    def _all_sides(self) -> tuple[str, ...]:
        count = self.value("count") if "count" in GAMES[self.game].choices else None
        return GAMES[self.game].sides[:count]

    @property
    def computers(self) -> Mapping[str, str]:
        """Strength of the computer by side; in a game against it, of all sides but the first."""
        against = self.value("opponent") if self.value("source") in GAMES[self.game].against else PEOPLE
        return {} if against == PEOPLE else dict.fromkeys(self._all_sides[1:], str(against))

    def value(self, name: str) -> Any:
        """Return the chosen value, or the usual one."""
        info = GAMES[self.game]
        if name in DEVICES:
            usual: Any = self._usual[name]
            if name == "camera" and usual == AUTO and not self.devices.cameras:
                usual = PHONE  # the camera that every home has
        elif name == "source":
            usual = self._source if self._source in info.sources else next(s for s in SOURCES if s in info.sources)
        elif name == "opponent":
            usual = PEOPLE
        elif name in ALWAYS_OFFERED:
            usual = ALWAYS_OFFERED[name]
        elif name in info.rules:
            readings = _readings(self.game, name)
            earlier = self._rules.get(name)
            usual = earlier if earlier in readings else next(iter(readings))
        else:
            usual = info.choices[name][0]
        return self._chosen.get(self._key(name), usual)

    def choose(self, name: str, value: Any) -> None:
        """Choose a value. A source counts for every game without a choice of its own."""
        if name == "source":
            self._source = str(value)
        self._chosen[self._key(name)] = value

    def _key(self, name: str) -> tuple[str, str]:
        """Devices are there for every game."""
        return "" if name in DEVICES else self.game, name

    def use_camera(self, camera: str) -> None:
        """A camera has been made ready for the game that is chosen."""
        known = {AUTO, SIMULATED, PHONE, *(str(each.number) for each in self.devices.cameras)}
        self.choose("source", "camera")
        self.choose("camera", STREAM if is_stream(camera) else camera if camera in known else AUTO)

    @property
    def rules(self) -> dict[str, str]:
        """The readings agreed on, those of earlier games included."""
        new = {name: str(value) for (game, name), value in self._chosen.items() if game and name in GAMES[game].rules}
        return {**self._rules, **new}

    @property
    def _asked(self) -> list[str]:
        """The rulings that are options of the game that is chosen."""
        info = GAMES[self.game]
        only = ((rule, info.only.get(rule)) for rule in info.rules)
        return [rule for rule, when in only if when is None or self.value(when[0]) == when[1]]

    @property
    def shown_stream(self) -> str:
        """The camera's address as it may be shown: without what may be secret, unless it is being typed just now."""
        return masked_name(self.stream) if self.stream == self._earlier else self.stream

    def type_stream(self, text: str) -> None:
        """Take what stands in the line for the address; one that was only shown is the one from earlier."""
        typed = text.strip()
        self.stream = self._earlier if typed == masked_name(self._earlier) else typed

    def save_stream(self) -> None:
        """The address has been typed: it is one from earlier from now on."""
        self._earlier = self.stream

    @property
    def trouble(self) -> str:
        """Reason why the chosen game cannot begin, "" if it can."""
        typed = self.value("source") == "camera" and self.value("camera") == STREAM
        seen = [self._stands_in(letter) for letter in self._stood_in_for]
        if twice := next((each for each in seen if seen.count(each) > 1), ""):
            return self._t("pieces.twice", colour=self._t(f"colour.{twice}"))
        return self._t("stream.bad", example=EXAMPLE) if typed and not is_stream(self.stream) else ""

    def choices(self) -> tuple[ShownChoice, ...]:
        info, t = GAMES[self.game], self._t
        found = []
        if len(info.sources) > 1:
            source = self.value("source")
            values = tuple((value, t(f"source.{value}")) for value in SOURCES if value in info.sources)
            own = f"source.{source}.{self.game}"
            says = t(own if t.has(own) else f"source.{source}.says")
            found.append(ShownChoice("source", t("choice.source"), values, source, says))
        if self.value("source") in info.against:
            opponent = self.value("opponent")
            people = "against.practice" if self.value("source") == "practice" else f"against.{PEOPLE}"
            told = {PEOPLE: people, **{strength: f"against.{strength}" for strength in STRENGTHS}}
            values = tuple((value, t(told[value])) for value in AGAINST)
            says = t(f"{told[opponent]}.says")
            found.append(ShownChoice("opponent", t("choice.opponent"), values, opponent, says))
        if self.value("source") == "camera":
            found.append(self._camera_choice())
        return (*found, *(self._own_choice(name) for name in info.choices if name not in OPTIONAL))

    def options(self) -> tuple[ShownChoice, ...]:
        """Return the sheet of options: dice, first side, clocks, a head start, the rulings, devices."""
        info, t = GAMES[self.game], self._t
        found = [self._dice_choice()] if self.value("source") in WITH_DICE and info.rolls else []
        found += [self._own_choice(name) for name in info.choices if name in OPTIONAL]
        found += self._beside()
        found += [self._standing_in(letter) for letter in self._stood_in_for]
        for rule in self._asked:
            told = t.rule(self.game, rule)
            values = tuple((value, told.options[value]) for value in _readings(self.game, rule))
            found.append(ShownChoice(rule, told.title, values, self.value(rule), wide=True))
        if self.value("source") == "camera":
            found.append(self._camera_choice(simulated=True))
        return tuple(found)

    def options_words(self) -> str:
        """Return words that tell whether all options are as usual."""
        usual = all(self.value(rule) == next(iter(_readings(self.game, rule))) for rule in self._asked)
        usual = usual and all(choice.chosen == ALWAYS_OFFERED[choice.name] for choice in self._beside())
        usual = usual and self.value("dice") == ON_SCREEN and not self._colours
        return self._t("options.usual" if usual else "options.own")

    @property
    def _stood_in_for(self) -> str:
        """The letters of pieces that others may stand in for: a camera knows the usual ones alone."""
        return GAMES[self.game].stood_in_for if self.value("source") == "touch" else ""

    @property
    def _colours(self) -> dict[str, str]:
        """The letters of what stands in for usual pieces, by those."""
        return {each: now for each in self._stood_in_for if (now := self._stands_in(each)) != each}

    def _stands_in(self, letter: str) -> str:
        return str(self._chosen.get(self._key(f"pieces {letter}"), letter))

    def _standing_in(self, letter: str) -> ShownChoice:
        t, others = self._t, [each for each in GAMES[self.game].stand_in if each != letter]
        values = tuple((each, t(f"colour.{each}")) for each in (letter, *others))
        title = t("choice.pieces", colour=t(f"colour.{letter}"))
        return ShownChoice(f"pieces {letter}", title, values, self._stands_in(letter))

    def _own_choice(self, name: str) -> ShownChoice:
        """Return a choice that only this game has."""
        t, chosen = self._t, self.value(name)
        words = tuple((value, t(f"{name}.{value}")) for value in GAMES[self.game].choices[name])
        says = t(f"{name}.{chosen}.says") if t.has(f"{name}.{chosen}.says") else ""
        return ShownChoice(name, t(f"choice.{name}"), words, chosen, says)

    def _beside(self) -> list[ShownChoice]:
        """Return choices beside the rules: a clock and a head start, if people play."""
        t, found = self._t, list[ShownChoice]()
        info = GAMES[self.game].fed_from(self.value("source"))
        if self.value("source") in LOOKED_ON and not self.computers:
            return []
        if GAMES[self.game].in_turn:
            controls = ((OFF, t("clock.off")), *((control, control) for control in CONTROLS))
            found.append(ShownChoice(CHESS, t("choice.chess"), controls, self.value(CHESS), t("clock.says")))
        basic = info.head_start == "points" and self.value("mode") == "basic"
        if info.head_start and not basic:
            sides = ((NOBODY, t("ahead.nobody")), *((side, t.side(side)) for side in self._all_sides))
            says = t(f"ahead.{info.head_start}", n=POINTS if info.head_start == "points" else TURNS)
            found.append(ShownChoice(NAME, t("choice.ahead"), sides, self.value(NAME), says))
        return found

    def _camera_choice(self, simulated: bool = False) -> ShownChoice:
        """Return the cameras found and one on the network; the simulated one only if asked for or chosen."""
        t, chosen = self._t, self.value("camera")
        there = [
            (str(c.number), t("camera.number", n=c.number, size=f"{c.size[0]} × {c.size[1]}"))
            for c in self.devices.cameras
        ]
        last = ((SIMULATED, t("camera.simulated")),) if simulated or chosen == SIMULATED else ()
        values = ((PHONE, t("camera.phone")), (AUTO, t("camera.auto")), *there, (STREAM, t("camera.stream")), *last)
        if chosen not in dict(values):
            values += ((chosen, t("camera.away", n=chosen)),)
        found = t("camera.found", n=len(there)) if there else t("camera.none")
        says = {STREAM: t("stream.says"), PHONE: t("camera.phone.says")}.get(str(chosen), found)
        typed = self.shown_stream if chosen == STREAM else None
        return ShownChoice("camera", t("choice.camera"), values, chosen, says, typed=typed, hint=EXAMPLE)

    def _dice_choice(self) -> ShownChoice:
        """Return the choice of dice, if people play."""
        t = self._t
        at = tuple((port.path, t("dice.at", port=port.path)) for port in self.devices.ports if not port.is_built_in)
        named = (ON_SCREEN, AUTO, BLUETOOTH, SIMULATED, VIRTUAL)
        screen, tower, *others = ((value, t(f"dice.{value}")) for value in named)
        trays = [(f"{TRAY}:{c.number}", t("dice.tray", n=c.number)) for c in self.devices.cameras]
        boards = ", ".join(f"{port.board} ({port.path})" for port in self.devices.boards)
        says = t("tower.found", boards=boards) if boards else t("tower.none")
        return ShownChoice("dice", t("choice.dice"), (screen, tower, *at, *trays, *others), self.value("dice"), says)

    def setup(self) -> GameSetup:
        """The game that has been chosen."""
        info = GAMES[self.game]
        options = {rule: plain(self.value(rule)) for rule in self._asked if rule in self.rules}
        more: dict[str, Any] = {name: self.value(name) for name in info.choices if name != "first"}
        sides, computers = {side for side, _ in self.sides()}, self.computers
        players = {side: name for side, name in tidy_names(self.players).items() if side in sides}
        if len(computers) == 1:
            players |= dict.fromkeys(computers, self._t("computer"))
        if computers:
            more["computer"] = dict(computers)
        more |= {each.name: each.chosen for each in self._beside() if each.chosen != ALWAYS_OFFERED[each.name]}
        if self._colours:
            more["colours"] = self._colours
        camera = self.stream if self.value("camera") == STREAM else self.value("camera")
        return GameSetup(
            game=self.game,
            options=options,
            players=players,
            source=self.value("source"),
            camera=camera,
            dice=self.value("dice") if self.value("source") in WITH_DICE else ON_SCREEN,
            known=self._known(camera),
            first=self.value("first") if "first" in info.choices else "",
            more=more,
        )


def _readings(game: str, rule: str) -> Sequence[str]:
    """The readings of a ruling, the usual one first."""
    return ENGINES[game].rulebook.readings.get(rule, ())


def plain(value: str) -> str | int | bool:
    """An option's value as engines take it: true, false and numbers as such, words as they are."""
    known: Mapping[str, bool] = {"true": True, "false": False}
    return known.get(value, int(value) if value.isdecimal() else value)
