"""The window: its size, and how Kivy is set up before the first import that opens it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL, c_char_p
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

from companion.referee.errors import RefereeError

X_DISPLAY, WAYLAND = "DISPLAY", "WAYLAND_DISPLAY"


def has_display() -> bool:
    """Return True if a window can be opened; Android, macOS and Windows always have a display."""
    own = os.name == "nt" or sys.platform in ("darwin", "android") or "ANDROID_ARGUMENT" in os.environ
    return own or bool(os.environ.get(X_DISPLAY)) or (has_wayland() and "wayland" in drivers())


def has_wayland() -> bool:
    """Return True in a session of Wayland's, in which windows of X may or may not be shown."""
    return bool(os.environ.get(WAYLAND))


def drivers() -> tuple[str, ...]:
    """Return the drivers by which the SDL that Kivy comes with opens windows: its published packages know X and no
    Wayland, and would run for ever without a window. Returns () if it comes without SDL: nothing is known then."""
    kivy = find_spec("kivy")
    folder = Path(kivy.origin).parents[1] / "Kivy.libs" if kivy and kivy.origin else Path()
    own = next(iter(sorted(folder.glob("libSDL2-2*.so*"))), None) or find_library("SDL2-2.0")
    with suppress(OSError, AttributeError):
        if own:
            sdl = CDLL(str(own))
            sdl.SDL_GetVideoDriver.restype = c_char_p
            return tuple(sdl.SDL_GetVideoDriver(n).decode() for n in range(sdl.SDL_GetNumVideoDrivers()))
    return ()


def prepare(width: int, height: int, *, smooth: bool = True, fills: bool = False, cursor: bool = True) -> None:
    """Set Kivy up for a window of this size, in pixels, or one that `fills` the display, with a mouse `cursor` or
    without; nothing of Kivy's own is read from or written to the disk.
    `smooth` edges cost a graphics card little, and a processor that draws in its place more than half of its time.
    """
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_CONFIG", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    from kivy.config import Config  # noqa: PLC0415 - reads the environment

    Config.set("graphics", "width", width)
    Config.set("graphics", "height", height)
    Config.set("graphics", "fullscreen", "auto" if fills else 0)
    Config.set("graphics", "show_cursor", int(cursor))
    Config.set("graphics", "multisamples", 2 if smooth else 0)
    Config.set("input", "mouse", "mouse,disable_multitouch")
    # The window system tells of touches. Where Kivy reads /dev/input, too, as on a Raspberry Pi, each counts twice.
    Config.remove_option("input", "%(name)s")
    # Where there is no mouse there may be no keyboard either: one lies below whatever is typed in.
    Config.set("kivy", "keyboard_mode", "" if cursor else "systemanddock")
    Config.set("kivy", "exit_on_escape", 0)


@contextmanager
def virtual_display(width: int, height: int) -> Iterator[None]:
    """Open a display that nobody sees, for pictures of the screens and for tests. Raises RefereeError without Xvfb."""
    if shutil.which("Xvfb") is None:
        raise RefereeError("window.none")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        if not number:
            raise RefereeError("window.stuck")
        os.environ["DISPLAY"] = f":{number}"
        os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
        yield
    finally:
        os.environ.pop("DISPLAY", None)
        server.terminate()
        server.wait()
