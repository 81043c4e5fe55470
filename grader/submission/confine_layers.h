// confine_layers.h - the layers of confine.c. Each returns whether it holds.
#pragma once

#include "confine.h"

// ---- confine_files.c -----------------------------------------------------------------------
bool confine_files(const Confinement *c);

// ---- confine_calls.c -----------------------------------------------------------------------
bool confine_calls(const Confinement *c);

// ---- confine_spaces.c ----------------------------------------------------------------------
bool confine_spaces(void);
// Gives up what the namespace of users has brought.
void confine_drop_rights(void);
