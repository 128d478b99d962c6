"""Which site wrote a file and when, and which of its rows are which here."""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

from tournaments.models import Event, EventSource, Installation

#: For each list of a file the primary key here of each number there.
Keys = dict[str, dict[int, int]]
NAMELESS = "Roundhouse"
#: The time of a file is beside its content.
WHEN = "exported_at"


def this_installation() -> Installation:
    """This site, as it is named to others: as its machine is called. It is made once."""
    name = platform.node()[:80] or NAMELESS
    return Installation.objects.get_or_create(pk=1, defaults={"name": name})[0]


@dataclass(frozen=True, slots=True)
class Source:
    """Who wrote a file, when, and the digest of what it says."""

    installation: UUID
    name: str
    written_at: datetime
    digest: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Source | None":
        """The source of a file that has the right shape; None for one of an earlier release."""
        said, when = data.get("source"), data.get(WHEN)
        at = parse_datetime(when) if when else None
        if said is None or at is None:
            return None
        content = {name: value for name, value in data.items() if name != WHEN}
        text = json.dumps(content, sort_keys=True, ensure_ascii=False)
        return cls(UUID(said["uid"]), said["name"], at, sha256(text.encode()).hexdigest())


def remember(event: Event, source: Source, keys: Keys, *, at: datetime) -> None:
    """Store where an event came from, in place of what was known before."""
    EventSource.objects.update_or_create(
        event=event,
        defaults={
            "installation": source.installation,
            "name": source.name,
            "written_at": source.written_at,
            "received_at": at,
            "digest": source.digest,
            "keys": keys,
        },
    )


def keys_of(source: EventSource) -> Keys:
    """The keys as they were stored: JSON has no names that are numbers."""
    return {
        name: {int(number): key for number, key in found.items()}
        for name, found in source.keys.items()
    }
