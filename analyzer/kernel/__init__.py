"""The hot loops and nothing else: integers and arrays in, integers and arrays out.

A hand is an integer with one bit a card (`bits`); what a rule set calls a run and what a card
costs is a `tables.MeldTables`. Every hand that is played takes its turns by one step: a policy
chooses (`decide.chosen`), and the rules say what comes of it (`inplay.advance`). The files
compile with numba and run as plain Python too (`jit`). They import numba, numpy and each other;
objects, texts, files and clocks do not belong here.
"""
