from django.urls import path

from tournaments.rankings import views
from tournaments.rankings.honours import urls as honours

PLACE = "e/<slug:event>/ranking"

urlpatterns = [
    path("e/<slug:event>/me/rankings/", views.my_rankings, name="my-rankings"),
    path(f"{PLACE}/", views.rankings, name="rankings"),
    path(f"{PLACE}/new/", views.ranking_new, name="ranking-new"),
    path(f"{PLACE}/<slug:ranking>/", views.ranking, name="ranking"),
    path(f"{PLACE}/<slug:ranking>/edit/", views.ranking_edit, name="ranking-edit"),
    path(f"{PLACE}/<slug:ranking>/games/", views.ranking_parts, name="ranking-parts"),
    path(f"{PLACE}/<slug:ranking>/<int:player>/", views.ranking_person, name="ranking-person"),
    *honours.urlpatterns,
]
