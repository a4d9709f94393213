"""The tests, a chapter for each part of the protocol."""
