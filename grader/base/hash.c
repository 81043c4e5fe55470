// hash.c - 64-bit FNV-1a hashes.
#include "hash.h"

#include <stdio.h>
#include <string.h>

#include "common/fnv.h"

uint64_t hash_bytes(const void *data, size_t bytes, uint64_t hash)
{
    if (!hash)
        hash = FNV_START;
    return fnv_bytes(hash, data, bytes);
}

uint64_t hash_text(const char *text, uint64_t hash)
{
    return hash_bytes(text, strlen(text) + 1, hash);
}

uint64_t hash_file(const char *path, uint64_t hash)
{
    char buffer[65536];
    FILE *f = fopen(path, "rb");
    size_t n;
    if (!f)
        return hash_text("(no file)", hash);
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        hash = hash_bytes(buffer, n, hash);
    fclose(f);
    return hash;
}
