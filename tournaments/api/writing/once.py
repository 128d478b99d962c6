"""Writes that are done once, however often they are sent: the header ``Idempotency-Key``.

The first request with a key stores the key before it writes, in the same transaction: either both
are stored or neither. A second one at the same moment waits for the first, and then finds its
answer. A write that is refused stores nothing, so it can be corrected and sent with the same key.
"""

import hashlib
import json
import secrets
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.errors import Refused
from tournaments.idempotency import KEPT
from tournaments.models import StoredAnswer
from tournaments.transactions import atomic

KEY = "Idempotency-Key"
KEY_LENGTHS = range(16, 65)
KEY_HEADER = OpenApiParameter(
    KEY,
    str,
    OpenApiParameter.HEADER,
    description=(
        "16 to 64 characters, made by you for this write: sent again, it is done once and "
        "answered as it was the first time."
    ),
)
REPLAYED = "Idempotency-Replayed"

Write = Callable[[], Response]


class KeyReused(Refused):
    """A key that was sent before with something else."""

    code = "key-reused"
    sentence = _("This Idempotency-Key was already used with different content. Make a new one.")


def key_of(request: Request) -> str:
    """The key of a write that may be sent again; empty if none was sent."""
    key: str = request.headers.get(KEY, "")
    if key and len(key) not in KEY_LENGTHS:
        raise ValidationError({KEY: [_("Send a key of 16 to 64 characters in this header.")]})
    return key


def once(post: Callable[..., Response]) -> Callable[..., Response]:
    """Do a ``post`` once for each key.

    Its view has checked the caller in ``enter``: an answer is shown only to those who may write.
    A view whose write searches for seconds has ``is_long``. Its answer is stored after the write,
    so that nobody waits for the search; the write itself must then be one that cannot be done
    twice.
    """

    @wraps(post)
    def run(view: Any, request: Request, **address: Any) -> Response:
        write = partial(post, view, request, **address)
        key = key_of(request)
        if not key:
            return write()
        mine = _claim_of(request, key)
        return (_write_then_keep if view.is_long else _keep_and_write)(mine, write)

    return run


def _claim_of(request: Request, key: str) -> StoredAnswer:
    sent = json.dumps(request.data, sort_keys=True).encode()
    return StoredAnswer(
        caller=_caller_of(request),
        route=request.path,
        key=key,
        claim=secrets.token_hex(16),
        fingerprint=hashlib.sha256(sent).hexdigest(),
        created_at=timezone.now(),
    )


def _caller_of(request: Request) -> str:
    """The account, or the player whose phone it is."""
    if request.user.is_authenticated:
        return f"user-{request.user.pk}"
    return f"player-{request.player.pk}"


@atomic
def _keep_and_write(mine: StoredAnswer, write: Write) -> Response:
    first = _first(mine)
    if first is None:
        # Waits for another request with this key; afterwards the row is that of one of them.
        StoredAnswer.objects.bulk_create([mine], ignore_conflicts=True)
        first = _first(mine)
    if first is not None and first.claim != mine.claim:
        return _again(first, mine)
    response = write()
    _note(mine, response)
    _same(mine).update(status=mine.status, body=mine.body)
    return response


def _write_then_keep(mine: StoredAnswer, write: Write) -> Response:
    first = _first(mine)
    if first is not None:
        return _again(first, mine)
    response = write()
    _note(mine, response)
    StoredAnswer.objects.bulk_create([mine], ignore_conflicts=True)
    return response


def _same(mine: StoredAnswer) -> QuerySet[StoredAnswer]:
    return StoredAnswer.objects.filter(caller=mine.caller, route=mine.route, key=mine.key)


def _first(mine: StoredAnswer) -> StoredAnswer | None:
    """The row of this write, unless it is so old that the write counts as another one."""
    first = _same(mine).first()
    if first is not None and first.created_at < mine.created_at - KEPT:
        first.delete()
        return None
    return first


def _note(mine: StoredAnswer, response: Response) -> None:
    mine.status = response.status_code
    mine.body = JSONRenderer().render(response.data).decode()


def _again(first: StoredAnswer, mine: StoredAnswer) -> Response:
    if first.fingerprint != mine.fingerprint:
        raise KeyReused
    data = json.loads(first.body) if first.body else None
    return Response(data, status=first.status, headers={REPLAYED: "true"})
