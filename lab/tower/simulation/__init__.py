"""The tower's real firmware on a simulated chip, with dice that fall and light that falls on them."""
