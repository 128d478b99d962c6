"""``manage.py demo``: the convention that runs by itself."""

import re
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games import catalogue
from tournaments.demo import services
from tournaments.errors import Refused
from tournaments.management.migrated import MigratedCommand
from tournaments.models.demo import DEMO_CONDUCTOR, Demo

DEFAULT_SPEED, TOP_SPEED = 20, 120
PASSWORD = re.compile(r"[\w-]{12}", re.ASCII)  # a file that is damaged has none
DEFAULT_GAME = "express"


class Command(MigratedCommand):
    help = "Start, speed up, pause, reset or remove the demo convention."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--speed",
            type=int,
            help="minutes of the rules that pass in one minute; 60 plays a two-hour slot in two "
            f"minutes (default: {DEFAULT_SPEED})",
        )
        parser.add_argument(
            "--game",
            choices=sorted(catalogue.games()),
            help="what a new demo plays (default: express)",
        )
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--ensure", action="store_true", help="only make it if there is none")
        what.add_argument("--pause", action="store_true", help="stop the players; clocks go on")
        what.add_argument("--resume", action="store_true", help="let the players go on")
        what.add_argument("--reset", action="store_true", help="start again from nothing")
        what.add_argument("--remove", action="store_true", help="take it away")

        parser.add_argument(
            "--league",
            action="store_true",
            help="a new demo begins with the season of ten club evenings",
        )
        parser.add_argument(
            "--convention",
            action="store_true",
            help="a new demo is a convention of 400 people and 350 games, on its last day",
        )

    def handle(
        self,
        *_args: object,
        speed: int | None,
        ensure: bool,
        pause: bool,
        resume: bool,
        reset: bool,
        remove: bool,
        league: bool,
        convention: bool,
        game: str | None,
        **_options: object,
    ) -> None:
        if speed is not None and not 1 <= speed <= TOP_SPEED:
            raise CommandError(f"The speed goes from 1 to {TOP_SPEED}.")
        demo = services.running_demo()
        if remove or reset:
            services.remove_demo()
            self._password_file.unlink(missing_ok=True)
            demo = None
        if remove:
            self.stdout.write("The demo is removed.")
            return
        if demo is None and (pause or resume):
            raise CommandError("There is no demo. “manage.py demo” starts one.")
        if convention and game:
            raise CommandError("A convention plays sixty titles: choose no game.")
        if demo is not None:
            other_game = game not in (None, demo.game)
            self._check_same("--league" * league)
            self._check_same("--convention" * convention)
            self._check_same(f"--game {game}" * other_game)
        if demo is None:
            make: Callable[..., Demo] = services.create_convention
            if not convention:
                make = partial(services.create_demo, game=game or DEFAULT_GAME)
            demo = self._create(make, speed=speed or DEFAULT_SPEED, with_league=league)
        elif not ensure:
            paused = True if pause else False if resume else None
            services.change_demo(demo, speed=speed, paused=paused)
        self._tell(demo)

    def _check_same(self, option: str) -> None:
        if option:
            raise CommandError(f"There is a demo. “manage.py demo --reset {option}” starts again.")

    def _create(self, make: Callable[..., Demo], **options: Any) -> Demo:
        try:
            return make(password=self._password(new=True), at=timezone.now(), **options)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal

    def _tell(self, demo: Demo) -> None:
        password = self._password()
        state = "paused" if demo.paused else "running"
        self.stdout.write(f"Demo, {state} at speed {demo.speed}. Sign in as its conductor with:")
        self.stdout.write(f"  e-mail   {DEMO_CONDUCTOR}")
        self.stdout.write(f"  password {password}")

    @property
    def _password_file(self) -> Path:
        return Path(settings.VAR_DIR) / "demo_conductor"

    def _password(self, *, new: bool = False) -> str:
        """The password in the file, so that every start prints the same one; else a new one."""
        if self._password_file.exists() and not new:
            known = self._password_file.read_bytes().decode(errors="replace").strip()
            if PASSWORD.fullmatch(known):
                return known
        password = secrets.token_urlsafe(9)
        try:
            self._password_file.touch(mode=0o600)
            self._password_file.write_text(password)
        except OSError as error:
            raise CommandError(
                f"The demo's password cannot be kept in {self._password_file}: {error.strerror}. "
                "Set ROUNDHOUSE_VAR to a folder that this user may write to."
            ) from error
        if not new:
            services.set_password(password)
        return password
