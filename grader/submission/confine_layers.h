// confine_layers.h - the layers of confine.c. Each returns whether it holds.
#pragma once

#include "confine.h"

// ---- confine_files.c -----------------------------------------------------------------------
bool confine_files(const Confinement *c);

// ---- confine_calls.c -----------------------------------------------------------------------
bool confine_calls(const Confinement *c);
