"""What an answer is compared with: other opponents, other scores, other stages of the hand."""
