"""The command-line program: ``quadrille``, or ``python -m quadrille``."""

from __future__ import annotations

import signal
import sys

from ._quadrille import _main


def main() -> int:
    """Run the program with the arguments of the process, and return its exit status."""
    # The program handles signals itself. Ignored signals stay ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _main(["quadrille", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
