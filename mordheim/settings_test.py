"""The few settings that tests override.

Nothing of the developer's own reaches a test: the `.env` file is not read, and the database, the broker and the folder
for media are the run's own. `TEST_DATABASE_URL` and `TEST_REDIS_URL` name others on purpose. The worker that tests
start as a process of its own reads these settings too; `TEST_RUN_DIR` and `TEST_DATABASE_NAME` tell it whose run it
belongs to.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# What a developer may have exported for the site itself.
_PRODUCTION_NAMES = (
    "ALLOWED_HOSTS CELERY_BROKER_READ_URL CELERY_BROKER_URL CELERY_BROKER_WRITE_URL COLLECTED_STATIC DATABASE_URL "
    "DEBUG DEFAULT_FROM_EMAIL EMAIL_URL HSTS_SECONDS LOG_LEVEL MEDIA_ROOT PLAIN_HTTP PROXY_COUNT REDIS_URL SECRET_KEY "
    "SITE_URL STATIC_ROOT TIME_ZONE VAR_DIR"
)


def _run_folder() -> Path:
    if inherited := os.environ.get("TEST_RUN_DIR"):
        return Path(inherited)
    folder, owner = Path(tempfile.mkdtemp(prefix="mordheim-tests-")), os.getpid()

    def remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


for _name in _PRODUCTION_NAMES.split():
    os.environ.pop(_name, None)
TEST_RUN_DIR = _run_folder()
os.environ.update(
    ENV_FILE=os.devnull, PLAIN_HTTP="true", COLLECTED_STATIC="false", VAR_DIR=str(TEST_RUN_DIR), LOG_LEVEL="WARNING"
)
if _url := os.environ.get("TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = _url
if _url := os.environ.get("TEST_REDIS_URL"):
    os.environ["REDIS_URL"] = _url

from mordheim.settings import *  # noqa: E402, F403  (the environment above must be in place before it is read)
from mordheim.settings import DATABASES  # noqa: E402

SECRET_KEY = "only-for-tests"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

_database = DATABASES["default"]
_database["CONN_MAX_AGE"] = 0
if _database["ENGINE"].endswith("sqlite3"):
    # A file, not memory: the worker's process must see what a test wrote.
    # Tables are made of the models, in a tenth of the time: script/test checks that migrations make the same ones, and
    # they are run on PostgreSQL and by the site that tests start.
    _database["TEST"] = {"NAME": TEST_RUN_DIR / "test.sqlite3", "MIGRATE": False}
if _name := os.environ.get("TEST_DATABASE_NAME", ""):
    _database["NAME"] = _name

# Nothing listens here: a test that wants a broker asks for the fixture.
if not os.environ.get("REDIS_URL"):
    CELERY_BROKER_URL = f"redis+socket://{TEST_RUN_DIR / 'no-broker.sock'}"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
if _name:
    # The outbox of the worker's process is out of a test's sight.
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = TEST_RUN_DIR / "mails"
# A test of the throttle turns it on again for itself.
AXES_ENABLED = False
# Tests all come from one address; those of a limit set it.
GUESTS_PER_HOUR = SIGN_UPS_PER_HOUR = PASSWORD_RESETS_PER_HOUR = PASSWORD_CHECKS_PER_HOUR = 10_000
CAMPAIGN_DOCUMENTS_PER_HOUR = PIT_ODDS_PER_HOUR = 10_000
# Each test's client would look through all static files again; so each is looked for when it is asked for.
WHITENOISE_AUTOREFRESH = True
