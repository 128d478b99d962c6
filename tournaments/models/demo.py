"""The demo that plays by itself."""

from django.db import models
from django.utils.translation import gettext_lazy as _

#: The account that the demo makes: nobody's.
DEMO_CONDUCTOR = "conductor@demo.example"


class Demo(models.Model):
    """How fast the demo event is played: at ``speed`` 60, a minute of the rules takes a second.

    The slots of the demo's tournaments are shorter by the same factor; its clocks are real. A demo
    that ``is_convention`` plays the last day of four, and no tournament after that.
    """

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="demo")
    speed = models.PositiveSmallIntegerField(_("speed"))
    game = models.CharField(_("game"), max_length=40, default="express", db_default="express")
    is_convention = models.BooleanField(_("a convention"), default=False, db_default=False)
    paused = models.BooleanField(_("paused"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(speed__gte=1, speed__lte=120), name="demo_speed_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, speed {self.speed}"
