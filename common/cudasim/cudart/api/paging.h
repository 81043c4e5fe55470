// paging.h - pages of managed memory move: what that takes on the virtual clock, and how it is
// drawn. A kernel that faults takes longer; a prefetch is a job of its stream; the host's faults
// are the host's time.
#pragma once

#include "cudart/clock/job.h"
#include "observers/pages.h"

void paging_of_launch(Job *j); // the kernel of j has been executed
// A copy or a memset on the device, of memory of which this part is managed.
void paging_of_copy(Job *j, uint64_t addr, uint64_t n, bool write);
void paging_of_host(void); // a call begins: what the host has accessed since the last one
void paging_discard(Stream *s, uint64_t addr, uint64_t n);
void paging_prefetch(Stream *s, uint64_t addr, uint64_t n, PagesPlace to);
