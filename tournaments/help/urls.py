from django.urls import path

from tournaments.help import views

urlpatterns = [
    path("help/", views.contents, name="help"),
    path("help/<slug:guide>/", views.guide, name="help-guide"),
]
