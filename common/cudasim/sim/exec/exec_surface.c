// exec_surface.c - suld and sust: bytes of a surface. The first coordinate counts bytes, the others
// texels. Outside the image, .trap is a fault, .clamp takes the nearest place inside, and .zero
// reads zeros and does not write.
#include "exec_image.h"

#include <stdio.h>

typedef struct {
    int64_t at[3]; // bytes, rows, slices or layers
} SurfacePlace;

static unsigned coordinates_of(const Inst *in) { return in->op == OP_sust_b ? 1 : 2; }

static SurfacePlace place_of(const Warp *w, const Step *s, unsigned lane)
{
    const ImageShape shape = image_shape(s->inst);
    const unsigned k = coordinates_of(s->inst);
    SurfacePlace p = {{0, 0, 0}};
    for (unsigned i = 0; i < shape.dimensions; i++)
        p.at[i] = (int32_t)image_operand(w, s, k, shape.layered + i, lane);
    if (shape.layered)
        p.at[2] = (int32_t)image_operand(w, s, k, 0, lane);
    return p;
}

static void outside(Warp *w, const Step *s, unsigned lane, const Texture *t, const SurfacePlace *p)
{
    const ImageLevel *l = &t->image.level[0];
    char text[240];
    snprintf(text, sizeof text,
             "%s leaves the surface: byte %lld of row %lld in slice %lld,\nwhere the image has "
             "%llu bytes (%u texels) in a row, %u rows and %u slices",
             s->inst->op == OP_sust_b ? "a store" : "a load", (long long)p->at[0],
             (long long)p->at[1], (long long)p->at[2],
             (unsigned long long)l->width * texel_bytes(t->image.format), l->width, l->height,
             l->depth);
    fault_raise(w->launch, &(Fault){.kind = FAULT_out_of_bounds,
                                    .warp = w,
                                    .step = s,
                                    .mask = 1u << lane,
                                    .space = SPACE_global,
                                    .text = text});
}

// The address of a lane's bytes; false: it has none.
static bool find_address(Warp *w, const Step *s, unsigned lane, const Texture *t, unsigned bytes,
                         uint64_t *addr)
{
    const ImageLevel *l = &t->image.level[0];
    SurfacePlace p = place_of(w, s, lane);
    const int64_t size[3] = {(int64_t)l->width * texel_bytes(t->image.format), l->height, l->depth};
    for (unsigned k = 0; k < 3; k++) {
        const int64_t last = size[k] - (k ? 1 : (int64_t)bytes);
        if (p.at[k] >= 0 && p.at[k] <= last)
            continue;
        if (inst_has(s->inst, MOD_trap))
            outside(w, s, lane, t, &p);
        if (!inst_has(s->inst, MOD_clamp))
            return false;
        p.at[k] = p.at[k] < 0 ? 0 : last;
    }
    *addr =
        l->addr + (uint64_t)p.at[0] + (uint64_t)p.at[1] * l->pitch + (uint64_t)p.at[2] * l->slice;
    return true;
}

// The lanes that have an address.
static uint32_t find_addresses(Warp *w, const Step *s, unsigned bytes, uint64_t addr[WARP_SIZE])
{
    const Texture *of[WARP_SIZE];
    uint32_t inside = 0;
    for (uint32_t m = image_objects(w, s, of); m && !w->launch->stop; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        if (find_address(w, s, l, of[l], bytes, &addr[l]))
            inside |= m & -m;
    }
    return w->launch->stop ? 0 : inside;
}

static uint32_t access_surface(Warp *w, const Step *s, AccessKind kind, const uint8_t *value,
                               uint32_t lanes, uint64_t addr[WARP_SIZE], uint8_t *bytes[WARP_SIZE])
{
    const AccessForm form = {.space = SPACE_global, .elem = s->elem, .nvec = s->nvec};
    const uint32_t all = w->mask;
    w->mask = lanes;
    const uint32_t good = lanes ? access_given(w, s, &form, kind, value, addr, bytes) : 0;
    w->mask = all;
    return good;
}

static uint8_t *element_at(Warp *w, uint32_t list, unsigned lane_bytes, unsigned lane)
{
    return (uint8_t *)slot(w, list) + lane * lane_bytes;
}

static void exec_suld(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const unsigned size = s->elem * s->nvec;
    uint64_t addr[WARP_SIZE] = {0};
    uint8_t *bytes[WARP_SIZE];
    const uint32_t inside = find_addresses(w, s, size, addr);
    const uint32_t good = access_surface(w, s, ACCESS_load, NULL, inside, addr, bytes);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        for (unsigned k = 0; k < s->nvec; k++) {
            if (o->slots[0][k] == SLOT_NONE)
                continue;
            uint8_t *d = element_at(w, o->slots[0][k], o->bytes[0], l);
            memset(d, 0, o->bytes[0]);
            if (good >> l & 1)
                memcpy(d, bytes[l] + k * s->elem, s->elem);
        }
    }
}

static void exec_sust(Warp *w, const Step *s)
{
    const Fragments *o = s->extra;
    const unsigned size = s->elem * s->nvec;
    uint64_t addr[WARP_SIZE] = {0};
    uint8_t *bytes[WARP_SIZE], value[WARP_SIZE * VALUE_BYTES] = {0};
    const uint32_t inside = find_addresses(w, s, size, addr);
    for (uint32_t m = inside; m; m &= m - 1)
        for (unsigned k = 0, l = (unsigned)__builtin_ctz(m); k < s->nvec; k++)
            memcpy(value + VALUE_BYTES * l + k * s->elem,
                   element_at(w, o->slots[2][k], o->bytes[2], l), s->elem);
    for (uint32_t m = access_surface(w, s, ACCESS_store, value, inside, addr, bytes); m;
         m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        memcpy(bytes[l], value + VALUE_BYTES * l, size);
    }
    device.changes++;
}

static ExecFn pick_surface(const Inst *in, Step *s, unsigned values, ExecFn fn)
{
    const Fragments *o = s->extra;
    const ImageShape shape = image_shape(in);
    const unsigned k = coordinates_of(in), modes = (unsigned)inst_has(in, MOD_trap) +
                                                   inst_has(in, MOD_clamp) + inst_has(in, MOD_zero);
    if (in->ntypes != 1 || type_class((Type)in->type[0]) != 'B' || in->vec > 4 || shape.cube ||
        !shape.dimensions || modes > 1)
        return NULL;
    s->elem = (uint8_t)type_bytes((Type)in->type[0]);
    s->nvec = (uint8_t)(in->vec ? in->vec : 1);
    const unsigned bytes = s->elem > 4 ? 8 : 4;
    bool lists = o->n[values] == s->nvec && o->bytes[values] == bytes &&
                 image_sources(o, k, image_coordinates(shape), 4);
    if (values) // of a store
        lists &= image_sources(o, values, s->nvec, bytes);
    if (s->elem > 8 || s->elem * s->nvec > 16 || !lists)
        return NULL;
    return fn;
}

ExecFn pick_suld_b(const Inst *in, Step *s) { return pick_surface(in, s, 0, exec_suld); }
ExecFn pick_sust_b(const Inst *in, Step *s) { return pick_surface(in, s, 2, exec_sust); }
