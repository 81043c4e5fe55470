// confine_files.c - which files a confined process may use: Landlock.
//
// https://docs.kernel.org/userspace-api/landlock.html. The C library has no functions for Landlock,
// and headers of older systems do not know the newer rights; so the numbers are here.
#include "confine_layers.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { // rights by the version of the interface that brought them
    RIGHTS_1 = (1 << 13) - 1,
    RIGHT_refer = 1 << 13,     // 2
    RIGHT_truncate = 1 << 14,  // 3
    RIGHT_ioctl_dev = 1 << 15, // 5
    RIGHTS_read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    RIGHTS_of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                      LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_truncate | RIGHT_ioctl_dev,
    NET_tcp = 3,       // bind and connect, 4
    SCOPE_sockets = 1, // abstract ones, 6
    SCOPE_all = 3,     // and signals, 6
};

typedef struct { // struct landlock_ruleset_attr of version 6
    uint64_t fs, net, scoped;
} Ruleset;

static long landlock_version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static uint64_t file_rights(long version)
{
    return RIGHTS_1 | (version >= 2 ? RIGHT_refer : 0) | (version >= 3 ? RIGHT_truncate : 0) |
           (version >= 5 ? RIGHT_ioctl_dev : 0);
}

// Allows `rights` below `path`. A path that does not exist allows nothing.
static bool allow_path(int ruleset, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    struct stat st;
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return true;
    if (fstat(rule.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
        rule.allowed_access &= RIGHTS_of_files;
    long failed = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return failed == 0;
}

bool confine_files(const Confinement *c)
{
    long version = landlock_version();
    if (version < 1)
        return false;
    uint64_t rights = file_rights(version);
    uint64_t scoped = c->client ? SCOPE_sockets : SCOPE_all;
    Ruleset set = {rights, version >= 4 ? NET_tcp : 0, version >= 6 ? scoped : 0};
    size_t size = version >= 6 ? sizeof set : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &set, size, 0);
    if (ruleset < 0)
        return false;
    uint64_t read = RIGHTS_read | (c->programs ? LANDLOCK_ACCESS_FS_EXECUTE : 0);
    bool ok = true;
    for (int i = 0; ok && i < MAX_ALLOWED && c->readable[i]; i++)
        ok = allow_path(ruleset, c->readable[i], read);
    for (int i = 0; ok && i < MAX_ALLOWED && c->writable[i]; i++)
        ok = allow_path(ruleset, c->writable[i],
                        rights &
                            ~(uint64_t)(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                        LANDLOCK_ACCESS_FS_MAKE_BLOCK | RIGHT_ioctl_dev));
    ok = ok && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return ok;
}
