"""The errors of a store whose database cannot do what is asked, through no fault of the asker."""


class UnavailableError(Exception):
    """The database does not answer, or is busy or damaged; it was logged once, when it began."""


class FullError(UnavailableError):
    """There is no room left where the database lies."""
