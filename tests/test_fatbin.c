// test_fatbin.c - hand-made containers: which PTX is chosen, the three ways to compress it, and
// every way in which a container can be broken.
#include "common/cudasim/ptx/ptx.h"

#include "suite.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// ---- containers -----------------------------------------------------------------

enum { KIND_ptx = 1, KIND_cubin = 2, LZ4 = 0x2000, ZSTD = 0x8000 };

typedef struct {
    uint8_t bytes[4096];
    size_t size;
} Container;

static void put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static Container container_new(void)
{
    Container c = {.size = 16};
    put(c.bytes, 0xBA55ED50, 4);
    put(c.bytes + 4, 1, 2);
    put(c.bytes + 6, 16, 2);
    return c;
}

// Appends an entry and returns its header.
static uint8_t *add_entry(Container *c, int kind, unsigned sm, const void *payload, size_t size,
                          uint64_t flags, size_t unpacked)
{
    uint8_t *e = c->bytes + c->size;
    size_t padded = (size + 7) / 8 * 8;
    put(e, (uint64_t)kind, 2);
    put(e + 0x02, 0x0101, 2);
    put(e + 0x04, 0x48, 4);
    put(e + 0x08, padded, 8);
    put(e + 0x10, unpacked ? size : 0, 4);
    put(e + 0x18, 2, 2);
    put(e + 0x1a, 8, 2);
    put(e + 0x1c, sm, 4);
    put(e + 0x28, 0x11 | flags, 8);
    put(e + 0x38, unpacked, 8);
    memcpy(e + 0x48, payload, size);
    c->size += 0x48 + padded;
    put(c->bytes + 8, c->size - 16, 8);
    return e;
}

static void add_ptx(Container *c, unsigned sm, const char *text)
{
    add_entry(c, KIND_ptx, sm, text, strlen(text) + 1, 0, 0);
}

static char error[PTX_ERROR_MAX];
static PtxText found;

// The result of reading; the text in `found`, freed by the next call.
static int read_container(const Container *c, unsigned sm)
{
    // A copy of the exact size, so that the sanitizer sees a read beyond its end.
    uint8_t *copy = malloc(c->size);
    memcpy(copy, c->bytes, c->size);
    free(found.text);
    free(found.cubin);
    found = (PtxText){0};
    int result = fatbin_ptx(copy, c->size, sm, &found, error);
    free(copy);
    return result;
}

// ---- choice --------------------------------------------------------------------------

START_TEST(highest_suitable)
{
    Container c = container_new();
    add_ptx(&c, 75, "seventy-five");
    add_ptx(&c, 90, "ninety\n.loc\t1 2 3");
    add_ptx(&c, 80, "eighty");
    add_ptx(&c, 121, "too new");
    ck_assert_int_eq(read_container(&c, 90), 1);
    ck_assert_str_eq(found.text, "ninety\n.loc\t1 2 3");
    ck_assert_uint_eq(found.sm, 90);
    ck_assert_uint_eq(found.version, 82);
    ck_assert_uint_eq(found.length, strlen(found.text));
    ck_assert(found.has_debug);
    ck_assert_int_eq(read_container(&c, 89), 1);
    ck_assert_str_eq(found.text, "eighty");
    ck_assert(!found.has_debug);
}
END_TEST

START_TEST(nothing_suitable)
{
    Container c = container_new();
    ck_assert_int_eq(read_container(&c, 90), 0);
    ck_assert_ptr_nonnull(strstr(error, "no device code"));
    add_ptx(&c, 100, "too new");
    add_entry(&c, KIND_cubin, 90, "ELF", 3, 0, 0);
    ck_assert_int_eq(read_container(&c, 90), 0);
    ck_assert_ptr_nonnull(strstr(error, "PTX for sm_100, machine code for sm_90"));
    ck_assert_uint_ge(found.cubin_bytes, 3); // padded
    ck_assert_mem_eq(found.cubin, "ELF", 3);
    ck_assert_ptr_nonnull(strstr(error, "-gencode arch=compute_90,code=compute_90"));
}
END_TEST

START_TEST(size_may_be_unknown)
{
    Container c = container_new();
    add_ptx(&c, 90, "text");
    free(found.text);
    ck_assert_int_eq(fatbin_ptx(c.bytes, 0, 90, &found, error), 1);
    ck_assert_str_eq(found.text, "text");
}
END_TEST

// ---- compression -------------------------------------------------------------------------

// Either the text or, if the library is missing, the line that reports this.
static void check_unpacked(const Container *c, const char *library, const char *text)
{
    void *handle = dlopen(library, RTLD_NOW);
    int result = read_container(c, 90);
    if (handle) {
        ck_assert_msg(result == 1, "%s", error);
        ck_assert_str_eq(found.text, text);
        dlclose(handle);
    } else {
        ck_assert_int_eq(result, -1);
        ck_assert_ptr_nonnull(strstr(error, library));
        ck_assert_ptr_nonnull(strstr(error, "-no-compress"));
    }
}

START_TEST(lz4)
{
    // Four literals, a match of 12 bytes at distance 4, and five literals more.
    static const uint8_t block[] = {0x48, 'a', 'b', 'c', 'd', 4, 0, 0x50, 'v', 'w', 'x', 'y', 'z'};
    Container c = container_new();
    add_entry(&c, KIND_ptx, 90, block, sizeof block, LZ4, 21);
    check_unpacked(&c, "liblz4.so.1", "abcdabcdabcdabcdvwxyz");
}
END_TEST

START_TEST(zstd)
{
    // One frame, content size in one byte; a raw block of 3 and a run of 5.
    static const uint8_t frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0x20, 8, 0x18, 0,
                                    0,    'p',  't',  'x',  0x2b, 0, 0,    '!'};
    Container c = container_new();
    add_entry(&c, KIND_ptx, 90, frame, sizeof frame, ZSTD, 8);
    check_unpacked(&c, "libzstd.so.1", "ptx!!!!!");
}
END_TEST

START_TEST(broken_packed_data)
{
    Container c = container_new();
    add_entry(&c, KIND_ptx, 90, "garbage", 7, ZSTD, 100);
    ck_assert_int_eq(read_container(&c, 90), -1);
    c = container_new();
    add_entry(&c, KIND_ptx, 90, "\xf0garbage", 8, LZ4, 100);
    ck_assert_int_eq(read_container(&c, 90), -1);
    c = container_new();
    add_entry(&c, KIND_ptx, 90, "garbage", 7, ZSTD, (size_t)1 << 60);
    ck_assert_int_eq(read_container(&c, 90), -1);
    ck_assert_ptr_nonnull(strstr(error, "damaged"));
}
END_TEST

// ---- damage --------------------------------------------------------------------------------

START_TEST(not_a_container)
{
    Container c = container_new();
    add_ptx(&c, 90, "text");
    c.bytes[0] ^= 1;
    ck_assert_int_eq(read_container(&c, 90), -1);
    ck_assert_ptr_nonnull(strstr(error, "not a fat binary"));
}
END_TEST

START_TEST(truncated_files_are_errors)
{
    Container whole = container_new();
    add_ptx(&whole, 75, "first");
    add_ptx(&whole, 90, "second");
    for (size_t size = 1; size < whole.size; size++) {
        Container c = whole;
        c.size = size;
        ck_assert_int_eq(read_container(&c, 90), -1);
        ck_assert_int_ne(error[0], 0);
        if (size < 16)
            continue;
        put(c.bytes + 8, size - 16, 8); // now the header agrees
        int result = read_container(&c, 90);
        ck_assert(result == -1 || result == 0 || found.sm == 75);
    }
}
END_TEST

START_TEST(absurd_sizes)
{
    static const struct {
        int at, bytes;
    } fields[] = {{0x04, 4}, {0x08, 8}, {0x10, 4}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        Container c = container_new();
        uint8_t *e = add_entry(&c, KIND_ptx, 90, "text", 5, 0, 0);
        put(e + fields[i].at, UINT64_MAX, fields[i].bytes);
        ck_assert_int_eq(read_container(&c, 90), -1);
        ck_assert_ptr_nonnull(strstr(error, "damaged"));
    }
    Container c = container_new();
    put(add_entry(&c, KIND_ptx, 90, "text", 5, 0, 0) + 4, 8, 4); // a header that is too small
    ck_assert_int_eq(read_container(&c, 90), -1);
}
END_TEST

SUITE(s)
{
    TESTS(s, "containers", highest_suitable, nothing_suitable, size_may_be_unknown, lz4, zstd,
          broken_packed_data, not_a_container, truncated_files_are_errors, absurd_sizes);
}
