"""The reasons in a row of a ranking, as ``rankings.computing`` keeps them. Numbers are exact."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.conventions.model import NotCounted

#: A union with a list in it has no class in Java.
STEP_VALUE = "A truth value, a number or a text by the step, a list of texts, or null."


class FinalBonusSerializer(serializers.Serializer):
    """The points that a final adds."""

    game = serializers.CharField()
    value = serializers.CharField()
    is_running = serializers.BooleanField()


class BestGameSerializer(FinalBonusSerializer):
    """The best game of a category; ``counts`` if it is among those of the total."""

    counts = serializers.BooleanField()


class MissingCategoriesSerializer(serializers.Serializer):
    """How many categories a person still needs, and out of which."""

    count = serializers.IntegerField()
    of = serializers.ListField(child=serializers.CharField())


class DecidingStepSerializer(serializers.Serializer):
    """The first step at which a row and the next one differ, with the values of both."""

    step = serializers.CharField()
    mine = serializers.JSONField(help_text=STEP_VALUE)
    theirs = serializers.JSONField(help_text=STEP_VALUE)


class RowDetailsSerializer(serializers.Serializer):
    """The best game in each category, by its key; ``not_counted`` has pairs of a game and why."""

    categories = serializers.DictField(child=BestGameSerializer())
    finals = FinalBonusSerializer(many=True)
    missing = MissingCategoriesSerializer(allow_null=True)
    not_counted = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text=f"Why is one of: {', '.join(NotCounted)}.",
    )
    why = DecidingStepSerializer(allow_null=True)


@extend_schema_field(RowDetailsSerializer)
class RowDetails(serializers.JSONField):
    """The reasons, as they are kept."""

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)
