"""A disk of 64 kB to run full: a real one where this user may mount one, or else one that a limit makes of a folder."""

import os
import resource
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

KILOBYTES = 64


class SmallDisk:
    """`path` is where it lies. Where it cannot be mounted no file of the process may grow beyond what is there, which
    the system refuses likewise (EFBIG for ENOSPC).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mounted = False
        self._limit = resource.getrlimit(resource.RLIMIT_FSIZE)

    def __enter__(self) -> Self:
        self.path.mkdir()
        if os.getuid() == 0:
            command = ["mount", "-t", "tmpfs", "-o", f"size={KILOBYTES}k", "none", str(self.path)]
            self._mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
        return self

    def fill(self) -> None:
        """Nothing more can be written."""
        if self._mounted:
            with suppress(OSError), (self.path / "filling").open("wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 256)
            return
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, self._limit[1]))

    def clear(self) -> None:
        """There is room again."""
        (self.path / "filling").unlink(missing_ok=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, self._limit)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
        if self._mounted:
            subprocess.run(["umount", str(self.path)], check=True)
