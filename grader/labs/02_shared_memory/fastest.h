// fastest.h - part 8 of lab 02, the race: a transpose and a product of floats.
#pragma once

#include "grader/grader.h"

enum { PART_fastest_tiles = 8 };

extern const Item fastest_tiles_items[];
extern const Lacking fastest_tiles_lacks[];

// Adds the cases of the part, and those that `make run` shows.
void draw_fastest_tiles(CaseList *list);
void demo_fastest_tiles(CaseList *list);
