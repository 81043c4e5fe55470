// confine_files.c - which files a confined process may use: Landlock.
//
// https://docs.kernel.org/userspace-api/landlock.html. The C library has no functions for Landlock,
// and headers of older systems do not know it, or not the newer rights; so the numbers are here.
#include "confine_layers.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

enum { // system calls, the same on all processors, and their arguments
    CALL_create_ruleset = 444,
    CALL_add_rule = 445,
    CALL_restrict_self = 446,
    ASK_for_version = 1, // of the interface
    RULE_path = 1,
};

enum {                      // rights by the version of the interface that brought them
    RIGHT_execute = 1 << 0, // 1
    RIGHT_write_file = 1 << 1,
    RIGHT_read_file = 1 << 2,
    RIGHT_read_folder = 1 << 3,
    RIGHT_make_char = 1 << 6,
    RIGHT_make_block = 1 << 11,
    RIGHTS_1 = (1 << 13) - 1,
    RIGHT_refer = 1 << 13,     // 2
    RIGHT_truncate = 1 << 14,  // 3
    RIGHT_ioctl_dev = 1 << 15, // 5
    RIGHTS_read = RIGHT_read_file | RIGHT_read_folder,
    RIGHTS_of_files =
        RIGHT_execute | RIGHT_read_file | RIGHT_write_file | RIGHT_truncate | RIGHT_ioctl_dev,
    NET_tcp = 3,       // bind and connect, 4
    SCOPE_sockets = 1, // abstract ones, 6
    SCOPE_all = 3,     // and signals, 6
};

typedef struct { // struct landlock_ruleset_attr of version 6
    uint64_t fs, net, scoped;
} Ruleset;

typedef struct { // struct landlock_path_beneath_attr
    uint64_t rights;
    int32_t path; // a descriptor
} __attribute__((packed)) PathRule;

static long landlock_version(void)
{
    return syscall(CALL_create_ruleset, NULL, 0, ASK_for_version);
}

static uint64_t file_rights(long version)
{
    return RIGHTS_1 | (version >= 2 ? RIGHT_refer : 0) | (version >= 3 ? RIGHT_truncate : 0) |
           (version >= 5 ? RIGHT_ioctl_dev : 0);
}

// Allows `rights` below `path`. A path that does not exist allows nothing.
static bool allow_path(int ruleset, const char *path, uint64_t rights)
{
    PathRule rule = {.rights = rights};
    struct stat st;
    rule.path = open(path, O_PATH | O_CLOEXEC);
    if (rule.path < 0)
        return true;
    if (fstat(rule.path, &st) == 0 && !S_ISDIR(st.st_mode))
        rule.rights &= RIGHTS_of_files;
    long failed = syscall(CALL_add_rule, ruleset, RULE_path, &rule, 0);
    close(rule.path);
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
    int ruleset = (int)syscall(CALL_create_ruleset, &set, size, 0);
    if (ruleset < 0)
        return false;
    uint64_t read = RIGHTS_read | (c->programs ? RIGHT_execute : 0);
    bool ok = true;
    for (int i = 0; ok && i < MAX_ALLOWED && c->readable[i]; i++)
        ok = allow_path(ruleset, c->readable[i], read);
    for (int i = 0; ok && i < MAX_ALLOWED && c->writable[i]; i++)
        ok = allow_path(ruleset, c->writable[i],
                        rights & ~(uint64_t)(RIGHT_execute | RIGHT_make_char | RIGHT_make_block |
                                             RIGHT_ioctl_dev));
    ok = ok && syscall(CALL_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return ok;
}
