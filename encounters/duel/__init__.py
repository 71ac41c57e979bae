"""What a warrior's chances are: exact odds of an attack, a round of attacks and a whole duel.

`fighters` makes a warrior of a roster, a creature or a typed profile into a `Fighter`, `blows` reckons the attacks he
makes, `chances` what they bring, `duel` who is left standing. Pure: no dice are rolled but in a stated simulation.

What hangs on the game around two fighters is no number of theirs; `asking.not_reckoned` lists it.

Source: rulebook, Shooting, Close Combat, Wounds and Injuries; rulings 36 to 42 and 86 to 89.
"""
