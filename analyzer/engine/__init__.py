"""The search: what each legal action is worth, and how sure that is."""
