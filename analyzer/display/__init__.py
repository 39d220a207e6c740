"""The parts that pages, files and notebooks share: cards, hands, tables, the review as one page.

It imports what it shows, down to the game. Requests, addresses and the terminal do not belong
here: the web application and the command line both draw from this room and do not import each
other.
"""
