"""The terms of the game and of the answers, a sentence each."""

from __future__ import annotations

from analyzer.web.contexts import Fact

GLOSSARY = (
    Fact("Meld", "A set or a run; a card belongs to one meld at a time."),
    Fact("Set", "Three or four cards of one rank."),
    Fact("Run", "Three or more cards of one suit in order."),
    Fact("Deadwood", "The cards in no meld, and the points they add up to."),
    Fact("Stock", "The cards not dealt, face down, from which one draws."),
    Fact("Discard pile", "The cards thrown, face up; only the top one may be taken."),
    Fact("Upcard", "The card on top of the discard pile; the first one is turned after the deal."),
    Fact("Knock", "To lay down with no more deadwood than the rules allow, which ends the hand."),
    Fact("Gin", "To lay down with no deadwood; the defender may not lay off."),
    Fact("Big gin", "Eleven cards in melds without a throw, where the rules have it."),
    Fact("Lay off", "The defender adds cards to the knocker's melds and so sheds deadwood."),
    Fact("Undercut", "The defender has no more deadwood than the knocker, and wins the hand."),
    Fact("Box", "A bonus for each hand won, where the rules have it."),
    Fact("Schneider", "A match in which the loser won no hand; also called a shutout."),
    Fact("View", "What one player knows: the own hand, the pile, what the other took or let lie."),
    Fact("World", "One way the hidden cards may lie; every action is played on in the same ones."),
    Fact("Expected points", "The mean over worlds of what the hand brings, minus what it costs."),
    Fact("Loss", "How much less an action is worth than the best one."),
    Fact("Tied", "Less than half a point apart, or not told apart in the worlds played."),
    Fact("Robust", "One action is best or tied against every kind of opponent that was asked."),
    Fact("±", "Half the width of a 95% interval, from the luck of sampling worlds alone."),
)
"""Terms of the game first, then those of an answer."""
