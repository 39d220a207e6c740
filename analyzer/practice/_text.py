"""Values that are kept as a text, which a later version may not read."""

from __future__ import annotations

from typing import Self

import msgspec

from analyzer.resources import read_json


class KeptAsText:
    """A value that is kept as the text of its JSON document."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """As it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def kept(cls, text: str | None) -> Self:
        """As it was kept; an empty one where there is no text, or none that this version reads."""
        try:
            return cls() if text is None else read_json(text, cls)
        except msgspec.MsgspecError:
            return cls()
