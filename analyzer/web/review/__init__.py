"""The pages of reviews: asking for one, watching it, reading it, trying again."""
