"""The words with which people take back what they wrote: `no wait`, `sorry`, `I mean`."""

from __future__ import annotations

import re
from typing import Final


def pattern(text: str) -> re.Pattern[str]:
    """A pattern in any case."""
    return re.compile(text, re.IGNORECASE)


SORRY: Final = (
    r"(?:no,? wait|wait,? no|wait|hang on|no|nope|sorry|oops|whoops|i mean|i meant|scratch that|"
    r"correction|actually|rather|my bad|my mistake|typo|edit)"
)
BREAK: Final = r"[\s,.:;!()*–—-]*"
ARTICLE: Final = r"(?:(?:the|a|an|my|that|it|that['’]?s|it['’]?s) )?"
SORRIES: Final = rf"{BREAK}\b{SORRY}(?:{BREAK}\b{SORRY})*\b{BREAK}"
AGAIN: Final = rf"(?:(?:that|it)(?:'s|’s|s| is| was) |make (?:that|it) )?{ARTICLE}"
"""The words that may stand between these and what is right."""
TAKES_BACK: Final = pattern(rf"\b(?:{SORRY}|not|should)\b")
"""One of these words is in every correction."""
