"""A text as vectors, one for each of its words, numbers and signs.

A text is taken apart (`tokens`), each token is looked up with the marks of its form and its place
(`_features`, `_marks`), and a small net puts into its vector what the words around it say (`net`).
What a token tells of a position, `analyzer.notation.placing` says from there, and what of an end
or a sheet `analyzer.notation.outcomes`: three rooms of one net, trained as one.
"""
