from django.urls import path

from tournaments.timetable.hall import views

urlpatterns = [
    path("e/<slug:event>/rooms/", views.rooms, name="rooms"),
    path("e/<slug:event>/rooms/<int:room>/", views.room_edit, name="room-edit"),
    path("e/<slug:event>/rooms/<int:room>/tables/", views.room_numbers, name="room-numbers"),
    path("e/<slug:event>/rooms/<int:room>/up/", views.room_up, name="room-up"),
    path("e/<slug:event>/rooms/<int:room>/remove/", views.room_remove, name="room-remove"),
    path("e/<slug:event>/rooms/<int:room>/cards/", views.cards, name="room-cards"),
    path("e/<slug:event>/rooms/tables/<int:number>/", views.hall_table, name="hall-table"),
    path("e/<slug:event>/rooms/move/", views.game_move, name="game-move"),
]
