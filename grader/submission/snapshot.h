// snapshot.h - a lab's file as it was at one moment, in a folder of its own, from which it is
// compiled; and whether what was compiled there is still good. All of it goes by content:
// no date decides.
//
//   build/objects/PLACE/LAB/KEY/
//     reduction.cu   a line `#line 1 "labs/04_reduction/reduction.cu"`, then the bytes
//     *.h *.cuh      the headers of the submission
//     common         a link to the course's common/
//     object.so      the object that nvcc made; log: the output of nvcc
//     inputs         the other files that it was made of, each with its SHA-256
//
// KEY is the SHA-256 of the command, the compiler's version, the name, the bytes and the
// headers. So all names that nvcc sees are ours: a submission's folder may have any name.
#pragma once

#include <stdbool.h>
#include <time.h>

#include "compile.h"

enum {
    MAX_SOURCE = 1 << 20, // bytes of a lab's file or of a header
    MAX_BESIDE = 64,      // headers in the same folder
    KEPT_SNAPSHOTS = 8    // of one lab in one place
};

// Reads the lab's file and makes its snapshot: object->digest, folder, object, log. The
// result is false where there is nothing to compile; then object->state says why.
bool snapshot_take(Object *object, const char *command);

// Is the object that lies there made of the files as they are now?
bool snapshot_is_compiled(const Object *object);

// After nvcc has ended, which began at `began`: notes the inputs. False: one of them has
// changed meanwhile, and the object has to be made again.
bool snapshot_note_inputs(const Object *object, const char *depend, struct timespec began);

// Calls visit() with the name of every file that the compiler has read, as it names them, until
// visit() returns false. True: it did not, and the list of files could be read.
bool snapshot_each_input(const char *depend, bool (*visit)(const char *name, void *user),
                         void *user);
