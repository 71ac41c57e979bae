"""What a warrior's chances are: exact odds of an attack, a round of attacks and a whole duel.

`fighters` makes a warrior of a roster, a creature or a typed profile into a `Fighter`. Of a phase, `situations` says
how it is, `hands` what he uses in it, `working` which effects count, `blows` his attacks, `victims` what meets them and
`chances` what they bring, as `spreads`. Of a duel, `strikes` says what one's blows make of the other (`bodies`),
`turns` what a turn makes of both, `chain` solves it, `playing` plays what is too large, and `duel` has the odds. Pure:
no dice are rolled but in that stated simulation.

What hangs on the game around two fighters is no number of theirs; `asking.not_reckoned` lists it.

Source: rulebook, Shooting, Close Combat, Wounds and Injuries; rulings 36 to 42 and 86 to 89.
"""
