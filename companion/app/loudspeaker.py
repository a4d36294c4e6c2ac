"""Plays the app's sounds and voice, as loud as the settings say."""

from collections.abc import Callable
from typing import Any

from companion.app.games.words import occasion, sound_of_verdict, spoken
from companion.app.settings.settings import Settings
from companion.app.sounds import Sounds
from companion.app.vibration import vibrate
from companion.app.voice import Voice


class Loudspeaker:
    """`settings` are those of now."""

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._voice, self._sounds = Voice(), Sounds()
        self._said: object = None

    def hush(self) -> None:
        """Say no more of what is being said."""
        self._voice.stop()

    def sound(self, name: str) -> None:
        now = self._settings()
        if now.sounds and not now.quiet:
            self._sounds.play(name, now.volume)
        if now.vibration:
            vibrate()

    def say(self, words: str) -> None:
        now = self._settings()
        if now.voice and not now.quiet:
            self._voice.say(words, now.language, now.volume)

    def say_verdict(self, screen: Any, state: Any) -> None:
        """Say what has just been judged on a game's screen, once."""
        now, t = occasion(state), screen.presenter.words(state)
        if now is not None and now is not self._said:
            if found := sound_of_verdict(t, state):
                sound, word, tone = found
                screen.call_out(word, tone)
                self.sound(sound)
            self.say(spoken(t, state))
        self._said = now
