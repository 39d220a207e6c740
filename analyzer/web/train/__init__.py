"""The pages of the trainer: exact drills, and games against the engine."""
