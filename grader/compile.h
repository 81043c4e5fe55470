// compile.h - a lab's .cu file to a shared object, with nvcc.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "grader.h"

enum { MAX_NAME = 8192 }; // bytes of a path

typedef enum {
    OBJECT_ready,
    OBJECT_rejected, // nvcc did not like it; `log` says why
    OBJECT_missing,  // there is no source file
    OBJECT_broken    // nvcc could not be run
} ObjectState;

typedef struct {
    const Lab *lab;
    char source[MAX_NAME]; // relative to the root where it lies below it
    char object[MAX_NAME];
    char log[MAX_NAME]; // file with nvcc's messages
    ObjectState state;
} Object;

// Finds nvcc: the one asked for, $NVCC, on the PATH, in /usr/local/cuda, in
// build/toolkit. NULL if there is none.
const char *compile_nvcc(const char *asked);

// Its version, "13.0.88", or "" if it does not say.
const char *compile_nvcc_version(const char *nvcc);

// Names source and object of a lab in a folder laid out like labs/.
void compile_place(Object *object, const Lab *lab, const char *folder);

// Brings the objects up to date, several at a time.
void compile_objects(const char *nvcc, Object *objects, int count);
