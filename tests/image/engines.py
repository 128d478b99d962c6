"""Which program of this machine has the image that ``docker/build`` made."""

import os
import shutil
import subprocess
from functools import cache

DOCKER, BUILDAH = shutil.which("docker"), shutil.which("buildah")
#: `make image` says so: it has built the image.
IS_BUILT = os.environ.get("ROUNDHOUSE_IMAGE") == "1"


@cache
def docker_runs() -> bool:
    """Whether a daemon answers, and Compose 2 is there to ask it."""
    if DOCKER is None:
        return False
    questions = (("info",), ("compose", "version"))
    return not any(
        subprocess.run([DOCKER, *words], capture_output=True, check=False).returncode
        for words in questions
    )
