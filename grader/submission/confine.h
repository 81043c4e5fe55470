// confine.h - what a process that handles a submission may do. Several layers, because a
// container or an old kernel may lack one; each of them says whether it holds.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    CONFINE_landlock = 1, // files: only those that are named
    CONFINE_seccomp = 2,  // system calls: no network, no other processes, no change of a file
    CONFINE_uid = 4,      // a user of its own, if the grader runs as root
    CONFINE_root = 8,     // a folder of its own in the place of all files, if the user may do that
    CONFINE_spaces = 16,  // a network and messages of its own
    CONFINE_needed = CONFINE_landlock | CONFINE_seccomp,
    CONFINE_LAYERS = 5
};

// What a layer is called in reports: "landlock".
const char *confine_layer_name(unsigned layer);

enum { MAX_ALLOWED = 24 };

typedef struct {
    const char *readable[MAX_ALLOWED]; // files and folders, with all below; ends with NULL.
                                       // One that does not exist is left out
    const char *writable[MAX_ALLOWED]; // folders; ends with NULL
    const char *must_read[4];          // what a user of its own has to be able to read, too;
                                       // otherwise this layer is left out. Ends with NULL
    const char *root;                  // the folder that "/" becomes; NULL: "/" stays
    bool programs;                     // may start programs from what is readable
    bool keep_user;                    // stays the user who grades
    int client;                        // the machine of a graded program: pidfd of the one process
                                       // that it may end; it may make memory files; 0: another
    size_t memory;                     // bytes of address space; 0: no limit
} Confinement;

// The layers that hold on this machine, found out by a process that confines itself.
unsigned confine_probe(void);

// Confines the calling process, which has one thread yet, and all its children, for good.
// Returns the layers that hold.
//
// Without `programs`: no files but those named, and none of these to write; no programs, no
// processes (threads are allowed), no sockets, no signals to others, no look into another
// process, no new namespaces, no change of another process's limits, few descriptors, and, with
// a user or namespaces of its own, few threads.
// With `programs` (a compiler): the same, but processes, programs and files to write.
// With `client` (build/runner): the same as without programs, but memory files, and signals to
// that process; no user or namespaces of its own.
unsigned confine(const Confinement *confinement);
