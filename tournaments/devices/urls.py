from django.urls import path

from tournaments.devices import desk_views, join_views, link_views, views
from tournaments.devices.seat_line import seat_line

urlpatterns = [
    path("b/<str:badge>/", views.badge, name="badge"),
    path("table/", views.table_find, name="table-find"),
    path("at/<slug:sign>/", views.table_now, name="table-now"),
    path("table/<slug:code>/open/", views.seat_open, name="seat-open"),
    path("e/<slug:event>/me/", views.me, name="me"),
    path("cal/<str:token>.ics", views.my_calendar, name="my-calendar"),
    path("e/<slug:event>/me/day/", views.my_day, name="my-day"),
    path("e/<slug:event>/me/line/", seat_line, name="seat-line"),
    path("e/<slug:event>/me/open/<int:player>/", views.me_open, name="me-open"),
    path("e/<slug:event>/me/close/", views.seat_close, name="seat-close"),
    path("e/<slug:event>/join/", join_views.join, name="join"),
    path("e/<slug:event>/join/<str:token>/", join_views.joined, name="joined"),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/sheets/",
        desk_views.table_sheets,
        name="table-sheets",
    ),
    path(
        "e/<slug:event>/t/<slug:tournament>/rounds/<int:number>/slips/",
        desk_views.result_slips,
        name="result-slips",
    ),
    path(
        "e/<slug:event>/phones/<int:phone>/throw-out/", desk_views.throw_out, name="phone-throw-out"
    ),
    path("e/<slug:event>/poster/", desk_views.poster, name="poster"),
    path("e/<slug:event>/players/<int:player>/badge/", desk_views.badge_new, name="badge-new"),
    path("e/<slug:event>/staff/<int:staff>/link/", link_views.staff_link, name="staff-link"),
    path("sign-in/link/", link_views.mail_link, name="sign-in-mail"),
    path("sign-in/link/<str:token>/", link_views.sign_in_link, name="sign-in-link"),
]
