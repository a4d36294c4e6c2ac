"""The portable core on this machine: its parser against the host's, its classifier against simulated light."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.errors import DeviceError
from hardware.tower.dtp import frame, unframe
from lab.fuzzing.mutations import BODIES, mutated
from lab.tower.classifier_sweep import palette, sweep
from lab.tower.simulation.chip import EEPROM_SIZE, core_boot, core_classify, core_lines, core_talk
from tests.often import often


def accepted_by_host(data: bytes) -> list[bytes]:
    bodies = []
    for line in data.split(b"\n")[:-1]:
        try:
            body = unframe(line.replace(b"\r", b"").decode("latin-1"))
        except DeviceError:
            continue
        if len(body) <= 80:
            bodies.append(body.encode())
    return bodies


@settings(max_examples=often(200))
@given(st.lists(st.one_of(st.binary(max_size=100), st.sampled_from([(frame(b) + "\n").encode() for b in BODIES]))))
def test_firmware_and_host_accept_the_same_lines(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    assert core_lines(data)[0] == accepted_by_host(data)


def test_a_tower_answers_noise_with_sound_lines_only() -> None:
    said = core_talk(mutated(Random(9), 60_000))
    lines = said.split(b"\n")[:-1]
    assert len(lines) > 100
    for line in lines:
        unframe(line.decode("ascii"))


def test_realistic_dice_are_read_right_or_not_at_all() -> None:
    result = sweep(6_000, seed=1)
    assert result.wrong == 0
    assert result.uncertain <= 0.01 * result.throws
    assert result.kinds == 6 * 5 * 4 * 4


def test_noise_makes_dice_uncertain_before_it_makes_them_wrong() -> None:
    results = [sweep(1500, seed=2, noise=noise) for noise in (1.0, 2.0, 4.0)]
    assert [result.wrong for result in results] == [0, 0, 0]
    assert results[0].uncertain < results[1].uncertain < results[2].uncertain
    assert results[2].uncertain > 0.3 * results[2].throws


def test_a_blank_face_or_pure_noise_is_no_value() -> None:
    rng = np.random.default_rng(1)
    blank = np.repeat(rng.integers(10, 190, (2000, 3)), 9, axis=1) + rng.integers(-6, 7, (2000, 27))
    assert not core_classify(np.clip(blank, 0, 255).astype(np.uint8), palette())[:, 0].any()
    noise = rng.integers(0, 200, (20_000, 27)).astype(np.uint8)
    assert np.count_nonzero(core_classify(noise, palette())[:, 0]) < 20


@pytest.mark.parametrize("starts", [*range(1, 18), 40])
@pytest.mark.parametrize("burnt", [0, 1, 2])
def test_no_power_cut_ends_the_counting_of_starts(starts: int, burnt: int) -> None:
    memory = bytes([0xFF]) * EEPROM_SIZE
    for _ in range(starts):
        _, memory = core_boot(memory)
    _, memory = core_boot(memory, burnt)
    boots = []
    for _ in range(400):
        boot, memory = core_boot(memory)
        boots.append(boot)
    assert all(one != other for one, other in pairwise(boots))


def test_two_starts_of_a_tower_never_tell_one_number_wherever_its_power_goes() -> None:
    rng, memory = Random(6), bytes([0xFF]) * EEPROM_SIZE
    told = []
    for _ in range(3_000):
        boot, memory = core_boot(memory, rng.choice((0, 0, 1, 2, 3, 14, 15, 16, -1)))
        told += [boot] * (boot >= 0)
    assert len(told) > 300
    assert all(one != other for one, other in pairwise(told))


def test_a_torn_byte_does_not_end_it_either() -> None:
    rng, memory = Random(5), bytes([0xFF]) * EEPROM_SIZE
    last = None
    for start in range(2_000):
        if start % 7 == 6:
            before, (_, after) = memory, core_boot(memory)
            torn = bytearray(before)
            burnt = [at for at in range(EEPROM_SIZE) if before[at] != after[at]]
            for at in burnt[: rng.randrange(len(burnt)) + 1]:
                torn[at] = rng.randrange(256)
            memory = bytes(torn)
        boot, memory = core_boot(memory)
        assert boot != last
        last = boot
