"""Places outside to which frozen releases can be handed, behind one interface; all off unless settings name them."""

from releases.publishing.base import Account, Failed, Place, PublicFile
from releases.publishing.places import configured_places, place_named

__all__ = ["Account", "Failed", "Place", "PublicFile", "configured_places", "place_named"]
