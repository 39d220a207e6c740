"""The texts of the game: cards, views and position ids; read tolerantly, print canonically."""
