// launches.c - reads the simulator's lines of counters.
#include "launches.h"

#include <math.h>
#include <string.h>

#include "grader/base/memory.h"

static SimMetrics read_metrics(json_t *object)
{
    const char *name;
    json_t *value;
    SimMetrics metrics = {0};
    MetricId metric = METRIC_none;
    metrics.metric = need(calloc(json_object_size(object) + 1, sizeof *metrics.metric));
    json_object_foreach(object, name, value)
    {
        metric = metric_named(name, metric);
        if (metric && json_is_number(value))
            metrics.metric[metrics.count++] = (SimMetric){metric, json_number_value(value)};
    }
    return metrics;
}

static double product_of_three(const json_t *three)
{
    double product = 1;
    for (size_t i = 0; i < 3; i++)
        product *= json_number_value(json_array_get(three, i));
    return product;
}

static SimPlace read_place(const json_t *object)
{
    const char *file = json_string_value(json_object_get(object, "file"));
    return (SimPlace){file ? need(strdup(file)) : NULL,
                      (int)json_integer_value(json_object_get(object, "line"))};
}

static void read_lines(SimLaunch *launch, const json_t *lines)
{
    size_t i;
    json_t *object;
    launch->line = need(calloc(json_array_size(lines) + 1, sizeof *launch->line));
    json_array_foreach(lines, i, object)
    {
        launch->line[launch->lines++] = (SimLine){
            .place = read_place(object),
            .metrics = read_metrics(json_object_get(object, "metrics")),
        };
    }
}

static int case_of_mark(const json_t *object)
{
    int number;
    const char *mark = json_string_value(json_object_get(object, "mark"));
    return mark && sscanf(mark, "case:%d", &number) == 1 ? number : -1;
}

int launch_read(const char *text, size_t bytes, SimLaunch *launch)
{
    json_t *object = json_loadb(text, bytes, 0, NULL);
    *launch = (SimLaunch){
        .blocks = product_of_three(json_object_get(object, "grid")),
        .threads = product_of_three(json_object_get(object, "block")),
        .shared = json_number_value(json_object_get(object, "shared")),
        .registers = json_number_value(json_object_get(object, "registers")),
        .frame = json_number_value(json_object_get(object, "frame")),
        .resident = json_number_value(json_object_get(object, "resident")),
        .us = json_number_value(json_object_get(object, "us")),
        .executed = json_number_value(json_object_get(object, "executed")),
        .work = json_number_value(json_object_get(object, "work")),
        .busiest = json_number_value(json_object_get(object, "busiest")),
        .by_kernel = json_object_get(object, "parent") != NULL,
        .by_graph = json_is_true(json_object_get(object, "graph")),
        .level = json_number_value(json_object_get(object, "depth")),
        .generation = json_number_value(json_object_get(object, "generation")),
        .room = json_number_value(json_object_get(object, "room")),
        .call = read_place(json_object_get(object, "call")),
        .metrics = read_metrics(json_object_get(object, "metrics")),
    };
    read_lines(launch, json_object_get(object, "lines"));
    findings_read(&launch->findings, json_object_get(object, "findings"));
    int number = case_of_mark(object);
    json_decref(object);
    return number;
}

void launch_free(SimLaunch *launch)
{
    for (int i = 0; i < launch->lines; i++) {
        free(launch->line[i].place.file);
        free(launch->line[i].metrics.metric);
    }
    free(launch->line);
    free(launch->call.file);
    free(launch->metrics.metric);
    findings_free(&launch->findings);
    *launch = (SimLaunch){0};
}

void launches_append(SimLaunches *launches, SimLaunch launch)
{
    if ((launches->count & (launches->count - 1)) == 0) { // 0 or a power of two: full
        size_t room = launches->count ? 2 * (size_t)launches->count : 1;
        launches->launch = need(realloc(launches->launch, room * sizeof launch));
    }
    launches->launch[launches->count++] = launch;
}

double busiest_add(BusiestSum *b, const SimLaunch *launch, double value)
{
    int generation = (int)fmin(launch->generation, GENERATIONS - 1);
    if (!launch->by_kernel)
        memset(b->most, 0, sizeof b->most);
    if (value > b->most[generation]) {
        b->sum += value - b->most[generation];
        b->most[generation] = value;
    }
    return b->sum;
}

Executed executed_of(const SimLaunches *launches)
{
    Executed executed = {0, 0};
    for (int i = 0; i < launches->count; i++) {
        executed.most = fmax(executed.most, launches->launch[i].executed);
        executed.sum += launches->launch[i].executed;
    }
    return executed;
}

void launches_free(SimLaunches *launches)
{
    for (int i = 0; i < launches->count; i++)
        launch_free(&launches->launch[i]);
    free(launches->launch);
    *launches = (SimLaunches){0};
}
