"""The pictures in README: an answer, the table and a review, as they are with the real engine.

    python -m tests.workshop.picture [--out static/evidence]

Starts the application on a free port with an empty database, goes to each page as a player does
and photographs its first screen, 1280 px wide.
"""

from __future__ import annotations

import argparse
import base64
from pathlib import Path

from playwright.sync_api import Browser, Page

from analyzer.web.analyze.examples import samples
from tests.workshop.stage import running
from tests.workshop.states import WIDE, Reach, a_discard, asked, review

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "static" / "evidence"
PICTURES: dict[str, Reach] = {
    "analyze": asked(samples()[0].text),
    "table": a_discard,
    "review": review,
}
MOST_BYTES = 150_000
QUALITY = 0.9
PACK = """async ([address, quality]) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", quality);
}"""


def take(url: str, browser: Browser, reach: Reach) -> bytes:
    """The first screen of a page, as WebP."""
    page = browser.new_page(base_url=url, reduced_motion="reduce", **WIDE)
    reach(page)
    page.evaluate("() => scrollTo(0, 0)")
    return _packed(browser.new_page(), page.screenshot())


def _packed(page: Page, png: bytes) -> bytes:
    """The same picture as WebP, packed by the browser."""
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    packed: str = page.evaluate(PACK, [address, QUALITY])
    return base64.b64decode(packed.partition(",")[2])


def main() -> None:
    """Take the pictures and say how large they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=OUT, help="the folder of the pictures")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with running() as (url, browser):
        for name, reach in PICTURES.items():
            path = out / f"{name}.webp"
            size = path.write_bytes(take(url, browser, reach))
            print(f"{path}: {size // 1000} kB")
            if size > MOST_BYTES:
                raise SystemExit(f"more than {MOST_BYTES // 1000} kB")


if __name__ == "__main__":
    main()
