"""What reading a zip archive raises when the archive, not the program, is at fault."""

import lzma
import struct
import zipfile
import zlib

# zipfile names few of its faults itself: the others come from the ways of packing and from headers that say nonsense.
DAMAGED_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    LookupError,
    OSError,
    OverflowError,
    RuntimeError,  # also NotImplementedError: an unknown way of packing, or a password
    ValueError,
    struct.error,
)
