"""The pages on which a hand just played is entered by tapping."""
