"""The context of the evidence page."""
