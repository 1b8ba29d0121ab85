"""Everything that is said to people: the catalogue, and the rules of a table in words."""
