"""The pages of the puzzles: today's, the archive, lists, one's own progress, the feed."""
