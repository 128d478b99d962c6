from django.urls import path

from tournaments.accounts import language, views
from tournaments.accounts.first import views as first
from tournaments.accounts.recovery import views as recovery
from tournaments.accounts.two_step import views as two_step

urlpatterns = [
    path("first-account/", first.make, name="first-account"),
    path("sign-in/code/", two_step.sign_in_code, name="sign-in-code"),
    path("language/", language.choose, name="language"),
    path("account/", views.account, name="account"),
    path("account/password/", views.password, name="account-password"),
    path("account/two-step/", two_step.switch_on, name="two-step"),
    path("account/two-step/off/", two_step.switch_off, name="two-step-off"),
    path("account/two-step/codes/", two_step.new_codes, name="two-step-codes"),
    path("account/sessions/end-others/", views.sessions_end_others, name="sessions-end-others"),
    path("account/sessions/<slug:number>/end/", views.session_end, name="session-end"),
    path("e/<slug:event>/staff/<int:staff>/recover/", recovery.make, name="recovery-make"),
    path("recover/<str:token>/", recovery.use, name="recover"),
]
