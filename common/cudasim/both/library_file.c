// library_file.c - cudaLibraryLoadFromFile. The program's process reads the file, since the machine
// opens no files for a program.
#include "api.h"

#include <stdio.h>
#include <stdlib.h>

// The file's bytes and a zero byte; NULL: it cannot be read.
static char *read_file(const char *name)
{
    FILE *f = fopen(name, "rbe");
    long n = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;
    char *bytes = n >= 0 ? calloc(1, (size_t)n + 1) : NULL;
    if (bytes) {
        rewind(f);
        if (fread(bytes, 1, (size_t)n, f) != (size_t)n) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (f)
        fclose(f);
    return bytes;
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *name,
                                    enum cudaJitOption *jit_options, void **jit_values,
                                    unsigned jit_n, enum cudaLibraryOption *options, void **values,
                                    unsigned n)
{
    if (!library || !name)
        return cudaErrorInvalidValue;
    char *code = read_file(name);
    if (!code)
        return cudaErrorFileNotFound;
    cudaError_t e =
        cudaLibraryLoadData(library, code, jit_options, jit_values, jit_n, options, values, n);
    free(code);
    return e;
}
