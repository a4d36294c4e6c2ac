"""Publishes a table: each record of its journal is sent to a broker once it is on the disk."""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self

import cv2

from companion.referee.grid import Json
from companion.referee.keeping.journal import Journal
from companion.referee.keeping.records import Record
from companion.referee.table import AnyTable
from companion.sharing.feed.address import BrokerAddress
from companion.sharing.feed.news import Standing, TableNews
from companion.sharing.feed.publisher import Hear, Post, Publisher, Tell
from companion.sharing.feed.topics import ANSWER, BIRTH, QUESTION, SCHEMA, discovery_topic, topic
from vision.image import Image

JPEG_QUALITY = 72


class Publishing:
    """The publisher of one table, game after game. `tell` is called with trouble, on any thread; `answered` with each
    message on the topic for answers, which is not subscribed to if it is None."""

    def __init__(self, broker: BrokerAddress, name: str, tell: Tell, answered: Hear | None = None) -> None:
        """Raise OSError if the certificate of the broker's authority cannot be read."""
        self._name, self._page = name, broker.page(name)
        heard = {topic(name, ANSWER): answered} if answered else {}
        status, born = topic(name, "status"), discovery_topic(name)
        self._publisher = Publisher(broker, status, tell, birth=BIRTH, born=born, heard=heard)

    def follow(
        self,
        journal: Journal,
        header: Mapping[str, Any],
        records: Sequence[Record],
        table: AnyTable,
        standing: Callable[[Record], Standing],
    ) -> None:
        """Publish a game with this journal from now on; `header` and `records` are what it holds already. `standing`
        returns the state after a record, on the game's own thread."""
        t = records[-1]["t"] if records else 0.0
        last = records[-1] if records else {"seq": 0, "kind": "header", "t": 0.0}
        news = TableNews(self._name, table, header, time.time() - t, self._page)
        now = standing(last)

        def hello() -> Iterator[Post]:
            yield Post(topic(self._name, QUESTION), "")  # clears the question of an earlier game
            yield from news.hello()
            yield from news.again(records, now)

        def written(record: Record) -> None:
            then = standing(record)
            self._publisher.post(lambda: news.take(record, then))

        self._publisher.post(hello)
        journal.written = written

    def picture(self, image: Image) -> None:
        """Publish the picture that was judged last."""

        def make() -> Iterator[Post]:
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            yield Post(topic(self._name, "picture"), data.tobytes(), qos=0)

        self._publisher.post(make)

    def say(self, name: str, make: Callable[[], Json | None], *, retained: bool = True) -> None:
        """Publish what `make` returns on another topic of the table; None clears it. Called on another thread."""

        def post() -> Iterator[Post]:
            content = make()
            payload = "" if content is None else json.dumps({"schema": SCHEMA, **content}, ensure_ascii=False)
            yield Post(topic(self._name, name), payload, retained)

        self._publisher.post(post)

    def flush(self, seconds: float) -> bool:
        """Wait up to `seconds` until the broker has everything. Returns True if it has."""
        return self._publisher.flush(seconds)

    def close(self) -> None:
        """Publish that this table is offline; its last state stays visible."""
        self._publisher.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
