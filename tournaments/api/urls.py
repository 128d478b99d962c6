from django.urls import path, re_path

from tournaments.api import errors, pages, webhook_pages
from tournaments.api.federation import views as federation
from tournaments.api.fixtures import views as fixtures
from tournaments.api.fixtures import writing as league
from tournaments.api.hall import views as hall
from tournaments.api.hooks import views as hooks
from tournaments.api.kept_schema import KeptSchema
from tournaments.api.letters import views as letters
from tournaments.api.people import views as people
from tournaments.api.pickups import views as pickups
from tournaments.api.rankings import views as rankings
from tournaments.api.rankings import writing_views as profiles
from tournaments.api.reading import exports, standings
from tournaments.api.reading import rounds as seen
from tournaments.api.reading import views as reading
from tournaments.api.seasons import adjusting, divisions
from tournaments.api.seasons import views as leagues
from tournaments.api.seating import views as seating
from tournaments.api.sessions import bookings, parties
from tournaments.api.sessions import reading as sessions
from tournaments.api.sessions import writing as timetable
from tournaments.api.tables import ending as table_ending
from tournaments.api.tables import games, overtime, resuming, sheets, views
from tournaments.api.writing import (
    adjustments,
    changing,
    clocks,
    deciding,
    ending,
    roster,
    rounds,
    seats,
    setup,
)

EVENT = "v1/events/<slug:event>"
TOURNAMENT = f"{EVENT}/tournaments/<slug:tournament>"
ENTRY = f"{TOURNAMENT}/entries/<int:entry>"
PLAYER = f"{EVENT}/players/<int:player>"
GAME = f"{TOURNAMENT}/games/<int:game>"
HAND = "v1/tables/<slug:code>/hands/<int:number>"
ROOM = f"{EVENT}/rooms/<int:room>"
ANNOUNCEMENT = f"{EVENT}/announcements/<int:announcement>"
HOOK = "events/<slug:event>/webhooks/<int:hook>"
ROUND = f"{TOURNAMENT}/rounds/<int:number>"
RANKING = f"{EVENT}/rankings/<slug:ranking>"
PICK_UP = f"{EVENT}/pickups/<int:pickup>"
SEASON = "v1/seasons/<slug:season>"
WEBHOOK = f"{EVENT}/webhooks/<int:hook>"
SESSION = f"{EVENT}/sessions/<int:session>"

urlpatterns = [
    path("v1/tables/<slug:code>/", views.TableView.as_view(), name="api-table"),
    path("v1/tables/<slug:code>/end/", table_ending.EndTableView.as_view(), name="api-table-end"),
    path(
        "v1/tables/<slug:code>/resume/",
        table_ending.ResumeTableView.as_view(),
        name="api-table-resume",
    ),
    path("v1/tables/<slug:code>/play-on/", overtime.PlayOnView.as_view(), name="api-play-on"),
    path(f"{HAND}/end/", table_ending.ForceEndView.as_view(), name="api-force-end"),
    path("v1/tables/<slug:code>/move/", resuming.MoveGameView.as_view(), name="api-table-move"),
    path(f"{HAND}/undo/", resuming.UndoHandView.as_view(), name="api-undo"),
    path(f"{HAND}/replace/", resuming.ReplaceHandView.as_view(), name="api-replace"),
    path("v1/tables/<slug:code>/deal/", views.DealView.as_view(), name="api-deal"),
    path("v1/tables/<slug:code>/hands/", views.HandView.as_view(), name="api-hands"),
    path(f"{HAND}/confirm/", sheets.ConfirmView.as_view(), name="api-confirm"),
    path(f"{HAND}/dispute/", sheets.DisputeView.as_view(), name="api-dispute"),
    path(f"{HAND}/rule/", sheets.RuleView.as_view(), name="api-rule"),
    path(f"{HAND}/correct/", sheets.CorrectView.as_view(), name="api-correct"),
    path(f"{HAND}/void/", sheets.VoidView.as_view(), name="api-void"),
    path("v1/events/", setup.Events.as_view(), name="api-events"),
    path("v1/reports/", setup.ReportsView.as_view(), name="api-reports"),
    path("v1/events/<uuid:uid>/file/", federation.event_file, name="api-event-file"),
    path(f"{EVENT}/publication/", federation.PublicationView.as_view(), name="api-publication"),
    path(f"{EVENT}/runs/", federation.RunHereView.as_view(), name="api-event-run-here"),
    path(f"{EVENT}/copy/", setup.EventCopies.as_view(), name="api-event-copy"),
    path(f"{EVENT}/", changing.OneEvent.as_view(), name="api-event"),
    path(f"{EVENT}/tournaments/", setup.Tournaments.as_view(), name="api-tournaments"),
    path(f"{EVENT}/games/", setup.Titles.as_view(), name="api-titles"),
    path(f"{EVENT}/announce/", changing.AnnounceEventView.as_view(), name="api-event-announce"),
    path(f"{EVENT}/delete/", changing.DeleteEventView.as_view(), name="api-event-delete"),
    path(f"{EVENT}/games/<slug:title>/", changing.OneTitle.as_view(), name="api-title"),
    path(f"{TOURNAMENT}/", changing.OneTournament.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}/entries/", roster.Entries.as_view(), name="api-entries"),
    path(f"{TOURNAMENT}/check-in/", roster.CheckInView.as_view(), name="api-check-in"),
    path(f"{ENTRY}/undo-check-in/", roster.UndoCheckInView.as_view(), name="api-undo-check-in"),
    path(f"{ENTRY}/drop/", roster.DropView.as_view(), name="api-drop"),
    path(f"{ENTRY}/reinstate/", roster.ReinstateView.as_view(), name="api-reinstate"),
    path(f"{TOURNAMENT}/finish/", rounds.FinishView.as_view(), name="api-finish"),
    path(f"{TOURNAMENT}/reopen/", rounds.ReopenView.as_view(), name="api-reopen"),
    path(f"{TOURNAMENT}/byes/", adjustments.ByeView.as_view(), name="api-byes"),
    path(f"{ROUND}/", seen.RoundInFull.as_view(), name="api-round"),
    path(f"{ROUND}/tables/", seen.TableList.as_view(), name="api-tables"),
    path(f"{ROUND}/pairings/", seats.PairingsView.as_view(), name="api-pairings"),
    path(f"{ROUND}/discard/", rounds.DiscardView.as_view(), name="api-discard"),
    path(f"{TOURNAMENT}/rounds/", reading.RoundList.as_view(), name="api-rounds"),
    path(f"{TOURNAMENT}/export/<str:file>/", exports.ExportView.as_view(), name="api-export"),
    path(f"{TOURNAMENT}/fixtures/", league.Fixtures.as_view(), name="api-fixtures"),
    path(
        f"{TOURNAMENT}/fixtures/discard/",
        league.DiscardFixturesView.as_view(),
        name="api-fixtures-discard",
    ),
    path(f"{TOURNAMENT}/weeks/", league.Weeks.as_view(), name="api-weeks"),
    path(f"{GAME}/", league.GameView.as_view(), name="api-game"),
    path(f"{GAME}/report/", league.ReportGameView.as_view(), name="api-game-report"),
    path(f"{GAME}/confirm/", league.ConfirmGameView.as_view(), name="api-game-confirm"),
    path(f"{GAME}/dispute/", league.DisputeGameView.as_view(), name="api-game-dispute"),
    path(f"{GAME}/postpone/", league.PostponeGameView.as_view(), name="api-game-postpone"),
    path(f"{GAME}/rule/", league.RuleGameView.as_view(), name="api-game-rule"),
    path(f"{GAME}/substitute/", league.SubstituteGameView.as_view(), name="api-game-substitute"),
    path(
        f"{TOURNAMENT}/team-standings/",
        fixtures.TeamStandingList.as_view(),
        name="api-team-standings",
    ),
    path(f"{TOURNAMENT}/standings/", standings.StandingList.as_view(), name="api-standings"),
    path("v1/games/", games.GameList.as_view(), name="api-games"),
    path("v1/schemes/", reading.SchemeList.as_view(), name="api-schemes"),
    path(f"{EVENT}/players/", roster.Players.as_view(), name="api-players"),
    path(f"{PLAYER}/", changing.OnePlayer.as_view(), name="api-player"),
    path(f"{PLAYER}/career/", people.CareerView.as_view(), name="api-career"),
    path(f"{PLAYER}/against/<int:other>/", people.AgainstView.as_view(), name="api-against"),
    path("v1/ratings/<slug:game>/", people.RatingList.as_view(), name="api-ratings"),
    path(f"{TOURNAMENT}/adjustments/", reading.AdjustmentList.as_view(), name="api-adjustments"),
    path("v1/seasons/", setup.Seasons.as_view(), name="api-seasons"),
    path(f"{SEASON}/", leagues.OneSeason.as_view(), name="api-season"),
    path(f"{SEASON}/above/", divisions.DivisionAboveView.as_view(), name="api-season-above"),
    path(f"{SEASON}/next/", divisions.NextSeasonView.as_view(), name="api-season-next"),
    path(
        f"{SEASON}/adjustments/",
        adjusting.SeasonAdjustmentsView.as_view(),
        name="api-season-adjustments",
    ),
    path(
        f"{SEASON}/adjustments/<int:adjustment>/take-back/",
        adjusting.TakeBackInSeasonView.as_view(),
        name="api-season-take-back",
    ),
    path(f"{SEASON}/ties/", adjusting.SeasonTiesView.as_view(), name="api-season-ties"),
    path(
        f"{SEASON}/tournaments/<slug:event>/<slug:tournament>/",
        leagues.OneSeasonPart.as_view(),
        name="api-season-part",
    ),
    path(
        f"{SEASON}/tournaments/",
        setup.SeasonParts.as_view(),
        name="api-season-parts",
    ),
    path(
        f"{SEASON}/standings/",
        reading.SeasonStandingList.as_view(),
        name="api-season-standings",
    ),
    path(
        f"{SEASON}/ratings/<slug:game>/",
        people.SeasonRatingList.as_view(),
        name="api-season-ratings",
    ),
    path(f"{TOURNAMENT}/seat/", rounds.SeatView.as_view(), name="api-seat"),
    path(f"{TOURNAMENT}/cancel/", ending.CancelTournamentView.as_view(), name="api-cancel"),
    path(
        f"{TOURNAMENT}/reinstate/",
        ending.ReinstateTournamentView.as_view(),
        name="api-reinstate-tournament",
    ),
    path(
        f"{TOURNAMENT}/registration/",
        ending.RegistrationView.as_view(),
        name="api-registration",
    ),
    path(
        f"{TOURNAMENT}/delete/",
        ending.DeleteTournamentView.as_view(),
        name="api-tournament-delete",
    ),
    path(f"{TOURNAMENT}/ties/", adjustments.TieView.as_view(), name="api-ties"),
    path(f"{TOURNAMENT}/scheme/", deciding.SchemeView.as_view(), name="api-scheme"),
    path(f"{TOURNAMENT}/next-round/", deciding.NextRoundView.as_view(), name="api-next-round"),
    path(f"{TOURNAMENT}/semifinals/", deciding.SemifinalsView.as_view(), name="api-semifinals"),
    path(f"{TOURNAMENT}/bracket/", deciding.BracketView.as_view(), name="api-bracket"),
    path(f"{ROUND}/keep/", rounds.KeepView.as_view(), name="api-keep"),
    path(f"{ROUND}/again/", rounds.AgainView.as_view(), name="api-again"),
    path(f"{ROUND}/next-in-line/", seats.NextInLineView.as_view(), name="api-next-in-line"),
    path(f"{ROUND}/helpers/", seats.HelperView.as_view(), name="api-helpers"),
    path(f"{ROUND}/lock/", seats.LockSeatView.as_view(), name="api-lock-seat"),
    path(f"{ROUND}/take-over/", seats.TakeOverView.as_view(), name="api-take-over"),
    path(f"{ROUND}/give-back/", seats.GiveBackView.as_view(), name="api-give-back"),
    path(f"{ROUND}/publish/", rounds.PublishView.as_view(), name="api-publish"),
    path(f"{ROUND}/start/", rounds.StartView.as_view(), name="api-start"),
    path(f"{ROUND}/clock/", clocks.ClockView.as_view(), name="api-clock"),
    path(f"{ROUND}/close/", rounds.CloseView.as_view(), name="api-close"),
    path(f"{ROUND}/annul/", rounds.AnnulView.as_view(), name="api-annul"),
    path(f"{ROUND}/exchange/", seats.ExchangeView.as_view(), name="api-exchange"),
    path(f"{ROUND}/restore/", rounds.RestoreView.as_view(), name="api-restore"),
    path(f"{TOURNAMENT}/adjust/", adjustments.AdjustView.as_view(), name="api-adjust"),
    path(
        f"{TOURNAMENT}/adjustments/<int:adjustment>/take-back/",
        adjustments.TakeBackView.as_view(),
        name="api-take-back",
    ),
    path(f"{EVENT}/rankings/", profiles.Rankings.as_view(), name="api-rankings"),
    path(f"{RANKING}/", profiles.OneRanking.as_view(), name="api-ranking"),
    path(f"{RANKING}/tournaments/", profiles.RankingParts.as_view(), name="api-ranking-parts"),
    path(f"{RANKING}/rows/", rankings.RankingRowList.as_view(), name="api-ranking-rows"),
    path(f"{RANKING}/classes/", profiles.RankingClasses.as_view(), name="api-ranking-classes"),
    path(f"{RANKING}/teams/", profiles.RankingTeams.as_view(), name="api-ranking-teams"),
    path(f"{RANKING}/prizes/", profiles.RankingPrizes.as_view(), name="api-ranking-prizes"),
    path(
        f"{RANKING}/classes/<int:of_class>/",
        profiles.OneRankingClass.as_view(),
        name="api-ranking-class",
    ),
    path(
        f"{RANKING}/teams/<int:team>/", profiles.OneRankingTeam.as_view(), name="api-ranking-team"
    ),
    path(
        f"{RANKING}/prizes/<int:prize>/",
        profiles.OneRankingPrize.as_view(),
        name="api-ranking-prize",
    ),
    path(f"{EVENT}/webhooks/", hooks.Webhooks.as_view(), name="api-webhooks"),
    path(f"{WEBHOOK}/", hooks.OneWebhook.as_view(), name="api-webhook"),
    path(
        f"{WEBHOOK}/start/",
        hooks.StartWebhookView.as_view(),
        name="api-webhook-start",
    ),
    path(f"{WEBHOOK}/test/", hooks.SendTestView.as_view(), name="api-webhook-test"),
    path(f"{WEBHOOK}/deliveries/", hooks.Deliveries.as_view(), name="api-deliveries"),
    path(
        f"{WEBHOOK}/deliveries/<int:delivery>/again/",
        hooks.SendAgainView.as_view(),
        name="api-delivery-again",
    ),
    path(f"{EVENT}/kept-apart/", seating.KeptApartView.as_view(), name="api-kept-apart"),
    path(f"{EVENT}/kept-apart/<int:pair>/", seating.OnePairView.as_view(), name="api-pair"),
    path(f"{PLAYER}/seating-need/", seating.SeatingNeedView.as_view(), name="api-seating-need"),
    path(f"{PLAYER}/team/", seating.TeamView.as_view(), name="api-team"),
    path(f"{ENTRY}/fixed-table/", seating.FixedTableView.as_view(), name="api-fixed-table"),
    path(f"{TOURNAMENT}/plan/", seating.PlanView.as_view(), name="api-plan"),
    path(f"{EVENT}/conduct/", changing.CodeOfConductView.as_view(), name="api-conduct"),
    path(f"{EVENT}/pickups/", pickups.PickUps.as_view(), name="api-pickups"),
    path(f"{PICK_UP}/start/", pickups.StartPickUpView.as_view(), name="api-pickup-start"),
    path(f"{PICK_UP}/refuse/", pickups.RefusePickUpView.as_view(), name="api-pickup-refuse"),
    path(f"{EVENT}/sessions/", timetable.Sessions.as_view(), name="api-sessions"),
    path(
        f"{EVENT}/sessions/import/",
        timetable.ImportSessionsView.as_view(),
        name="api-sessions-import",
    ),
    path(f"{EVENT}/timetable.csv", sessions.TimetableFileView.as_view(), name="api-timetable-file"),
    path(
        f"{EVENT}/sessions/publish/",
        timetable.PublishSessionsView.as_view(),
        name="api-sessions-publish",
    ),
    path(f"{SESSION}/", sessions.SessionInFull.as_view(), name="api-session"),
    path(f"{SESSION}/change/", timetable.ChangeSessionView.as_view(), name="api-session-change"),
    path(f"{SESSION}/cancel/", timetable.CancelSessionView.as_view(), name="api-session-cancel"),
    path(f"{SESSION}/restore/", timetable.RestoreSessionView.as_view(), name="api-session-restore"),
    path(f"{SESSION}/seat/", timetable.SeatSessionView.as_view(), name="api-session-seat"),
    path(f"{SESSION}/bookings/", sessions.BookingList.as_view(), name="api-bookings"),
    path(f"{SESSION}/place/", sessions.PlaceView.as_view(), name="api-place"),
    path(f"{SESSION}/book/", bookings.BookView.as_view(), name="api-book"),
    path(f"{SESSION}/take/", bookings.TakeView.as_view(), name="api-take-offer"),
    path(f"{SESSION}/join-queue/", bookings.JoinQueueView.as_view(), name="api-join-queue"),
    path(f"{SESSION}/book-party/", parties.BookPartyView.as_view(), name="api-book-party"),
    path(f"{SESSION}/queue-party/", parties.QueuePartyView.as_view(), name="api-queue-party"),
    path(f"{EVENT}/party/", parties.PartyView.as_view(), name="api-party"),
    path(f"{EVENT}/party/make/", parties.MakePartyView.as_view(), name="api-party-make"),
    path(f"{EVENT}/party/join/", parties.JoinPartyView.as_view(), name="api-party-join"),
    path(f"{EVENT}/party/leave/", parties.LeavePartyView.as_view(), name="api-party-leave"),
    path(f"{SESSION}/come/", bookings.ComeView.as_view(), name="api-come"),
    path(f"{SESSION}/give-up/", bookings.GiveUpView.as_view(), name="api-give-up"),
    path(f"{SESSION}/leave/", bookings.LeaveView.as_view(), name="api-leave"),
    path(f"{EVENT}/rooms/", hall.Rooms.as_view(), name="api-rooms"),
    path(f"{ROOM}/change/", hall.ChangeRoomView.as_view(), name="api-room-change"),
    path(f"{ROOM}/up/", hall.MoveRoomUpView.as_view(), name="api-room-up"),
    path(f"{ROOM}/tables/", hall.NumberTablesView.as_view(), name="api-room-tables"),
    path(f"{ROOM}/remove/", hall.RemoveRoomView.as_view(), name="api-room-remove"),
    path(f"{EVENT}/hall-tables/", hall.HallTableList.as_view(), name="api-hall-tables"),
    path(
        f"{EVENT}/hall-tables/<int:number>/change/",
        hall.ChangeHallTableView.as_view(),
        name="api-hall-table-change",
    ),
    path(f"{EVENT}/announcements/", hall.Announcements.as_view(), name="api-announcements"),
    path(
        f"{ANNOUNCEMENT}/change/",
        hall.ChangeAnnouncementView.as_view(),
        name="api-announcement-change",
    ),
    path(
        f"{ANNOUNCEMENT}/withdraw/",
        hall.WithdrawAnnouncementView.as_view(),
        name="api-announcement-withdraw",
    ),
    path(f"{EVENT}/letters/", letters.Letters.as_view(), name="api-letters"),
    path(
        f"{EVENT}/letters/<int:letter>/send-again/",
        letters.SendLetterAgainView.as_view(),
        name="api-letter-again",
    ),
    path("v1/schema/", KeptSchema.as_view(), name="api-schema"),
    path("problems/", pages.problem_types, name="api-problems"),
    path("tokens/", pages.api_tokens, name="api-tokens"),
    path("tokens/<int:token>/revoke/", pages.token_revoke, name="api-token-revoke"),
    path("events/<slug:event>/webhooks/", webhook_pages.event_webhooks, name="webhooks"),
    path(f"{HOOK}/", webhook_pages.webhook_deliveries, name="webhook-deliveries"),
    path(f"{HOOK}/start/", webhook_pages.webhook_start, name="webhook-start"),
    path(f"{HOOK}/test/", webhook_pages.webhook_test, name="webhook-test"),
    path(f"{HOOK}/remove/", webhook_pages.webhook_remove, name="webhook-remove"),
    path(
        f"{HOOK}/deliveries/<int:delivery>/again/",
        webhook_pages.delivery_again,
        name="delivery-again",
    ),
    path("", pages.documentation, name="api-documentation"),
    re_path("", errors.not_found),
]
