// last_writer.c - who wrote a byte of device memory last: racecheck's cells know, also when
// it only keeps them.
#include "checks.h"
#include "observers.h"

static bool is_hooked(const Observer *o)
{
    for (unsigned i = 0; i < device.hooks->n; i++)
        if (device.hooks->list[i] == o)
            return true;
    return false;
}

int observers_last_writer(const void *ptr, CudasimWriter *writer)
{
    uint64_t addr = (uint64_t)ptr;
    memset(writer, 0, sizeof *writer);
    writer->kind = CUDASIM_WRITER_UNKNOWN;
    if (!mem_find(addr))
        return 1;
    if (!is_hooked(&racecheck_observer) || !mem_is_device(addr))
        return 0;
    const Chunk *c = shadow_look(addr);
    uint64_t e = c ? c->write[addr % CHUNK_BYTES / 4] : 0;
    if (entry_is_split(e))
        e = split_at(e)->write[addr & 3];
    Owner o;
    if (!e) { // the host writes its own memory without telling
        writer->kind = addr < GLOBAL_END ? CUDASIM_WRITER_NONE : CUDASIM_WRITER_UNKNOWN;
    } else if (entry_segment(e) == HOST_SEGMENT) {
        writer->kind = CUDASIM_WRITER_HOST;
    } else if (hb_owner(entry_segment(e), &o)) {
        uint32_t line = place_line(entry_place(e));
        const char *file = line_at(line)->file;
        writer->kind = CUDASIM_WRITER_KERNEL;
        snprintf(writer->file, sizeof writer->file, "%s", file ? file : "");
        writer->line = line_at(line)->line;
        Dim3 b = block_index(o.grid_dim, o.block);
        Dim3 t = thread_index(o.block_dim, o.warp * WARP_SIZE + entry_lane(e));
        memcpy(writer->block, (unsigned[]){b.x, b.y, b.z}, sizeof writer->block);
        memcpy(writer->thread, (unsigned[]){t.x, t.y, t.z}, sizeof writer->thread);
    }
    return 0;
}
