#!/bin/sh
# fit.sh - opens decks and pictures in Chromium. It reports the slides that are too full: content
# beyond the margins of the page, code that is too wide, pictures that are too small. And it reports
# the texts of pictures that the edge of the picture cuts off, or that are hard to read.
#
#   sh slides/fit.sh [build/slides/NN_topic.html | PICTURE.svg]...
here=$(dirname "$0")
page=$(mktemp --suffix=.html)
trap 'rm -f "$page"' EXIT
status=0

# Opens the page, and prints what its script has found, with a name before each line.
look() {
    dom=$(sh "$here/chromium.sh" --window-size=1600,900 --dump-dom "file://$page") || exit
    found=$(echo "$dom" | sed -n 's/^FIT: //p' | sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g')
    case $found in
    *" looked at") ;;
    *)
        echo "$1 the page did not load" >&2
        exit 5
        ;;
    esac
    echo "$found" | sed "s|^|$1 |"
    [ "$(echo "$found" | wc -l)" -eq 1 ] || status=1
}

# All pictures, in one page: each as it is, without the declaration of XML.
show_pictures() {
    echo '<!DOCTYPE html><meta charset="utf-8"><body>'
    for picture in "$@"; do
        case $picture in
        *.svg)
            echo "<figure id=\"$picture\">"
            sed 's/<?xml[^>]*?>//; s/<!DOCTYPE[^>]*>//' "$picture" || exit
            echo '</figure>'
            ;;
        esac
    done
    echo '<script>'
    cat "$here/fit_pictures.js"
    echo '</script>'
}

pictures=0
for file in "$@"; do
    case $file in
    *.svg) pictures=$((pictures + 1)) ;;
    *)
        { cat "$file"; echo '<script>'; cat "$here/fit.js"; echo '</script>'; } >"$page"
        look "$file:"
        ;;
    esac
done
if [ $pictures -gt 0 ]; then
    show_pictures "$@" >"$page"
    look pictures:
fi
exit $status
