# pack.awk - a drawn picture in few lines, each of about 600 characters, from a program that writes
# one element per line:
#
#   awk -f common/cudasim/look/pack.awk <picture.svg
#
# It is the same picture: only white space between two elements, or between the attributes of one,
# is another. In a text it shows, so a line in it stays.
function count(pattern, text) { return gsub(pattern, "&", text) }

function in_text(text) {
    return count("<(text|title|style|desc)[ >]", text) > count("</(text|title|style|desc)>", text)
}

function in_tag(text) { return count("<", text) > count(">", text) }

in_text(kept) { kept = kept "\n" $0; next }

/^[ \t]*$/ { next }

{
    line = $0
    sub(/^[ \t]+/, "", line)
    if (in_tag(kept))
        kept = kept (length(kept) % 601 + length(line) < 600 ? " " : "\n") line
    else if (kept ~ />$/ && line ~ /^</ && length(kept) + length(line) < 600)
        kept = kept line
    else {
        if (kept != "")
            print kept
        kept = line
    }
}

END { print kept }
