"""What devices raise."""


class DeviceError(ValueError):
    """Bytes from a device that cannot be used; the message says why."""
