// side.c - which of the two processes this is.
#include "side.h"

ThisSide side;
