// files.c - whole files in and out.
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// Reads until the end or until more than `limit` bytes have come: a file can grow.
static FileState read_descriptor(int fd, size_t limit, char **data, size_t *bytes)
{
    size_t used = 0, size = 65536;
    char *text = malloc(size);
    ssize_t n = -1;
    while (text && (n = read(fd, text + used, size - used - 1)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            break;
        used += (size_t)n;
        if (used > limit)
            break;
        if (size - used < 2) {
            char *larger = realloc(text, size *= 2);
            if (!larger) {
                n = -1;
                break;
            }
            text = larger;
        }
    }
    if (!text || n != 0) {
        free(text);
        return used > limit ? FILE_too_large : FILE_unreadable;
    }
    text[used] = 0;
    *data = text;
    *bytes = used;
    return FILE_read;
}

// Opens a file whose folder is no link either: a link may lead to the solutions.
// O_NONBLOCK: a pipe that nobody writes to would keep us waiting.
static int open_unlinked(const char *path)
{
    enum { FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY };
    const char *name = strrchr(path, '/');
    if (!name)
        return open(path, FLAGS);
    char folder[PATH_MAX];
    struct stat st;
    int length = (int)(name - path);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    snprintf(folder, sizeof folder, "%.*s", length ? length : 1, path);
    int in = open(folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (in < 0) {
        int why = lstat(folder, &st) == 0 && S_ISLNK(st.st_mode) ? ELOOP : errno;
        errno = why;
        return -1;
    }
    int fd = openat(in, name + 1, FLAGS), why = errno;
    close(in);
    errno = why;
    return fd;
}

FileState file_read(const char *path, size_t limit, char **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    int fd = open_unlinked(path);
    struct stat st;
    if (fd < 0)
        return errno == ELOOP || errno == ENXIO      ? FILE_irregular
               : errno == ENOENT || errno == ENOTDIR ? FILE_missing
                                                     : FILE_unreadable;
    FileState state = fstat(fd, &st) != 0          ? FILE_unreadable
                      : !S_ISREG(st.st_mode)       ? FILE_irregular
                      : (size_t)st.st_size > limit ? FILE_too_large
                                                   : read_descriptor(fd, limit, data, bytes);
    close(fd);
    return state;
}

bool file_read_ours(const char *path, char **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    FileState state = read_descriptor(fd, SIZE_MAX / 4, data, bytes);
    close(fd);
    return state == FILE_read;
}

unsigned file_number(void)
{
    static unsigned number;
    static pid_t process;
    if (process != getpid() && getrandom(&number, sizeof number, 0) != sizeof number)
        number = (unsigned)getpid();
    process = getpid();
    return number;
}

bool file_write(const char *path, const void *data, size_t bytes)
{
    char unfinished[PATH_MAX];
    snprintf(unfinished, sizeof unfinished, "%s.%u", path, file_number());
    FILE *f = fopen(unfinished, "wb");
    if (!f)
        return false;
    bool ok = fwrite(data, 1, bytes, f) == bytes;
    ok = fclose(f) == 0 && ok;
    ok = ok && rename(unfinished, path) == 0;
    if (!ok)
        unlink(unfinished);
    return ok;
}

void file_make_folders(const char *path)
{
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(part, 0777);
        *slash = '/';
    }
}
