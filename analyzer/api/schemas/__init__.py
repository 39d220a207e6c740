"""The one JSON schema: what the command prints, the API speaks and the store keeps.

The names are a public interface (fields are added, never renamed). Each document is a
msgspec struct; a pair of functions writes a value of the program as one and reads it
back. Bad documents raise :class:`analyzer.errors.InputError` with the path.
"""

from analyzer.api.schemas._openapi import PUBLIC, openapi_schemas, public_names, reference
from analyzer.api.schemas.errors import ErrorDetail, ErrorJson, error_to_json
from analyzer.api.schemas.evaluation import (
    ActionValueJson,
    EvaluationJson,
    evaluation_from_json,
    evaluation_to_json,
)
from analyzer.api.schemas.matches import RecordForm, read_match, record_form
from analyzer.api.schemas.melds import (
    ArrangementJson,
    KnockChoiceJson,
    KnockJson,
    LaidOffJson,
    LayoffJson,
    MeldsJson,
    OutsJson,
    knock_to_json,
    layoff_to_json,
    melds_to_json,
    outs_to_json,
)
from analyzer.api.schemas.reading import read_view
from analyzer.api.schemas.record import (
    RecordJson,
    RecordsJson,
    match_from_json,
    match_to_json,
    record_from_json,
    record_to_json,
)
from analyzer.api.schemas.requests import (
    AnalyzeRequest,
    EquityRequest,
    KnockRequest,
    LayoffRequest,
    MeldsRequest,
    OutsRequest,
    ViewForms,
    ViewRequest,
)
from analyzer.api.schemas.rules import RulesJson, presets_to_json
from analyzer.api.schemas.score import ScoreJson, score_to_json
from analyzer.api.schemas.text import action_from, decode, encode, pretty
from analyzer.api.schemas.view import (
    EventJson,
    ViewJson,
    view_from_json,
    view_to_json,
)

__all__ = [
    "PUBLIC",
    "ActionValueJson",
    "AnalyzeRequest",
    "ArrangementJson",
    "EquityRequest",
    "ErrorDetail",
    "ErrorJson",
    "EvaluationJson",
    "EventJson",
    "KnockChoiceJson",
    "KnockJson",
    "KnockRequest",
    "LaidOffJson",
    "LayoffJson",
    "LayoffRequest",
    "MeldsJson",
    "MeldsRequest",
    "OutsJson",
    "OutsRequest",
    "RecordForm",
    "RecordJson",
    "RecordsJson",
    "RulesJson",
    "ScoreJson",
    "ViewForms",
    "ViewJson",
    "ViewRequest",
    "action_from",
    "decode",
    "encode",
    "error_to_json",
    "evaluation_from_json",
    "evaluation_to_json",
    "knock_to_json",
    "layoff_to_json",
    "match_from_json",
    "match_to_json",
    "melds_to_json",
    "openapi_schemas",
    "outs_to_json",
    "presets_to_json",
    "pretty",
    "public_names",
    "read_match",
    "read_view",
    "record_form",
    "record_from_json",
    "record_to_json",
    "reference",
    "score_to_json",
    "view_from_json",
    "view_to_json",
]
