#!/bin/sh
# fit.sh - opens decks in Chromium and reports the slides that are too full: content beyond the
# margins of the page, code that is too wide, pictures that are too small.
#
#   sh slides/fit.sh build/slides/NN_topic.html...
here=$(dirname "$0")
page=$(mktemp --suffix=.html)
trap 'rm -f "$page"' EXIT
status=0
for deck in "$@"; do
    { cat "$deck"; echo '<script>'; cat "$here/fit.js"; echo '</script>'; } >"$page"
    dom=$(sh "$here/chromium.sh" --window-size=1600,900 --dump-dom "file://$page") || exit
    found=$(echo "$dom" | sed -n 's/^FIT: //p')
    case $found in
    *"slides looked at") ;;
    *)
        echo "$deck: the page did not load" >&2
        exit 5
        ;;
    esac
    echo "$found" | sed "s|^|$deck: |"
    [ "$(echo "$found" | wc -l)" -eq 1 ] || status=1
done
exit $status
