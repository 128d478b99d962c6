"""The pages of the adjudicator. Nothing is stored: a position is an address, or a form sent again.

``/rules/<game>/position/`` shows the position that its query sets up (GET), or the record that the
form carries (POST), and answers the question in the form.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalogue
from games.numbers import whole_number
from games.record import Record
from tournaments.access.body_limits import takes_file
from tournaments.access.refusals import form_page, in_form
from tournaments.adjudicator import rules
from tournaments.adjudicator.forms import LoadForm, QuestionForm, SetUpForm
from tournaments.adjudicator.position_page import PositionPage
from tournaments.adjudicator.position_view import name_of
from tournaments.adjudicator.queries import GameInfo, games_here

#: A record of MOST_CHARACTERS, with the signs that a form writes as three.
MOST_BYTES = 3 * rules.MOST_CHARACTERS

STEPS = {"draw": 0, "bots-1": 1, "bots-10": 10}
"""The buttons that let others act, with the number of moves by bots; chance acts in each case."""


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The games that have an engine, and where their content comes from."""
    return render(request, "adjudicator/games.html", {"games": games_here().values()})


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Where a position comes from: a new game, or a record to load."""
    return _beginning(request, _about(game))


@require_safe
def board(request: HttpRequest, game: str, pack: str) -> HttpResponse:
    """An empty board of a game, to print and play on."""
    about = _about(game)
    try:
        drawing = catalogue.blank(about.key, pack)
    except KeyError:
        raise Http404 from None
    chosen = next(one for one in about.packs if one.key == pack)
    context = {"game": about, "pack": chosen, "drawing": drawing}
    return render(request, "adjudicator/board.html", context)


@takes_file(MOST_BYTES, accounts_only=False)
@require_http_methods(["GET", "HEAD", "POST"])
def position(request: HttpRequest, game: str) -> HttpResponse:
    """A position, who may act and what they may do; and the answer to a question about a move."""
    about = _about(game)
    if request.method != "POST":
        set_up = SetUpForm(request.GET, game=about)
        if not set_up.is_valid():
            return _beginning(request, about, set_up=set_up if request.GET else None)
        return _position(request, about, PositionPage(set_up.record()))
    load = LoadForm(request.POST, request.FILES)
    if not load.is_valid():
        return _beginning(request, about, load=load)
    with in_form(load):
        return _answer(request, about, rules.read(about.key, load.text()))
    return _beginning(request, about, load=load)


@takes_file(MOST_BYTES, accounts_only=False)
@require_POST
def save(request: HttpRequest, game: str) -> HttpResponse:
    """The record that the form carries, as a file."""
    about = _about(game)
    load = LoadForm(request.POST)
    if not load.is_valid():
        return _beginning(request, about, load=load)
    with in_form(load):
        text = rules.read(about.key, load.text()).dump()
        headers = {"Content-Disposition": f'attachment; filename="{about.key}.game"'}
        return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)
    return _beginning(request, about, load=load)


def _about(key: str) -> GameInfo:
    try:
        return games_here()[key]
    except KeyError:
        raise Http404 from None


def _beginning(
    request: HttpRequest,
    about: GameInfo,
    *,
    set_up: SetUpForm | None = None,
    load: LoadForm | None = None,
) -> HttpResponse:
    """The page of a game, with what was typed into its forms."""
    load = load or LoadForm()
    context = {"game": about, "set_up": set_up or SetUpForm(game=about), "load": load}
    return form_page(request, "adjudicator/game.html", context, load)


def _answer(request: HttpRequest, about: GameInfo, record: Record[Any]) -> HttpResponse:
    """Carry out the button of the form that was pressed."""
    sent = request.POST
    find = sent.get("find", "").strip()[: rules.LONGEST_MOVE]
    question = QuestionForm(sent, players=record.players, actors=record.state.actors())
    at = None if "at" in question.errors else question.cleaned_data["at"]
    wanted = whole_number(sent.get("go", "")[:6])
    if wanted is not None:
        return _position(request, about, PositionPage(record, wanted))
    page = PositionPage(record, at, find)
    if sent.get("do") in STEPS:
        record = rules.up_to(record, page.at)
        rules.go_on(record, STEPS[sent["do"]])
        return _position(request, about, PositionPage(record), news=_news(record, page.at))
    requested = _question_in(sent, question)
    ruling: rules.Ruling | None = None
    asks = sent.get("do") in ("ask", "play")
    if requested and (sent.get("play") or sent.get("do") == "play"):
        record, ruling = rules.play(record, page.at, *requested)
        if ruling.is_legal:
            return _position(request, about, PositionPage(record), news=_news(record, page.at))
    elif requested:
        ruling = rules.rule(record.game, page.state, *requested)
    return _position(request, about, page, question=question if asks else None, ruling=ruling)


def _question_in(sent: QueryDict, question: QuestionForm) -> tuple[int, str] | None:
    """The player and the move that were typed, or pressed in a list; None if neither."""
    word, _blank, move = sent.get("play", "").partition(" ")
    if move and word in question.players:
        return rules.seat_of(word), move[: rules.LONGEST_MOVE]
    if sent.get("do") not in ("ask", "play") or not question.is_valid():
        return None
    requested = question.cleaned_data
    return rules.seat_of(requested["player"]), requested["move"]


def _news(record: Record[Any], before: int) -> str:
    """Say in a sentence what has been played since the first ``before`` entries."""
    new = record.entries[before:]
    if not new:
        return ""
    last = {"count": len(new), "player": name_of(new[-1].player), "move": new[-1].action}
    if len(new) == 1:
        return _("%(player)s played %(move)s.") % last
    return _("%(count)s moves were played, the last by %(player)s: %(move)s.") % last


def _position(
    request: HttpRequest,
    about: GameInfo,
    page: PositionPage,
    *,
    question: QuestionForm | None = None,
    ruling: rules.Ruling | None = None,
    news: str = "",
) -> HttpResponse:
    """The page of a position; ``news`` is what has just been played."""
    if question is None:
        question = QuestionForm(players=page.record.players, actors=page.actors)
    context = {
        "game": about,
        "pack": about.pack(page.record.game.pack),
        "page": page,
        "question": question,
        "ruling": ruling,
        "player": name_of(ruling.player) if ruling else "",
        "news": news,
    }
    return render(request, "adjudicator/position.html", context)
