// user.c - is linked to work.cu's library; or, with an argument, opens this library.
#include <dlfcn.h>

#ifdef LINKED
int work(int);
int main(void) { return work(7); }
#else
int main(int argc, char **argv)
{
    void *library = dlopen(argv[argc - 1], RTLD_NOW);
    int (*work)(int) = library ? (int (*)(int))dlsym(library, "work") : 0;
    return work ? work(9) : 2;
}
#endif
