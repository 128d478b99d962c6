from django.urls import include, path

urlpatterns = [path("", include("tournaments.timetable.hall.urls"))]
