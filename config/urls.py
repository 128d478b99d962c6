from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls")),
]

handler400 = "tournaments.middleware.bad_request"
handler500 = "tournaments.middleware.server_error"
