"""Figures beside their baselines, measured in one run: ``script/bench``. Nothing here passes or fails."""
