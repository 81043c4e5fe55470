// device.h - kernels for the fake labs, which are plain C: their PTX is text in device.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int cudaMemcpy(void *to, const void *from, size_t n, int kind);
enum { COPY_DEFAULT = 4 };

// A launch of 2 blocks of 64 threads. One thread stores `blocks` words at `out` (line 21 of their
// file; with `other_line` 33): `first` and the sum of 256 of the `n` elements at `in`. One warp
// makes 8 atomic additions in line 7 and 2 in line 9.
void fake_launch(void *out, const void *in, int n, uint32_t first, int blocks, bool other_line);
void fake_race(void);       // between two blocks of a cluster: lines 12 and 14
void fake_bad_store(void);  // cudaErrorIllegalAddress
void fake_bad_launch(void); // cudaErrorInvalidValue
// Reads memory that was never written, in MISTAKES lines of a file whose name has a control
// character.
void fake_many_mistakes(void);
bool is_pageable(const void *p);
