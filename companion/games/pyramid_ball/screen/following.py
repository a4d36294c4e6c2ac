"""Splits a turn into steps that the players follow on the field, one after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.app.json_object import JsonObject
from companion.app.views import BoardPicture, Slide, Tone
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES
from companion.games.pyramid_ball.screen.field import Colours, after_events, ball_square, grid_of

# Events before the pyramids of a row move, and events with their moves.
THROWS = ("pass", "interception", "void")
MOVES = ("move", "blocked", "cancelled", "push", "tackle", "locked-in")
TONES: Mapping[str, Tone] = {"blocked": "warn", "interception": "warn", "tackle": "warn", "goal": "good", "won": "good"}
# Seconds that a step is shown while the turn plays by itself, by speed.
SPEEDS: Mapping[str, float] = {"usual": 3.0, "fast": 1.2, "slow": 6.0}


@dataclass(frozen=True)
class FollowedStep:
    """Simultaneous events in the row `row` (0: before the first, 5: after the last). They lead from the table `before`
    to the table `after`, both as the engine writes positions."""

    row: int
    events: tuple[JsonObject, ...]
    before: JsonObject
    after: JsonObject

    @property
    def tone(self) -> Tone:
        return next((TONES[event["kind"]] for event in reversed(self.events) if event["kind"] in TONES), "accent")

    def picture(self, colours: Colours) -> BoardPicture:
        """Return the table after it, with everything that moved on its way."""
        was, now = ball_square(self.before), ball_square(self.after)
        slides = []
        for side in PLAYERS:
            for size in SIZES:
                start, end = self.before[side][size], self.after[side][size]
                if start != end:
                    thing = colours.of(side) + str(SIZES.index(size) + 1)
                    carried = (start, end) == (was, now)
                    slides.append(Slide(start, end, thing + (f"{colours.ball}1" if carried else "")))
        arrows: list[tuple[str, str, Tone]] = [(slide.start, slide.end, "mark") for slide in slides]
        if was != now and not any((slide.start, slide.end) == (was, now) for slide in slides):
            slides.append(Slide(was, now, f"{colours.ball}1"))
            arrows.append((was, now, "good"))
        frames: dict[str, Tone] = {event["at"]: "warn" for event in self.events if event["kind"] == "blocked"}
        for event in self.events:
            if event["kind"] in ("goal", "tackle", "interception"):
                frames[now] = "good"
        badges: dict[str, tuple[str, Tone]] = {spot: ("×", "warn") for spot, tone in frames.items() if tone == "warn"}
        return BoardPicture(grid_of(self.after, colours), frames, badges, tuple(arrows), slides=tuple(slides))


def steps(before: JsonObject, events: Sequence[JsonObject]) -> tuple[FollowedStep, ...]:
    """Return the steps of a turn: in every row a throw, the moves, and their consequences."""
    found: list[FollowedStep] = []
    position: JsonObject = before
    group: list[JsonObject] = []

    def close() -> None:
        nonlocal position
        if group:
            after = after_events(position, group)
            found.append(FollowedStep(group[0]["row"], tuple(group), position, after))
            position = after
            group.clear()

    for event in events:
        if group and _begins_anew(group, event):
            close()
        group.append(event)
    close()
    return tuple(found)


def _begins_anew(group: Sequence[JsonObject], event: JsonObject) -> bool:
    last = group[-1]
    if event["row"] != last["row"] or _part(event) < _part(last):
        return True
    if _part(event) == _part(last) == 1 and "to" in event:
        # A blitz moves on while the other pyramids have finished.
        return any("to" in other and other.get("piece") == event["piece"] for other in group)
    return _part(event) == 1 and _part(last) == 0


def _part(event: JsonObject) -> int:
    """Return 0 for an event before the moves of a row, 1 for a move, 2 for a consequence."""
    return 0 if event["kind"] in THROWS else 1 if event["kind"] in MOVES else 2


def next_speed(speed: str) -> str:
    """Return the speed after this one, in a circle."""
    names = [*SPEEDS]
    return names[(names.index(speed) + 1) % len(names)]


class Following:
    """Progress of showing a turn: `at` is the number of steps shown, `running` is True while steps follow by
    themselves, `speed` is one of SPEEDS."""

    def __init__(self, before: JsonObject, events: Sequence[JsonObject], speed: str = "usual") -> None:
        self.before, self.speed = before, speed
        self.steps = steps(before, events)
        self.at = min(1, len(self.steps))
        self.running = False

    @property
    def step(self) -> FollowedStep | None:
        """The step that is shown, None for the table before the first."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def seconds(self) -> float:
        """Seconds for which a step is shown."""
        return SPEEDS[self.speed]

    @property
    def over(self) -> bool:
        return self.at == len(self.steps)

    def forward(self) -> None:
        self.at = min(len(self.steps), self.at + 1)
        self.running = self.running and not self.over

    def back(self) -> None:
        self.at, self.running = max(0, self.at - 1), False

    def replay(self) -> None:
        """Play from the beginning."""
        self.at, self.running = 0, True

    def toggle(self) -> None:
        """Play or stop; at the end start anew."""
        if self.over and not self.running:
            self.replay()
        else:
            self.running = not self.running

    def picture(self, colours: Colours) -> BoardPicture:
        """Return the table at the step that is shown."""
        if self.step:
            return self.step.picture(colours)
        return BoardPicture(grid_of(self.before, colours))
