from django.urls import path

from tournaments.rankings.honours import views

PLACE = "e/<slug:event>/ranking/<slug:ranking>/honours"
CLASS, TEAM = f"{PLACE}/classes/<int:of_class>", f"{PLACE}/teams/<int:team>"
PRIZE = f"{PLACE}/prizes/<int:prize>"

urlpatterns = [
    path(f"{PLACE}/", views.honours, name="honours"),
    path(f"{PLACE}/classes/new/", views.class_new, name="ranking-class-new"),
    path(f"{CLASS}/", views.class_edit, name="ranking-class"),
    path(f"{CLASS}/remove/", views.class_remove, name="ranking-class-remove"),
    path(f"{PLACE}/teams/new/", views.team_new, name="ranking-team-new"),
    path(f"{TEAM}/withdraw/", views.team_withdraw, name="ranking-team-withdraw"),
    path(f"{PLACE}/prizes/new/", views.prize_new, name="prize-new"),
    path(f"{PRIZE}/", views.prize_give, name="prize-give"),
    path(f"{PRIZE}/remove/", views.prize_remove, name="prize-remove"),
]
