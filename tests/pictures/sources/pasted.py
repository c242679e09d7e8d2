"""Addresses as people paste them, with the pieces of their secrets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pasted:
    """``secrets``: the whole secret, then pieces of it; ``host``: the machine that is meant, empty if none can be."""

    text: str
    secrets: tuple[str, ...]
    host: str = "phone"

    @property
    def film(self) -> bool:
        """Whether FFmpeg opens it."""
        return self.text.strip().lower().startswith(("rtsp", "rtmp", "tcp:", "udp:")) and bool(self.host)


PASTED = (
    # any character in a password
    Pasted("http://zita:qx7vz9@phone/video", ("qx7vz9", "zita")),
    Pasted("http://zita:p@ss/w0rd@phone:8080/video", ("p@ss/w0rd", "ss/w0rd", "w0rd", "zita")),
    Pasted("http://zita:p@ss#w0rd@phone/video", ("p@ss#w0rd", "ss#w0rd", "w0rd", "zita")),
    Pasted("http://zita:p@ss?w0rd@phone/video", ("p@ss?w0rd", "ss?w0rd", "w0rd", "zita")),
    Pasted("http://zita:p@s@s/w@rd@phone/video", ("p@s@s/w@rd", "s/w@", "w@rd", "zita")),
    Pasted("http://zita:a/b@c/d@phone/video", ("a/b@c/d", "b@c", "c/d", "zita")),
    Pasted("http://zita:p@1.2.3.4/x@phone/video", ("p@1.2.3.4/x", "1.2.3.4", "zita")),
    Pasted("http://zita:12/34@phone:8080/video", ("12/34", "zita")),
    Pasted("http://zita:/qx7vz9@phone/video", ("/qx7vz9", "qx7vz9", "zita")),
    Pasted("http://zita:qx7:vz9@phone/video", ("qx7:vz9", "qx7", "zita")),
    Pasted("http://zita:q7;x&v=9@phone/video", ("q7;x&v=9", ";x&v", "zita")),
    Pasted("http://zita:qx7%40vz9@phone/video", ("qx7@vz9", "qx7%40", "zita")),
    Pasted("http://zita:qx7 vz9@phone/video", ("qx7 vz9", "qx7", "zita")),
    Pasted("http://zita:qx7ü/é@phone/video", ("qx7ü/é", "qx7ü", "zita")),
    Pasted("http://zita:qx7\\vz9@phone/video", ("qx7\\vz9", "qx7", "zita")),
    Pasted("http://zita:[qx7vz9]@phone/video", ("[qx7vz9]", "qx7vz9", "zita")),
    Pasted("http://zita%2Fb:qx7vz9@phone/video", ("qx7vz9", "zita")),
    Pasted("http://qx7vz9@phone/video", ("qx7vz9",)),
    Pasted("http://zita@qx7vz9/w0rd@phone/video", ("zita@qx7vz9/w0rd", "qx7vz9", "w0rd")),
    Pasted("https://zita:qx7/vz9@phone:8443/", ("qx7/vz9", "qx7", "zita")),
    Pasted("HTTP://zita:qx7/vz9@Phone/V", ("qx7/vz9", "qx7/", "zita"), "Phone"),
    Pasted(" \u00a0http://zita:qx7/vz9@phone/video \r\n", ("qx7/vz9", "qx7", "zita")),
    Pasted("<http://zita:qx7/vz9@phone/video>", ("qx7/vz9", "qx7", "zita")),
    Pasted("http:/zita:qx7/vz9@phone/video.mp4", ("qx7/vz9", "qx7", "zita")),
    Pasted("http:zita:qx7/vz9@phone/video", ("qx7/vz9", "qx7", "zita")),
    # parameters
    Pasted("http://zita:qx7vz9@phone/video?user=zita&auth=key1", ("qx7vz9", "key1")),
    Pasted("http://phone/v?loginuse=admin&loginpas=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v?usr=admin&pwd=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v?user=admin&pwd=qx7@vz9", ("qx7@vz9", "qx7", "vz9")),
    Pasted("http://phone/v?user=zita@home.example&pwd=qx7@vz9/x", ("qx7@vz9/x", "qx7", "vz9/")),
    Pasted("http://phone/v?user=admin&pwd=qx7#vz9", ("qx7", "vz9")),
    Pasted("http://phone/v?user=admin&pwd=qx7&vz9", ("qx7", "vz9")),
    Pasted("http://phone/v?admin:qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v?qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?u=admin&p=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?user=admin&psw=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?passwort=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?mdp=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?access_token=qx7vz9&x=1", ("qx7vz9",)),
    Pasted("http://phone/cgi?channel=1&Signature=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v;pwd=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v;user=zita;pwd=qx7vz9;x=1", ("qx7vz9",)),
    Pasted("http://phone/admin:qx7vz9@video", ("qx7vz9",)),
    Pasted("http://phone/user=zita_password=qx7vz9_channel=1", ("qx7vz9",)),
    Pasted("http://phone:554/user=zita_password=qx7@vz9_channel=1", ("qx7@vz9", "qx7", "vz9_")),
    Pasted("http://phone/user=zita&password=qx7/vz9&channel=1", ("qx7/vz9", "qx7", "vz9&")),
    # films
    Pasted("rtsp://zita:p@ss/w0rd@phone:554/live", ("p@ss/w0rd", "ss/w0rd", "w0rd", "zita")),
    Pasted("rtsp://zita:p@ss?w0rd#x@phone:554/live", ("p@ss?w0rd#x", "w0rd", "zita")),
    Pasted("rtsp://phone:554/user=zita_password=qx7vz9_channel=1", ("qx7vz9",)),
    Pasted("rtmp://zita:qx7vz9@phone:554/live", ("qx7vz9", "zita")),
    Pasted("tcp://zita:qx7vz9@phone:554", ("qx7vz9", "zita")),
    Pasted("rtsp://phone:554/live?user=zita&pwd=qx7vz9", ("qx7vz9",)),
    # what is no address after all
    Pasted("http://phone/#pwd=qx7vz9", ("",), "phone"),
    Pasted("http://zita:qx7vz9", ("qx7vz9",), ""),
    Pasted("http://zita:qx7vz9@", ("qx7vz9", "zita"), ""),
    Pasted("http://zita:qx7vz9@[::1/video", ("qx7vz9", "zita"), ""),
    Pasted("http://zita:qx7/vz9@127.0.0.1:9x/video", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("http://zita:p@qx7!vz9", ("qx7!vz9", "zita"), ""),
    Pasted("rtps://zita:qx7/vz9@phone/live", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("htp://zita:qx7vz9@phone/film.mp4", ("qx7vz9", "zita"), ""),
    Pasted("//zita:qx7vz9@phone/film.mp4", ("qx7vz9", "zita"), ""),
    Pasted("zita:qx7vz9@phone/film.mp4", ("qx7vz9", "zita"), ""),
    Pasted("zita:qx7/vz9@192.168.1.20:8080/video", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("zita:qx7vz9@phone", ("qx7vz9", "zita"), ""),
    Pasted("192.168.1.20/v?user=zita&pwd=qx7vz9", ("qx7vz9",), ""),
    Pasted("ftp://zita:qx7/vz9@phone/video", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("mms://phone/v?pwd=qx7vz9", ("qx7vz9",), ""),
)
