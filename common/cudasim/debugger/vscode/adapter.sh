#!/bin/sh
# adapter.sh - what VS Code starts: the debugger of the tree that this file is in.
exec "$(dirname "$(readlink -f "$0")")/../../../../build/cudasim" --dap "$@"
