"""Human review of items: the groups, the reviewers' store, their desk, its page, and the sums."""
