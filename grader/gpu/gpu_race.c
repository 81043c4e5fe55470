// gpu_race.c - starts a race: compiles what takes part, and tells the program in race/ where it is.
#include "gpu.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/paths.h"

// The contestants' files of a lab.
enum { OBJECT_lab, OBJECT_yours, OBJECT_fastest, OBJECTS };
static const char *const kinds[OBJECTS] = {"lab", "yours", "fastest"};

// RACE_YOURS_05=path
static void name_object(const GpuObject *object, const char *kind)
{
    char variable[64];
    snprintf(variable, sizeof variable, "RACE_%s_%.2s", kind, object->lab->name);
    for (char *c = variable; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    setenv(variable, object->object, 1);
}

static bool is_course(const char *submission)
{
    char full[4096];
    return realpath(submission, full) && strcmp(full, paths_at("solutions")) == 0;
}

static GpuObject *list_objects(const RaceOptions *options, int compute)
{
    GpuObject *object = need(calloc((size_t)options->labs * OBJECTS, sizeof *object));
    for (int i = 0; i < options->labs; i++) {
        const Lab *lab = options->lab[i];
        GpuObject *three = &object[i * OBJECTS];
        three[OBJECT_lab] =
            gpu_object(options->submission, lab, lab->source, kinds[OBJECT_lab], compute);
        three[OBJECT_yours] =
            gpu_object(options->submission, lab, "fastest.cu", kinds[OBJECT_yours], compute);
        three[OBJECT_fastest] =
            gpu_object(paths_at("solutions"), lab, "fastest.cu", kinds[OBJECT_fastest], compute);
        if (is_course(options->submission))
            three[OBJECT_yours].wanted = false;
        for (int k = OBJECT_yours; k < OBJECTS; k++)
            if (access(three[k].source, R_OK))
                three[k].wanted = false;
    }
    return object;
}

int gpu_race(const RaceOptions *options, const GpuDevice *device)
{
    char *argv[72] = {"race", options->check ? "check" : "time"};
    GpuObject *object = list_objects(options, device->compute);
    gpu_compile(options->nvcc, device->compute, object, options->labs * OBJECTS);
    for (int i = 0; i < options->labs * OBJECTS; i++) {
        if (object[i].compiled)
            name_object(&object[i], kinds[i % OBJECTS]);
        else if (object[i].wanted)
            fprintf(stderr, "race: %s does not compile, and does not take part\n",
                    object[i].source);
    }
    for (int i = 0; i < options->labs && i < 64; i++)
        argv[2 + i] = (char *)options->lab[i]->name;
    fflush(NULL);
    execv(paths_at("build/gpu/race/race"), argv);
    fprintf(stderr, "race: build/gpu/race/race cannot be started: %s\n", strerror(errno));
    return CHILD_unusable;
}
