"""A receipt moves to the version of a sheet that it names, and back.

What stays behind names no version of its own: another phone had done the same before, or the
receipt is older than the answers that are kept with one.
"""

from django.db import migrations

CHUNK = 500


def name_of(answer):
    """The version that an answer is about: table, hand, version and act; None of an old one."""
    if not answer.get("code"):
        return None
    return answer["code"], answer["number"], answer["version"], answer["act"]


def chunks(rows):
    rows = list(rows)
    return (rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK))


def to_versions(apps, _schema_editor):
    receipts = apps.get_model("tournaments", "IdempotencyKey").objects.all()
    versions = apps.get_model("tournaments", "SheetVersion").objects.filter(key=None)
    for some in chunks(receipts.order_by("pk").values_list("pk", flat=True)):
        rows = receipts.filter(pk__in=some).order_by("pk")
        # The first receipt of a version is that of the write that made it.
        first = {}
        for receipt in rows:
            if name := name_of(receipt.answer):
                first.setdefault(name, receipt)
        codes = {code for code, *_rest in first}
        moved = []
        found = versions.filter(sheet__table__code__in=codes).select_related("sheet__table")
        for version in found.iterator(chunk_size=CHUNK):
            sheet = version.sheet
            receipt = first.get((sheet.table.code, sheet.number, version.number, version.act))
            if receipt:
                version.key, version.fingerprint = receipt.key, receipt.fingerprint
                moved.append((version, receipt.pk))
        versions.bulk_update([version for version, _pk in moved], ["key", "fingerprint"])
        receipts.filter(pk__in=[pk for _version, pk in moved]).delete()


def to_receipts(apps, _schema_editor):
    receipts = apps.get_model("tournaments", "IdempotencyKey").objects
    versions = apps.get_model("tournaments", "SheetVersion").objects.exclude(key=None)
    for some in chunks(versions.order_by("pk").values_list("pk", flat=True)):
        rows = versions.filter(pk__in=some).select_related("sheet__table__round__tournament")
        receipts.bulk_create(
            receipts.model(
                event_id=version.sheet.table.round.tournament.event_id,
                key=version.key,
                fingerprint=version.fingerprint,
                answer={
                    "code": version.sheet.table.code,
                    "number": version.sheet.number,
                    "act": version.act,
                    "status": version.status,
                    "version": version.number,
                    "stored": True,
                },
            )
            for version in rows.order_by("pk")
        )
        versions.filter(pk__in=some).update(key=None, fingerprint="")


def refuse_while_entries_wait(apps, _schema_editor):
    """Only the code of today can write the entries that are not in the ledger yet."""
    if apps.get_model("tournaments", "SheetVersion").objects.filter(in_ledger=False).exists():
        raise RuntimeError("Entries of the ledger wait to be written: run seal_all first.")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_receipts_on_versions")]

    operations = [
        migrations.RunPython(to_versions, to_receipts),
        migrations.RunPython(migrations.RunPython.noop, refuse_while_entries_wait),
    ]
