"""The append-only ledger of who did what, its seals, and idempotency keys."""

from typing import Any, ClassVar, NoReturn, TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


class AppendOnlyRows(models.QuerySet[M]):
    """Rows that can be added and read, and nothing else.

    Rows of a deleted event are deleted by the database's cascade, which does not call this.
    """

    def _refuse(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError(f"{self.model.__name__} is append-only.")

    update = delete = bulk_update = update_or_create = _refuse


class AppendOnly(models.Model):
    """A row that is written once; changing or deleting it is a programming error."""

    objects = AppendOnlyRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError(f"{type(self).__name__} is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is append-only.")


class LedgerSealRows(AppendOnlyRows["LedgerSeal"]):
    """Seals. The only change to one is that entries under it were rewritten for privacy."""

    def note_rewritten(self, digest: str) -> None:
        """Store the digest of the entries as they are now, beside the one that was sealed."""
        models.QuerySet.update(self, rewritten=digest)


class LedgerSeal(AppendOnly):
    """Seal ``number`` of an event's ledger: a digest of its entries and of the seal before.

    Changing, adding or removing a sealed entry directly in the database breaks this seal and all
    later ones (tournaments.events.ledger.sealing). ``entries`` is the number of its entries.
    ``rewritten`` is the digest of the entries as they read since somebody's name was erased from
    them (tournaments.events.ledger.rewriting); empty if nothing was.
    """

    objects: ClassVar = LedgerSealRows.as_manager()

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="seals")
    number = models.PositiveIntegerField()
    sealed_at = models.DateTimeField()
    entries = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    rewritten = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ledger_seal_once"),
            models.CheckConstraint(condition=models.Q(entries__gte=1), name="no_empty_ledger_seal"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.digest[:12]}"


class LedgerRows(AppendOnlyRows["LedgerEntry"]):
    """Entries of the ledger. One is sealed once; nothing else changes but what must be erased."""

    def put_under(self, seal: LedgerSeal) -> int:
        """Put the unsealed entries under ``seal``. Returns their number."""
        return models.QuerySet.update(self.filter(seal=None), seal=seal)

    def rewrite(self, **values: Any) -> None:
        """Change what entries say, which only ``events.ledger.rewriting`` may."""
        models.QuerySet.update(self, **values)


class LedgerEntry(AppendOnly):
    """One thing that was done at an event. ``before`` and ``after`` hold what changed, as JSON."""

    objects: ClassVar = LedgerRows.as_manager()

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="ledger")
    at = models.DateTimeField()
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    user = models.ForeignKey("tournaments.User", null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=120)
    device = models.CharField(max_length=40, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    seal = models.ForeignKey(
        LedgerSeal, null=True, editable=False, on_delete=models.CASCADE, related_name="sealed"
    )

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(fields=["event", "-at", "-id"], name="ledger_by_event"),
            models.Index(
                fields=["event"], condition=models.Q(seal=None), name="ledger_without_a_seal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.actor}: {self.verb} {self.subject}"


class IdempotencyKeyRows(AppendOnlyRows["IdempotencyKey"]):
    """Answers that are kept. One that is too old goes when its key comes again."""

    def forget(self) -> None:
        """Delete them."""
        models.QuerySet.delete(self)


class IdempotencyKey(AppendOnly):
    """The answer to a write that changed nothing, by the key its sender made for it.

    Another phone had done the same before. The answer to a write that made a version of a sheet
    belongs to that version (``SheetVersion.key``). The same key with the same ``fingerprint`` is
    answered again; with another fingerprint it is refused.
    """

    objects: ClassVar = IdempotencyKeyRows.as_manager()

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, unique=True)
    fingerprint = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key
