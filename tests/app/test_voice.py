"""Verdicts said aloud on every system, by stand-ins for the systems' own programs and classes."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.app import voice

WORDS = '-v "blue"; $x `y` größer & so'
SAYS = """#!/bin/sh
if [ "$2" = "?" ]; then printf 'Albert  en_US  # Hi\\nAnna (Premium)  de_DE  # Hallo\\n'; exit; fi
printf '%s\\n' "$@" >"$SAID.arguments"
cat >"$SAID.part" && mv "$SAID.part" "$SAID"
exec sleep 60
"""


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the stand-ins write what they read."""
    for name in ("espeak-ng", "say", "powershell"):
        (tmp_path / name).write_text(SAYS)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("SAID", str(tmp_path / "said"))
    voice.speech_here.cache_clear()
    voice.mac_voice.cache_clear()
    yield tmp_path / "said"
    voice.speech_here.cache_clear()


@pytest.mark.parametrize(
    ("platform", "arguments"),
    [
        ("linux", ["-v", "de", "-s", "165", "-a", "50", "--stdin"]),
        ("darwin", ["-v", "Anna (Premium)", "-r", "165", "-f", "-"]),
        (
            "win32",
            [
                "-NoProfile",
                "-NonInteractive",
                "-Command",
                voice.WINDOWS_SCRIPT.replace("{language}", "de-DE").replace("{loud}", "50"),
            ],
        ),
    ],
)
def test_words_are_read_by_the_systems_program_and_are_no_command(
    platform: str, arguments: list[str], said: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    speaker = voice.Voice()
    assert voice.can_speak()
    speaker.say(WORDS, "de", 0.5)
    while not said.exists():
        time.sleep(0.01)
    assert said.read_text("utf-8") == ("[[volm 0.5]] " if platform == "darwin" else "") + WORDS
    assert said.with_suffix(".arguments").read_text("utf-8").splitlines() == arguments
    said.unlink()
    speaker.say("next", "de")
    while not said.exists():
        time.sleep(0.01)
    speaker.stop()
    speaker.stop()


class FakeJava:
    """What pyjnius gives of Android: what is said is kept."""

    def __init__(self) -> None:
        self.said: list[tuple[Any, ...]] = []
        self.language: Any = None

    def autoclass(self, name: str) -> Any:
        return {
            "java.util.Locale": str.upper,
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity="activity"),
            "android.speech.tts.TextToSpeech": self._open,
        }[name]

    def _open(self, activity: str, listener: None) -> Any:
        assert activity == "activity"
        stop = lambda: self.said.append(("stopped",))  # noqa: E731
        return SimpleNamespace(setLanguage=self._speaks, speak=lambda *words: self.said.append(words), stop=stop)

    def _speaks(self, locale: str) -> None:
        self.language = locale


def test_android_says_it_by_its_own_voice(said: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = FakeJava()
    module = ModuleType("jnius")
    module.__dict__["autoclass"] = java.autoclass
    monkeypatch.setattr(sys, "platform", "android")
    monkeypatch.setitem(sys.modules, "jnius", module)
    voice.Voice().say("Legal.", "de")
    assert java.said == [("stopped",), ("Legal.", voice.QUEUE_FLUSH, None, "verdict")] and java.language == "DE"


def test_without_a_program_nothing_is_said(tmp_path: Path, said: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "android")
    monkeypatch.setitem(sys.modules, "jnius", None)
    voice.Voice().say("Legal.", "en")
    assert not voice.can_speak() and not said.exists()
