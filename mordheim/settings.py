"""All settings, read once from the environment, and from a `.env` file beside manage.py where there is one.

A variable of the environment wins over the file. What is not set is safe for a public server behind TLS: no debug
pages, no host allowed, cookies for https only, no built-in secret. A value that cannot be read is an error at start,
never a guess: `DEBUG=ture` does not quietly mean "off". The names are explained in `.env.example`.

SECRET_KEY stays empty when unset. Django then refuses whatever needs it, while commands that only read files (checking
a warband, printing a roster) work without a secret and without a database.
"""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django_include_bootstrap
import environ
from csp.constants import NONE, SELF
from django.contrib.messages import constants as message_levels
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

environ.Env.read_env(os.environ.get("ENV_FILE") or BASE_DIR / ".env")


def _text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def _flag(name: str, default: bool = False) -> bool:
    value = _text(name).lower()
    if value in ("true", "yes", "on", "1"):
        return True
    if value in ("false", "no", "off", "0"):
        return False
    if value:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
    return default


def _whole_number(name: str, default: int) -> int:
    value = _text(name)
    if value and not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value) if value else default


def _words(name: str) -> list[str]:
    return [word for word in (part.strip() for part in _text(name).split(",")) if word]


def _folder(name: str, default: Path) -> Path:
    return BASE_DIR / _text(name) if _text(name) else default


def _database(url: str) -> dict[str, Any]:
    # The address may hold a password, so no message repeats it.
    if not url.startswith(("sqlite:///", "postgres://", "postgresql://")):
        raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:/// or postgres://.")
    try:
        config: dict[str, Any] = environ.Env.db_url_config(url)
    except ValueError as error:
        raise ImproperlyConfigured("DATABASE_URL cannot be read.") from error
    config.update(CONN_MAX_AGE=60, CONN_HEALTH_CHECKS=True)
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["NAME"] = BASE_DIR / config["NAME"]
        config["OPTIONS"] = {
            # A transaction takes the write lock when it begins: two acts queue up instead of one failing half-way.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        }
    return config


def _site_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"SITE_URL must look like https://example.org, not {url!r}.")
    return url.rstrip("/")


# --- What the machine says
DEBUG = _flag("DEBUG")
SECRET_KEY = _text("SECRET_KEY")
# No TLS in front: a club's own network, or one's own machine. Without it nobody can sign in over plain http.
PLAIN_HTTP = _flag("PLAIN_HTTP", default=DEBUG)
# How many trusted proxies stand in front and set X-Forwarded-For and X-Forwarded-Proto.
PROXY_COUNT = _whole_number("PROXY_COUNT", 0)
# False: static files are served straight from where they lie, without a collectstatic.
COLLECTED_STATIC = _flag("COLLECTED_STATIC", default=not DEBUG)

VAR_DIR = _folder("VAR_DIR", BASE_DIR / "var")
RULES_DIR = BASE_DIR / "fixtures" / "rules"

# Absolute addresses (QR codes, mails) begin with it.
SITE_URL = _site_url(_text("SITE_URL", "http://127.0.0.1:8000"))
ALLOWED_HOSTS = _words("ALLOWED_HOSTS") or ([urlsplit(SITE_URL).hostname or ""] if _text("SITE_URL") else [])
CSRF_TRUSTED_ORIGINS = [f"{urlsplit(SITE_URL).scheme}://{urlsplit(SITE_URL).netloc}"] if _text("SITE_URL") else []

DATABASES = {"default": _database(_text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'db.sqlite3'}"))}
REDIS_URL = _text("REDIS_URL", "redis://127.0.0.1:6379/0")

MEDIA_ROOT = _folder("MEDIA_ROOT", VAR_DIR / "media")
MEDIA_URL = "media/"

try:
    _email = environ.Env.email_url_config(_text("EMAIL_URL", "consolemail://"))
except ValueError as error:
    raise ImproperlyConfigured("EMAIL_URL cannot be read.") from error
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_HOST = _email["EMAIL_HOST"] or "localhost"
EMAIL_PORT = _email["EMAIL_PORT"] or 25
EMAIL_HOST_USER = _email["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = _email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _email.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = _email["EMAIL_FILE_PATH"] or None
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = _text("DEFAULT_FROM_EMAIL", f"mordheim@{urlsplit(SITE_URL).hostname}")

# --- The application
INSTALLED_APPS = [
    "mordheim",
    "warbands",
    "campaigns",
    "encounters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles, so that runserver also serves through WhiteNoise.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
    "lucide",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "warbands.middleware.RulesNotLoadedMiddleware",
    # Last: it turns what the sign-in said into the "locked" page.
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "mordheim.urls"
WSGI_APPLICATION = "mordheim.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
CRISPY_FAIL_SILENTLY = False
MESSAGE_TAGS = {message_levels.ERROR: "danger"}

LANGUAGE_CODE = "en-gb"
TIME_ZONE = _text("TIME_ZONE", "Europe/London")
USE_I18N = True
USE_TZ = True

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- Static files
STATIC_URL = "static/"
# None while nothing is collected: what an earlier collectstatic left must not hide the files as they are now.
STATIC_ROOT = _folder("STATIC_ROOT", BASE_DIR / "staticfiles") if COLLECTED_STATIC else None
# Bootstrap's package is a finder's folder and not an installed app: as an app it would also bring a base.html of its
# own, and names as general as css/ and js/.
STATICFILES_DIRS = [("bootstrap", Path(django_include_bootstrap.__file__).parent / "static")]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_USE_FINDERS = not COLLECTED_STATIC

# --- Accounts
AUTH_USER_MODEL = "warbands.Player"
AUTHENTICATION_BACKENDS = [
    # First: it refuses while a sign-in is locked, before a password is looked at.
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{validator}"}
    for validator in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "warband-list"
LOGOUT_REDIRECT_URL = "home"

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
# A name together with an address: nobody can lock a player out from elsewhere, and one player at the club who forgot a
# password does not lock the others.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "warbands.views.accounts.locked"
AXES_USERNAME_CALLABLE = "warbands.views.accounts.name_tried"
AXES_CLIENT_IP_CALLABLE = "mordheim.proxy.client_address"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# How long a guest's things are kept, and what one player may keep.
GUEST_DAYS = 7
GUEST_DRAFTS = 3
GUEST_DOCUMENTS = 10
PLAYER_WARBANDS = 200
PLAYER_DOCUMENTS = 1000
GUEST_PIT_FIGHTERS = 6
PLAYER_PIT_FIGHTERS = 200
# Reports of evenings and nights that one player may ask for.
CAMPAIGN_DOCUMENTS_PER_HOUR = 60
# Thousands of bouts in the pit, each time.
PIT_ODDS_PER_HOUR = 30

# From one address: a club shares one, so none of these is narrow. The last two are of one player and one mail address.
GUESTS_PER_HOUR = 20
SIGN_UPS_PER_HOUR = 30
PASSWORD_RESETS_PER_HOUR = 10
PASSWORD_CHECKS_PER_HOUR = 20
RESET_MAILS_PER_HOUR = 3

# --- What a browser may do
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not PLAIN_HTTP
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else _whole_number("HSTS_SECONDS", 30 * 24 * 3600)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY_COUNT else None

DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 4

# --- Work in the background
CELERY_BROKER_URL = REDIS_URL
CELERY_TIMEZONE = TIME_ZONE
# A row holds the state of a task. With a result backend, sending would wait long seconds for a dead broker.
CELERY_TASK_IGNORE_RESULT = True
# A task whose process was killed is run again: every task must be safe to run twice.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Sending to a dead broker fails within half a second (mordheim.celery lifts the last of these for the worker).
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 0.5
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = 0
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the longest task: a task not finished by then is given to another worker.
    "visibility_timeout": 120,
    # Without these two a task whose whole worker was killed comes back late, whatever the visibility timeout.
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 0.5,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_TASK_TIME_LIMIT = 100
CELERY_TASK_SOFT_TIME_LIMIT = 90
# Kilobytes after which a worker's child is replaced by a fresh one: printing keeps fonts and styles in memory.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 180_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Processes of the worker that script/server starts; 0 is one for each core, four at most.
WORKER_PROCESSES = _whole_number("WORKER_PROCESSES", 0)
CELERY_BEAT_SCHEDULE = {
    "sweep-documents": {"task": "warbands.tasks.sweep_documents", "schedule": 30.0, "options": {"expires": 25}},
    "sweep-campaign-documents": {
        "task": "campaigns.tasks.sweep_documents",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "sweep-table-documents": {
        "task": "encounters.tasks.sweep_documents",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "sweep-pit-documents": {
        "task": "encounters.tasks.sweep_pit_documents",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "sweep-skirmish-documents": {
        "task": "encounters.tasks.sweep_skirmish_documents",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "sweep-pit-bouts": {"task": "encounters.tasks.sweep_pit_bouts", "schedule": 30.0, "options": {"expires": 25}},
    "pass-over-the-late": {
        "task": "encounters.tasks.pass_over_the_late",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "mail-notices": {"task": "campaigns.tasks.mail_notices", "schedule": 30.0, "options": {"expires": 25}},
    "forget-notices": {"task": "campaigns.tasks.forget_notices", "schedule": 3600.0, "options": {"expires": 3000}},
    "expire-guests": {"task": "warbands.tasks.expire_guests", "schedule": 3600.0, "options": {"expires": 3000}},
}

# --- Logging
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": _text("LOG_LEVEL", "INFO").upper()},
    "loggers": {
        # Django's own handlers go only to debug pages and mail.
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "axes": {"level": "WARNING"},
        # The PDF libraries tell at INFO how they subset fonts.
        "fontTools": {"level": "WARNING"},
        "weasyprint": {"level": "WARNING"},
    },
}
