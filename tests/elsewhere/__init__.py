"""The program in other Pythons, with other libraries, on other machines; `make test-versions` and the like ask for it."""
