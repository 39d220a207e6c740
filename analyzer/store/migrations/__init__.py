"""Alembic's folder: `env.py` for the alembic command, and one file a revision."""
