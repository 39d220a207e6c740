"""The pages on which a hand is entered and its analysis is read."""
