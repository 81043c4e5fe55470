# missing_functions.awk - reads NVIDIA's header, and writes a weak function for each name of the library in it, which
# has `mark` before it: a function that is not here says so, and returns what LIBRARY_missing() returns.
BEGIN { print "int " library "_missing(const char *function);" }
{ text = text " " $0 }
END {
    while (match(text, mark " +" library "[A-Za-z0-9_]+ *\\(")) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        gsub(mark "| |\\(", "", name)
        if (!(name in seen))
            printf "__attribute__((weak)) int %s(void) { return %s_missing(\"%s\"); }\n", name, library, name
        seen[name] = 1
    }
}
