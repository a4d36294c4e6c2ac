"""Tests here run the firmware."""

import pytest

from tests.firmware_build import build


@pytest.fixture(scope="session", autouse=True)
def _firmware() -> None:
    build()
