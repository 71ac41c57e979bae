"""What every engine of the game shares. Pure: no Django, no clock, no chance of its own."""
