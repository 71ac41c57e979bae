"""The Celery app.

Whoever sends a task must learn within half a second that the broker is dead, because a player's request is waiting:
the settings therefore allow no second attempt at connecting. A worker has nobody waiting and must outlive a broker
that goes away for a night, so it alone tries for ever.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim.settings")

app = Celery("mordheim")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def let_the_worker_wait_for_its_broker(conf: Any, **kwargs: Any) -> None:
    conf.broker_connection_max_retries = None
