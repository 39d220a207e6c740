"""What pages and files are both made of: numbers, cards, tables, and the review as HTML.

The web application and the command line render from here and do not import each other.
"""
