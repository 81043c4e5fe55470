#!/bin/sh
# setup.sh - tests the hints for packages that are missing, on systems that are only played. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/setup
rm -rf "$here"
mkdir -p "$here"
number=0
failed=0

# A PATH with the tools that a shell needs, and one package manager. Nothing is installed: CC fails.
hint() { # hint MANAGER words...
    manager=$1
    mkdir -p "$here/$manager"
    for tool in sh grep sed cat ls; do
        ln -sf "$(command -v $tool)" "$here/$manager/$tool"
    done
    echo '#!/bin/sh' >"$here/$manager/$manager"
    chmod +x "$here/$manager/$manager"
    out=$(PATH=$here/$manager CC=false "$(command -v sh)" common/setup/packages.sh check libjansson-dev libarchive-dev 2>&1)
    status=$?
    number=$((number + 1))
    if [ $status -eq 4 ] && [ "$out" = "setup: missing packages; run: $2" ]; then
        echo "ok $number - $manager"
    else
        failed=1
        echo "not ok $number - $manager"
        echo "# $status: $out"
    fi
}
hint dnf 'sudo dnf install check-devel jansson-devel libarchive-devel'
hint pacman 'sudo pacman -S check jansson libarchive'
echo "1..$number"
exit $failed
