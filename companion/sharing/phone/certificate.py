"""A certificate of this machine's own: browsers give a camera to pages over HTTPS alone."""

import datetime
import ipaddress
import os
import socket
import ssl
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.sharing.hall.web_server import own_address

NAME: Final = "certificate.pem"
"""Key and certificate in one file, for its owner alone."""
# Apple's systems take no certificate that is valid for longer.
VALID: Final = datetime.timedelta(days=397)
# One that expires sooner is replaced.
LEFT: Final = datetime.timedelta(days=30)
# A clock that is late must not find the certificate to be of the future.
EARLIER: Final = datetime.timedelta(days=2)


def own_context(folder: Path) -> ssl.SSLContext:
    """Return the TLS settings with the certificate kept in `folder`, made where there is none that can be used.

    Raises OSError where it cannot be kept.
    """
    path = folder / NAME
    if not _usable(path):
        folder.mkdir(parents=True, exist_ok=True)
        partly = path.with_suffix(".new")
        partly.unlink(missing_ok=True)
        with os.fdopen(os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_made())
        partly.replace(path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(path)
    return context


def _usable(path: Path) -> bool:
    """Return True if the file holds key and certificate, is its owner's alone and stays valid for a while."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)
        path.chmod(0o600)
    except (OSError, ValueError):
        return False
    return certificate.not_valid_after_utc - LEFT > datetime.datetime.now(datetime.UTC)


def _made() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Pyramid Companion")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now - EARLIER + VALID)
        .add_extension(x509.SubjectAlternativeName(_names()), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return plain + certificate.public_bytes(Encoding.PEM)


def _names() -> list[x509.GeneralName]:
    addresses = dict.fromkeys((own_address(), "127.0.0.1"))
    host = socket.gethostname().encode("ascii", "ignore").decode() or "localhost"
    names = dict.fromkeys(("localhost", host, f"{host}.local"))
    return [*(x509.IPAddress(ipaddress.ip_address(each)) for each in addresses), *map(x509.DNSName, names)]
