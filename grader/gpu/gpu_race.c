// gpu_race.c - starts a race: compiles what takes part, and tells the program in race/ where it is.
#include "gpu.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/text.h"

enum { MAX_RACED = 64 };

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

// Becomes the program, on the GPU or in the simulator.
static int start_race(RaceMode mode, char **labs, int count)
{
    static const char *const modes[] = {"time", "check", "small"};
    const char *program = paths_at(mode == RACE_predict ? "build/cudasim" : "build/gpu/race/race");
    char *argv[MAX_RACED + 4], **next = argv;
    *next++ = (char *)program;
    if (mode == RACE_predict)
        *next++ = (char *)paths_at("build/gpu/predict/race");
    *next++ = (char *)modes[mode];
    for (int i = 0; i < count && i < MAX_RACED; i++)
        *next++ = labs[i];
    *next = NULL;
    fflush(NULL);
    execv(program, argv);
    text_say(stderr, "race: %s cannot be started: %s", program, strerror(errno));
    return CHILD_unusable;
}

int gpu_race(const RaceOptions *options, const GpuDevice *device)
{
    char *labs[MAX_RACED];
    GpuObject *object = list_objects(options, device->compute);
    gpu_compile(options->nvcc, device->compute, object, options->labs * OBJECTS);
    for (int i = 0; i < options->labs * OBJECTS; i++) {
        if (object[i].compiled)
            name_object(&object[i], kinds[i % OBJECTS]);
        else if (object[i].needs_newer)
            text_say(stderr,
                     "race: %s compiles, but not for compute capability %d.%d, and does not "
                     "take part",
                     object[i].source, device->compute / 10, device->compute % 10);
        else if (object[i].wanted)
            text_say(stderr, "race: %s does not compile, and does not take part", object[i].source);
    }
    for (int i = 0; i < options->labs && i < MAX_RACED; i++)
        labs[i] = (char *)options->lab[i]->name;
    return start_race(options->mode, labs, options->labs);
}
