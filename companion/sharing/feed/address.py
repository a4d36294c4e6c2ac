"""Addresses of brokers, tables' names there, and logins."""

import os
import re
import ssl
import stat
import sys
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self
from urllib.parse import urlsplit

from companion.games.errors import printable
from companion.referee.errors import RefereeError
from companion.sharing.hall.web_server import own_address

if TYPE_CHECKING:
    from paho.mqtt.client import Client

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}
USER, PASSWORD, AUTHORITY = "PYRAMID_MQTT_USER", "PYRAMID_MQTT_PASSWORD", "PYRAMID_MQTT_CA"
"""Variables of the environment: a user, a password, the file with the broker's authority's certificate."""
PAGE_PORT: Final = 8080
"""Where `companion hall` serves its page."""
HERE: Final = ("localhost", "127.0.0.1", "::1")
STANDARD_TABLE: Final = "table"
# True where a file's mode says who may read it.
MODES_COUNT: Final = os.name == "posix" and sys.platform != "android"
_TABLE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class Login:
    """User and password for a broker. The password is never shown."""

    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def read(cls, path: Path | None = None) -> Self:
        """Read user and password from the two lines of a file, or else from the environment. Raises RefereeError for
        another file, or one that other users may read; OSError if it cannot be read."""
        if path is None:
            return cls(os.environ.get(USER, ""), os.environ.get(PASSWORD, ""))
        if MODES_COUNT and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise RefereeError("publish.login_open", path=str(path))
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        if len(lines) != 2 or not lines[0]:
            raise RefereeError("publish.login", path=str(path))
        return cls(*lines)


@dataclass(frozen=True)
class BrokerAddress:
    """Address of a broker. `secure`: by TLS, checked against the file `authority`, or else against the system's
    authorities."""

    host: str
    port: int
    secure: bool = False
    login: Login = Login()
    authority: Path | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def known_host(self) -> str:
        """The host as other machines in the net reach it."""
        host = own_address() if self.host in HERE else self.host
        return f"[{host}]" if ":" in host else host

    def page(self, table: str) -> str:
        """Return the address of a table's page, if `companion hall` runs on the broker's machine."""
        return f"http://{self.known_host}:{PAGE_PORT}/?table={table}"

    def let_in(self, client: "Client") -> None:
        """Give a client the login, and what TLS takes. Raises OSError if the authority's certificate cannot be read."""
        if self.login.user:
            client.username_pw_set(self.login.user, self.login.password)
        if self.secure:
            client.tls_set_context(ssl.create_default_context(cafile=self.authority))

    @classmethod
    def read(cls, text: str, login: Path | None = None, authority: Path | None = None) -> Self:
        """Parse ``mqtt://host[:port]``, or ``mqtts://`` for TLS; `login` and `authority` are files. Raises RefereeError
        for any other text, and for one with a password, which others could read."""
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            raise RefereeError("publish.address", text=printable(text)) from None
        if parts.username is not None or parts.password is not None:
            raise RefereeError("publish.password", user=USER, password=PASSWORD)
        if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
            raise RefereeError("publish.address", text=printable(text))
        named = os.environ.get(AUTHORITY)
        authority = authority or (Path(named) if named else None)
        return cls(parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts", Login.read(login), authority)


class KnownBroker(NamedTuple):
    """The broker of the settings."""

    address: str = ""
    """The text as typed, "" for none."""
    login: Path | None = None
    """File with user and password."""

    def reached(self, text: str) -> BrokerAddress:
        """Return the broker at an address that somebody else may have named.

        Only the broker of the settings is told the login. Raises RefereeError for what is no address, OSError where the
        login cannot be read.
        """
        login = self.login if self.login and self.login.is_file() else None
        broker = BrokerAddress.read(text, login)
        own = BrokerAddress.read(self.address) if self.address else None
        known = own is not None and (own.host, own.port, own.secure) == (broker.host, broker.port, broker.secure)
        return broker if known else replace(broker, login=Login())


def table_name(text: str) -> str:
    """Return a table's name if it can be part of a topic. Raises RefereeError otherwise."""
    if not _TABLE.fullmatch(text):
        raise RefereeError("publish.table", text=printable(text))
    return text


def page_of(broker: str, table: str) -> str:
    """Return `BrokerAddress.page` for a broker and a table as typed; "" for an address that names no machine."""
    try:
        return BrokerAddress.read(broker).page(table_name(table))
    except RefereeError:
        return ""


def is_near(broker: str) -> bool:
    """Return True if a broker as typed is in the local net, by its address or the form of its name."""
    try:
        host = BrokerAddress.read(broker).host.rstrip(".")
        return ip_address(host).is_private
    except RefereeError:
        return False
    except ValueError:
        return "." not in host or host.endswith(".local")


def answering_page(page: str, code: str) -> str:
    """Return the address of the page for a phone that answers with this pairing code. Browsers send no server what
    stands behind #."""
    return f"{page}#code={code}" if page and code else page
