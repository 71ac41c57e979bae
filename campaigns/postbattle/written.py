"""What a report's file is written in: names, keys, counts, and parts that know no other field."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from mordheim.rules.plainfile import AS_MEANT, Written, clean_line

Name = Annotated[Written, AfterValidator(clean_line), StringConstraints(min_length=1, max_length=200)]
MaybeName = Annotated[Written, AfterValidator(clean_line), StringConstraints(max_length=200)]
Key = Annotated[str, AS_MEANT, AfterValidator(clean_line), StringConstraints(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=1, le=1000), AS_MEANT]
Amount = Annotated[int, Field(ge=0, le=1_000_000), AS_MEANT]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
