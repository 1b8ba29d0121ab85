"""Matches of bots: the same deals from every seat, until a difference is no chance any more."""
