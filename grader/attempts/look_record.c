// look_record.c - runs one case in the machine, which writes the recording into a memory file of
// the grader. The submission's process has no descriptor of that file.
#include "look.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/base/memory.h"
#include "grader/base/paths.h"

static json_t *read_recording(int fd, char *why, size_t size)
{
    json_error_t error;
    off_t bytes = lseek(fd, 0, SEEK_END);
    char *text = bytes > 0 ? mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    if (text == MAP_FAILED) {
        snprintf(why, size, "the machine has ended without a recording");
        return NULL;
    }
    json_t *document = json_loadb(text, (size_t)bytes, 0, &error);
    munmap(text, (size_t)bytes);
    if (!document || !json_is_object(json_array_get(json_object_get(document, "runs"), 0))) {
        snprintf(why, size, "the recording is not whole: %.200s", document ? "no run" : error.text);
        json_decref(document);
        document = NULL;
    }
    return document;
}

LookRecording recording_make(const LookOrder *order, const char *object, const CaseList *list,
                             const LookChoice *choice, Recorded recorded)
{
    LookRecording recording = {0};
    int fd = memfd_create("look", MFD_CLOEXEC);
    if (fd < 0)
        limits_reached("no memory for a recording: %s", strerror(errno));
    RunSetup setup = {
        .lib = order->lib,
        .object = object,
        .lab = order->selected->lab->name,
        .tools = choice->schedule.tools,
        .schedule = choice->schedule.schedule,
        .seed = choice->schedule.seed,
        .checked = choice->schedule.checked,
        .options = order->part->options,
        .look = recorded ? fd : 0,
        .machine = recorded == RECORDED_with_variables ? paths_at("build/recorder") : NULL,
    };
    bool *wanted = need(calloc((size_t)list->count + 1, sizeof *wanted));
    wanted[choice->number] = true;
    recording.run = run_cases(&setup, list, wanted);
    free(wanted);
    const char *problem = recording.run->broken[0] ? recording.run->broken : recording.run->refused;
    if (problem[0])
        snprintf(recording.why, sizeof recording.why, "%.250s", problem);
    else if (recorded)
        recording.document = read_recording(fd, recording.why, sizeof recording.why);
    close(fd);
    return recording;
}

void recording_free(LookRecording *recording)
{
    json_decref(recording->document);
    if (recording->run)
        run_free(recording->run);
    *recording = (LookRecording){0};
}

json_t *recording_metrics(const LookRecording *recording, int number)
{
    json_t *sums = json_object();
    for (MetricId metric = METRIC_none + 1; metric < METRIC_COUNT; metric++) {
        double value;
        if (metric_is_counted(metric) &&
            run_metric(&recording->run->result[number], metric, &value) && value != 0)
            json_object_set_new(sums, metric_name(metric), json_real(value));
    }
    return sums;
}
