"""Addresses of cameras on the network, such as a phone with an app that shows its camera."""

from urllib.parse import urlsplit

from companion.referee.live.cameras import BARE_ADDRESS, MASK

# OpenCV's FFmpeg opens more schemes, but cameras use only these.
SCHEMES = ("http", "https", "rtsp", "rtmp")


def is_stream(address: str) -> bool:
    """True if a camera may be at that address: a URL, or a host with a port as phones show it. A masked password makes
    it unusable.
    """
    try:
        parts = urlsplit(f"http://{address}" if BARE_ADDRESS.fullmatch(address) else address)
        port = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in SCHEMES
        and bool(parts.hostname)
        and port != 0
        and not any(c.isspace() for c in address)
        and MASK not in address
    )
