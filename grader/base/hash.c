// hash.c - 64-bit hashes: FNV-1a, and for files one like it.
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

// A piece of a file, in words of 8 bytes and in four lanes: a multiplication need not wait for the
// one before. The programs that are hashed are large.
static uint64_t hash_piece(const char *piece, size_t bytes, uint64_t hash)
{
    uint64_t lane[4] = {hash, hash + 1, hash + 2, hash + 3}, word[4];
    size_t at = 0;
    for (; at + sizeof word <= bytes; at += sizeof word) {
        memcpy(word, piece + at, sizeof word);
        for (int i = 0; i < 4; i++) {
            lane[i] = fnv_add(lane[i], word[i]);
            lane[i] ^= lane[i] >> 32; // the high bits of a product, which later ones would lose
        }
    }
    for (int i = 0; i < 4; i++)
        hash = fnv_add(hash, lane[i]);
    return fnv_bytes(hash, piece + at, bytes - at);
}

uint64_t hash_file(const char *path, uint64_t hash)
{
    char buffer[65536];
    FILE *f = fopen(path, "rb");
    size_t n;
    if (!f)
        return hash_text("(no file)", hash);
    hash = hash ? hash : FNV_START;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        hash = hash_piece(buffer, n, hash);
    fclose(f);
    return hash;
}
