"""`python -m greycells`: the command line."""

from greycells.cli import main

main()
