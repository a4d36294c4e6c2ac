"""Cameras on the network, such as a phone with an app that shows its camera: known by their address."""

from urllib.parse import urlsplit

from companion.referee.live.cameras import BARE_ADDRESS, MASK

# How such addresses begin. OpenCV's FFmpeg opens more, but nothing else that cameras send.
SCHEMES = ("http", "https", "rtsp", "rtmp")


def is_stream(address: str) -> bool:
    """Return True if a camera may be at that address: it has a scheme, or is a host with a port as phones show it, a
    possible port, if any, and its password is not masked.
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
