// compile.h - a lab's .cu file to a shared object, with nvcc.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "grader/grader.h"

enum {
    MAX_NAME = 8192, // bytes of a path of the submission
    MAX_PLACE = 4500 // of one of ours
};

typedef enum {
    OBJECT_ready,
    OBJECT_rejected,   // nvcc did not like it; `log` says why
    OBJECT_missing,    // there is no source file
    OBJECT_irregular,  // it is no regular file: a link, a folder, a device, a pipe
    OBJECT_too_large,  // it is larger than MAX_SOURCE, see snapshot.h
    OBJECT_unreadable, // no permission
    OBJECT_stopped,    // nvcc was ended by a signal: too much memory or time
    OBJECT_foreign,    // it includes a file of somebody else
    OBJECT_broken      // nvcc could not be run
} ObjectState;

// A file of a submission, beside the lab's file.
typedef struct {
    char name[256];
    char digest[65]; // SHA-256, 64 hex digits
} SourceFile;

typedef struct {
    const Lab *lab;
    const char *name;      // "reduction.cu"
    char source[MAX_NAME]; // relative to the root where it lies below it
    char place[MAX_PLACE]; // folder of this lab's snapshots of this source
    // Known once compile_take() has been called:
    char digest[65];  // SHA-256 of the source as it was compiled, 64 hex digits
    SourceFile *file; // what else is graded: headers beside it, the answers
    int files;
    char folder[MAX_PLACE + 80]; // its snapshot
    char object[MAX_PLACE + 96];
    char log[MAX_PLACE + 96]; // file with nvcc's messages
    ObjectState state;        // once compile_taken() has been called
} Object;

// Names the source file `name` of a lab in a folder laid out like labs/.
void compile_place(Object *object, const Lab *lab, const char *name, const char *folder);

// Takes a snapshot of each source. Two objects may be the same one.
void compile_take(const char *nvcc, Object *const *objects, int count);

// Brings the objects of these snapshots up to date, several at a time. Of an Object only `state`
// changes: another process, which shares the Object, may look at all else meanwhile.
void compile_taken(const char *nvcc, Object *const *objects, int count);

// Both.
void compile_objects(const char *nvcc, Object *const *objects, int count);

// Why there is no object, in a sentence; NULL: there is one.
const char *compile_problem(const Object *object);
