// confine_layers.h - the layers of confine.c. Each returns whether it holds.
#pragma once

#include "confine.h"

// ---- confine_files.c -----------------------------------------------------------------------
bool confine_files(const Confinement *c);

// ---- confine_calls.c -----------------------------------------------------------------------
bool confine_calls(const Confinement *c);

// ---- confine_spaces.c ----------------------------------------------------------------------
bool confine_spaces(void);
// Gives up the rights of root, and what the namespace of users has brought; but not the right to
// end a process of another user, if `to_end`.
void confine_drop_rights(bool to_end);
