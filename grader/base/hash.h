// hash.h - 64-bit FNV-1a hashes, continued from `hash`; 0 starts.
#pragma once

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *data, size_t bytes, uint64_t hash);
uint64_t hash_text(const char *text, uint64_t hash); // with its final 0
uint64_t hash_file(const char *path, uint64_t hash); // of its content
