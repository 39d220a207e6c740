"""What each template is given: a documented dataclass for every page and fragment.

A page is rendered with ``page=…``, a fragment with the name in the table, and every page
with ``site=…`` from a context processor. Templates compute nothing: choices, texts, tied
bands and the lengths of bars stand in here; numbers are written by
:mod:`analyzer.display.filters`.

=========================  ==========================  =================================
template                   context                     answers
=========================  ==========================  =================================
home/page.html             ``page`` HomePage           GET /
analyze/page.html          ``page`` AnalyzePage        GET /analyze, POST /analyze (422),
                                                       POST /analyze/grid without htmx,
                                                       GET /a/<share id>
analyze/_board.html        ``board`` BoardFragment     POST /analyze/preview, /analyze/grid
analyze/_error.html        ``error`` ErrorFragment     the same
analyze/_result.html       ``result`` ResultFragment   SSE messages, GET /searches/<id>,
                                                       POST /searches, …/stop, …/deeper
                                                       with htmx
analyze/_belief.html       ``belief``                  GET /analyze/belief with htmx
                           BeliefFragment
analyze/_inference.html    ``inference``               GET /analyze/belief/turns with htmx
                           InferenceFragment
analyze/_ready.html        ``waiting`` GettingReady    both, until the engine is compiled
analyze/belief.html        ``page`` BeliefPage         both without htmx
learn/rules.html           ``page`` RulesPage          GET /learn/rules
learn/evidence.html        ``page`` EvidencePage       GET /learn/evidence
learn/explanations.html    ``page``                    GET /learn/explanations
                           ExplanationsPage
api/page.html              ``page`` ApiPage            GET /api
review/start.html          ``page`` ReviewsPage        GET /review, POST /review (422, 429)
review/page.html           ``page`` ReviewPage         GET /review/<id>
review/_body.html          ``body`` ReviewBody         SSE messages, GET /review/<id>/news
review/_entries.html       ``entries``                 GET /review/<id> with htmx
                           EntriesFragment
review/retry.html          ``page`` RetryPage          GET /review/<id>/retry
review/leaks.html          ``page`` LeaksPage          GET /review/leaks
error/page.html            ``page`` ErrorPage          every error, the busy answer too
=========================  ==========================  =================================

The review's contexts stand in :mod:`.review`; the parts of a report, which a file shows too, in
:mod:`analyzer.display.review.parts`.

``analyze/_hand.html``, ``_grid.html``, ``_text.html`` and ``_stream.html`` are parts that
the above include.

**How the parts are swapped.** The typing preview and a tap both aim at the inside of
``#entry-error``. `_board.html` is an empty error and, out of band, ``#hand``, ``#grid``
and, if `BoardFragment.text` is given, ``#entry-text``; `_error.html` leaves the hand as it
was. `_result.html` replaces ``#result``; when `ResultFragment.stream` is given it replaces
``#stream`` too, out of band. So every message of a stream has ``stream=None`` but the
last, whose ``Stream()`` ends the connection.

**Form fields.** The entry form has ``view`` (the text). A tap on the grid adds
``tap=7h``; the cure under an error adds ``cure=<the whole corrected text>``, which stands
instead of ``view``; the clear button adds ``clear=1``. All three go to ``/analyze/grid``.
A search form has ``p``, ``opponent`` and ``limit``.
"""

from analyzer.display.parts import (
    GRADE_MARKS,
    ActionRow,
    ActionTable,
    Bar,
    CardGroup,
    EndingRow,
    Fact,
    GradeMark,
    HandCard,
)
from analyzer.web.contexts.answer import (
    Choice,
    Controls,
    ModelRow,
    Progress,
    ResultFragment,
    Stream,
    Verdict,
)
from analyzer.web.contexts.board import (
    MARKS,
    BoardFragment,
    EntryForm,
    ErrorFragment,
    GridCell,
    GridFragment,
    GridRow,
    HandFragment,
    Place,
)
from analyzer.web.contexts.comparisons import (
    ScoreGrid,
    ScoreKey,
    ScoreRow,
    ScoreSquare,
    StageChart,
    StageRow,
)
from analyzer.web.contexts.evidence import (
    EvidencePage,
    EvidenceSection,
    ExplainedGroup,
    ExplanationsPage,
    Figure,
    FigureRow,
    Range,
)
from analyzer.web.contexts.pages import (
    AnalyzePage,
    ApiEndpoint,
    ApiPage,
    ErrorPage,
    Example,
    HomePage,
    Link,
    RulesColumn,
    RulesPage,
    RulesRow,
    Site,
)

__all__ = [
    "GRADE_MARKS",
    "MARKS",
    "ActionRow",
    "ActionTable",
    "AnalyzePage",
    "ApiEndpoint",
    "ApiPage",
    "Bar",
    "BoardFragment",
    "CardGroup",
    "Choice",
    "Controls",
    "EndingRow",
    "EntryForm",
    "ErrorFragment",
    "ErrorPage",
    "EvidencePage",
    "EvidenceSection",
    "Example",
    "ExplainedGroup",
    "ExplanationsPage",
    "Fact",
    "Figure",
    "FigureRow",
    "GradeMark",
    "GridCell",
    "GridFragment",
    "GridRow",
    "HandCard",
    "HandFragment",
    "HomePage",
    "Link",
    "ModelRow",
    "Place",
    "Progress",
    "Range",
    "ResultFragment",
    "RulesColumn",
    "RulesPage",
    "RulesRow",
    "ScoreGrid",
    "ScoreKey",
    "ScoreRow",
    "ScoreSquare",
    "Site",
    "StageChart",
    "StageRow",
    "Stream",
    "Verdict",
]
