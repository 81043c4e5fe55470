// paging.c - see paging.h. The costs are measured: tests/data/h200_managed.csv.
#include "paging.h"

#include "alloc.h"
#include "cost_table.h"
#include "cudart/clock/timeline.h"
#include "cudart/drawing/drawing.h"

static void add_to_spent(const PageMoves *m, bool by_host)
{
    *(by_host ? &rt.spent.cpu_page_faults : &rt.spent.gpu_page_faults) += (double)m->faults;
    rt.spent.unified_h2d_bytes += (double)m->to_device;
    rt.spent.unified_d2h_bytes += (double)m->to_host;
}

void paging_of_launch(Job *j)
{
    if (!pages_move())
        return;
    PageMoves m = pages_of_launch();
    double us = COST_GPU_FAULT_US * (double)m.batches + COST_GPU_FAULT_BLOCK_US * (double)m.blocks +
                COST_GPU_FAULT_REGION_US * (double)m.regions +
                (double)m.to_device / COST_FAULT_BYTES_US + (double)m.evicted / COST_EVICT_BYTES_US;
    j->us += us;
    j->own_us += us;
    j->pages = (JobPages){m.faults, m.to_device, m.to_host, us};
    add_to_spent(&m, false);
}

void paging_of_host(void)
{
    if (!pages_move())
        return;
    PageMoves m = pages_of_host();
    if (!m.faults)
        return;
    double us = COST_CPU_FAULT_US * (double)m.batches + (double)m.to_host / COST_CPU_FAULT_BYTES_US;
    EACH_WATCHER(called, (UNIFIED_TO_HOST, rt.now, rt.now + us));
    rt.now += us;
    add_to_spent(&m, true);
}

void paging_prefetch(Stream *s, uint64_t addr, uint64_t n, PagesPlace to)
{
    PageMoves m = pages_prefetch(addr, n, to);
    bool to_device = to == PAGES_device;
    Job *j = job_new(s, JOB_copy);
    j->way = to_device ? COPY_to_device : COPY_to_host;
    j->prefetch = true;
    j->bytes = to_device ? m.to_device : m.to_host;
    j->us = COST_PREFETCH_US + COST_PREFETCH_BLOCK_US * (double)m.blocks +
            (double)j->bytes / (to_device ? COST_PREFETCH_H2D : COST_PREFETCH_D2H);
    if (trace_wanted())
        j->name = must_strdup(to_device ? UNIFIED_TO_DEVICE : UNIFIED_TO_HOST);
    add_to_spent(&m, false);
    job_issue(j);
}
