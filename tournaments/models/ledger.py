"""What was done, by whom: the append-only ledger, and the keys that make a write happen once."""

from django.db import models


class AppendOnlyRows(models.QuerySet):
    """Rows that can be added and read, and nothing else.

    What is deleted with a whole event goes by the database's cascade, not by this.
    """

    def _refuse(self, *_args, **_kwargs):
        raise TypeError(f"{self.model.__name__} is append-only.")

    update = delete = bulk_update = update_or_create = _refuse


class AppendOnly(models.Model):
    """A row that is written once: to change or delete it is an error of the program."""

    objects = AppendOnlyRows.as_manager()

    class Meta:
        abstract = True

    def save(self, *args, **kwargs):
        if self.pk is not None:
            raise TypeError(f"{type(self).__name__} is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *_args, **_kwargs):
        raise TypeError(f"{type(self).__name__} is append-only.")


class LedgerEntry(AppendOnly):
    """One act in an event. ``before`` and ``after`` hold what the act changed, as plain JSON."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="ledger")
    at = models.DateTimeField()
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    user = models.ForeignKey("tournaments.User", null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=120)
    device = models.CharField(max_length=40, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ["-id"]
        indexes = [models.Index(fields=["event", "-id"], name="ledger_by_event")]

    def __str__(self):
        return f"{self.at:%H:%M:%S} {self.actor}: {self.verb} {self.subject}"


class IdempotencyKey(AppendOnly):
    """A write that was done, by the key its sender made for it.

    The same key with the same ``fingerprint`` is answered as if it were done now; with another
    fingerprint it is refused. Written in the transaction of the write itself.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, unique=True)
    fingerprint = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return self.key
