"""Makes the set-up of a game with another table: by an invitation, or from a code that is typed. Nothing of Kivy."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from companion.app.devices.devices import ON_SCREEN
from companion.app.games.far_meeting import Invited, invited
from companion.app.games.far_table import FAR, FarGame, alternating
from companion.app.games.opening import GameSetup
from companion.app.games.registry import GAMES
from companion.app.settings.settings import Settings
from companion.games.errors import CompanionError
from companion.referee.errors import RefereeError
from companion.referee.keeping.records import MORE
from companion.referee.keeping.shapes import ShapeError
from companion.referee.tables import open_table
from companion.sharing.far.course import terms_of
from companion.sharing.far.ledger import ROLES
from companion.sharing.far.meeting import Invitation
from companion.sharing.feed.address import BrokerAddress, KnownBroker
from companion.sharing.feed.answering import ANSWER_SECONDS, answers
from companion.texts.names import tidy_names
from hardware.dice import SIMULATED, VIRTUAL

# Dice that the other table cannot check: their rolls are made by this machine alone.
UNSEEN_DICE: Final = (SIMULATED, VIRTUAL)
# Choices that make sense at one table alone.
AT_ONE_TABLE: Final = ("computer", "series")


def inviting(setup: GameSetup, broker: str) -> GameSetup:
    """Return the chosen game with another table as opponent, which is to come to `broker`. Raises RefereeError if that
    is no broker's address."""
    if not broker.strip():
        raise RefereeError("far.no_broker")
    BrokerAddress.read(broker.strip())
    sides = alternating(_sides(setup))
    more = {name: value for name, value in setup.more.items() if name not in AT_ONE_TABLE}
    far = FarGame("host", sides, broker.strip())
    own = {side: name for side, name in setup.players.items() if side in sides["host"]}
    return replace(setup, players=own, dice=_fair(setup.dice), more={**more, FAR: far.to_json()})


def kind_of(setup: GameSetup) -> str:
    """Return how programs are made at a table (`companion.sharing.far.course.KINDS`)."""
    return "screen" if setup.source == "touch" else "camera"


def _sides(setup: GameSetup) -> tuple[str, ...]:
    options = GAMES[setup.game].fed_from(setup.source).options(setup.options, setup.more)
    return open_table(setup.game, options).sides


def _fair(dice: str) -> str:
    return ON_SCREEN if dice in UNSEEN_DICE else dice


def brokers(settings: Settings, halls: Sequence[str]) -> tuple[str, ...]:
    """Return the brokers at which tables may meet, the nearest first; none if a person has to agree to one first.

    Whatever answers in the local net may call itself a hall: its broker and the public one are asked about once.
    """
    known = (settings.broker, *(each for each in (*halls, settings.meeting) if each in agreed(settings)))
    return tuple(dict.fromkeys(each for each in known if each))


def first_answering(places: Sequence[str], own: KnownBroker, seconds: float = ANSWER_SECONDS) -> str:
    """Return the first of some brokers that takes connections within so many seconds, the last one if none before it
    does."""
    for place in places[:-1]:
        with suppress(CompanionError, OSError):
            if answers(own.reached(place), seconds):
                return place
    return places[-1]


def agreed(settings: Settings) -> Sequence[str]:
    """Return the brokers that players have agreed to."""
    return settings.meeting_agreed.split()


def terms_here(setup: GameSetup) -> Mapping[str, str]:
    """Return the terms that this table may ask for in an invitation, each with its one other value."""
    secrets = {"secrets": kind_of(setup)} if not GAMES[setup.game].in_turn else {}
    return {**({"dice": "typed"} if GAMES[setup.game].rolls else {}), **secrets}


def find(typed: str, brokers: Sequence[str], own: KnownBroker) -> Invited:
    """Return the game to which a code invites at the first of some brokers where there is one. Raises CompanionError,
    OSError."""
    why: Exception = RefereeError("far.no_broker")
    for broker in brokers or ("",):
        try:
            return _checked(invited(Invitation.read(typed, broker), own))
        except (CompanionError, OSError) as error:
            why = error
    raise why


def _checked(found: Invited) -> Invited:
    """Return an invitation without what it may not decide, such as the computer's sides at this table. Raises
    CompanionError for a game, options or sides that do not exist, and for what no journal can keep."""
    if found.game not in GAMES:
        raise RefereeError("far.header")
    host, guest = (found.far.sides[role] for role in ROLES)
    if not (host and guest) or sorted((*host, *guest)) != sorted(open_table(found.game, found.options).sides):
        raise RefereeError("far.header")
    try:
        MORE(found.more)
    except ShapeError:
        raise RefereeError("far.header") from None
    terms_of(found.more)
    more = {name: value for name, value in found.more.items() if name not in AT_ONE_TABLE}
    named = {side: name for side, name in tidy_names(found.players).items() if side in host}
    return replace(found, players=named, more=more)


def joining(setup: GameSetup, found: Invited) -> GameSetup:
    """Return the game of an invitation, with this table's own camera, dice and names from `setup`.

    Raises RefereeError where the invitation wants another kind of table.
    """
    wanted = terms_of(found.more)["secrets"]
    if wanted not in ("any", kind_of(setup)):
        raise RefereeError(f"far.wants_{wanted}")
    own = dict(zip(found.far.sides["guest"], (name for name in setup.players.values() if name), strict=False))
    return replace(
        setup,
        game=found.game,
        options={},
        played_by=found.options,
        players={**found.players, **own},
        first=found.first,
        dice=_fair(setup.dice),
        more=found.more,
        code=found.code,
    )
