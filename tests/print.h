// print.h - a Module as text again.
#pragma once

#include "common/cudasim/ptx/ptx.h"

#include <stdio.h>

void module_print(FILE *f, const Module *m);
