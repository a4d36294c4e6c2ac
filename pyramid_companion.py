"""The installed program's one name, for who runs the sources: `pyramid_companion.games` is `companion.games` here, and
`pyramid_companion.vision` is `vision`. The wheel holds the folders themselves under this name instead (`setup.py`)."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

BESIDE = ("vision", "hardware", "calibration")

__path__: list[str] = []


class _Names(MetaPathFinder, Loader):
    """Gives the very module that the sources import under its short name, not a second one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.startswith(f"{__name__}.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        inner = spec.name.removeprefix(f"{__name__}.")
        module = import_module(inner if inner.split(".")[0] in BESIDE else f"companion.{inner}")
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has been run already; importing it again has only put another spec on it."""
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state


# Before the finder of files, which would read a module a second time.
sys.meta_path.insert(0, _Names())
