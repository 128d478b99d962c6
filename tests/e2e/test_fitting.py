"""Pages fit on the screen, nothing covers them, and they have what a phone's keyboard lacks."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    cookies_at,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_title_tournament,
    make_tournament,
    minutes,
    session_cookie,
)
from tests.clocks import change_clock
from tests.tournaments.standings.hands import play_round
from tournaments.clock.services import start_slot
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.models import HallTable, Player, Room
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.standings.computing.services import refresh

pytestmark = pytest.mark.once  # no database has a part in it

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
PROJECTORS = [(1920, 1080), (1280, 720), (1024, 768)]
#: The lines that the text of an element takes.
LINES = """(it) => {
  const range = document.createRange();
  range.selectNodeContents(it);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""

#: The longest mark of a move, at a place of two figures: how far it is from the end of its cell.
ROOM_FOR_A_MOVE = """(cell) => {
  cell.firstChild.replaceWith("24");
  cell.querySelector(".moved > span").textContent = "▲39";
  const mark = document.createRange();
  mark.selectNodeContents(cell.querySelector(".moved > span"));
  return cell.getBoundingClientRect().right - mark.getBoundingClientRect().right;
}"""


@pytest.fixture
def show(transactional_db, live_server, open_page):
    """Open a page as the person in the first seat of a table."""

    def go(address, *, table=None, **options):
        page = open_page(base_url=live_server.url, service_workers="block", **options)
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        cookies = cookies_at([table.code])[table.code][0] if table else {}
        page.context.add_cookies(
            [{"name": name, "value": cookies[name], "url": live_server.url} for name in cookies]
        )
        page.goto(address)
        return page

    return go


def a_table(tournament, *, started_at):
    """The only table of a round that began then."""
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    start_slot(round_, by=ANNA, at=started_at)
    return round_.tables.get()


@pytest.mark.long
def test_a_hand_of_five_digits_and_its_key_pad_fit_on_every_phone(show):
    """The pad leaves more than half of the smallest phone."""
    now = timezone.now()
    table = a_table(make_tournament(target=100_000), started_at=now - minutes(30))
    deal_hand(table, 1, by=ANNA, at=now - minutes(20))
    page = show(f"/table/{table.code}/hands/1/", table=table, **PHONE)
    points = page.locator("input[name=points-1]")
    points.fill("-61200")
    for width, height in [(390, 844), (195, 422), (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        assert points.evaluate("(it) => it.scrollWidth <= it.clientWidth"), width
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.locator("input[name=points-2]").tap()
    pad = page.locator("[data-keypad]").bounding_box()
    assert pad["y"] > 568 / 2
    assert pad["y"] + pad["height"] == 568
    expect(page.get_by_role("navigation", name="Event")).to_be_hidden()


@pytest.mark.long
def test_the_key_for_the_sign_makes_points_negative_and_positive_again(show):
    now = timezone.now()
    table = a_table(make_title_tournament(), started_at=now - minutes(30))
    deal_hand(table, 1, by=ANNA, at=now - minutes(20))
    page = show(f"/table/{table.code}/hands/1/", table=table, **PHONE)
    points = page.locator("input[name=points-1]")
    points.tap()
    points.press_sequentially("12")
    key = page.get_by_role("button", name="Plus or minus").first
    key.tap()
    expect(points).to_have_value("-12")
    expect(points).to_be_focused()
    key.tap()
    expect(points).to_have_value("12")


@pytest.mark.long
def test_the_longest_clock_takes_one_line_of_a_phone(show):
    tournament = make_tournament(slot=minutes(11 * 60 + 59))
    table = a_table(tournament, started_at=timezone.now())
    for address in (table.get_absolute_url(), f"/e/{tournament.event.slug}/"):
        page = show(address, table=table, **PHONE)
        left = page.locator(".clock__left [data-countdown=ends]").first
        expect(left).to_be_visible()
        assert left.evaluate(LINES) == 1
        assert left.evaluate("(it) => it.scrollWidth <= it.closest('.clock').clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.long
def test_the_longest_word_on_a_table_of_the_board_is_not_cut(show):
    now = timezone.now()
    tournament = make_tournament()
    table = a_table(tournament, started_at=now - minutes(115))
    deal_hand(table, 1, by=ANNA, at=now - minutes(30))
    page = show(f"/e/{tournament.event.slug}/board/")
    state = page.locator(".hall__table .status")
    expect(state).to_have_text("hand may be ended")
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        assert state.evaluate("(it) => it.scrollWidth <= it.clientWidth"), width


@pytest.fixture
def ten_paused_tables(transactional_db):
    """The address of a board that shows them."""
    now = timezone.now()
    tournament = make_tournament()
    entries = make_entries(tournament, 40)
    tables = [entries[n : n + 4] for n in range(0, 40, 4)]
    round_ = make_round(tournament, tables, started_at=None)
    start_slot(round_, by=ANNA, at=now - minutes(30))
    for table in round_.tables.all():  # if all of the round stands still, that fills the board
        change_clock(table, "pause", by=ANNA, at=now - minutes(1), reason="a ruling")
    return f"/e/{tournament.event.slug}/board/"


@pytest.mark.long
def test_the_kinds_of_columns_of_a_sheet_are_read_whole_on_a_phone(show, live_server):
    event = make_tournament().event
    page = show("/", **PHONE)
    cookie = session_cookie(make_conductor(event).email)
    page.context.add_cookies([cookie | {"url": live_server.url}])
    page.goto(f"/e/{event.slug}/roster/import/")
    page.get_by_label("Or paste it here").fill("Name,Town,Paid\nAda Lind,Oslo,yes\n")
    page.get_by_role("button", name="Preview").click()
    kinds = page.locator("select[name^=column-]")
    expect(kinds).to_have_count(3)
    widths = kinds.evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().width)")
    assert min(widths) >= 150, widths


def in_two_rooms(tournament, *, first):
    """Let eight tables of a round stand in two rooms, from number ``first`` on."""
    now = timezone.now()
    entries = make_entries(tournament, 32)
    groups = [entries[n : n + 4] for n in range(0, 32, 4)]
    round_ = make_round(tournament, groups, started_at=None)
    start_slot(round_, by=ANNA, at=now - minutes(60))
    rooms = [
        Room.objects.get_or_create(event=tournament.event, name=name)[0]
        for name in ("Main hall", "Side room")
    ]
    for table in round_.tables.all():
        number = first + table.number
        table.hall_table = HallTable.objects.create(
            event=tournament.event, room=rooms[number % 2], number=number, code=f"HAL{number:03}"
        )
        table.save()
        deal_hand(table, 1, by=ANNA, at=now - minutes(30))
        points = QuickHand({1: 30, 2: 12, 3: 5, 4: 0}, 1)
        report_hand(table, 1, points, by=ANNA, at=now - minutes(1))


@pytest.mark.long
@pytest.mark.parametrize("slots", [1, 2])
def test_each_table_of_the_board_shows_its_room_and_its_state_within_its_tile(show, slots):
    event = make_event()
    for n in range(slots):
        in_two_rooms(make_tournament(event, name=f"Express {n}"), first=20 + 10 * n)
    page = show(f"/e/{event.slug}/board/")
    tiles = page.locator(".hall__table:visible")
    expect(tiles).to_have_count(8 * slots)
    for width, height in [*PROJECTORS, (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        outside = tiles.evaluate_all("""(tiles) => tiles.flatMap((tile) => {
          const box = tile.getBoundingClientRect();
          const words = [...tile.children].flatMap((it) => [it, ...it.querySelectorAll("*")]);
          return words.filter((it) => {
            const { left, right, top, bottom } = it.getBoundingClientRect();
            const isCut = it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0;
            return isCut || left < box.left || right > box.right || top < box.top - 1
              || bottom > box.bottom + 1;
          }).map((it) => it.textContent.trim());
        })""")
        assert outside == [], (width, height)


@pytest.mark.long
def test_ten_paused_tables_fill_the_board_and_none_is_cut(show, ten_paused_tables):
    """On a phone one scrolls to all of them."""
    phone = show(ten_paused_tables, **PHONE)
    last = phone.locator(".hall__table").last
    expect(last).to_contain_text("paused")
    last.scroll_into_view_if_needed()
    assert last.evaluate("(it) => innerHeight - it.getBoundingClientRect().bottom") >= 0
    expect(phone.locator(".foot")).to_be_hidden()

    page = show(ten_paused_tables)
    last = page.locator(".hall__table").last
    expect(last).to_contain_text("paused")
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        below = last.evaluate("(it) => innerHeight - it.getBoundingClientRect().bottom")
        assert 0 <= below <= height / 6, (width, below)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), width


@pytest.mark.long
@pytest.mark.parametrize(
    ("minutes_played", "is_paused", "most_pixels"),
    [(30, False, 80), (30, True, 100), (105, False, 80), (112, False, 100), (125, False, 80)],
)
def test_the_clock_above_a_list_of_tables_is_a_bar_and_its_words_are_not_cut(
    show, minutes_played, is_paused, most_pixels
):
    now = timezone.now()
    tournament = make_tournament()
    table = a_table(tournament, started_at=now - minutes(minutes_played))
    if is_paused:
        change_clock(table.round, "pause", by=ANNA, at=now, reason="fire alarm")
    page = show(table.round.get_absolute_url(), **PHONE)
    clock = page.locator(".clock--small")
    assert clock.bounding_box()["height"] <= most_pixels
    assert clock.evaluate("(it) => it.scrollWidth <= it.clientWidth")
    page.set_viewport_size({"width": 900, "height": 700})
    words = page.locator(".clock--small .clock__words:visible")
    expect(words).to_have_count(1)
    assert words.evaluate("""(it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      const clock = it.closest(".clock").getBoundingClientRect();
      return range.getBoundingClientRect().right <= clock.right;
    }""")


@pytest.mark.long
def test_a_move_of_many_places_is_not_cut_on_a_phone(show):
    tournament = make_tournament(make_event())
    entries = make_entries(tournament, 4)
    for number in (1, 2):
        play_round(tournament, [list(zip(entries, (40, 30, 20, 10), strict=True))], number=number)
    refresh(tournament.pk, at=timezone.now())
    page = show(f"{tournament.get_absolute_url()}standings/", **PHONE)
    place = page.locator("td.place").first
    expect(place.locator(".moved")).to_be_visible()
    assert place.evaluate(ROOM_FOR_A_MOVE) >= 0


@pytest.mark.long
def test_the_words_above_a_wide_table_are_read_without_scrolling_on_a_phone(show):
    tournament = make_tournament(make_event())
    entries = make_entries(tournament, 4)
    play_round(tournament, [list(zip(entries, (40, 30, 20, 10), strict=True))], number=1)
    page = show(reverse("rating-list", args=["express"]), **PHONE)
    caption = page.locator("caption", has_text="Provisional")
    expect(caption).to_be_visible()
    words = caption.evaluate("""(it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      const table = it.closest(".table-scroll");
      return [range.getBoundingClientRect().right, table.getBoundingClientRect().right,
              table.scrollWidth > table.clientWidth];
    }""")
    assert words[2]
    assert words[0] <= words[1]


@pytest.mark.long
def test_a_warning_covers_no_navigation_of_a_laptop(show):
    now = timezone.now()
    event = make_event()
    a_table(make_tournament(event), started_at=now - minutes(95))
    assert fire_due_warnings(now=now) > 0
    page = show(f"/e/{event.slug}/", width=1280, height=720)
    notice = page.locator("[data-notice]").first
    expect(notice).to_be_visible()
    links = page.locator(".sign").bounding_box()
    assert notice.bounding_box()["y"] >= links["y"] + links["height"]
    page.get_by_role("navigation", name="Event").get_by_role("link", name="Find seat").click()
    expect(page.get_by_role("heading", name="Find my seat")).to_be_visible()


@pytest.mark.long
def test_a_table_of_the_desk_is_called_with_its_room_in_one_line(show, live_server):
    tournament = make_tournament()
    a_table(tournament, started_at=timezone.now() - minutes(30))
    conductor = make_conductor(tournament.event)
    page = show("/", width=1280, height=800)
    page.context.add_cookies([session_cookie(conductor.email) | {"url": live_server.url}])
    page.goto(f"/e/{tournament.event.slug}/desk/")
    name, players = page.locator(".tile__name"), page.locator(".tile__players")
    for width in ("auto", "30rem"):  # as at headquarters, beside other lists
        page.locator(".tables-list").evaluate("(it, width) => it.style.width = width", width)
        name.evaluate("(it) => it.textContent = 'Table 22, Ballroom West'")
        assert name.evaluate(LINES) == 1, width
        assert players.evaluate(LINES) <= 2, width


@pytest.mark.long
def test_a_long_name_stands_beside_its_seat_while_a_seating_is_changed(show, live_server):
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    Player.objects.filter(name="Player 003").update(name="Walter Pemberton-Smythe the Third")
    conductor = make_conductor(tournament.event)
    page = show("/", width=1280, height=800)
    page.context.add_cookies([session_cookie(conductor.email) | {"url": live_server.url}])
    page.goto(f"{round_.get_absolute_url()}change/")
    name = page.locator(".seating__name", has_text="Walter")
    assert name.evaluate("""(it) => {
      const seat = it.parentElement.querySelector(".seating__position").getBoundingClientRect();
      const box = it.getBoundingClientRect();
      return box.left > seat.right && box.top < seat.bottom && box.bottom > seat.top;
    }""")
