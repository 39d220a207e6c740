"""What a review says in words: themes, and explanations made from an entry's numbers."""
