// paging.c - see paging.h. The costs are measured: tests/data/h200_managed.csv.
#include "paging.h"

#include "alloc.h"
#include "cost_table.h"
#include "cudart/clock/timeline.h"
#include "cudart/drawing/drawing.h"

#include <math.h>

static void add_to_spent(const PageMoves *m, bool by_host)
{
    *(by_host ? &rt.spent.cpu_page_faults : &rt.spent.gpu_page_faults) += (double)m->faults;
    rt.spent.unified_h2d_bytes += (double)m->to_device;
    rt.spent.unified_d2h_bytes += (double)m->to_host;
}

// How long a kernel waits for its pages.
static double fault_us(const PageMoves *m)
{
    double pages = (double)m->to_device / MOVED_PAGE;
    double first = m->to_device ? COST_FIRST_MOVE_US : m->faults ? COST_FIRST_FAULT_US : 0;
    return first + COST_FAULT_US * (double)m->batches + COST_FAULT_WARP_US * (double)m->waits +
           COST_FAULT_MORE_US * (double)(m->faults - m->batches) + COST_FAULT_PAGE_US * pages +
           COST_FAULT_BLOCK_US * (double)m->blocks + COST_FAULT_FRESH_US * (double)m->fresh +
           COST_DISCARDED_PAGE_US * (double)m->discarded + COST_MAP_PAGE_US * (double)m->mapped +
           COST_COPY_LOST_US * (double)m->copies + (double)m->evicted / COST_EVICT_BYTES_US;
}

static void add_pages(Job *j, const PageMoves *m)
{
    double us = fault_us(m);
    j->us += us;
    j->own_us += us;
    j->pages = (JobPages){j->pages.faults + m->faults, j->pages.to_device + m->to_device,
                          j->pages.to_host + m->to_host, j->pages.us + us};
    add_to_spent(m, false);
}

void paging_of_launch(Job *j)
{
    if (!pages_move())
        return;
    PageMoves m = pages_of_launch();
    add_pages(j, &m);
}

void paging_of_copy(Job *j, uint64_t addr, uint64_t n, bool write)
{
    PageMoves m = pages_copied(addr, n, write);
    add_pages(j, &m);
}

void paging_of_host(void)
{
    if (!pages_move())
        return;
    PageMoves m = pages_of_host();
    if (!m.faults && !m.discarded)
        return;
    double us = COST_CPU_FAULT_US * (double)m.batches + COST_CPU_FAULT_BLOCK_US * (double)m.blocks +
                COST_CPU_FAULT_PAGE_US * (double)m.to_host / MOVED_PAGE +
                COST_DISCARDED_PAGE_US * (double)m.discarded +
                COST_CPU_COPY_LOST_US * (double)m.copies;
    EACH_WATCHER(called, (UNIFIED_TO_HOST, rt.now, rt.now + us));
    rt.now += us;
    add_to_spent(&m, true);
}

static double prefetch_us(const PageMoves *m, uint64_t n, bool to_device)
{
    double pages = (double)(to_device ? m->to_device : m->to_host) / MOVED_PAGE;
    double blocks = ceil((double)n / BLOCK_BYTES), us = (double)m->evicted / COST_EVICT_BYTES_US;
    if (pages > 0 && !to_device)
        return us + COST_PREFETCH_BACK_US + COST_PREFETCH_BACK_PAGE_US * pages;
    if (pages > 0)
        us += COST_PREFETCH_US + fmin(COST_PREFETCH_BLOCK_US * blocks, COST_PREFETCH_BLOCKS_US) +
              COST_PREFETCH_PAGE_US * pages;
    if (m->fresh)
        us += COST_PREFETCH_FRESH_US + COST_PREFETCH_FRESH_PAGE_US * (double)m->fresh;
    return us > 0 ? us
                  : COST_PREFETCH_THERE_US +
                        fmin(COST_PREFETCH_LOOK_US * blocks, COST_PREFETCH_LOOKS_US);
}

void paging_discard(Stream *s, uint64_t addr, uint64_t n)
{
    uint32_t blocks = pages_discard(addr, n);
    Job *j = job_new(s, JOB_copy);
    j->way = COPY_to_host;
    j->prefetch = true;
    j->us = fmax(COST_DISCARD_US, COST_DISCARD_BLOCK_US * blocks);
    if (trace_wanted())
        j->name = must_strdup("[discard]");
    job_issue(j);
}

void paging_prefetch(Stream *s, uint64_t addr, uint64_t n, PagesPlace to)
{
    PageMoves m = pages_prefetch(addr, n, to);
    bool to_device = to == PAGES_device;
    Job *j = job_new(s, JOB_copy);
    j->way = to_device ? COPY_to_device : COPY_to_host;
    j->prefetch = true;
    j->bytes = to_device ? m.to_device : m.to_host;
    j->us = prefetch_us(&m, n, to_device);
    if (trace_wanted())
        j->name = must_strdup(to_device ? UNIFIED_TO_DEVICE : UNIFIED_TO_HOST);
    add_to_spent(&m, false);
    job_issue(j);
    rt.now += COST_PREFETCH_CALL_PAGE_US * (double)(m.to_device + m.to_host) / MOVED_PAGE;
}
