// fragment.c - shapes and places of fragments: see fragment.h.
#include "fragment.h"

TileSteps tile_steps(MatrixShape shape, bool wmma)
{
    TileSteps t = {.m = shape.m == 8 ? 8 : 16, .tiles = 1};
    if (!wmma)
        return shape.n == 8 && shape.m <= 16 ? t : (TileSteps){.tiles = 0};
    t.swapped = shape.m == 8 && shape.n == 32;
    t.a_goes = shape.m == 32 || t.swapped;
    t.b_goes = shape.n == 16;
    if (t.a_goes || t.b_goes)
        t.m = 16, t.tiles = 2;
    else if (shape.m != 8 || shape.n != 8)
        t.tiles = 0;
    return t;
}

bool warp_together(Warp *w, const Step *s)
{
    if (w->mask != FULL_MASK && !warp_converge(w, s, FULL_MASK))
        return false;
    if (device.hooks->warp_sync)
        EACH_HOOK(warp_sync, (w, s, FULL_MASK));
    return true;
}
