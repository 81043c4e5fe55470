#!/bin/sh
# audit.sh - some hostile submissions of each kind, as the user who calls. Prints TAP.
# `make audit` runs all of them, also as other users.
cd "$(dirname "$0")/.." && exec build/tests/audit --quick
