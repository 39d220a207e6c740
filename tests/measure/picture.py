"""The picture in README: the analyse page as it is, with a real answer.

    python -m tests.measure.picture [--out static/evidence/analyze.webp]

Starts the application on a free port with an empty database, asks the first example's
question, waits for the answer and photographs the page, 1280 px wide, down to the end of
the grid.
"""

from __future__ import annotations

import argparse
import base64
from pathlib import Path

from playwright.sync_api import Page

from analyzer.notation import encode
from analyzer.web.analyze.examples import samples
from tests.measure.stage import PATIENCE_MS, running

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "static" / "evidence" / "analyze.webp"
MOST_BYTES = 200_000
WIDTH = 1280
QUALITY = 0.92
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


def take(out: Path) -> int:
    """Write the picture; answers its size in bytes."""
    with running() as (url, browser):
        page = browser.new_page(viewport={"width": WIDTH, "height": 900})
        page.goto(f"{url}/analyze?p={encode(samples()[0].view)}")
        page.wait_for_selector("#result:not([aria-busy]) tbody tr", timeout=PATIENCE_MS)
        page.set_viewport_size({"width": WIDTH, "height": _height(page)})
        picture = _packed(browser.new_page(), page.screenshot())
    out.parent.mkdir(parents=True, exist_ok=True)
    return out.write_bytes(picture)


def _height(page: Page) -> int:
    """Down to the end of the grid, with a margin as wide as that between the panels."""
    box = page.locator(".entry").bounding_box()
    assert box is not None
    return round(box["y"] + box["height"] + 16)


def _packed(page: Page, png: bytes) -> bytes:
    """The same picture as WebP, packed by the browser."""
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    packed: str = page.evaluate(PACK, [address, QUALITY])
    return base64.b64decode(packed.partition(",")[2])


def main() -> None:
    """Take the picture and say how large it is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=OUT, help="where to write the picture")
    out = parser.parse_args().out
    size = take(out)
    print(f"{out}: {size // 1000} kB")
    if size > MOST_BYTES:
        raise SystemExit(f"more than {MOST_BYTES // 1000} kB")


if __name__ == "__main__":
    main()
