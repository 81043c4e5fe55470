// skeletons.c - writes the skeletons of all labs, made from the solutions.
//
//   build/tests/skeletons FOLDER
#include <sys/stat.h>

#include "grader/grader.h"
#include "regions.h"

static bool write_skeleton(const char *folder, const Lab *lab, const char *file)
{
    char path[512];
    char *text = make_skeleton(lab->name, file);
    snprintf(path, sizeof path, "%s/%s", folder, lab->name);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, lab->name, file);
    FILE *f = fopen(path, "wb");
    bool written = text && f && fputs(text, f) >= 0;
    if (!written || fclose(f)) {
        fprintf(stderr, "skeletons: %s cannot be made from the solution\n", path);
        return false;
    }
    free(text);
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: skeletons FOLDER\n", stderr);
        return 2;
    }
    mkdir(argv[1], 0777);
    bool right = true;
    for (int i = 0; i < all_labs_count; i++) {
        const Lab *lab = all_labs[i];
        for (LabFile f = 0; f < LAB_FILES; f++)
            right &= !lab_file(lab, f) || write_skeleton(argv[1], lab, lab_file(lab, f));
        right &= !lab->answers || write_skeleton(argv[1], lab, lab->answers);
    }
    return !right;
}
