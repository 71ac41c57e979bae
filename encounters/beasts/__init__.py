"""Great beasts at the table: what wounds, dice and time do to them. Pure."""
