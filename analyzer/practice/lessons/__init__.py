"""The course: lessons as data, what each claims of its cards, and how far a visitor has come."""
