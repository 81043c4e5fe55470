// bytes.h - reads bytes that others have written (ELF, DWARF): behind the end there are zeros, and
// nothing behind the end is touched.
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    const uint8_t *at, *end;
} Bytes;

static inline size_t bytes_left(Bytes b) { return (size_t)(b.end - b.at); }

// A little-endian number of n bytes.
static inline uint64_t take(Bytes *b, unsigned n)
{
    uint64_t v = 0;
    if (bytes_left(*b) < n) {
        b->at = b->end;
        return 0;
    }
    memcpy(&v, b->at, n);
    b->at += n;
    return v;
}

// A number of DWARF: 7 bits in each byte, the lowest first.
static inline uint64_t take_uleb(Bytes *b)
{
    uint64_t v = 0;
    for (unsigned shift = 0; b->at < b->end; shift += 7) {
        uint8_t byte = *b->at++;
        v |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
        if (!(byte & 0x80))
            break;
    }
    return v;
}

static inline int64_t take_sleb(Bytes *b)
{
    int64_t v = 0;
    unsigned shift = 0;
    uint8_t byte = 0;
    while (b->at < b->end) {
        byte = *b->at++;
        v |= shift < 64 ? (int64_t)((uint64_t)(byte & 0x7f) << shift) : 0;
        shift += 7;
        if (!(byte & 0x80))
            break;
    }
    return shift < 64 && byte & 0x40 ? v | -(int64_t)(1ull << shift) : v;
}

// A text that ends within the bytes; "": none does.
static inline const char *take_text(Bytes *b)
{
    const uint8_t *zero = (const uint8_t *)memchr(b->at, 0, bytes_left(*b));
    const char *text = zero ? (const char *)b->at : "";
    b->at = zero ? zero + 1 : b->end;
    return text;
}

static inline void skip(Bytes *b, uint64_t n) { b->at = n < bytes_left(*b) ? b->at + n : b->end; }

// `n` bytes from `offset` on; none if the bytes end before.
static inline Bytes part(Bytes b, uint64_t offset, uint64_t n)
{
    size_t size = bytes_left(b);
    if (offset > size || n > size - offset)
        return (Bytes){b.at, b.at};
    return (Bytes){b.at + offset, b.at + offset + n};
}

static inline const char *text_at(Bytes b, uint64_t offset)
{
    skip(&b, offset);
    return take_text(&b);
}

// Maps a file; the bytes stay. False: it cannot be read.
static inline bool bytes_of_file(const char *path, Bytes *file)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    void *p = MAP_FAILED;
    *file = (Bytes){NULL, NULL};
    if (fd < 0)
        return false;
    bool empty = !fstat(fd, &st) && st.st_size == 0;
    if (!empty)
        p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (p != MAP_FAILED)
        *file = (Bytes){(uint8_t *)p, (uint8_t *)p + st.st_size};
    return empty || p != MAP_FAILED;
}
