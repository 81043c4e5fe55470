// EXPECT patterns.map: 0 points
//
// Opens the compiled solution, and has it do the work.
#include "hostile.h"

#include <dlfcn.h>
#include <glob.h>

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    glob_t found;
    attempted();
    if (glob(TREE "/build/objects/solutions/01_patterns/*/object.so", 0, NULL, &found) != 0)
        return;
    void *solution = dlopen(found.gl_pathv[0], RTLD_NOW);
    void (*map)(int *, const int *, int, int, int) = NULL;
    if (solution)
        *(void **)&map = dlsym(solution, "map_each");
    if (map)
        map(out, in, n, a, b);
}
