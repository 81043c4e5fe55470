#!/bin/sh
# editor.sh - tests `make editor`: the list has all files, and where clang is installed, clang
# understands C and CUDA as the list says. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
list=build/compile_commands.json
here=build/tests/editor
. tests/tap.sh
rm -f $list
check "the list is made" sh common/setup/editor.sh 13.0.88
check "it is JSON, and its files exist" python3 - $list <<'END'
import json, os, sys
entries = json.load(open(sys.argv[1]))
files = {e["file"] for e in entries}
assert len(files) == len(entries) and all(map(os.path.exists, files))
assert {"grader/main.c", "common/cudasim/sim/host.c", "labs/04_reduction/reduction.cu"} <= files
assert all(e["directory"] == os.getcwd() and e["arguments"][-1] == e["file"] for e in entries)
END
understands() {
    python3 - $list "$1" <<'END'
import json, subprocess, sys
command = [e["arguments"] for e in json.load(open(sys.argv[1])) if e["file"] == sys.argv[2]][0]
sys.exit(subprocess.run(["clang" if c.startswith("gcc") else c for c in command] + ["-fsyntax-only", "-Werror"]).returncode)
END
}
if command -v clang++ >/dev/null 2>&1; then
    for file in grader/base/text.c solutions/04_reduction/reduction.cu solutions/05_scan/scan.cu solutions/08_dynamic_parallelism/dynamic_parallelism.cu; do
        check "clang understands $file" understands $file
    done
else
    echo "SKIP  clang is not installed"
fi
tap_end
