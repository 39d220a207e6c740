"""The measurements of `workshop measure`: modules gather raw figures, files beside them have the
words.

A module NAME has a function `measured`, which measures and answers plain data, and `evidence`,
which makes of these data the finding, the tables and the charts; so a page can be redrawn from a
file without measuring again. NAME.toml has the sentences, the columns of the tables and the
options of the command, as :mod:`tests.workshop.measure.words` reads them.
"""
