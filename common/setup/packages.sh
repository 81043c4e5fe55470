#!/bin/sh
# packages.sh - makes sure that the named Debian packages are installed.
#
#   sh common/setup/packages.sh PACKAGE...
#
# A package counts as installed if its headers, library or command can be found. So
# other distributions work too. As root, this script installs the missing packages;
# otherwise it prints the exact command, and the exit status is 4.
set -u

have_header() { echo "#include <$1>" | ${CC:-gcc} -E -x c - >/dev/null 2>&1; }
have_library() { ldconfig -p 2>/dev/null | grep -q "$1" || /sbin/ldconfig -p 2>/dev/null | grep -q "$1"; }

present() {
    case $1 in
    check) have_header check.h ;;
    libjansson-dev) have_header jansson.h ;;
    libseccomp-dev) have_header seccomp.h ;;
    libarchive-dev) have_header archive.h ;;
    g++) command -v g++ >/dev/null 2>&1 ;;
    clang-format-14) command -v clang-format-14 >/dev/null 2>&1 ||
        clang-format --version 2>/dev/null | grep -q 'version 14\.' ;;
    clang) command -v clang >/dev/null 2>&1 ;;
    pandoc) command -v pandoc >/dev/null 2>&1 ;;
    gnuplot-nox) command -v gnuplot >/dev/null 2>&1 ;;
    python3-pip) python3 -m pip --version >/dev/null 2>&1 ;;
    libzstd1) have_library libzstd.so.1 ;;
    liblz4-1) have_library liblz4.so.1 ;;
    *) dpkg -s "$1" >/dev/null 2>&1 ;;
    esac
}

missing=
for package in "$@"; do
    present "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: missing:$missing (names of Debian packages); install them with the tools of your system" >&2
    exit 4
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "setup: missing packages; run: sudo apt-get install -y$missing" >&2
    exit 4
fi

echo "setup: installing$missing" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    # shellcheck disable=SC2086 -- the list is meant to be split
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
# A fresh machine has no package lists yet.
install || { apt-get update >"$log" 2>&1 && install; } || {
    tail -n 5 "$log" >&2
    echo "setup: the installation failed; run: apt-get update && apt-get install -y$missing" >&2
    exit 4
}
for package in $missing; do
    present "$package" || {
        echo "setup: $package is installed, but cannot be used" >&2
        exit 4
    }
done
