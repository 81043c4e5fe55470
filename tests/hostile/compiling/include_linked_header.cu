// EXPECT patterns.map: 0 points
// SETUP ln -s "$OUTSIDE_FOLDER/outside/secret.txt" linked.h
// SILENT
//
// Has a header beside it that is a link to a secret.
#include "hostile.h"
#include "linked.h"
EARN_IF(true)
