"""Everything that the processes of the site load: once, in the process that they are forked from.

It starts no thread and opens no connection, since neither outlives a fork. ``gc.freeze`` keeps the
collector from writing to the pages that all of them share.
"""

import gc
import os
from contextlib import suppress
from importlib import import_module

from server.supervisor.lifeline import Kernel

#: What a web process, a worker and beat are made of beside the site itself.
MODULES = (
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.thread",
    "celery.events.receiver",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "kombu.transport.redis",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
)


def load() -> None:
    import_module("config.asgi")
    app = import_module("config.celery").app
    app.loader.import_default_modules()
    app.finalize()
    for name in MODULES:
        import_module(name)
    import_module("django.template").engines.all()


Kernel().in_child(os.getppid())()  # it would wait for those that are forked from it
gc.disable()  # loading code makes many objects and no garbage
# Whatever is wrong is said by the process that needs it, in its own log.
with suppress(Exception, SystemExit):
    load()
gc.freeze()
