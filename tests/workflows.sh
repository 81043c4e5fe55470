#!/bin/sh
# workflows.sh - the workflows for others are what their systems read: YAML, with the steps that a
# release needs. actionlint reads those of GitHub where it is installed. Prints TAP.
#
# inputs: grader/release/templates .github .devcontainer
cd "$(dirname "$0")/.." || exit 1
here=build/tests/workflows
. tests/tap.sh
templates="grader/release/templates/github.yml grader/release/templates/forgejo.yml grader/release/templates/gitlab-ci.yml"
for file in $templates; do
    check "$file grades the lab that is set" grep -q 'make -s grade LAB="$LAB"' "$file"
    check "$file names no command that a release does not have" \
        eval '! sed "s/#.*//" "$file" | grep -oE "make ($(make -s print-full-tree | tr " " "|"))\b"'
done
check "nothing is left of GitHub Classroom" eval '! grep -rn "classroom-resources\|github-classroom" grader .github'
if python3 -c 'import yaml' 2>/dev/null; then
    for file in $templates .github/workflows/tests.yml; do
        check "$file is YAML" python3 -c 'import sys, yaml; assert isinstance(yaml.safe_load(open(sys.argv[1])), dict)' "$file"
    done
else
    echo "SKIP  python3 has no yaml"
fi
if command -v actionlint >/dev/null 2>&1; then
    check "actionlint finds nothing" actionlint grader/release/templates/github.yml .github/workflows/tests.yml
else
    echo "SKIP  actionlint is not installed"
fi
# The container of the course: nobody is root in it, and what it is not is said.
check "the container has a user of its own" eval 'grep -q "^USER course$" .devcontainer/Containerfile && grep -q "\"remoteUser\": \"course\"" .devcontainer/devcontainer.json'
check "its image is pinned by a digest, or said to be untried" grep -q '^FROM .*@sha256:\|^# Not tried yet' .devcontainer/Containerfile
check "devcontainer.json is JSON" python3 -m json.tool .devcontainer/devcontainer.json
tap_end
