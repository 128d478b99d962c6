from django.urls import include, path

from tournaments.timetable import file_views, views
from tournaments.timetable.showing import views as showing

urlpatterns = [
    path("e/<slug:event>/timetable/", showing.timetable, name="timetable"),
    path("e/<slug:event>/timetable.ics", showing.timetable_calendar, name="timetable-calendar"),
    path("e/<slug:event>/timetable.json", showing.timetable_json, name="timetable-json"),
    path("e/<slug:event>/timetable/edit/", views.timetable_edit, name="timetable-edit"),
    path("e/<slug:event>/timetable/file/", file_views.timetable_file, name="timetable-file"),
    path("e/<slug:event>/timetable/import/", file_views.timetable_import, name="timetable-import"),
    path("e/<slug:event>/timetable/publish/", views.timetable_publish, name="timetable-publish"),
    path("", include("tournaments.timetable.hall.urls")),
]
