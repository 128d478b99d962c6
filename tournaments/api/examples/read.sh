# The events of a site. SITE is its address.
curl --fail --silent "$SITE/api/v1/events/?page_size=20"

# Only what changed since then; the answer has an ETag.
curl --fail --silent --dump-header - "$SITE/api/v1/events/?updated_since=2026-11-21T12:00:00Z"

# A refusal is JSON as well: its "code" never changes.
curl --silent "$SITE/api/v1/events/no-such-event/"
