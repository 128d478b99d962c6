"""The faults of a soak, one after the other. Each returns when it is over."""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import redis

from tests.faults.table_of_phones import UNAVAILABLE, Evening
from tests.postgres_pair import Pair
from tests.proxy import FINE, OFF, Fault
from tests.stack import Stack, wait_for

DELAY = Fault(latency=0.02)
FILLING = 1 << 20


@dataclass
class Ground:
    """The site, what it stands on, and those who use it."""

    site: Stack
    evening: Evening
    rnd: random.Random
    pair: Pair | None

    def hold(self) -> None:
        """Let a fault last for a while."""
        threading.Event().wait(self.rnd.uniform(0.5, 3.0))

    @property
    def redis(self) -> redis.Redis:
        return redis.Redis.from_url((self.site.var / "redis.url").read_text().strip())


def kill(name: str) -> Callable[[Ground], None]:
    """SIGKILL for a process; over when there is another one."""

    def run(ground: Ground) -> None:
        victim = ground.site.kill(name)
        wait_for(lambda: ground.site.pids().get(name, victim) != victim)

    return run


def kill_supervisor(ground: Ground) -> None:
    ground.site.supervisor.kill()
    ground.site.wait_for_end()
    ground.site.start()


def flush_redis(ground: Ground) -> None:
    ground.redis.flushall()


def fill_disk(ground: Ground) -> None:
    """No byte is free until somebody was refused."""
    ballast = Path(ground.site.var).parent / "ballast"
    before = refused(ground)
    with ballast.open("wb", buffering=0) as file:
        _fill(file)
        wait_for(lambda: refused(ground) > before or _fill(file), 30)
    ballast.unlink()


def _fill(file) -> None:
    piece = FILLING
    while piece:
        try:
            file.write(bytes(piece))
        except OSError:
            piece //= 2


def refused(ground: Ground) -> int:
    """How often the site has said that it cannot store something."""
    statuses = [dict(phone.statuses) for phone in ground.evening.phones]
    return sum(
        count for some in statuses for (_, code), count in some.items() if code == UNAVAILABLE
    )


def restart_postgresql(ground: Ground) -> None:
    ground.pair.restart()


def kill_primary(ground: Ground) -> None:
    """Over when the standby has taken over; the caller builds another standby."""
    ground.pair.fail_over()


def cut_network(ground: Ground) -> None:
    ground.pair.switch(OFF)
    ground.hold()
    ground.pair.switch(FINE)


def delay_network(ground: Ground) -> None:
    ground.pair.switch(DELAY)
    ground.hold()
    ground.pair.switch(FINE)


EVERYWHERE: dict[str, Callable[[Ground], None]] = {
    **{f"{name} killed": kill(name) for name in ("web", "web-2", "worker", "beat", "redis")},
    "supervisor killed": kill_supervisor,
    "redis flushed": flush_redis,
}
ON_SQLITE = EVERYWHERE | {"disk full": fill_disk}
ON_POSTGRESQL = EVERYWHERE | {
    "postgresql restarted": restart_postgresql,
    "primary killed": kill_primary,
    "network cut": cut_network,
    "network delayed": delay_network,
}


def chosen(kinds: list[str], count: int, rnd: random.Random) -> list[str]:
    """So many faults, each kind as often as every other, in a random order."""
    whole, rest = divmod(count, len(kinds))
    found = kinds * whole + rnd.sample(kinds, rest)
    rnd.shuffle(found)
    return found
