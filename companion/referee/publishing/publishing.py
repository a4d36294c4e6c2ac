"""A table that others can watch: each record of its journal is told to a broker once the disk has it."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self

import cv2

from companion.referee.keeping.journal import Journal
from companion.referee.keeping.records import Record
from companion.referee.publishing.address import BrokerAddress
from companion.referee.publishing.news import Standing, TableNews, TurnWords
from companion.referee.publishing.publisher import Post, Publisher, Tell
from companion.referee.publishing.topics import BIRTH, discovery_topic, topic
from companion.referee.table import AnyTable
from vision.image import Image

JPEG_QUALITY = 72


class Publishing:
    """Tells a broker of one table, game after game. `tell` hears of trouble with it, on any thread."""

    def __init__(self, broker: BrokerAddress, name: str, tell: Tell) -> None:
        """Raises OSError where the certificate of the broker's authority cannot be read."""
        self._name = name
        self._publisher = Publisher(broker, topic(name, "status"), tell, birth=BIRTH, born=discovery_topic(name))

    def follow(
        self,
        journal: Journal,
        header: Mapping[str, Any],
        records: Sequence[Record],
        table: AnyTable,
        standing: Callable[[Record], Standing],
        turn_words: TurnWords | None = None,
    ) -> None:
        """Tell of a game with this journal from now on; `header` and `records` are what it holds already. `standing`
        tells how things stand after a record, on the game's own thread."""
        t = records[-1]["t"] if records else 0.0
        last = records[-1] if records else {"seq": 0, "kind": "header", "t": 0.0}
        news = TableNews(self._name, table, header, time.time() - t, turn_words)
        now = standing(last)

        def hello() -> Iterator[Post]:
            yield from news.hello()
            yield from news.again(records, now)

        def kept(record: Record) -> None:
            then = standing(record)
            self._publisher.post(lambda: news.take(record, then))

        self._publisher.post(hello)
        journal.kept = kept

    def picture(self, image: Image) -> None:
        """Tell the picture that was looked at last."""

        def make() -> Iterator[Post]:
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            yield Post(topic(self._name, "picture"), data.tobytes(), qos=0)

        self._publisher.post(make)

    def flush(self, seconds: float) -> bool:
        """Wait until the broker has all, for so long at most. Returns whether it has."""
        return self._publisher.flush(seconds)

    def close(self) -> None:
        """Tell that this table is offline; its last state stays to be seen."""
        self._publisher.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
