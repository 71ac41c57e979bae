"""Parts of addresses."""

from __future__ import annotations

from django.urls.converters import IntConverter

# What a row's number can be in either database.
HIGHEST = 2**63 - 1


class RowNumber(IntConverter):
    """``<id:pk>``: a number that a row can have. Any other leads nowhere, as a row that is not there does."""

    def to_python(self, value: str) -> int:
        number = super().to_python(value)
        if number > HIGHEST:
            raise ValueError
        return number
