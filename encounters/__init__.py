"""What happens at the table: setting up a battle, happenings, great beasts, turn by turn."""
