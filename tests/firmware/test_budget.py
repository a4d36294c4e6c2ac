"""What the firmware takes of the chip: less than half of the flash, less than three quarters of the memory."""

import subprocess

from lab.tower.simulation.chip import BUILD
from lab.tower.simulation.tower import calibrated_tower
from tests.firmware.talking import Talk

FLASH, RAM = 32 * 1024, 2 * 1024
ELF = str(BUILD / "tower.elf")


def test_flash_and_memory_with_the_deepest_stack() -> None:
    sizes = subprocess.run(["avr-size", ELF], capture_output=True, text=True, check=True).stdout.splitlines()[1].split()
    text, data, bss = map(int, sizes[:3])
    symbols = subprocess.run(["avr-nm", ELF], capture_output=True, text=True, check=True).stdout.splitlines()
    end = next(int(line.split()[0], 16) & 0xFFFF for line in symbols if line.endswith(" __bss_end"))
    tower = calibrated_tower(4)
    talk = Talk(tower)
    talk.hello()
    for number in (1, 2):
        talk.ready()
        tower.throw()
        talk.until(f"ROLL {number} ")
        for tag, request in enumerate(("RAW 1", f"LOG {number}", "JUGGLE 1", f"ACK {number}", "SET hb=200"), 10):
            verb, _, rest = request.partition(" ")
            talk.ask(verb, rest, tag=tag)
    assert tower.chip
    stack = tower.chip.stack(end)
    tower.close()
    print(f"flash {text + data} of {FLASH}, memory {data + bss} and {stack} of stack of {RAM}")
    assert text + data < FLASH / 2
    assert stack > 60
    assert data + bss + stack < 0.75 * RAM
