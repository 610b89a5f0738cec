"""Look works up in catalogues on the network: one client, off unless the settings switch it on.

`client` asks and understands, `fetching` asks politely, `pacing` keeps every worker to one pace. No models here.
"""

from .client import Catalogues, Found
from .fetching import LookUpFailed
from .limits import Limits

__all__ = ["Catalogues", "Found", "Limits", "LookUpFailed"]
