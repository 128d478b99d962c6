from django.urls import path

from tournaments.signup import views
from tournaments.signup.parties.views import party

urlpatterns = [
    path("e/<slug:event>/me/party/", party, name="party"),
    path("e/<slug:event>/s/<int:session>/", views.session, name="session"),
    path("e/<slug:event>/s/<int:session>/place/", views.session_place, name="session-place"),
    path("e/<slug:event>/s/<int:session>/edit/", views.session_edit, name="session-edit"),
    path("e/<slug:event>/s/<int:session>/cancel/", views.session_cancel, name="session-cancel"),
    path("e/<slug:event>/s/<int:session>/restore/", views.session_restore, name="session-restore"),
]
