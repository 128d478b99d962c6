from django.contrib.auth import views as auth_views
from django.urls import path
from django.views.decorators.http import require_http_methods

from tournaments.events import invitation_views, staff_views, views
from tournaments.events.ledger.views import ledger
from tournaments.events.titles import views as title_views

# Django's own view would redirect other methods of accounts, too.
forms_only = require_http_methods(["GET", "HEAD", "POST"])

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", forms_only(views.SignIn.as_view()), name="sign-in"),
    path("sign-out/", auth_views.LogoutView.as_view(http_method_names=["post"]), name="sign-out"),
    path("events/new/", views.event_new, name="event-new"),
    path("e/<slug:event>/ledger/", ledger, name="ledger"),
    path("e/<slug:event>/edit/", views.event_edit, name="event-edit"),
    path("e/<slug:event>/announce/", views.event_announce, name="event-announce"),
    path("e/<slug:event>/conduct/edit/", views.conduct_edit, name="conduct-edit"),
    path("e/<slug:event>/games/", title_views.titles, name="titles"),
    path("e/<slug:event>/games/new/", title_views.title_new, name="title-new"),
    path("e/<slug:event>/games/<int:title>/", title_views.title_edit, name="title-edit"),
    path("e/<slug:event>/games/<int:title>/remove/", title_views.title_remove, name="title-remove"),
    path("e/<slug:event>/tournaments/new/", views.tournament_new, name="tournament-new"),
    path("e/<slug:event>/t/<slug:tournament>/edit/", views.tournament_edit, name="tournament-edit"),
    path("e/<slug:event>/staff/", staff_views.staff, name="staff"),
    path("e/<slug:event>/staff/<int:staff>/", staff_views.staff_change, name="staff-change"),
    path("e/<slug:event>/staff/<int:staff>/remove/", staff_views.staff_remove, name="staff-remove"),
    path(
        "e/<slug:event>/staff/invitations/<int:invitation>/withdraw/",
        staff_views.invitation_withdraw,
        name="invitation-withdraw",
    ),
    path("invitation/<str:token>/", invitation_views.invitation, name="invitation"),
    path(
        "account/invitations/<int:invitation>/",
        invitation_views.invitation_answer,
        name="invitation-answer",
    ),
    path("account/roles/<int:staff>/leave/", invitation_views.leave, name="staff-leave"),
]
