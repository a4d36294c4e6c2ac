"""The program in other Pythons, with other libraries, on other machines: for targets of the Makefile of their own."""
