"""Make the pictures of the hall's page: the wall beside a phone, and the overlay over a stream.

    python -m lab.pictures.pages [FOLDER]

The tables are those of `companion hall --demo`, the stream shows a picture of the first page's film. Needs mosquitto
and Chromium.
"""

import argparse
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from companion.commands.hall_demo import DemoTables
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.rules_page import PATH, rules_page
from companion.sharing.hall.web_server import PageServer
from tests.sharing.feed.brokers import open_broker
from tests.sharing.hall.browser import Browser
from vision.image import Image

WALL, PHONE, STREAM = (1180, 760), (390, 760), (1280, 720)
GAP: Final = 16
# Seconds that the tables play before: some turns are to be seen.
PLAYED: Final = 60.0
QUALITY: Final = 85


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/pictures"))
    args = parser.parse_args()
    broker, port, web_port = open_broker()
    files = page_files(f"ws://{{host}}:{web_port}", PATH, "Friday at the club")
    asked = {PATH: rules_page}
    with (
        broker,
        closing(DemoTables(port, print)),
        PageServer(files, 0, "127.0.0.1", asked) as server,
        Browser() as browser,
    ):
        time.sleep(PLAYED)
        hall = f"http://127.0.0.1:{server.port}/?lang=en"
        wall, phone = _seen(browser, hall, WALL), _seen(browser, f"{hall}&table=looney-blockade", PHONE)
        overlay = _seen(browser, f"{hall}&table=looney-blockade&view=overlay", STREAM, transparent=True)
    both = np.hstack([wall[..., :3], np.full((WALL[1], GAP, 3), 255, np.uint8), phone[..., :3]])
    cv2.imwrite(str(args.folder / "hall.png"), both)
    share = overlay[..., 3:] / 255
    shown = (1 - share) * _stream(args.folder / "film.webp") + share * overlay[..., :3]
    cv2.imwrite(str(args.folder / "overlay.jpg"), shown.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


def _seen(browser: Browser, address: str, size: tuple[int, int], *, transparent: bool = False) -> Image:
    """Return the page as BGRA, once its boards are there."""
    browser.open(address, *size)
    drawn = "document.images.length && [...document.images].every((each) => each.naturalWidth)"
    browser.until(lambda: browser.run(drawn))
    time.sleep(1.0)
    with TemporaryDirectory() as folder:
        path = browser.picture(Path(folder) / "page.png", transparent)
        seen = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        assert seen is not None
        return np.asarray(seen if transparent else cv2.cvtColor(seen, cv2.COLOR_RGB2RGBA), np.uint8)


def _stream(film: Path) -> Image:
    """Return the camera's first picture in the film, as large as the stream."""
    frame = cv2.imreadanimation(str(film))[1].frames[0][..., :3]
    camera = frame[:, : frame.shape[0]]
    width, height = STREAM
    large = cv2.resize(camera, (width, width), interpolation=cv2.INTER_CUBIC)
    top = (width - height) // 2
    return np.asarray(large[top : top + height], np.uint8)


if __name__ == "__main__":
    main()
