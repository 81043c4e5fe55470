# commands.awk - the commands that a README shows, one a line: those in fenced blocks, and those between
# single backticks that begin with make or build/. What a fenced line says about its command is left out.

function put(words) {
    gsub(/[ \t]+/, " ", words)
    sub(/^ /, "", words)
    sub(/ $/, "", words)
    if (words ~ /^([A-Z_]+=[^ ]+ )*(make|build\/(cudasim|grade|class)|sh|git|cp)( |$)/ && !(words in seen)) {
        seen[words] = 1
        print words
    }
}

/^ *```/ { inside = !inside; next }
inside {
    line = $0
    sub(/^\$ /, "", line)
    sub(/   +[^ ].*| # .*/, "", line)
    put(line)
    next
}
{
    n = split($0, part, "`")
    for (i = 2; i <= n; i += 2)
        if (part[i] ~ /^(make|build\/)/)
            put(part[i])
}
