"""Reviews that go on by themselves: asked for, queued, worked on, watched, kept.

`Reviews` is what a page or the API asks; `Worker` is what does the work, on threads of this
process or, as `ginsight worker`, of another one over the same database. Whoever dies loses
nothing: each decision is kept once it is judged, and the next worker goes on from there.
"""

from analyzer.service.reviewing.jobs import PASSING, Fair, Job, QueueFullError, visible
from analyzer.service.reviewing.reviews import Reviews
from analyzer.service.reviewing.worker import Worker
from analyzer.store import Status

__all__ = ["PASSING", "Fair", "Job", "QueueFullError", "Reviews", "Status", "Worker", "visible"]
