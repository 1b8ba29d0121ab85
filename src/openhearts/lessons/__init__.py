"""What is taught with cards: worked examples to step through, and lessons to play."""
