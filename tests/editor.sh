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
# The task of VS Code finds each place that a grade has.
check "the lines of a grade are problems in VS Code" eval 'grade 1 --format lines --part 1 --submission build/skeletons reduction &&
    python3 - .vscode/tasks.json "$here/out"' <<'END'
import json, re, sys
task = [t for t in json.load(open(sys.argv[1]))["tasks"] if t["label"] == "grade this lab"][0]
assert "--format lines" in task["command"]
pattern = re.compile(task["problemMatcher"]["pattern"]["regexp"])
lines = open(sys.argv[2]).read().splitlines()
assert len(lines) > 1 and lines[-1].startswith("Score: ") and all(pattern.match(l) for l in lines[:-1])
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
