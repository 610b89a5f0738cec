"""Words of failures, marked for translation: they are translated where they are shown."""


def gettext_noop(text: str) -> str:
    return text


OTHER_CONTENT = gettext_noop(
    "%(place)s already holds another version of “%(path)s”. Nothing was changed. Move it away, then publish again."
)
NOT_WRITTEN = gettext_noop(
    "“%(path)s” could not be written (%(why)s). See that there is room and leave to write, then publish again."
)
WRONG_BYTES = gettext_noop(
    "%(place)s gave back other bytes of “%(path)s” than were sent, so nothing counts there. Publish again; if that"
    " happens again, tell whoever runs it."
)
NO_ANSWER = gettext_noop("%(place)s did not answer. Nothing is lost: publish again later.")
BUSY = gettext_noop("%(place)s answered with status %(status)d. Nothing is lost: publish again later.")
NOT_LET_IN = gettext_noop(
    "%(place)s does not let us in (status %(status)d). Ask the operator to check %(variables)s, then publish again."
)
REFUSED = gettext_noop("%(place)s refused “%(path)s” (status %(status)d). Ask the operator to check %(variables)s.")
NO_PARQUET = gettext_noop(
    "This release has no Parquet files, which a dataset there needs. Freeze a new release and publish that."
)
NO_LIBRARY = gettext_noop(
    "Uploading to Hugging Face needs the library huggingface_hub on the worker. Ask the operator to install it, or to"
    " set PUBLISH_HUGGING_FACE_FOLDER and upload that folder by hand."
)
NOT_UNDERSTOOD = gettext_noop("%(place)s answered something that is not understood. Tell the operator.")
STOPPED = gettext_noop("Publishing stopped on an error of the program (%(error)s). Tell the operator.")
NOT_SET_UP = gettext_noop("This place is not set up any more. Ask the operator to set its variables.")
WITHDRAWN = gettext_noop("The release was withdrawn meanwhile, so nothing was published.")
