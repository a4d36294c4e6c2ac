"""The keys of two tables that play one game: what each of them can read, write and prove.

A table has one secret of its own. An X25519 key and an Ed25519 key are derived from it, so nothing else has to be
stored. Their public halves stand in ``hello`` and ``join``. Until both are known, messages are encrypted with a key
stretched from the code by scrypt; from then on with a session key that the code alone does not give (X25519,
HKDF-SHA256). Messages are encrypted and authenticated by ChaCha20-Poly1305 with random nonces; the topic is bound to
them as associated data.
"""

import hashlib
import hmac
import os
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from companion.sharing.feed.pairing import LENGTH, LETTERS

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
# Public keys of a table, X25519 before Ed25519, in hexadecimal.
PUBLIC_LENGTH: Final = 4 * KEY_BYTES
# Cost of one guess at a code: 32 MiB of memory and some 50 ms.
_SCRYPT: Final = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 2**20}


@lru_cache(maxsize=16)
def of_code(code: str) -> bytes:
    """Return the key that is stretched from a code: 32 bytes."""
    return hashlib.scrypt(code.encode(), salt=b"pyramid-far", dklen=KEY_BYTES, **_SCRYPT)


def derived(key: bytes, purpose: str) -> bytes:
    """Return the key for one purpose: 32 bytes."""
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=f"pyramid-far {purpose}".encode()).derive(key)


class Keys:
    """The keys of one table in one game."""

    def __init__(self, code: str, secret: bytes) -> None:
        self._code = of_code(code)
        self._exchange = X25519PrivateKey.from_private_bytes(hmac.digest(secret, b"exchange", "sha256"))
        self._sign = Ed25519PrivateKey.from_private_bytes(hmac.digest(secret, b"sign", "sha256"))
        # Every message asks for the same one.
        self.session = lru_cache(maxsize=2)(self._session)
        exchange, sign = self._exchange.public_key(), self._sign.public_key()
        self.public = (exchange.public_bytes_raw() + sign.public_bytes_raw()).hex()

    def signature(self, digest: str) -> str:
        """Return this table's signature (Ed25519) of an entry's digest, in hexadecimal."""
        return self._sign.sign(digest.encode()).hex()

    def _session(self, theirs: str) -> bytes:
        """Return the key that this table shares with the table that has the public keys `theirs`. Raises ValueError for
        keys of no table."""
        shared = self._exchange.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(theirs)[:KEY_BYTES]))
        return derived(self._code + shared, "session " + " ".join(sorted((self.public, theirs))))

    def shared_with(self, theirs: str, told: object) -> bool:
        """Return True if a table tells the keys that it uses, and a key can be shared with it."""
        try:
            return told == theirs and len(theirs) == PUBLIC_LENGTH and bool(self.session(theirs))
        except ValueError:
            return False

    def sealed(self, text: str, topic: str, theirs: str | None) -> bytes:
        """Return a text encrypted for the table `theirs`, or for whoever has the code while that is not known."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + ChaCha20Poly1305(self._key(theirs)).encrypt(nonce, text.encode(), topic.encode())

    def opened(self, box: bytes, topic: str, theirs: str | None) -> str:
        """Return what `sealed` has encrypted. Raises ValueError where another key or topic was used, or none."""
        try:
            key = ChaCha20Poly1305(self._key(theirs))
            return key.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], topic.encode()).decode()
        except InvalidTag:
            raise ValueError("not encrypted with this key") from None

    def _key(self, theirs: str | None) -> bytes:
        return derived(self._code, "code") if theirs is None else self.session(theirs)

    def following(self, theirs: str) -> str:
        """Return the code of the next game of the same two tables, which nobody else can derive."""
        return letters(derived(self.session(theirs), "rematch"))


def letters(key: bytes) -> str:
    """Return a code made of a key."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in key[:LENGTH])


def signed_by(public: str, digest: str, signature: str) -> bool:
    """Return True if the table with these public keys has signed a digest."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)[KEY_BYTES:])
        key.verify(bytes.fromhex(signature), digest.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
