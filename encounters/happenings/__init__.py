"""Random happenings: what the D66 chart brings to the table, turn by turn, and what it carries past the game. Pure.

Source: Town Cryer, Random Happenings; rulings 2, 12, 13, 22 and 30 to 32.
"""
