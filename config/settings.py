"""All settings in one file, read from the environment; the README lists the variables."""

import os
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config.stack.database_url import database_settings
from config.stack.layout import current_layout
from config.stack.private import secret_key
from config.stack.valkey import ONE_TRY
from config.version import current_version


def flag(name: str, default: bool = False) -> bool:
    """Read a yes/no variable."""
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    """Read a comma-separated variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


BASE_DIR = Path(__file__).resolve().parent.parent
LAYOUT = current_layout()
VERSION = current_version()

# -- The site ---------------------------------------------------------------------------------------------------------
DEBUG = flag("DEBUG")
SECRET_KEY = secret_key(LAYOUT)
ALLOWED_HOSTS = [*words("ALLOWED_HOSTS"), "localhost", "127.0.0.1", "[::1]"]
# The public address, e.g. https://ideagene.example.org. An https address turns on the transport rules below.
SITE_ADDRESS = os.environ.get("SITE_ADDRESS", "")
# Only a proxy that sets the forwarding headers itself may be trusted with them.
BEHIND_PROXY = flag("BEHIND_PROXY")
HTTPS = SITE_ADDRESS.startswith("https://") and not DEBUG
CSRF_TRUSTED_ORIGINS = [SITE_ADDRESS] if SITE_ADDRESS else []
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "django_htmx",
    "template_partials",
    "pgtrigger",
    "pghistory",
    "csp",
    "config",
    "annotation",
    "genomes",
    "diffs",
    "adjudication",
    "releases",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.wrong_method.WrongMethodMiddleware",
    "config.strict_requests.StrictRequestsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "annotation.first_admin.FirstAdminMiddleware",
    "pghistory.middleware.HistoryMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,  # template_partials wraps the loaders
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "annotation.context.shell",
            ],
        },
    },
]

# Forms render through the project's own templates/django/forms.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# -- Servers ----------------------------------------------------------------------------------------------------------
# With neither variable set, the embedded servers of the data folder are meant.
DATABASE_URL = os.environ.get("DATABASE_URL") or LAYOUT.database_url
DATABASES = {"default": database_settings(DATABASE_URL)}
REDIS_URL = os.environ.get("REDIS_URL") or LAYOUT.redis_url
# Emptying the cache empties its whole numbered database, so it must not be the one that holds the queue.
CACHE_URL = os.environ.get("CACHE_URL") or f"{REDIS_URL}{'&' if '?' in REDIS_URL else '?'}db=1"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "ideagene:cache",
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2, "retry": ONE_TRY},
    }
}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Looked for every few seconds instead of every hundred or so: messages that were not confirmed for the time below.
    # What a killed worker leaves is not waited for that long; config/tasks.py hands it out again.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # A task that runs longer than this is handed out a second time, so tasks must be idempotent.
    "visibility_timeout": int(os.environ.get("TASK_VISIBILITY_SECONDS", "3600")),
    "global_keyprefix": "ideagene:",
}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True  # the state of a job lives in our own tables
CELERY_WORKER_CONCURRENCY = 2
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
# Returns (broker answers, a worker lives); pages ask it before they show progress.
WORKER_PROBE = "config.health.broker_and_worker"

# -- People -----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "annotation.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "annotation.adapters.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_PREVENT_ENUMERATION = True
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0  # allauth limits sign-ins by address
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_TIMEOUT = 20  # seconds that a mail server may take to answer
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "ideagene@localhost")

# -- Languages and time -----------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ko", _("Korean"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# -- Static files -----------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = LAYOUT.root / "static"  # filled by `up`, or by `collectstatic` in production
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
# Served from their sources while developing and testing: no collected copy can be stale.
STATIC_FROM_SOURCES = DEBUG or flag("STATIC_FROM_SOURCES")
WHITENOISE_USE_FINDERS = STATIC_FROM_SOURCES
WHITENOISE_AUTOREFRESH = STATIC_FROM_SOURCES
STORAGES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": LAYOUT.root / "files", "file_permissions_mode": 0o600},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if STATIC_FROM_SOURCES
        else "config.staticfiles.HashedModules"
    },
}

# -- What a browser may do --------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in ["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "usb"]
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

# -- The API ----------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["config.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "config.pagination.CursorPages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_VERSIONING_CLASS": None,
    "EXCEPTION_HANDLER": "annotation.api.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "IdeaGene Workbench",
    "DESCRIPTION": "Label ideas and how they descend, adjudicate disagreements, freeze and score releases.",
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": r"/api/v1(/projects/\{slug\}(?=/.))?",
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "annotation.models.Role",
        "UnitKindEnum": "annotation.models.Unit.Kind",
        "HoldStateEnum": "annotation.models.Assignment.State",
        "CommentKindEnum": "annotation.models.Comment.Kind",
        "NotificationKindEnum": "annotation.models.Notification.Kind",
        "ObjectStateEnum": "genomes.models.IdeaObject.State",
        "ImportFileStateEnum": "genomes.models.ImportFile.State",
        "LookUpStateEnum": "genomes.models.LookUp.State",
        "ResolutionOutcomeEnum": "adjudication.models.Resolution.Outcome",
        "PassStateEnum": "genomes.models.ExtractionPass.State",
        "ReleaseStateEnum": "releases.models.Release.State",
        "RunStateEnum": "releases.models.Run.State",
    },
}

# -- Files from outside -----------------------------------------------------------------------------------------------
# Each is read in a process of its own that may take this long, and this much memory, before it is stopped.
# The ed25519 key in PEM that exported releases are signed with; empty: nothing is signed.
RELEASE_SIGNING_KEY = os.environ.get("RELEASE_SIGNING_KEY", "")

IMPORT_SECONDS = int(os.environ.get("IMPORT_SECONDS", "120"))
IMPORT_MEMORY_MIB = int(os.environ.get("IMPORT_MEMORY_MIB", "2048"))

# -- Look-ups ---------------------------------------------------------------------------------------------------------
# Admins may look papers up in catalogues on the network when LOOKUPS is on and LOOKUPS_CONTACT is the e-mail address
# of whoever answers for the questions. docs/operate.md says more.
LOOKUPS: dict[str, Any] = {
    "is_on": flag("LOOKUPS"),
    "contact": os.environ.get("LOOKUPS_CONTACT", ""),
    "addresses": {
        "openalex": os.environ.get("LOOKUPS_OPENALEX", "https://api.openalex.org"),
        "crossref": os.environ.get("LOOKUPS_CROSSREF", "https://api.crossref.org"),
        "arxiv": os.environ.get("LOOKUPS_ARXIV", "https://export.arxiv.org/api/query"),
    },
    "limits": {},  # names of genomes/lookups/limits.py
}

# -- Extraction passes ------------------------------------------------------------------------------------------------
# A language model behind any OpenAI-compatible address proposes candidates when both address and model are set, in
# projects whose admins allow it. docs/operate.md says how to switch it on.
EXTRACTION_ENDPOINT: dict[str, Any] = {
    "base_url": os.environ.get("EXTRACTION_BASE_URL", ""),
    "model": os.environ.get("EXTRACTION_MODEL", ""),
    "api_key": os.environ.get("EXTRACTION_API_KEY", ""),
    "timeout": float(os.environ.get("EXTRACTION_TIMEOUT_SECONDS", "120")),
    "retries": int(os.environ.get("EXTRACTION_RETRIES", "4")),
    "backoff": float(os.environ.get("EXTRACTION_BACKOFF_SECONDS", "2")),
    "part_characters": int(os.environ.get("EXTRACTION_PART_CHARACTERS", "12000")),
    "reply_tokens": int(os.environ.get("EXTRACTION_REPLY_TOKENS", "4000")),
    "response_format": os.environ.get("EXTRACTION_RESPONSE_FORMAT", "json_schema"),
}
EXTRACTION_TOKEN_BUDGET = int(os.environ.get("EXTRACTION_TOKEN_BUDGET", "200000"))  # of one pass

# -- Suggestions ------------------------------------------------------------------------------------------------------
# How likely partners are found on the pair screen: "words", or "embeddings" where sentence-transformers is installed.
SUGGESTIONS_PROVIDER = os.environ.get("SUGGESTIONS_PROVIDER", "words")
SUGGESTIONS_MODEL = os.environ.get("SUGGESTIONS_MODEL", "sentence-transformers/all-MiniLM-L6-v2")

# -- Publishing -------------------------------------------------------------------------------------------------------
# Places that admins may hand frozen releases to. Each is off until its variables are set; docs/operate.md lists them.
# The keys of S3 are read from the environment by boto3 alone.
PUBLISHING: dict[str, Any] = {
    "tries": int(os.environ.get("PUBLISH_TRIES", "4")),
    "pause": float(os.environ.get("PUBLISH_PAUSE_SECONDS", "2")),  # before the second try, doubled each time
    "folder": {"root": os.environ.get("PUBLISH_FOLDER", "")},
    "s3": {
        "bucket": os.environ.get("PUBLISH_S3_BUCKET", ""),
        "prefix": os.environ.get("PUBLISH_S3_PREFIX", ""),
        "endpoint": os.environ.get("PUBLISH_S3_ENDPOINT", ""),
        "region": os.environ.get("PUBLISH_S3_REGION", "us-east-1"),
    },
    "hugging_face": {
        "folder": os.environ.get("PUBLISH_HUGGING_FACE_FOLDER", ""),
        "repository": os.environ.get("PUBLISH_HUGGING_FACE_REPOSITORY", ""),
        "token": os.environ.get("PUBLISH_HUGGING_FACE_TOKEN", ""),
        "endpoint": os.environ.get("PUBLISH_HUGGING_FACE_URL", ""),
    },
    "zenodo": {
        "url": os.environ.get("PUBLISH_ZENODO_URL", "https://zenodo.org"),
        "token": os.environ.get("PUBLISH_ZENODO_TOKEN", ""),
        "publishes": flag("PUBLISH_ZENODO_PUBLISH"),
    },
}

# -- Logs -------------------------------------------------------------------------------------------------------------
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stream"], "level": os.environ.get("LOG_LEVEL", "INFO")},
}
