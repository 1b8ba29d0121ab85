"""Players that see a SeatView and answer with an action."""
