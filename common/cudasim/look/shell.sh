#!/bin/sh
# shell.sh - prints the page's shell: page.html, with the file in place of each line
# "@include FILE" (LIBRARIES/ stands for the folder of the libraries).
#
#   sh common/cudasim/look/shell.sh FOLDER_OF_LIBRARIES >build/look/page.html
awk -v here="$(dirname "$0")" -v libraries="$1" '
    $1 == "@include" {
        file = sub(/^LIBRARIES\//, "", $2) ? libraries "/" $2 : here "/" $2
        lines = 0
        while ((status = (getline line < file)) > 0) { print line; lines++ }
        if (lines == 0) { print "look: there is no " file >"/dev/stderr"; failed = 1 }
        close(file)
        next
    }
    { print }
    END { exit failed }
' "$(dirname "$0")/page.html"
