"""Acts of the game that write. Each opens an act (`warbands.services.acts`), the one door to a warband's rows."""
