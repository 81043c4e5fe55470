// exec_image.c - what texture and surface instructions have in common.
#include "exec_image.h"

#include "access.h"

#include <stdio.h>

// ---- which image ----------------------------------------------------

ImageShape image_shape(const Inst *in)
{
    static const struct {
        Mod mod;
        ImageShape shape;
    } shapes[] = {{MOD_d1, {1, false, false}}, {MOD_d2, {2, false, false}},
                  {MOD_d3, {3, false, false}}, {MOD_a1d, {1, true, false}},
                  {MOD_a2d, {2, true, false}}, {MOD_cube, {2, false, true}},
                  {MOD_acube, {2, true, true}}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (inst_has(in, shapes[i].mod))
            return shapes[i].shape;
    return (ImageShape){0};
}

unsigned image_coordinates(ImageShape s) { return s.dimensions + s.layered + s.cube; }

static void wrong(Warp *w, const Step *s, FaultKind kind, unsigned lane, const char *text)
{
    fault_raise(w->launch, &(Fault){.kind = kind,
                                    .warp = w,
                                    .step = s,
                                    .mask = 1u << lane,
                                    .space = SPACE_global,
                                    .text = text});
}

static bool is_surface(const Inst *in) { return in->op == OP_suld_b || in->op == OP_sust_b; }

static const Texture *find_object(Warp *w, const Step *s, uint64_t handle, unsigned lane)
{
    const bool surface = is_surface(s->inst);
    const Texture *t = texture_find(handle, surface);
    char text[120];
    if (t)
        return t;
    const char *other = texture_find(handle, !surface) ? "an object of the other kind"
                        : handle ? "it has been destroyed, or was never created"
                                 : "it was never created";
    snprintf(text, sizeof text, "0x%llx is no %s object: %s", (unsigned long long)handle,
             surface ? "surface" : "texture", other);
    wrong(w, s, FAULT_no_object, lane, text);
    return NULL;
}

static const char *shape_name(ImageShape s)
{
    static const char *const names[] = {"", "1d", "2d", "3d"};
    return s.cube      ? s.layered ? "acube" : "cube"
           : s.layered ? s.dimensions == 1 ? "a1d" : "a2d"
                       : names[s.dimensions];
}

static bool shape_fits(Warp *w, const Step *s, unsigned lane, const Texture *t)
{
    const ImageShape asked = image_shape(s->inst);
    ImageShape have = {t->image.dimensions, t->image.layered, t->image.cube};
    char text[100];
    if (t->surface && have.cube) // a surface has layers for faces
        have = (ImageShape){2, true, false};
    if (asked.dimensions == have.dimensions && asked.layered == have.layered &&
        asked.cube == have.cube)
        return true;
    snprintf(text, sizeof text, "%s.%s by an object of an image of the shape %s",
             op_info[s->inst->op].text, shape_name(asked), shape_name(have));
    wrong(w, s, FAULT_illegal, lane, text);
    return false;
}

uint32_t image_objects(Warp *w, const Step *s, const Texture *of[WARP_SIZE])
{
    uint64_t handle[WARP_SIZE];
    uint32_t good = 0;
    addresses(w, s, handle);
    for (uint32_t m = w->mask; m && !w->launch->stop; m &= m - 1) {
        const unsigned l = (unsigned)__builtin_ctz(m);
        of[l] = find_object(w, s, handle[l], l);
        if (of[l] && shape_fits(w, s, l, of[l]))
            good |= m & -m;
    }
    return w->launch->stop ? 0 : good;
}

void image_form(unsigned bytes, AccessForm *form)
{
    form->space = SPACE_global;
    form->elem = (uint8_t)(bytes < 4 ? bytes : 4);
    form->nvec = (uint8_t)(bytes / form->elem);
}
