"""Whatever the other player's program writes, this table plays on, gives nothing away and shows no other game."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from companion.app.games import far_meeting
from companion.app.games.far_table import over_broker
from companion.sharing.far.course import RIGHTS
from companion.sharing.far.ledger import Role
from tests.app.games.dishonest import CHOICES, JUNK, TOY, Duel
from tests.often import often

SEEDS = st.integers(0, 2**32)
KINDS = st.sampled_from([*RIGHTS, "win"])
PLACES = st.sampled_from(["role", "number", "before", "signature", "place"])
# What an honest program does when nothing has been refused: the game gets somewhere.
COMING = ("hello", "join", "setup", "made", "said", "commit", "add", "reveal", "seal", "open", "turn", "made")


class DishonestPlayer(RuleBasedStateMachine):
    """One side is the product, the other one writes any entry in its role at any moment."""

    game = "looney-blockade"
    written = taken = 0
    """Entries that the dishonest player has written in all games, and how many of them were taken."""

    def __init__(self) -> None:
        super().__init__()
        self.place = tempfile.TemporaryDirectory()

    @initialize(role=st.sampled_from(["host", "guest"]), begun=st.sampled_from([True, True, True, False]))
    def begin(self, role: Role, begun: bool) -> None:
        self.duel = Duel(Path(self.place.name) / "game", self.game, role)
        rng = random.Random(1)
        for kind in ("hello", "join", "setup", "made") if begun else ():
            if self.duel.me == "host":
                self.duel.take_offer()
            else:
                self.duel.acknowledge()
            if kind in (("hello", "setup") if self.duel.me == "host" else ("join", "made")):
                self.duel.write(kind, self.duel.apt(kind, rng), rng)
        assert not begun or len(self.duel.ledger) >= 3

    @rule(kind=KINDS, seed=SEEDS)
    def writes_what_could_be(self, kind: str, seed: int) -> None:
        rng = random.Random(seed)
        self.duel.write(kind, self.duel.apt(kind, rng), rng)

    @rule(seed=SEEDS)
    def plays_on(self, seed: int) -> None:
        """Write what is due, as an honest program would."""
        rng = random.Random(seed)
        for kind in COMING:
            self.duel.write(kind, self.duel.apt(kind, rng), rng)

    @rule(kind=KINDS, seed=SEEDS, times=st.integers(1, 20))
    def writes_what_is_out_of_place(self, kind: str, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for _ in range(times):
            self.duel.write(kind, self.duel.wrong(self.duel.apt(kind, rng), rng), rng)

    @rule(kind=KINDS, seed=SEEDS, odd=PLACES)
    def pretends(self, kind: str, seed: int, odd: str) -> None:
        rng = random.Random(seed)
        self.duel.write(kind, self.duel.apt(kind, rng), rng, odd=odd)

    @rule(
        have=st.one_of(st.integers(0, 60), st.sampled_from(JUNK)), head=st.sampled_from(["", "0" * 64, 7]), seed=SEEDS
    )
    def says_nonsense(self, have: object, head: object, seed: int) -> None:
        junk = random.Random(seed).choice(JUNK)
        self.duel.say(junk if isinstance(junk, list) else [junk], junk, have=have, head=head)
        self.duel.look()

    @rule()
    def refuses_what_is_offered(self) -> None:
        if offer := self.duel.offered:
            self.duel.say([], None, have=offer.n, head=offer.prev, refused=offer.digest)
            self.duel.look()

    @rule()
    def takes_what_is_offered(self) -> None:
        if self.duel.me == "host":
            self.duel.take_offer()
        else:
            self.duel.acknowledge()

    @rule(seed=SEEDS, times=st.integers(1, 4))
    def the_honest_player_does_something(self, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for _ in range(times):
            self.duel.act(rng)
            self.takes_what_is_offered()

    @rule(seed=SEEDS)
    def the_honest_player_does_something_untold(self, seed: int) -> None:
        self.duel.act(random.Random(seed))

    @rule()
    def the_honest_table_is_switched_off_and_on(self) -> None:
        self.duel.restart()

    def teardown(self) -> None:
        if duel := getattr(self, "duel", None):
            duel.heal()
            DishonestPlayer.written += duel.written
            DishonestPlayer.taken += duel.taken
            duel.close()
        far_meeting.WAYS.open = over_broker
        self.place.cleanup()


def machine(game_played: str) -> type[DishonestPlayer]:
    """The machine of one game."""

    class OfGame(DishonestPlayer):
        game = game_played

    return OfGame


@pytest.mark.parametrize("game", [name for name in CHOICES if name != TOY])
def test_nothing_that_a_dishonest_player_writes_counts_against_the_rules(game: str) -> None:
    slow = [HealthCheck.too_slow]  # the first one loads the game
    chosen = settings(max_examples=often(12), stateful_step_count=30, suppress_health_check=slow)
    run_state_machine_as_test(machine(game), settings=chosen)
