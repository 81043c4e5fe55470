// door.h - what libcudart.so.13 offers to libcuda.so.1 (../driver/), which is in the same process
// and talks to the machine only through libcudart.so.13.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(default)

// ---- client/own_stubs.c ----------------------------------------------------

// A function that the simulator lacks: writes one line with its name, unless `again`. Returns
// cudaErrorNotSupported.
int cudasimMissing(const char *name, bool again);
// The next call of this thread is a _ptsz or _ptds.
void cudasimPerThread(void);
// Until 0 comes, calls of this thread are part of this function (both/driver.h): reports name it,
// and cudaGetLastError() knows nothing of its errors.
void cudasimDriverFunction(unsigned function);
// Whom cudaGetDriverEntryPoint() asks: cuGetProcAddress(). Without that, it finds no function.
typedef int DriverEntryFn(const char *name, void **function, int version, unsigned long flags,
                          unsigned *how);
void cudasimDriverEntries(DriverEntryFn *find);
// Has this thread called a function of the runtime itself?
bool cudasimThreadHasCalled(void);
// From now on this thread has not, until its next call.
void cudasimThreadLeaves(void);
// Has any thread? Then the runtime has initialized the driver.
bool cudasimHasCalled(void);

// ---- client/stubs.c ---------------------------------------------------

// Fills `height` rows with elements of 1, 2 or 4 bytes; a row has `width` elements. Returns a
// cudaError_t.
int cudasimFill(void *p, size_t pitch, unsigned value, unsigned element, size_t width,
                size_t height, void *stream, int waits);
// A word of 4 or 8 bytes: a stream writes the value, or waits until the word is as compared with
// the value.
typedef enum { VALUE_geq, VALUE_eq, VALUE_and, VALUE_nor, VALUE_write } ValueOperation;
typedef struct {
    unsigned long long at, value;
    unsigned bytes, how;
} ValueWord;
enum { MAX_VALUE_WORDS = 255 }; // of a call
// Several words, one after the other: by a stream; in a node of a graph; in place of those of a
// node, which `exec` has if it is not NULL; those that a node has, with room for *n. Each returns a
// cudaError_t.
int cudasimStreamValues(void *stream, const ValueWord *list, size_t n);
int cudasimGraphAddValues(void **node, void *graph, const ValueWord *list, size_t n,
                          void *const *before, size_t m);
int cudasimGraphSetValues(void *exec, void *node, const ValueWord *list, size_t n);
int cudasimGraphValues(void *node, ValueWord *list, size_t *n);
// The allocation that has p, and a number that no other allocation has. Returns a cudaError_t.
// One number about a range of managed memory; of cudaMemRangeAttributeAccessedBy bits RANGE_*. An
// attribute that does not exist: cudaErrorInvalidValue. Returns a cudaError_t.
enum { RANGE_by_device = 1, RANGE_by_host = 2 };
int cudasimRangeAttribute(unsigned attribute, const void *p, size_t n, int *value);
int cudasimRange(void **base, size_t *bytes, unsigned long long *id, const void *p);
// Virtual memory; sizes are multiples of GRANULARITY. Each returns a cudaError_t.
enum { GRANULARITY = 2 << 20 };
int cudasimReserve(void **p, size_t bytes, size_t align); // addresses without memory
int cudasimUnreserve(void *p, size_t bytes);
int cudasimMemory(unsigned long long *memory, size_t bytes); // memory without an address
int cudasimMemoryRelease(unsigned long long memory);         // as often as it was made or asked for
int cudasimMap(void *p, size_t bytes, unsigned long long memory);
int cudasimUnmap(void *p, size_t bytes);
int cudasimAccess(void *p, size_t bytes, int access); // may kernels and copies use it?
// What is mapped at p: another reference to it, unless `memory` is NULL.
int cudasimMapped(unsigned long long *memory, int *access, const void *p);

// ---- client/host_lines.c ---------------------------------------------------

// Code that is no part of the program: calls come from its callers.
void cudasimOwnCode(const void *begin, const void *end);
#pragma GCC visibility pop
