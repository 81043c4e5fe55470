# missing.awk - reads NVIDIA's header, and writes a weak function for each name of cuRAND in it: a
# function that is not here says so, and returns CURAND_STATUS_INTERNAL_ERROR.
BEGIN { print "int curand_missing(const char *function);" }
{ text = text " " $0 }
END {
    while (match(text, /CURANDAPI +curand[A-Za-z0-9_]+ *\(/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        gsub(/CURANDAPI| |\(/, "", name)
        printf "__attribute__((weak)) int %s(void) { return curand_missing(\"%s\"); }\n", name, name
    }
}
