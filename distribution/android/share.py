"""Android's share dialog. Files go to the tablet's downloads first: an app's own folder is closed to other apps."""

import mimetypes
from pathlib import Path
from typing import Any

from android import mActivity  # type: ignore[import-not-found]  # python-for-android's own
from jnius import autoclass, cast  # type: ignore[import-not-found]

SHARED_DOWNLOADS = 29
"""The first version of Android's interface (10) in which an app may add to the downloads without a permission."""


def share(file: Path) -> bool:
    """Offer a file to other apps; return False where Android is too old for it."""
    if autoclass("android.os.Build$VERSION").SDK_INT < SHARED_DOWNLOADS:
        return False
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    uri = _add_to_downloads(file, kind)
    intents = autoclass("android.content.Intent")
    sent = intents(intents.ACTION_SEND)
    sent.setType(kind)
    sent.putExtra(intents.EXTRA_STREAM, cast("android.os.Parcelable", uri))
    sent.addFlags(intents.FLAG_GRANT_READ_URI_PERMISSION)
    title = cast("java.lang.CharSequence", autoclass("java.lang.String")(file.name))
    mActivity.startActivity(intents.createChooser(sent, title))
    return True


def _add_to_downloads(file: Path, kind: str) -> Any:
    """Return the address of a copy in the downloads."""
    values = autoclass("android.content.ContentValues")()
    values.put("_display_name", file.name)
    values.put("mime_type", kind)
    resolver = cast("android.content.ContentResolver", mActivity.getContentResolver())
    uri = resolver.insert(autoclass("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI, values)
    stream = resolver.openOutputStream(uri)
    try:
        stream.write(file.read_bytes())
    finally:
        stream.close()
    return uri
