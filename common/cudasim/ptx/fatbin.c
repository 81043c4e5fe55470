// fatbin.c - finds the PTX text in what nvcc embeds.
//
// A container is a header of 16 bytes, then entries; an entry is a header of 64
// bytes or more, then its payload, padded to 8:
//
//   container  u32 magic | u16 version | u16 header bytes | u64 bytes of all entries
//   entry      +00 u16 kind   +04 u32 header bytes   +08 u64 payload bytes
//              +10 u32 compressed bytes (0: raw)     +18 u16 minor, u16 major
//              +1c u32 sm     +28 u64 flags          +38 u64 uncompressed bytes
//
// Every number is checked before it is used. The two decompressors are loaded on
// demand: programs compiled with -no-compress need neither.
#include "ptx.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CONTAINER_MAGIC = 0xBA55ED50u };
enum { CONTAINER_HEADER = 16, ENTRY_HEADER = 64 };
enum { KIND_ptx = 1, KIND_cubin = 2 };
enum { FLAG_lz4 = 0x2000, FLAG_zstd = 0x8000 };

// Far more than any real text; a broken header must not ask for all memory.
static const uint64_t MAX_TEXT = 512u << 20;

typedef struct {
    unsigned kind, minor, major, sm;
    uint64_t flags;
    const uint8_t *payload;
    uint64_t payload_bytes, packed_bytes, text_bytes;
} FatbinEntry;

static uint64_t read_le(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

__attribute__((format(printf, 2, 3))) static int fail(char *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, PTX_ERROR_MAX, format, args);
    va_end(args);
    return -1;
}

// ---- compressed entries ---------------------------------------------

static void *load_function(const char *library, const char *symbol, const char *what,
                           const char *package, char *error)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *function = handle ? dlsym(handle, symbol) : NULL;
    if (!function)
        fail(error,
             "this program's PTX is compressed with %s, and %s cannot be loaded: "
             "install %s, or compile with nvcc -no-compress",
             what, library, package);
    return function;
}

static int unpack_zstd(const FatbinEntry *e, char *text, char *error)
{
    typedef size_t (*Decompress)(void *, size_t, const void *, size_t);
    // POSIX lets an object pointer from dlsym hold a function; ISO C does not.
    Decompress decompress;
    *(void **)&decompress =
        load_function("libzstd.so.1", "ZSTD_decompress", "zstd", "libzstd1", error);
    if (!decompress)
        return -1;
    // An error code is a huge size here, so it differs from the expected size.
    size_t got = decompress(text, e->text_bytes, e->payload, e->packed_bytes);
    if (got != e->text_bytes)
        return fail(error, "damaged fat binary: the zstd data of its PTX for sm_%u is broken",
                    e->sm);
    return 0;
}

static int unpack_lz4(const FatbinEntry *e, char *text, char *error)
{
    typedef int (*Decompress)(const char *, char *, int, int);
    Decompress decompress;
    *(void **)&decompress =
        load_function("liblz4.so.1", "LZ4_decompress_safe", "LZ4", "liblz4-1", error);
    if (!decompress)
        return -1;
    int got = decompress((const char *)e->payload, text, (int)e->packed_bytes, (int)e->text_bytes);
    if (got < 0 || (uint64_t)got != e->text_bytes)
        return fail(error, "damaged fat binary: the LZ4 data of its PTX for sm_%u is broken",
                    e->sm);
    return 0;
}

// The bytes of an entry and a zero behind them, malloc'ed; NULL and an error.
static char *unpack_bytes(const FatbinEntry *e, uint64_t *length, char *error)
{
    bool packed = e->flags & (FLAG_lz4 | FLAG_zstd);
    uint64_t bytes = packed ? e->text_bytes : e->payload_bytes;
    char *text = bytes > MAX_TEXT ? NULL : malloc(bytes + 1);
    if (!text) {
        fail(error, "%s of %llu bytes",
             bytes > MAX_TEXT ? "damaged fat binary: PTX" : "out of memory for PTX",
             (unsigned long long)bytes);
        return NULL;
    }
    int result = 0;
    if (!packed)
        memcpy(text, e->payload, bytes);
    else if (e->flags & FLAG_zstd)
        result = unpack_zstd(e, text, error);
    else
        result = unpack_lz4(e, text, error);
    if (result < 0) {
        free(text);
        return NULL;
    }
    text[bytes] = '\0';
    *length = bytes;
    return text;
}

static int unpack_entry(const FatbinEntry *e, PtxText *out, char *error)
{
    uint64_t bytes;
    char *text = unpack_bytes(e, &bytes, error);
    if (!text)
        return -1;
    *out = (PtxText){.text = text, .length = strlen(text), .sm = e->sm};
    out->version = 10 * e->major + e->minor;
    out->has_debug = strstr(text, ".loc\t") || strstr(text, ".loc ");
    return 0;
}

// ---- the row of entries ---------------------------------------------

// Reads the entry at `at` of which `left` bytes remain; returns its whole size,
// or 0 and an error.
static uint64_t read_entry(const uint8_t *at, uint64_t left, FatbinEntry *e, char *error)
{
    if (left < ENTRY_HEADER) {
        fail(error, "damaged fat binary: it ends within the header of an entry");
        return 0;
    }
    uint64_t header = read_le(at + 0x04, 4);
    uint64_t payload = read_le(at + 0x08, 8);
    if (header < ENTRY_HEADER || header > left || payload > left - header) {
        fail(error, "damaged fat binary: an entry is larger than the container");
        return 0;
    }
    *e = (FatbinEntry){.kind = (unsigned)read_le(at, 2),
                       .minor = (unsigned)read_le(at + 0x18, 2),
                       .major = (unsigned)read_le(at + 0x1a, 2),
                       .sm = (unsigned)read_le(at + 0x1c, 4),
                       .flags = read_le(at + 0x28, 8),
                       .payload = at + header,
                       .payload_bytes = payload,
                       .packed_bytes = read_le(at + 0x10, 4),
                       .text_bytes = read_le(at + 0x38, 8)};
    if (e->packed_bytes > payload) {
        fail(error, "damaged fat binary: an entry's compressed data is larger than the entry");
        return 0;
    }
    return header + payload;
}

// What a container holds, for the message that it holds no suitable PTX.
static void note_entry(char *list, size_t size, const FatbinEntry *e)
{
    size_t used = strlen(list);
    const char *kind = e->kind == KIND_ptx ? "PTX" : "machine code";
    if (used + 40 < size)
        snprintf(list + used, size - used, "%s%s for sm_%u", used ? ", " : "", kind, e->sm);
}

int fatbin_ptx(const void *data, size_t limit, unsigned sm, PtxText *out, char error[PTX_ERROR_MAX])
{
    const uint8_t *bytes = data;
    error[0] = '\0';
    if (limit && limit < CONTAINER_HEADER)
        return fail(error, "damaged fat binary: shorter than its header");
    if (read_le(bytes, 4) != CONTAINER_MAGIC)
        return fail(error, "not a fat binary: it starts with 0x%08x instead of 0x%08x",
                    (unsigned)read_le(bytes, 4), CONTAINER_MAGIC);
    uint64_t header = read_le(bytes + 6, 2), left = read_le(bytes + 8, 8);
    if (header < CONTAINER_HEADER)
        return fail(error, "damaged fat binary: a header of %u bytes", (unsigned)header);
    if (limit && (header > limit || left > limit - header))
        return fail(error, "damaged fat binary: it is cut off");

    FatbinEntry best = {0}, machine = {0};
    bool found = false;
    char holds[256] = "";
    for (const uint8_t *at = bytes + header; left > 0;) {
        FatbinEntry e;
        uint64_t size = read_entry(at, left, &e, error);
        if (!size)
            return -1;
        if (e.kind == KIND_ptx && e.sm <= sm && (!found || e.sm > best.sm)) {
            best = e;
            found = true;
        }
        if (e.kind == KIND_cubin && e.sm == sm)
            machine = e;
        if (e.kind == KIND_ptx || e.kind == KIND_cubin)
            note_entry(holds, sizeof holds, &e);
        at += size;
        left -= size;
    }
    if (found && unpack_entry(&best, out, error) < 0)
        return -1;
    char ignored[PTX_ERROR_MAX]; // the program runs without its machine code
    uint64_t length = 0;
    out->cubin = machine.kind ? (uint8_t *)unpack_bytes(&machine, &length, ignored) : NULL;
    out->cubin_bytes = out->cubin ? length : 0;
    if (found)
        return 1;
    snprintf(error, PTX_ERROR_MAX,
             "no PTX that sm_%u can run: the program contains %s; add nvcc's option "
             "-gencode arch=compute_%u,code=compute_%u",
             sm, holds[0] ? holds : "no device code", sm, sm);
    return 0;
}
