#!/bin/sh
# draw.sh - draws the pictures of the list pictures.txt: each from a recorded run, by the scripts of
# the page, in Chromium. Rows of the same file become one picture, one below the other.
#
#   sh common/cudasim/look/draw.sh NVCC [FILE.svg]...
#
# Needs build/grade, build/look/page.html, build/skeletons and Chromium.
set -eu
nvcc=$1
shift
list=common/cudasim/look/pictures.txt
here=build/look/pictures
mkdir -p "$here"

# A field of the list without the blanks around it.
bare() { echo "$1" | sed 's/^ *//; s/ *$//'; }

# The page of a case, made once.
page_of() { # submission, lab, part, case: prints the path
    page=$here/$(echo "$1 $2 $3 $4" | tr -c 'a-zA-Z0-9\n' _)
    [ -e "$page/made" ] || {
        build/grade --nvcc "$nvcc" --submission "$1" --look "$page" --part "$3" --case "$4" "$2" >&2
        : >"$page/made"
    }
    echo "$page/look.html"
}

# One drawing of a page: "WIDTH HEIGHT", then the elements.
drawing_of() { # page, caption, drawing
    {
        cat "$1"
        echo '<script>'
        echo "const made = lookPicture('$2', '$3');"
        cat <<'SCRIPT'
const text = made.width + ' ' + made.height + '\n' + made.text + '\nEND';
document.body.innerHTML = '<pre>\n\n' + text.replace(/&/g, '&amp;').replace(/</g, '&lt;') + '\n</pre>';
SCRIPT
        echo '</script>'
    } >"$here/page.html"
    sh slides/chromium.sh --window-size=1280,900 --dump-dom "file://$PWD/$here/page.html" |
        sed -n '/^[0-9][0-9]* [0-9][0-9]*$/,/^END$/p' | sed '/^END$/d; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# Puts drawings into one file.
compose() {
    awk '
        /^[0-9]+ [0-9]+$/ {
            if (n) top[n + 1] = top[n] + high[n] + 8; else top[1] = 0
            n++; width = $1 > width ? $1 : width; high[n] = $2
            next
        }
        { line[n] = line[n] $0 "\n" }
        END {
            if (!n) exit 1
            height = top[n] + high[n] + 8
            print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " width " " height "\" width=\"" width "\" height=\"" height "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\">"
            print "<rect width=\"" width "\" height=\"" height "\" fill=\"#ffffff\"/>"
            for (i = 1; i <= n; i++) {
                print "<g data-drawing=\"" i "\" transform=\"translate(0," top[i] ")\">"
                printf "%s", line[i]
                print "</g>"
            }
            print "</svg>"
        }'
}

grep -v '^#' $list | cut -d'|' -f1 | sed 's/ *$//' | uniq | while read -r file; do
    [ -n "$file" ] || continue
    [ $# -eq 0 ] || case " $* " in *" $file "*) ;; *) continue ;; esac
    grep -v '^#' $list | grep "^$file *|" | while IFS='|' read -r _ submission lab part case caption drawing; do
        page=$(page_of "$(bare "$submission")" "$(bare "$lab")" "$(bare "$part")" "$(bare "$case")" </dev/null)
        drawing_of "$page" "$(bare "$caption")" "$(bare "$drawing")" </dev/null
    done | compose >"$here/picture.svg"
    awk -f common/cudasim/look/pack.awk <"$here/picture.svg" >"$file"
    echo "  draw  $file"
done
