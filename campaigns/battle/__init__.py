"""What happens around a battle on the table: who stands, who is the underdog, when a side must test for rout, and what
the sides report of it. Pure."""
