// device.h - kernels for the fake labs, which are plain C: their PTX is text in device.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>

int cudaMemcpy(void *to, const void *from, size_t n, int kind);
enum { COPY_DEFAULT = 4 };

// A launch of 2 blocks of 64 threads. One thread stores the `n` <= 2 words at `out` (line 21 of
// their file; with `other_line` 33). It loads 8 times in line 7 and twice in line 9.
void fake_launch(void *out, const void *words, int n, bool other_line);
void fake_race(void);       // between two blocks of a cluster: lines 12 and 14
void fake_bad_store(void);  // cudaErrorIllegalAddress
void fake_bad_launch(void); // cudaErrorInvalidValue
bool is_pageable(const void *p);
