#!/bin/sh
# chromium.sh - runs Chromium, or a similar browser, without a window.
#
#   sh slides/chromium.sh OPTION... URL
for browser in chromium chromium-browser google-chrome chrome; do
    command -v $browser >/dev/null 2>&1 && break
    browser=
done
if [ -z "$browser" ]; then
    echo "slides: this needs Chromium; on Debian: apt-get install chromium" >&2
    exit 4
fi
log=$(mktemp)
home=$(mktemp -d)
trap 'rm -rf "$log" "$home"' EXIT
# No sandbox: the pages are our own, and root cannot use one. A separate profile: two browsers can
# run at the same time.
$browser --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$home" \
    --virtual-time-budget=3000 "$@" 2>"$log" || {
    tail -n 3 "$log" >&2
    echo "slides: $browser failed" >&2
    exit 5
}
