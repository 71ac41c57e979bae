"""The JSON Schemas of the files that `post_battle` reads. Anybody may have them."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from campaigns.postbattle.schemas import choices_schema, report_schema


@require_safe
def report(request: HttpRequest) -> JsonResponse:
    return JsonResponse(report_schema(), json_dumps_params={"indent": 2})


@require_safe
def choices(request: HttpRequest) -> JsonResponse:
    return JsonResponse(choices_schema(), json_dumps_params={"indent": 2})
