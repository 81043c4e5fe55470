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

static bool any_mapped(const uint64_t *entry, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (entry[i] & IS_MAPPED)
            return true;
    return false;
}

uint64_t client_seen_pages(const UpcallMemory *m, uint8_t *data, size_t *bytes)
{
    static int file = -2; // not opened yet
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), each = MANAGED_PAGE / page, entry[ENTRIES];
    if (file == -2)
        file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (file < 0 || m->n > 8 * (uint64_t)DATA_BYTES || !each)
        return 0;
    memset(data, 0, (m->n + 7) / 8);
    for (uint64_t done = 0; done < m->n; done += ENTRIES / each) {
        uint64_t part = m->n - done < ENTRIES / each ? m->n - done : ENTRIES / each;
        off_t at = (off_t)((m->at + done * MANAGED_PAGE) / page * sizeof *entry);
        ssize_t size = (ssize_t)(part * each * sizeof *entry);
        if (pread(file, entry, (size_t)size, at) != size)
            return 0;
        for (uint64_t i = 0; i < part; i++)
            if (any_mapped(entry + i * each, each))
                data[(done + i) / 8] |= (uint8_t)(1u << (done + i) % 8);
    }
    *bytes = (m->n + 7) / 8;
    return 1;
}

void client_forget_pages(uint64_t at, uint64_t n)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    madvise((void *)at, (n + page - 1) / page * page, MADV_DONTNEED);
}
