"""The stored data of a visitor: all of it as a file, and a link to another browser."""
