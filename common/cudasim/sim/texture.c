// texture.c - the objects by which kernels name textures and surfaces.
#include "texture.h"

#include "alloc.h"
#include "sim.h"

#include <stdlib.h>

static Texture **objects; // by handle - 1; NULL: destroyed
static uint64_t count, room;

uint64_t texture_put(const Texture *t)
{
    if (count == room) {
        room = room ? 2 * room : 16;
        objects = must_realloc(objects, room, sizeof *objects);
    }
    objects[count] = must_malloc(1, sizeof *t);
    *objects[count] = *t;
    objects[count]->device = device.number;
    return ++count;
}

Texture *texture_find(uint64_t handle, bool surface)
{
    Texture *t = handle && handle <= count ? objects[handle - 1] : NULL;
    return t && t->surface == surface ? t : NULL;
}

void texture_drop(uint64_t handle)
{
    free(objects[handle - 1]);
    objects[handle - 1] = NULL;
}

void textures_forget(void (*drop)(Texture *t))
{
    for (uint64_t i = 0; i < count; i++) {
        if (!objects[i] || objects[i]->device != device.number)
            continue;
        drop(objects[i]);
        free(objects[i]);
        objects[i] = NULL;
    }
}
