"""The broker is a real server, and the app behaves when it is not there."""

import os
import stat
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
import redis
from kombu.exceptions import OperationalError

from mordheim import broker as broker_module
from mordheim.broker import BrokerFailed, private_broker, server_binary
from mordheim.celery import app

NO_PATH = "/nonexistent"
# A task that every Celery app has, and that does nothing without a result backend.
ANY_TASK = "celery.backend_cleanup"


def client_of(url: str) -> redis.Redis:
    return redis.Redis(unix_socket_path=url.removeprefix("redis+socket://"))


@pytest.fixture(autouse=True)
def _no_other_broker(monkeypatch):
    monkeypatch.delenv("REDIS_URL", raising=False)


def test_the_package_brings_a_server_that_runs(monkeypatch):
    monkeypatch.setenv("PATH", NO_PATH)
    binary = server_binary()
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    assert "v=" in said


def test_a_private_broker_answers_on_a_socket_and_on_no_port():
    with private_broker(durable=False) as url:
        with client_of(url) as client:
            info = client.info("server")
        assert info["tcp_port"] == 0
        socket = Path(url.removeprefix("redis+socket://"))
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert not socket.parent.exists()


def test_the_folder_of_an_owner_who_was_killed_is_removed_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name, owner in {"mh-dead": "1 another birthday", "mh-odd": "x"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "owner").write_text(owner)
    with private_broker(durable=False) as first, private_broker(durable=False) as second, client_of(first) as client:
        assert client.ping()
        assert first != second
    assert [path.name for path in tmp_path.iterdir()] == ["mh-odd"]


def test_a_durable_broker_keeps_its_queue_over_a_restart(tmp_path):
    with private_broker(tmp_path / "data") as url, client_of(url) as client:
        client.rpush("celery", "a task")
    with private_broker(tmp_path / "data") as url, client_of(url) as client:
        assert client.lrange("celery", 0, -1) == [b"a task"]


def test_a_broker_named_in_the_environment_is_used(monkeypatch):
    monkeypatch.setenv("REDIS_URL", "redis://somewhere/0")
    with private_broker() as url:
        assert url == "redis://somewhere/0"


def test_a_server_that_will_not_start_is_a_sentence(monkeypatch, tmp_path):
    script = tmp_path / "server"
    script.write_text("#!/bin/sh\necho no room on the disk\nexit 3\n")
    script.chmod(0o755)
    monkeypatch.setattr(broker_module, "server_binary", lambda: str(script))
    with pytest.raises(BrokerFailed, match=r"ended with code 3: no room on the disk"), private_broker():
        pass


def test_a_task_sent_to_a_dead_broker_fails_at_once(dead_broker):
    began = time.monotonic()
    with pytest.raises(OperationalError):
        app.send_task(ANY_TASK)
    assert time.monotonic() - began < 2


def test_a_task_sent_to_a_broker_waits_in_its_queue(broker):
    app.send_task(ANY_TASK)
    with app.connection_for_write() as connection:
        assert connection.default_channel.client.llen("celery") == 1


def test_a_worker_takes_what_is_sent_and_finishes_it(worker, wait_until):
    app.send_task(ANY_TASK)
    with app.connection_for_write() as connection:
        client = connection.default_channel.client
        wait_until(lambda: not client.llen("celery") and not client.hlen("unacked"), "the task to be done")


def test_the_shared_worker_does_not_take_what_another_test_leaves_waiting(worker, broker):
    assert worker != broker
    app.send_task(ANY_TASK)
    time.sleep(0.3)
    with app.connection_for_write() as connection:
        assert connection.default_channel.client.llen("celery") == 1


def test_a_worker_started_later_does_what_waited(broker, start_worker, wait_until):
    app.send_task(ANY_TASK)
    process = start_worker()
    with app.connection_for_write() as connection:
        client = connection.default_channel.client
        wait_until(lambda: not client.llen("celery") and not client.hlen("unacked"), "the task to be done")
    assert os.getpgid(process.pid) == process.pid
