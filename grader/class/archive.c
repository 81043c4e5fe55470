// archive.c - the files of an archive, read by a process of its own.
//
// The process has the archive and a memory file, and is confined before it looks at the first
// byte. It writes each file that a lab may need as a header of text, "BYTES DATE PATH\n", and the
// bytes; of a file that it cannot read, "!WHY PATH\n", where WHY is a row of a table. What it says
// is checked like all else that comes from a submission. Its memory, its time and what it may
// unpack are bounded: an archive of a few bytes can unpack to terabytes.
#include "handed_in.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/submission/confine.h"
#include "grader/submission/snapshot.h"
#include "names.h"

enum {
    MAX_ARCHIVE_ENTRIES = 20000,
    MAX_ARCHIVE_PATH = 4000,
    MAX_UNPACKED = 64 << 20, // bytes of files that labs need
    ARCHIVE_SECONDS = 30,    // of processor time
#ifdef __SANITIZE_ADDRESS__
    ARCHIVE_MEMORY = 0, // the sanitizer reserves terabytes
#else
    ARCHIVE_MEMORY = 1 << 30, // bytes of address space
#endif
    READER_DONE = 0,
    READER_BROKEN = 7, // it unpacks to too much, or is attacking
    READER_DAMAGED,    // what could be read is there
    READER_LOCKED      // it needs a password
};

// ---- the process that reads -----------------------------------------------------------------

static char unpacked[MAX_SOURCE + 1];

// A path inside the submission: without a root, and without "..".
static bool is_inside(const char *path)
{
    if (!path || *path == '/' || strlen(path) > MAX_ARCHIVE_PATH || strpbrk(path, "\r\n\\"))
        return false;
    for (const char *p = path; p; p = strchr(p, '/') ? strchr(p, '/') + 1 : NULL)
        if (strncmp(p, "..", 2) == 0 && (!p[2] || p[2] == '/'))
            return false;
    return true;
}

static bool is_hidden(const char *path)
{
    return path[0] == '.' || strstr(path, "/.") || strncmp(path, "__MACOSX/", 9) == 0;
}

static const char *const reasons[] = {"is damaged", "is too large", "is a link",
                                      "is an archive in an archive",
                                      "has a path that leads out of it"};
enum { FILE_damaged, FILE_large, FILE_link, FILE_archive, FILE_outside };

static void tell_reason(int out, int reason, const char *path)
{
    dprintf(out, "!%d %s\n", reason, path);
}

static void tell_file(struct archive *archive, struct archive_entry *entry, const char *path,
                      int out)
{
    size_t bytes = 0;
    if (archive_entry_is_encrypted(entry))
        _exit(READER_LOCKED);
    for (la_ssize_t n; !name_is_other(path) && bytes < sizeof unpacked; bytes += (size_t)n)
        if ((n = archive_read_data(archive, unpacked + bytes, sizeof unpacked - bytes)) < 0) {
            tell_reason(out, FILE_damaged, path);
            return;
        } else if (n == 0) {
            break;
        }
    if (bytes > MAX_SOURCE) {
        tell_reason(out, FILE_large, path);
        return;
    }
    dprintf(out, "%zu %lld %s\n", bytes, (long long)archive_entry_mtime(entry), path);
    if (write(out, unpacked, bytes) != (ssize_t)bytes)
        _exit(READER_BROKEN);
}

static void tell_entry(struct archive *archive, struct archive_entry *entry, const char *path,
                       int out)
{
    bool wanted = name_is_wanted(path) || name_is_other(path);
    bool regular = archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry);
    if (is_hidden(path) && is_inside(path))
        return;
    if (!is_inside(path)) {
        if (wanted)
            tell_reason(out, FILE_outside, strpbrk(path, "\r\n") ? "a file" : path);
    } else if (wanted && regular)
        tell_file(archive, entry, path, out);
    else if (wanted)
        tell_reason(out, FILE_link, path);
    else if (regular && (name_archive_stem(path) || name_is_rar(path)))
        tell_reason(out, FILE_archive, path);
}

static int tell_archive(int in, int out)
{
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    int entries = 0, status;
    setlocale(LC_CTYPE, "C.UTF-8"); // or names with other letters than ASCII would be lost
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_7zip(archive);
    if (archive_read_open_fd(archive, in, 65536) != ARCHIVE_OK)
        return READER_DAMAGED;
    while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
           status == ARCHIVE_WARN) {
        const char *path = archive_entry_pathname(entry);
        if (!path)
            path = archive_entry_pathname_utf8(entry);
        if (++entries > MAX_ARCHIVE_ENTRIES)
            return READER_BROKEN;
        if (path && strncmp(path, "./", 2) == 0)
            path += 2;
        if (path)
            tell_entry(archive, entry, path, out);
    }
    if (status == ARCHIVE_EOF)
        return READER_DONE;
    return archive_read_has_encrypted_entries(archive) > 0 ? READER_LOCKED : READER_DAMAGED;
}

static void limit_reader(void)
{
    struct rlimit seconds = {ARCHIVE_SECONDS, ARCHIVE_SECONDS};
    struct rlimit file = {MAX_UNPACKED, MAX_UNPACKED}, core = {0, 0};
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_FSIZE, &file);
    setrlimit(RLIMIT_CORE, &core);
    Confinement nothing = {.memory = ARCHIVE_MEMORY};
    confine(&nothing);
}

// ---- this process ---------------------------------------------------------------------------

// "!2 labs/reduction.cu". False: it is no such line.
static bool take_reason(HandedIn *h, const char *line)
{
    int reason = line[1] - '0';
    if (line[0] != '!' || reason < 0 || reason > FILE_outside || line[2] != ' ')
        return false;
    handed_in_note(h, true, "%.60s in the archive %s", name_base(line + 3), reasons[reason]);
    return true;
}

static void take_unpacked(HandedIn *h, char *text, size_t bytes)
{
    char *end = text + bytes;
    while (text < end) {
        char *line_end = memchr(text, '\n', (size_t)(end - text)), *rest;
        if (!line_end)
            return;
        *line_end = 0;
        if (take_reason(h, text)) {
            text = line_end + 1;
            continue;
        }
        unsigned long long size = strtoull(text, &rest, 10);
        long long date = strtoll(rest, &rest, 10);
        if (*rest++ != ' ' || size > MAX_SOURCE || size > (size_t)(end - line_end - 1) ||
            !is_inside(rest) || (!name_is_wanted(rest) && !name_is_other(rest)) ||
            !handed_in_add(h, rest, line_end + 1, size, (time_t)date))
            return;
        text = line_end + 1 + size;
    }
}

static void take_memory(HandedIn *h, int memory)
{
    off_t bytes = lseek(memory, 0, SEEK_END);
    char *text = bytes > 0 && bytes <= MAX_UNPACKED
                     ? mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, memory, 0)
                     : MAP_FAILED;
    if (text == MAP_FAILED)
        return;
    take_unpacked(h, text, (size_t)bytes);
    munmap(text, (size_t)bytes);
}

static void take_status(HandedIn *h, int memory, int status)
{
    int before = h->count;
    if (status == READER_DONE || status == READER_DAMAGED)
        take_memory(h, memory);
    if (status == READER_LOCKED)
        snprintf(h->problem, sizeof h->problem, "the archive needs a password");
    else if (status == READER_DAMAGED && h->count > before)
        handed_in_note(h, true, "the archive is damaged: what could be read of it counts");
    else if (status == READER_DAMAGED)
        snprintf(h->problem, sizeof h->problem, "it is no archive, or a damaged one");
    else if (status != READER_DONE)
        snprintf(h->problem, sizeof h->problem, "the archive is broken, or unpacks to too much");
}

void archive_read_submission(HandedIn *h, const char *path)
{
    int status = 0;
    int in = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    int memory = memfd_create("archive", MFD_CLOEXEC);
    pid_t pid = in < 0 || memory < 0 ? -1 : fork();
    if (pid == 0) {
        limit_reader();
        _exit(tell_archive(in, memory));
    }
    if (pid > 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
    if (pid < 0)
        snprintf(h->problem, sizeof h->problem, "it cannot be read: %s", strerror(errno));
    else
        take_status(h, memory, WIFEXITED(status) ? WEXITSTATUS(status) : READER_BROKEN);
    if (in >= 0)
        close(in);
    if (memory >= 0)
        close(memory);
}
