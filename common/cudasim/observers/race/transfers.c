// transfers.c - copies and memsets in the cells of racecheck. Those of the host only become the
// last writer: streamcheck judges their order. Those of kernels may race with the accesses of
// other grids (grids.c).
#include "race.h"

static void report_copy(const GridsCopy *c, uint64_t e, bool earlier_write, bool write,
                        uint64_t addr)
{
    Owner o = {0}, mine = {0};
    segment_owner(entry_segment(e), &o);
    segment_owner(c->segment, &mine);
    bool waw = earlier_write && write;
    HazardEnd now = {place_line(c->place), c->block,  c->thread,
                     mine.kernel,          mine.call, mine.launch};
    HazardEnd then = {place_line(entry_place(e)),
                      block_index(o.grid_dim, o.block),
                      thread_index(o.block_dim, o.warp * WARP_SIZE + entry_lane(e)),
                      o.kernel,
                      o.call,
                      o.launch};
    HazardEnd first = earlier_write ? then : now, second = earlier_write ? now : then;
    GridsRelation grids = grids_relation(entry_segment(e));
    Finding *f = finding("racecheck", "race", first.line, second.line, waw + 2 * grids);
    if (f->count++)
        return;
    Hazard hazard = waw ? HAZARD_waw : earlier_write ? HAZARD_raw : HAZARD_war;
    hazard_describe(f, SPACE_global, hazard, first, second, waw ? "Write" : "Read", addr, "");
    hazard_describe_grids(f, grids, first, second);
}

static void copy_touches(uint64_t addr, uint64_t n, bool write)
{
    const GridsCopy *c = grids_copy();
    uint64_t me = entry(c->segment, c->place, c->lane);
    for (uint64_t end = addr + n, next; addr < end && mem_is_device(addr); addr = next) {
        next = (addr | 3) + 1;
        uint64_t i = addr % CHUNK_BYTES / 4, part = (next < end ? next : end) - addr;
        Chunk *k = shadow_chunk(addr);
        cells_spread(chunk_cells(k), i, 1);
        if (part < 4 && !entry_is_split(k->write[i]))
            k->write[i] = k->read[i] = split_new(k->write[i], k->read[i], k->early[i]);
        Split *s = entry_is_split(k->write[i]) ? split_at(k->write[i]) : NULL;
        for (uint64_t at = addr; at < addr + part; at += s ? 1 : 4) {
            uint64_t *w = s ? &s->write[at & 3] : &k->write[i];
            uint64_t *r = s ? &s->read[at & 3] : &k->read[i];
            uint64_t *first = s ? &s->early[at & 3] : &k->early[i], old = *r & ~(uint64_t)EARLIER;
            if (!hb_known(*w) && entry_segment(*w) != c->segment)
                report_copy(c, *w, true, write, at);
            if (write && !hb_known(old) && entry_segment(old) != c->segment)
                report_copy(c, old, false, true, at);
            if (write && *r & EARLIER && !hb_known(*first) && entry_segment(*first) != c->segment)
                report_copy(c, *first, false, true, at);
            if (write)
                *w = me;
            else
                cell_note_read(r, first, me, (uint64_t)grids_floor() << 32 | UINT32_MAX);
        }
    }
}

void transfers_read(uint64_t addr, uint64_t n)
{
    if (grids_copy())
        copy_touches(addr, n, false);
}

void transfers_write(uint64_t addr, uint64_t n)
{
    if (grids_copy()) {
        copy_touches(addr, n, true);
        return;
    }
    if (!n || !mem_is_device(addr) || !mem_is_device(addr + n - 1))
        return;
    const uint64_t host = entry(HOST_SEGMENT, report_call_line(), 0);
    for (uint64_t at = addr & ~3ull, step; at < addr + n; at += step) {
        Chunk *c = shadow_chunk(at);
        uint64_t i = at % CHUNK_BYTES / 4;
        Row *row = &c->row[i / ROW_WORDS];
        step = 4;
        if (!row->spread && i % ROW_WORDS == 0 && addr + n - at >= ROW_BYTES) {
            row->write = host;
            step = ROW_BYTES;
            continue;
        }
        cells_spread(chunk_cells(c), i, 1);
        if (entry_is_split(c->write[i])) {
            split_free(c->write[i]);
            c->read[i] = c->early[i] = 0;
        }
        c->write[i] = host;
    }
}
