# missing.awk - reads NVIDIA's headers, and writes a weak function for each name of cuBLAS in them: a
# function that is not here says so, and returns CUBLAS_STATUS_NOT_SUPPORTED.
BEGIN { print "int cublas_missing(const char *function);" }
{ text = text " " $0 }
END {
    while (match(text, /CUBLASWINAPI +cublas[A-Za-z0-9_]+ *\(/)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        gsub(/CUBLASWINAPI| |\(/, "", name)
        if (!(name in seen))
            printf "__attribute__((weak)) int %s(void) { return cublas_missing(\"%s\"); }\n", name, name
        seen[name] = 1
    }
}
