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
KINDS = [*RIGHTS, "win"]
PLACES = ["role", "number", "before", "signature", "place"]
# The whole game is judged again after each.
MOST_RESTARTS = 3
# Entries that are written as things stand: whatever is refused changes nothing, so one state serves for many.
TIMES = st.integers(1, 60)


class DishonestPlayer(RuleBasedStateMachine):
    """One side is the product, the other one writes any entry in its role at any moment."""

    game = "looney-blockade"
    written = taken = 0
    """Entries that the dishonest player has written in all games, and how many of them were taken."""

    def __init__(self) -> None:
        super().__init__()
        self.restarts = 0
        self.place = tempfile.TemporaryDirectory()

    @initialize(role=st.sampled_from(["host", "guest"]), rounds=st.sampled_from([0, 1, 3, 6, 12]), seed=SEEDS)
    def begin(self, role: Role, rounds: int, seed: int) -> None:
        self.duel = Duel(Path(self.place.name) / "game", self.game, role)
        self.both_play_on(seed, rounds)
        assert rounds < 2 or len(self.duel.ledger) >= 3

    @rule(seed=SEEDS, times=TIMES)
    def writes_what_could_be(self, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for kind in rng.choices(KINDS, k=times):
            self.duel.write(kind, self.duel.apt(kind, rng), rng)

    @rule(seed=SEEDS, times=st.integers(1, 8))
    def both_go_on(self, seed: int, times: int) -> None:
        self.both_play_on(seed, times)

    def both_play_on(self, seed: int, times: int) -> None:
        """Play as honest people do, so that the game gets somewhere."""
        rng = random.Random(seed)
        for _ in range(times):
            self.duel.act(rng, usual=True)
            self.takes_what_is_offered()
            self.duel.play_on(rng)
            self.takes_what_is_offered()

    @rule(seed=SEEDS, times=TIMES)
    def writes_what_is_out_of_place(self, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for kind in rng.choices(KINDS, k=2 * times):
            self.duel.write(kind, self.duel.wrong(self.duel.apt(kind, rng), rng), rng)

    @rule(seed=SEEDS, times=TIMES)
    def pretends(self, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for kind in rng.choices(KINDS, k=times):
            self.duel.write(kind, self.duel.apt(kind, rng), rng, odd=rng.choice(PLACES))

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
        self.restarts += 1
        if self.restarts <= MOST_RESTARTS:
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
