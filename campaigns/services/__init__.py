"""Acts of a campaign. Whoever locks a warband and a campaign locks the warband first, as the one door does."""
