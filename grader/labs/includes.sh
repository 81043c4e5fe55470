#!/bin/sh
# includes.sh - writes includes.txt, the graph of labs 11 and 12: the source files of this course, and which
# files each of them includes. Run it in the root of the course:
#
#   sh grader/labs/includes.sh > grader/labs/includes.txt
#
# A page is a file, a link is a line #include. The names of headers of the system and of libraries
# have angle brackets; those headers are pages without links. includes.txt is what the script wrote
# when lab 11 was made: a grade does not depend on later files.
set -eu
files=$(git ls-files 'common/*.[ch]' 'grader/*.[ch]' 'grader/*.cu' 'solutions/*.cu' 'slides/*.cu' 'slides/*.h' \
    'tests/*.[ch]' 'tests/bench/*.cu' 'tests/gpu/*.cu' 'tests/cuda/*.cu' | sort -u)
echo "# file: the files that it includes. Written by grader/labs/includes.sh."
# shellcheck disable=SC2086
printf '%s\n' $files | awk '
    { known[$0] = 1; order[++n] = $0 }
    function folder(path) { sub(/[^\/]*$/, "", path); return path }
    # A name as the compiler would look for it; without a file, it is of a library.
    function find(from, name,    path) {
        path = folder(from) name
        while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
        if (path in known) return path
        if (name in known) return name
        if ("common/" name in known) return "common/" name
        if ("common/cudasim/sim/" name in known) return "common/cudasim/sim/" name
        if (substr(name, 4) in known) return substr(name, 4) # ../ as seen from common/
        return "<" name ">"
    }
    END {
        for (i = 1; i <= n; i++) {
            line = order[i] ":"
            while ((getline text < order[i]) > 0)
                if (match(text, /^[ \t]*#[ \t]*include[ \t]*["<][^">]*[">]/)) {
                    name = substr(text, RSTART, RLENGTH)
                    sub(/^[^"<]*["<]/, "", name); sub(/[">]$/, "", name)
                    line = line " " find(order[i], name)
                }
            close(order[i])
            print line
        }
    }'
