// seen.c - which pages of managed memory the program has accessed. Pages that have moved to the
// device leave the program's page table, though not the file that holds them; the system maps a
// page again when it is accessed, by the program or by a system call, and its page table says so
// (/proc/self/pagemap). Reads map the pages around them, too: as many as a managed page has.
#define _GNU_SOURCE
#include "client.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MANAGED_PAGE = 64 << 10, ENTRIES = 4096 };
#define IS_MAPPED (1ull << 63)

uint64_t client_seen_pages(const UpcallMemory *m, uint8_t *data, size_t *bytes)
{
    static int file = -2; // not opened yet
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), entry[ENTRIES], base = m->at / MANAGED_PAGE;
    if (file == -2)
        file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    *bytes = ((m->at + m->n - 1) / MANAGED_PAGE - base + 8) / 8;
    if (file < 0 || *bytes > DATA_BYTES)
        return 0;
    memset(data, 0, *bytes);
    uint64_t end = (m->at + m->n + page - 1) / page;
    for (uint64_t at = m->at / page; at < end; at += ENTRIES) {
        size_t n = end - at < ENTRIES ? end - at : ENTRIES;
        ssize_t size = (ssize_t)(n * sizeof *entry);
        if (pread(file, entry, (size_t)size, (off_t)(at * sizeof *entry)) != size)
            return 0;
        for (size_t i = 0; i < n; i++) {
            uint64_t k = (at + i) * page / MANAGED_PAGE - base;
            if (entry[i] & IS_MAPPED)
                data[k / 8] |= (uint8_t)(1u << k % 8);
        }
    }
    return 1;
}

void client_forget_pages(uint64_t at, uint64_t n)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    madvise((void *)at, (n + page - 1) / page * page, MADV_DONTNEED);
}
