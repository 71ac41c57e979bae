# One image for web and worker: compose.yaml says which of them a container is.
FROM python:3.11-slim-bookworm AS packages
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/venv
COPY requirements.txt .
RUN /opt/venv/bin/pip install --require-hashes --requirement requirements.txt

FROM python:3.11-slim-bookworm
# Pango and fonts are for PDF; there is no compiler in the image.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
        fonts-dejavu-core fonts-ebgaramond-extra fonts-junicode fonts-symbola \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin mordheim
COPY --from=packages /opt/venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=mordheim.settings \
    VAR_DIR=/data
WORKDIR /app
COPY manage.py ./
COPY mordheim mordheim
COPY warbands warbands
COPY campaigns campaigns
COPY encounters encounters
COPY templates templates
COPY fixtures fixtures
# Needs neither a secret nor a database, so none is ever in a layer.
RUN python manage.py collectstatic --noinput \
    && install --directory --owner=mordheim --group=mordheim /data /data/media
USER mordheim
VOLUME /data
EXPOSE 8000
# The host name must be one that the site answers to.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "\
import os, urllib.parse, urllib.request;\
hosts = os.environ.get('ALLOWED_HOSTS', '').split(',');\
host = hosts[0].strip() or urllib.parse.urlsplit(os.environ.get('SITE_URL', '')).hostname;\
urllib.request.urlopen(urllib.request.Request('http://127.0.0.1:8000/healthz', headers={'Host': host}), timeout=4)"]
# Heartbeat files belong in memory: on a slow disk they make gunicorn think a worker hangs.
CMD ["gunicorn", "mordheim.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--worker-tmp-dir", "/dev/shm", "--no-control-socket"]
