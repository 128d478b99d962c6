from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls")),
]

handler500 = "tournaments.middleware.server_error"
