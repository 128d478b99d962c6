from django.urls import path

from tournaments.pickups import views

PLACE = "e/<slug:event>/pickup"

urlpatterns = [
    path(f"{PLACE}/", views.pickup, name="pickup"),
    path(f"{PLACE}/asked/", views.pickups_asked, name="pickups-asked"),
    path(f"{PLACE}/<int:pickup>/start/", views.pickup_start, name="pickup-start"),
    path(f"{PLACE}/<int:pickup>/refuse/", views.pickup_refuse, name="pickup-refuse"),
    path(f"{PLACE}/<int:pickup>/withdraw/", views.pickup_withdraw, name="pickup-withdraw"),
]
