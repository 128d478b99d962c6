"""The configurations in docs/, read by the programs as Debian ships them, with its own settings."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.faults.small_disk import _namespace, why_not
from tests.proxies.fronts import HAPROXY_CFG, NGINX_CONF, program

SHIPPED_NGINX, SHIPPED_HAPROXY = Path("/etc/nginx/nginx.conf"), Path("/etc/haproxy/haproxy.cfg")
#: Ours where the guide puts it, for one process alone; nginx makes its folders as it reads them.
IN_PLACE = """
mount --bind "$0" /etc/nginx/conf.d && mount -t tmpfs tmpfs /var/lib/nginx \
    && mount -t tmpfs tmpfs /run && exec "$@"
"""

pytestmark = pytest.mark.once


@pytest.mark.skipif(
    program("nginx") is None or not SHIPPED_NGINX.exists(), reason="Debian: apt install nginx-light"
)
@pytest.mark.skipif(bool(why_not()), reason="no mounts for one process alone here")
def test_nginx_reads_our_file_among_those_of_debian(tmp_path):
    shutil.copy(NGINX_CONF, tmp_path / "roundhouse.conf")
    tmp_path.chmod(0o755)
    said = output([*_namespace(), "sh", "-c", IN_PLACE, str(tmp_path), program("nginx"), "-T"])
    assert f"# configuration file {SHIPPED_NGINX}:" in said
    assert "# configuration file /etc/nginx/conf.d/roundhouse.conf:" in said
    assert "test is successful" in said
    assert "warn" not in said


@pytest.mark.skipif(
    program("haproxy") is None or not SHIPPED_HAPROXY.exists(), reason="Debian: apt install haproxy"
)
def test_haproxy_reads_our_file_after_that_of_debian():
    command = [program("haproxy"), "-c", "-f", str(SHIPPED_HAPROXY), "-f", str(HAPROXY_CFG)]
    said = output(command)
    assert "Configuration file is valid" in said
    assert "WARNING" not in said


def output(command: list[str]) -> str:
    """The output of a program, which must end without an error."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said
