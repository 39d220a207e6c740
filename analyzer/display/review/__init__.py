"""A report as HTML: the parts that the review's page and its file share."""
