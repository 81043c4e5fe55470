#!/bin/sh
# maps.sh - compares the maps that readers use with the objects and the files: which file defines
# an instruction or a function, which files exist, which layer uses which.
#
#   sh tests/maps.sh ops [OPS.H]       the sections of ops.h name the files of their handlers
#   sh tests/maps.sh headers [FILE...] the sections of headers name the files of their functions
#   sh tests/maps.sh names [FILE...]   files that READMEs and comments name exist
#   sh tests/maps.sh layers [OBJECT...] a layer uses only those below it
#   sh tests/maps.sh includes [FILE...] the same of the headers that files include
#   sh tests/maps.sh circles [OBJECT...] the files of a folder use each other in one direction
#   sh tests/maps.sh types [FILE...]   no two types share a name
#   sh tests/maps.sh order [FILE]      no lab comes before one that it needs
#   sh tests/maps.sh subjects [FILE]   parts and slides in the table of subjects exist
#   sh tests/maps.sh idioms [FILE...]  no volatile between threads; one name for the mask of a warp
#   sh tests/maps.sh figures [FILE...] figures in slides and READMEs are those of the measured data
#
# Without arguments: all files of the project. Prints what is wrong, and fails if anything is.
cd "$(dirname "$0")/.." || exit 1
map=$1
shift
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# The objects of the existing files; an object of a removed file may still be there.
objects() {
    find common grader -name '*.c' ! -path 'grader/labs/*/test.c' | sort | while read -r source; do
        object=build/obj/${source%.c}.o
        [ -e "$object" ] && echo "$object"
    done
}

# The definitions in the objects: symbol, file, path of the file. The clocks of client_clock.c have
# names of the C library, which others use.
definitions() {
    objects | xargs nm -A --defined-only | awk '
        $2 ~ /^[TDBRVC]$/ {
            path = $1
            sub(/^build\/obj\//, "", path); sub(/\.o:.*/, ".c", path)
            file = path
            sub(/.*\//, "", file)
            if (file != "client_clock.c" || $NF ~ /^client_/)
                print $NF, file, path
        }'
}

# ---- ops.h: a section is a comment with the name of a file, and the rows after it ------------

check_ops() {
    awk -v ops="${1:-common/cudasim/ptx/ops.h}" '
        FILENAME == ARGV[1] { if ($1 ~ /^pick_/) defined[substr($1, 6)] = $2; next }
        /^\/\/.*exec_[a-z0-9_]*\.c/ { match($0, /exec_[a-z0-9_]*\.c/); named = substr($0, RSTART, RLENGTH) }
        /^OP\(/ {
            split($0, part, /[(,]/)
            rows++
            if (defined[part[2]] != named)
                print ops ":" FNR ": " part[2] " is listed under " named ", and is defined in " defined[part[2]]
        }
        END { if (rows < 100) print ops ": only " rows + 0 " instructions" }
    ' "$tmp/definitions" "${1:-common/cudasim/ptx/ops.h}"
}

# ---- headers: what is declared under "// ---- FILE.c" is defined there --------------------------

# Above the first heading, and in a header without headings, that is the file of the same name.

check_headers() {
    [ $# -gt 0 ] || set -- $(find common grader -name '*.h' ! -path 'grader/gpu/race/*' ! -path '*/cublas/*' ! -path '*/curand/*') # CUDA C: no objects
    awk '
        FILENAME == ARGV[1] { where[$1] = where[$1] " " $2; next }
        # The .c files of a heading, with blanks around them.
        function files_of(line, list) {
            list = " "
            while (match(line, /[a-z0-9_]+\.c([^a-z]|$)/)) {
                list = list substr(line, RSTART, RLENGTH) " "
                sub(/[^a-z0-9_.]? $/, " ", list)
                line = substr(line, RSTART + RLENGTH)
            }
            return list
        }
        # A declaration: its name, or nothing if it is of no function or variable.
        function declared(s) {
            gsub(/__attribute__ *\(\(.*\)\)/, "", s)
            if (s ~ /^ *(typedef|static|struct [A-Za-z0-9_]*;|enum|union)/ || s !~ /[a-z]/)
                return ""
            if (s ~ /^ *extern/ && s !~ /\(/) {
                sub(/ *[[;].*/, "", s); sub(/.*[ *]/, "", s)
                return s
            }
            if (!match(s, /\(/))
                return ""
            if (s ~ /^[A-Za-z0-9_ ]*\(\*/) { sub(/^[^*]*\*/, "", s); sub(/[^A-Za-z0-9_].*/, "", s); return s }
            s = substr(s, 1, RSTART - 1)
            sub(/.*[ *]/, "", s)
            return s
        }
        function judge(name, n, list, i) {
            functions++
            n = split(where[name], list, " ")
            for (i = 1; i <= n; i++)
                if (index(named, " " list[i] " "))
                    return
            print FILENAME ":" FNR ": " name " is listed under" (named == " " ? " no file " : named) \
                "and is defined in" (n ? where[name] : " no file")
        }
        /^extern "C" .*;/ { next } # of the runtime, for programs
        FNR == 1 {
            named = FILENAME # until there is a heading: of the .c file beside the header
            sub(/.*\//, "", named); sub(/\.h$/, ".c", named)
            named = " " named " "
            depth = 0; statement = ""
        }
        /^\/\/ ---- / { named = files_of($0) }
        /^ *\/\// { next }
        /^#/ || continued { continued = /\\$/; next }
        {
            line = $0
            sub(/\/\/.*/, "", line)
            gsub(/"[^"]*"/, "", line)
            inside = depth
            depth += gsub(/{/, "{", line) - gsub(/}/, "}", line)
            if (inside == 0 && depth == 0 && line !~ /[{}]/) {
                statement = statement " " line
            } else {
                statement = "" # a type, or the body of a function
                next
            }
            if (line ~ /; *$/) {
                sub(/^ +/, "", statement)
                name = declared(statement)
                if (name != "") judge(name)
                statement = ""
            }
        }
        END { if (ARGC > 4 && functions < 250) print "only " functions + 0 " declarations in headers" }
    ' "$tmp/definitions" "$@"
}

# ---- names: each file that a text or a comment names exists -------------------------------------

# A name is a path from the top, from common/, common/cudasim/ or grader/, from the folder of the file that
# names it, from that of CUDA's headers, or the last part of a path. Stars match anything,
# and so do NN, NAME, FILE, PROGRAM and "topic". Built files, absolute paths and what is in a FOLDER
# that the user names are not checked.
check_names() {
    [ $# -gt 0 ] || set -- $(find . -name build -prune -o -name .git -prune -o \
        \( -name '*.md' -o -name '*.c' -o -name '*.h' -o -name '*.cu' -o -name '*.sh' \
        -o -name Makefile -o -name "*.mk" \) -print | sed 's/^\.\///' |
        grep -v '^slides/\|^grader/labs/[^/]*/versions/\|^tests/hostile/\|^tests/grade_\|^labs/11_sparse/README' | sort) # they name files of students, or pages of a graph
    { find . -name build -prune -o -name .git -prune -o -type f -print | sed 's/^\.\///'
      find build/include/ -name '*.h' | sed 's/^build\/include\///'; } >"$tmp/files"
    awk -v extensions='c|h|cu|md|sh|awk|lua|csv|txt|map|gp|cl' '
        FILENAME == ARGV[1] {
            files[$0] = 1
            all = all "\n" $0
            base = $0; sub(/.*\//, "", base)
            files[base] = 1
            next
        }
        function exists(name, folder) {
            folder = FILENAME
            if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
            sub(/^\.\//, "", name)
            if (name in files || ("common/" name) in files || ("common/cudasim/" name) in files || ("grader/" name) in files ||
                (folder "/" name) in files || name ~ /^(build|FOLDER)?\//)
                return 1
            while (sub(/^\.\.\//, "", name)) {
                if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
                if ((folder == "" ? name : folder "/" name) in files) return 1
            }
            gsub(/NN|NAME|FILE|PROGRAM|topic/, "*", name)
            if (!index(name, "*")) return 0
            gsub(/\./, "\\.", name); gsub(/\*+/, "[^\n]*", name)
            return (all "\n") ~ ("[\n/]" name "\n")
        }
        function look(text, name) {
            while (match(text, "[A-Za-z0-9_./*-]*[A-Za-z0-9_*]\\.(" extensions ")($|[^A-Za-z0-9_(])")) {
                name = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                sub(/[^A-Za-z0-9_]$/, "", name)
                named++
                if (!exists(name)) print FILENAME ":" FNR ": there is no file " name
            }
        }
        FNR == 1 { inside = 0 }
        FILENAME ~ /\.md$/ { look($0); next }
        FILENAME ~ /(\.sh|Makefile)$/ { if (match($0, /(^|[ \t])#.*/)) look(substr($0, RSTART)); next }
        { gsub(/"([^"\\]|\\.)*"/, "") }
        /^\/\/ expect/ { next } # the output of a program
        inside { look($0); if (/\*\//) inside = 0; next }
        match($0, /\/\//) { look(substr($0, RSTART)); next }
        match($0, /\/\*/) { look(substr($0, RSTART)); inside = !/\*\// }
        END { if (ARGC > 4 && named < 300) print "only " named + 0 " names of files" }
    ' "$tmp/files" "$@"
}

# ---- layers and includes: a layer uses only itself and those below it --------------------------------------------

# The layers, for two awk programs: which folders a folder may use, and the folder of a file.
layers='
    BEGIN {
        below["ptx"] = " "
        below["ptxas"] = " ptx "
        below["sim"] = " ptx ptxas "
        below["observers"] = " ptx ptxas sim "
        below["both"] = " "
        below["client"] = " both " # the thin library has nothing of the machine
        below["driver"] = " both client " # nor has this one
        below["debugger"] = " ptx ptxas sim observers "
        below["look"] = " " # the page knows only its document
        machine = " both ptx ptxas sim observers "
        below["cudart/clock"] = machine
        below["cudart/drawing"] = machine "cudart/clock "
        below["cudart/api"] = machine "cudart/clock cudart/drawing "
        below["cudart/server"] = machine "cudart/clock cudart/drawing cudart/api "
        below["cudart/tool"] = machine "cudart/clock cudart/drawing cudart/api cudart/server debugger look "
        below["base"] = " "
        below["submission"] = " base "
        below["run"] = " base submission "
        below["labs"] = " base run "
        below["judge"] = " base submission run labs "
        below["report"] = " base submission run labs judge "
        below["watch"] = " base attempts submission labs "
        below["attempts"] = " base submission run labs judge report look "
        below["class"] = " base attempts submission run labs judge report "
        below["gpu"] = " base run labs judge "
    }
    function layer(path, part) {
        split(path, part, "/")
        if (path ~ /^common\/cudasim\/cudart\//)
            return part[3] "/" part[4]
        if (path ~ /^common\/cudasim\//)
            return part[3] in below ? part[3] : part[1]
        return part[2] in below ? part[2] : part[1]
    }'

# A file includes only headers of its own layer and of those below it; of ptxas/ the others see
# only ptxas.h. The grader sees of the simulator what has no folder, and the header of its page.
check_includes() {
    [ $# -gt 0 ] || set -- $(find common grader -name '*.[ch]' ! -path 'grader/labs/*/test.c')
    awk "$layers"'
        function included(name, file, there) {
            if (name !~ /\//) return # of the same folder, or of common/ itself
            there = name ~ /^(common|grader)\// ? name : "common/cudasim/" name
            if (name ~ /^(counters|race|streams|device_runtime|exec)\//) return
            headers++
            if (name == "build/all_labs.h") return
            if (file ~ /^grader\// && there ~ /^common\/cudasim\/.*\// && name !~ /\/look\/page\.h$/)
                print file ":" FNR ": includes " name ", and machine.h is the door of the simulator"
            if (!(layer(there) in below) || layer(there) == layer(file)) {
                return
            } else if (layer(file) in below && !index(below[layer(file)], " " layer(there) " ")) {
                print file ":" FNR ": includes " name ", which is of no layer below"
            } else if (layer(there) == "ptxas" && there !~ /\/ptxas\.h$/) {
                print file ":" FNR ": includes " name ", and only ptxas.h is for others"
            }
        }
        /^#include "/ { file = FILENAME; sub(/.*build\/tests\/maps\//, "", file); name = $2; gsub(/"/, "", name); included(name, file) }
        END { if (ARGC > 4 && headers < 100) print "only " headers + 0 " includes of other folders" }
    ' "$@"
}

check_layers() {
    definitions | awk '{ print "defined", $1, $3 }' >"$tmp/all"
    { [ $# -gt 0 ] && printf '%s\n' "$@" || objects; } | xargs nm -A -u | awk '
        { path = $1; sub(/^.*build\/obj\//, "", path); sub(/\.o:.*/, ".c", path); print "used", $NF, path }' >>"$tmp/all"
    awk "$layers"'
        $1 == "defined" { home[$2] = home[$2] " " $3; next }
        layer($3) ~ /^(gpu|both)$/ && $2 ~ /^(__)?cuda/ { next } # of the CUDA runtime
        layer($3) in below && $2 in home {
            uses++
            n = split(home[$2], paths, " ")
            for (i = 1; i <= n; i++) {
                there = layer(paths[i])
                if (there == "common" || there == layer($3) || index(below[layer($3)], " " there " ")) next
            }
            print $3 ": uses " $2 " of" home[$2] ", which is not a layer below"
        }
        END { if (uses < 100) print "only " uses + 0 " uses" }
    ' "$tmp/all"
}

# ---- circles: in these folders no file uses itself by way of others --------------------------------

one_way='debugger ptxas counters look tool both client api clock drawing server base judge labs report attempts submission class'

check_circles() {
    { objects; [ $# -eq 0 ] || printf '%s\n' "$@"; } | grep "/\($(echo $one_way | sed 's/ /\\|/g')\)/" >"$tmp/objects"
    xargs nm -A <"$tmp/objects" | awk '
        # Again and again, removes the files that use no other one of their folder. What remains uses a circle.
        {
            path = $1; sub(/^.*build\/obj\//, "", path); sub(/\.o:.*/, ".c", path)
            room = path; sub(/\/[^\/]*$/, "", room)
            file[path] = room
            files++
        }
        $NF ~ /^(__)?cuda/ { next } # a function of the API may call another one
        $(NF - 1) ~ /^[TDBRVC]$/ { home[room, $NF] = path }
        $(NF - 1) == "U" { wanted[path, $NF] = 1 }
        END {
            for (w in wanted) {
                split(w, part, SUBSEP)
                there = home[file[part[1]], part[2]]
                if (there != "" && there != part[1]) uses[part[1], there] = part[2]
            }
            do {
                removed = 0
                for (f in file) busy[f] = 0
                for (u in uses) {
                    split(u, part, SUBSEP)
                    if (part[1] in file && part[2] in file) busy[part[1]] = 1
                }
                for (f in file) if (!busy[f]) { delete file[f]; removed++ }
            } while (removed)
            for (u in uses) {
                split(u, part, SUBSEP)
                if (part[1] in file && part[2] in file)
                    print part[1] ": uses " uses[u] " of " part[2] ", and that file uses a circle"
            }
            if (files < 1000) print "only " files + 0 " symbols"
        }'
}

# ---- types: no two types share a name ------------------------------------------------------------

check_types() {
    { find common grader tests -name '*.[ch]' | sort; [ $# -eq 0 ] || printf '%s\n' "$@"; } | xargs awk -v only="$*" '
        function defined(name) {
            types++
            if (!(name in home))
                home[name] = FILENAME
            else if (home[name] != FILENAME && (only == "" || index(only, FILENAME)))
                print FILENAME ":" FNR ": a type named " name " is also in " home[name]
        }
        /^} [A-Za-z][A-Za-z0-9]*;/ { name = $2; sub(/;.*/, "", name); defined(name); next }
        /^typedef [^(]*[} ][A-Za-z][A-Za-z0-9]*;/ {
            name = $0; sub(/;.*/, "", name); sub(/.*[} *]/, "", name); defined(name)
        }
        END { if (types < 200) print "only " types + 0 " types" }
    '
}

# ---- figures: a figure, and where it comes from: `16 <!-- = h200_facts.csv ROW -->` -----------------

# The file is in tests/data/ or slides/; ROW is the first column of the row, the figure its second column, or that of
# ROW:COLUMN, or 1000 times that or a thousandth (ROW:COLUMN*1000, /1000); a row of h200_race.csv is WORK:N:CONTESTANT. Blanks of a name are _. The
# figure may be rounded: it may differ by half of its last digit that is not a 0 behind others. What `make run`
# prints is `<!-- = run LAB:ROW:COLUMN -->`: a row of the table in the assignment of this lab (its two digits), which
# tests/grade_demos.sh compares with the run.
check_figures() {
    [ $# -gt 0 ] || set -- $(find slides labs -name '*.md')
    awk '
        FILENAME ~ /\.csv$|h200_memory\.txt$/ {
            if (/^#/) next
            source = FILENAME; sub(/^(tests\/data|slides)\//, "", source)
            what = match($0, /,[0-9.]+,us/) && /managed|rounds/ ? substr($0, 1, RSTART - 1) : ""
            n = split(what ? "x" substr($0, RSTART) : $0, column, ",")
            if (what) column[1] = what
            name = column[1]
            if (name ~ /^(result|step)$/) name = column[2] ":" column[3] ":" column[4]
            gsub(/ /, "_", name)
            value[source, name] = column[2]
            for (i = 2; i <= n; i++) value[source, name ":" i] = column[i]
            name = ""
            next
        }
        reads_runs {
            if (/^[0-9]+ .*[: ] *right/) {
                name = $0
                sub(/:? +right.*/, "", name); gsub(/ /, "_", name); sub(/.* right/, "")
            }
            if (name != "" && NF) {
                for (i = 1; i <= NF; i++) value["run", substr(FILENAME, 6, 2) ":" name ":" i] = $i
                name = ""
            }
            next
        }
        function compare(figure, source, row, unit, known, digits) {
            figures++
            gsub(/,/, "", figure)
            scale = sub(/\*1000$/, "", row) ? 1000 : sub(/\/1000$/, "", row) ? 0.001 : 1
            known = value[source, row]
            if (known == "") { print FILENAME ":" FNR ": there is no row " row " in " source; return }
            known *= scale
            unit = 1
            if (match(figure, /\..*/)) for (digits = RLENGTH; digits > 1; digits--) unit /= 10
            else for (digits = figure; digits % 10 == 0 && digits > 0; digits /= 10) unit *= 10
            if (known - figure > unit * 0.5001 || figure - known > unit * 0.5001)
                print FILENAME ":" FNR ": " figure ", but " known " in row " row " of " source
        }
        {
            text = $0
            while (match(text, /[0-9][0-9,.]*[^0-9]* ?<!-- = [^ ]+ [^ ]+ -->/)) {
                found = substr(text, RSTART, RLENGTH)
                text = substr(text, RSTART + RLENGTH)
                n = split(found, word, " ")
                match(found, /^[0-9][0-9,]*(\.[0-9]+)?/)
                compare(substr(found, 1, RLENGTH), word[n - 2], word[n - 1])
            }
            if (text ~ /<!-- = /) print FILENAME ":" FNR ": no figure in front of the name of its row"
        }
        END { if (ARGC > 40 && figures < 20) print "only " figures + 0 " figures" }
    ' tests/data/*.csv tests/data/h200_memory.txt slides/*/*.csv reads_runs=1 labs/*/README.md reads_runs=0 "$@"
}

# ---- idioms: what solutions, skeletons and slides say in one way ----------------------------------------

check_idioms() {
    [ $# -gt 0 ] || set -- solutions/*/*.cu labs/*/*.cu slides/*/*.cu
    awk '
        /volatile/ && !/asm volatile/ && !/own word/ {
            print FILENAME ":" FNR ": volatile: between threads it is a load or store of cuda::atomic_ref"
        }
        /_sync\(0xffffffff/ { print FILENAME ":" FNR ": the mask of a whole warp is ALL_LANES" }
    ' "$@"
}

# ---- subjects: what labs/README.md says of where a subject is ------------------------------------------

check_subjects() {
    [ $# -gt 0 ] || set -- labs/README.md
    cat slides/*/slides.md | awk '
        FILENAME == "-" { if (/^## [0-9]/) slide[$2] = 1; next }
        FILENAME ~ /hints\.txt$/ { # each part has hints
            if (/^[0-9]+\.1:/) part[substr(FILENAME, 13, 2) "." int($1)] = 1
            next
        }
        /^## / { on = /^## Where each subject is/ }
        on && /^\| [^*]* \| [0-9]/ {
            subjects++
            split($0, cell, "|")
            for (c = 3; c <= 4; c++) {
                n = split(cell[c], word, /[ ,]+/)
                for (i = 1; i <= n; i++)
                    if (word[i] != "" && !(c == 3 ? word[i] in part : word[i] in slide))
                        print FILENAME ":" FNR ": there is no " (c == 3 ? "part " : "slide ") word[i]
            }
        }
        END { if (subjects < 39) print "only " subjects + 0 " subjects" }
    ' - grader/labs/*/hints.txt "$@"
}

# ---- order: a lab comes after those that it needs, in every order that labs/README.md proposes ------

check_order() {
    [ $# -gt 0 ] || set -- labs/README.md
    awk '
        function numbers(text, list) { # the numbers of labs in a text
            gsub(/[^0-9]+/, " ", text)
            return split(text, list, " ")
        }
        function came(order, lab, i, n, list) {
            n = numbers(needs[lab], list)
            for (i = 1; i <= n; i++)
                if (!((order, list[i]) in before))
                    print FILENAME ":" FNR ": lab " lab " needs lab " list[i] ", which does not come before"
            before[order, lab] = 1
        }
        FILENAME ~ /\.json$/ { # an entry of the instructors choices: a week, of ten for each plan
            if (FNR == 1) entries = 10 * plans++
            if (match($0, /^    "[0-9][0-9]_[a-z]/)) {
                entry[++entries] = substr($0, 6, 2) " all"
                if (match($0, /"parts": "[^"]*/))
                    entry[entries] = substr($0, 6, 2) " " substr($0, RSTART + 10, RLENGTH - 10)
            }
            next
        }
        /^\| [0-9][0-9]_[a-z_]+ \|/ { split($0, cell, "|"); needs[substr(cell[2], 2, 2)] = cell[3]; labs++ }
        /^\*\*A class of ten weeks/ { plan = "weeks" }
        /^\*\*Ten more weeks\*\*/ {
            plan = "more weeks"
            for (k = 1; k <= 5; k++) before[plan, "0" k] = 1
        }
        /^\*\*Alone\*\*/ {
            text = $0; sub(/\. .*|, then.*/, "", text)
            n = numbers(text, list)
            for (k = 1; k <= n; k++) came("alone", list[k])
        }
        /^\| [0-9]+ \| [0-9][0-9][ ,]/ {
            split($0, cell, "|")
            came(plan, substr(cell[3], 2, 2))
            parts = cell[4]
            gsub(/ to /, "-", parts); gsub(/ /, "", parts)
            if (entry[++weeks] != substr(cell[3], 2, 2) " " parts)
                print FILENAME ":" FNR ": week " weeks " is " entry[weeks] " in the course.json of " (plan == "weeks" ? "the release" : "this plan")
        }
        END { if (labs < 15 || weeks < 20) print FILENAME ": only " labs + 0 " labs and " weeks + 0 " weeks" }
    ' grader/release/templates/course.json grader/release/templates/course_after_05.json "$@"
}

case $map in
ops|headers) definitions >"$tmp/definitions" ;;
esac
"check_$map" "$@" >"$tmp/wrong"
sort -u "$tmp/wrong"
[ ! -s "$tmp/wrong" ]
