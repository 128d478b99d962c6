"""Where the cards, boards and numbers of each content pack come from, for people to read.

A pack without a row here says it itself, in the ``source`` of its file. Those below were written
for engineers, and their text is part of the digest that records keep: to change a word there would
close every stored record.
"""

from django.utils.translation import gettext_lazy as _

_EXPRESS = _(
    "The card counts come from walk-throughs of the rules and the publisher's answers. Everything "
    "else is invented."
)
#: By the keys of game and pack.
SOURCES = {
    ("expect_delays", "house"): _(
        "The rules are those of the Expect Delays rulebook. The cards, Stops and advisories are "
        "invented."
    ),
    ("express", "house"): _EXPRESS,
    ("express", "printed"): _EXPRESS,
    ("metro_x", "metro_city"): _(
        "The components are listed in the Metro X rulebook. It shows the numbers on the cards, the "
        "penalties and the boards only as pictures; two independent programs on GitHub, "
        "jcbelanger/metro-x and jbodah/metro_x_map_generator, agree on them station for station. "
        "Nothing of theirs is copied. Line E has 2 white points, as in an older edition, where the "
        "second program has 3. No source has the ratings for solo play, so there are none here."
    ),
    ("metro_x", "tube_town"): _(
        "The components are listed in the Metro X rulebook. It shows the numbers on the cards, the "
        "penalties and the boards only as pictures; two independent programs on GitHub, "
        "jcbelanger/metro-x and jbodah/metro_x_map_generator, agree on them station for station. "
        "Nothing of theirs is copied. No source has the ratings for solo play, so there are none "
        "here."
    ),
    ("night_express", "house"): _(
        "The rules are those of the Night Express rulebook. The routes, trains, prices, fields and "
        "cards are invented."
    ),
    ("terminus", "house"): _(
        "The components and examples are those of a draft of the Terminus rulebook. Everything "
        "else is invented."
    ),
}
