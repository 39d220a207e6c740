"""Rules by hand: the form in which they are chosen and changed, and the page of one's own."""
