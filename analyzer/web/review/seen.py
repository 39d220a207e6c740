"""A review as whoever asks may see it: the players' names may be for its owner alone."""

from __future__ import annotations

from analyzer.review import Report
from analyzer.service.jobs import Job
from analyzer.web.visitor import is_mine


def job_seen(job: Job) -> Job:
    """The review, without names where its owner hides them from others."""
    return job.without_names if job.nameless and not is_mine(job) else job


def report_seen(job: Job, report: Report) -> Report:
    """Its report likewise."""
    return report.without_names if job.nameless and not is_mine(job) else report
