"""The score pad for games played with real cards."""
