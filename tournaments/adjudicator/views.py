"""The pages of the adjudicator. Nothing is stored: a position is an address, or a form sent again.

``/rules/<game>/position/`` shows the position that its questions set up (GET), or the record that
the form carries (POST), and answers what was asked there.
"""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.adjudicator import rules
from tournaments.adjudicator.desk import Desk
from tournaments.adjudicator.faces import name_of
from tournaments.adjudicator.forms import LoadForm, QuestionForm, SetUpForm
from tournaments.adjudicator.queries import GameAbout, games_here
from tournaments.errors import Refused

BOTS = {"bots-1": 1, "bots-10": 10}


@require_safe
def games(request):
    """The games that have an engine, and where their content comes from."""
    return render(request, "adjudicator/games.html", {"games": games_here().values()})


@require_safe
def game(request, game):
    """Where a position comes from: a new game, or a record to load."""
    return _beginning(request, _about(game))


@require_http_methods(["GET", "HEAD", "POST"])
def position(request, game):
    """A position, who may act and what they may do; and the answer to a question about a move."""
    about = _about(game)
    if request.method != "POST":
        set_up = SetUpForm(request.GET, game=about)
        if not set_up.is_valid():
            return _beginning(request, about, set_up=set_up if request.GET else None)
        return _position(request, about, Desk(set_up.record()))
    load = LoadForm(request.POST, request.FILES)
    if not load.is_valid():
        return _beginning(request, about, load=load)
    try:
        record = rules.read(about.key, load.text())
    except Refused as refusal:
        return _beginning(request, about, load=load.refused(refusal))
    return _answer(request, about, record)


@require_POST
def save(request, game):
    """The record that the form carries, as a file."""
    about = _about(game)
    load = LoadForm(request.POST)
    if not load.is_valid():
        return _beginning(request, about, load=load)
    try:
        record = rules.read(about.key, load.text())
    except Refused as refusal:
        return _beginning(request, about, load=load.refused(refusal))
    headers = {"Content-Disposition": f'attachment; filename="{about.key}.game"'}
    return HttpResponse(record.dump(), content_type="text/plain; charset=utf-8", headers=headers)


def _about(key: str) -> GameAbout:
    try:
        return games_here()[key]
    except KeyError:
        raise Http404 from None


def _beginning(request, about: GameAbout, *, set_up=None, load=None):
    """The page of a game, with what was typed into its forms."""
    context = {
        "game": about,
        "set_up": set_up or SetUpForm(game=about),
        "load": load or LoadForm(),
    }
    return render(request, "adjudicator/game.html", context)


def _answer(request, about: GameAbout, record):
    """Do what the pressed button of the form says."""
    sent = request.POST
    find = sent.get("find", "").strip()[: rules.LONGEST_MOVE]
    desk = Desk(record, find=find)
    question = QuestionForm(sent, players=record.players, actors=desk.actors)
    if "at" not in question.errors:
        desk = Desk(record, question.cleaned_data["at"], find)
    ruling = done = None
    if sent.get("go", "").isdecimal():
        desk = Desk(record, int(sent["go"][:6]), find)
    elif sent.get("do") == "draw" or sent.get("do") in BOTS:
        record = rules.up_to(record, desk.at)
        rules.go_on(record, BOTS.get(sent["do"], 0))
        desk = Desk(record, find=find)
    elif player_and_move := _asked(sent, question):
        if sent.get("do") == "play" or sent.get("play"):
            record, ruling = rules.play(record, desk.at, *player_and_move)
            if ruling.is_legal:
                desk, done, ruling = Desk(record), ruling, None
        else:
            ruling = rules.rule(record.game, desk.state, *player_and_move)
    asks = sent.get("do") in ("ask", "play")
    question = question if asks else None
    return _position(request, about, desk, question=question, ruling=ruling, done=done)


def _asked(sent, question: QuestionForm):
    """The player and the move that somebody typed, or pressed in a list; None if neither."""
    word, _space, move = sent.get("play", "").partition(" ")
    if move and word in dict(question.fields["player"].choices):
        return rules.seat_of(word), move[: rules.LONGEST_MOVE]
    if sent.get("do") not in ("ask", "play") or not question.is_valid():
        return None
    asked = question.cleaned_data
    return rules.seat_of(asked["player"]), asked["move"]


def _position(request, about: GameAbout, desk: Desk, *, question=None, ruling=None, done=None):
    """The page of a position; ``done`` is a move that has just been played."""
    if question is None or done:
        question = QuestionForm(players=desk.record.players, actors=desk.actors)
    context = {
        "game": about,
        "pack": about.pack(desk.record.game.pack),
        "desk": desk,
        "question": question,
        "ruling": ruling,
        "done": done,
        "player": name_of((ruling or done).player) if ruling or done else "",
    }
    return render(request, "adjudicator/position.html", context)
