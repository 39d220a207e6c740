"""Work beside the requests: searches and reviews, queued, watched, shared and resumed.

It imports the engine, the review and the store. Requests and pages do not belong here: the
web application asks, and a worker process does the same work without it.
"""
