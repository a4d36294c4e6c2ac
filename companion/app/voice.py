"""Verdicts said aloud by the voice that the system has: espeak-ng on Linux where it is installed, on macOS `say`, on
Windows its own speech, on Android its text to speech.

They are the voices that libraries for speech (pyttsx3 for desktops, plyer for Android) hand words to, but a program of
one's own can be cut off in the middle of a word by ending it, and needs nothing installed.
"""

import shutil
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

PROGRAMS = ("espeak-ng", "espeak")
WORDS_PER_MINUTE = 165
# As loud as espeak and Windows speak unless they are told otherwise.
AMPLITUDE = 100
# Says what it reads in the language of its first argument; words never become part of a command.
WINDOWS_SCRIPT = (
    "$language = [Globalization.CultureInfo]'{language}';"
    "[Console]::InputEncoding = [Text.Encoding]::UTF8;"
    "Add-Type -AssemblyName System.Speech;"
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$voice.Volume = {loud};"
    "$voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $language);"
    "$voice.Speak([Console]::In.ReadToEnd())"
)
# Windows would show a program's console for a moment.
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
# Countries whose voice reads a language, where that is not the country of the same letters.
COUNTRIES = {"en": "US"}
# Of Android's TextToSpeech: what comes later cuts off what is being said.
QUEUE_FLUSH = 0


class Speech(Protocol):
    """A voice that says one thing at a time."""

    def say(self, words: str, language: str, volume: float = 1.0) -> None:
        """Begin to say it and return at once; `volume` is a share of the usual, where that can be set."""

    def stop(self) -> None: ...


class Voice:
    """Says one thing at a time; what comes later cuts off what is still being said. Silent where there is no speech."""

    def say(self, words: str, language: str, volume: float = 1.0) -> None:
        """Begin to say it and return at once."""
        speech = speech_here()
        if speech and words:
            speech.stop()
            speech.say(words, language, volume)

    def stop(self) -> None:
        if speech := speech_here():
            speech.stop()


def can_speak() -> bool:
    return speech_here() is not None


class ProgramSpeech:
    """Voice of a program that reads text aloud. `kind`: form of its arguments."""

    def __init__(self, program: str, kind: str) -> None:
        self._program, self._kind = program, kind
        self._saying: subprocess.Popen[bytes] | None = None

    def say(self, words: str, language: str, volume: float = 1.0) -> None:
        command = [self._program, *self._arguments(language, volume)]
        quiet = subprocess.DEVNULL
        try:
            self._saying = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, creationflags=NO_WINDOW
            )
        except OSError:
            self._saying = None
            return
        assert self._saying.stdin
        with suppress(OSError):
            self._saying.stdin.write((self._softly(volume) + words).encode())
            self._saying.stdin.close()

    def stop(self) -> None:
        if self._saying is not None:
            self._saying.kill()
            self._saying.wait()
            self._saying = None

    def _softly(self, volume: float) -> str:
        """Return what the one program reads that has no argument for how loud it is."""
        return f"[[volm {volume}]] " if self._kind == "darwin" and volume < 1 else ""

    def _arguments(self, language: str, volume: float) -> list[str]:
        loud = str(round(AMPLITUDE * volume))
        if self._kind == "win32":
            script = WINDOWS_SCRIPT.replace("{language}", _locale(language)).replace("{loud}", loud)
            return ["-NoProfile", "-NonInteractive", "-Command", script]
        rate = ["-r" if self._kind == "darwin" else "-s", str(WORDS_PER_MINUTE)]
        if self._kind == "darwin":
            voice = mac_voice(self._program, language)
            return [*(["-v", voice] if voice else []), *rate, "-f", "-"]
        return ["-v", language, *rate, "-a", loud, "--stdin"]


class AndroidSpeech:
    """Android's own voice, through pyjnius. Words that come before it is ready are lost."""

    def __init__(self, jnius: Any) -> None:
        self._locale = jnius.autoclass("java.util.Locale")
        activity = jnius.autoclass("org.kivy.android.PythonActivity").mActivity
        self._voice = jnius.autoclass("android.speech.tts.TextToSpeech")(activity, None)

    def say(self, words: str, language: str, _volume: float = 1.0) -> None:
        self._voice.setLanguage(self._locale(language))
        self._voice.speak(words, QUEUE_FLUSH, None, "verdict")

    def stop(self) -> None:
        self._voice.stop()


@lru_cache(maxsize=1)
def speech_here() -> Speech | None:
    """Return the speech of this system, None if it has none."""
    if sys.platform == "android":
        try:
            return AndroidSpeech(import_module("jnius"))
        except Exception:  # whatever Java says, a game is played without a voice
            return None
    if sys.platform == "win32":  # every Windows has it
        return ProgramSpeech("powershell", "win32")
    names = ("say",) if sys.platform == "darwin" else PROGRAMS
    found = next((path for name in names if (path := shutil.which(name))), None)
    return ProgramSpeech(found, sys.platform) if found else None


def _locale(language: str) -> str:
    """``fr`` -> ``fr-FR``."""
    return f"{language}-{COUNTRIES.get(language, language.upper())}"


@lru_cache
def mac_voice(program: str, language: str) -> str:
    """Return a voice of that language, "" for the system's: `say -v ?` lists ``Anna   de_DE    # Hallo``."""
    try:
        listed = subprocess.run([program, "-v", "?"], capture_output=True, text=True, check=True, timeout=10).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
    heads = [line.split("#")[0].split() for line in listed.splitlines()]
    spoken = [words for words in heads if len(words) > 1 and words[-1].startswith(f"{language}_")]
    return " ".join(spoken[0][:-1]) if spoken else ""
