"""The window, for the tests of games' screens."""

from tests.app.conftest import display, driver, pictures

__all__ = ["display", "driver", "pictures"]
