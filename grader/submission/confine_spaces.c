// confine_spaces.c - a network and messages of its own: namespaces. An ordinary user needs a
// namespace of users for that; there, such a user may also change the root of all files, and
// has threads that are counted apart from the other processes of the same user.
//
// There is no namespace of processes: a confined process starts none.
#include "confine_layers.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return ok;
}

// The numbers of user and group stay what they are.
static bool new_users(void)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
    return unshare(CLONE_NEWUSER) == 0 && write_text("/proc/self/setgroups", "deny") &&
           write_text("/proc/self/uid_map", users) && write_text("/proc/self/gid_map", groups);
}

bool confine_spaces(void)
{
    if (geteuid() != 0 && !new_users())
        return false;
    return unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) == 0;
}

void confine_drop_rights(bool to_end)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct left[2] = {{0}};
    if (to_end && geteuid() == 0)
        left[0].effective = left[0].permitted = 1u << CAP_KILL;
    syscall(SYS_capset, &header, left);
}
