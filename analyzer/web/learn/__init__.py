"""The pages to read: rules, what the coach says, how everything was measured."""
