"""The comparisons of an answer: other opponents, other scores, other stages of the hand."""
