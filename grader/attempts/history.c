// history.c - see history.h.
//
// An attempt is added by one write to the end of its file, so a process that is ended leaves at
// most a line without its end. Such a line is skipped by the reader, and the next line begins after
// it. A file that becomes too long is replaced as a whole. Grades that are made at the same time
// take turns.
#include "history.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/version.h"
#include "grader/base/files.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/sha256.h"
#include "grader/base/text.h"

static const char *attempts_file(const Lab *lab, const Part *part)
{
    return paths_at(".history/%s/part%d.jsonl", lab->name, part->number);
}

// ---- an attempt as a line ----------------------------------------------------------------------

// All that decides on the verdict of a part.
static void find_attempt_key(const Grade *grade, const LabGrade *lab, char key[65])
{
    const Report *report = grade->report;
    const Selected *s = lab->selected;
    char *text = NULL;
    size_t size = 0;
    FILE *f = need(open_memstream(&text, &size));
    fprintf(f, "%s %s %s %llx", COURSE_VERSION, report->nvcc_version, grade->sim,
            (unsigned long long)report->seed);
    for (LabFile file = 0; file < LAB_FILES; file++)
        fprintf(f, " %s", s->object[file].digest);
    for (int i = 0; i < s->object->files; i++)
        fprintf(f, " %s %s", s->object->file[i].name, s->object->file[i].digest);
    fclose(f);
    sha256_text(text, size, key);
    free(text);
}

static json_t *counters_json(const ItemRecord *item)
{
    json_t *all = record_counts(item), *kept = json_object(), *count;
    const char *label;
    json_object_foreach(all, label, count)
        json_object_set_new(kept, label,
                            json_pack("{s:O,s:O}", "value", json_object_get(count, "value"), "op",
                                      json_object_get(count, "op")));
    json_decref(all);
    return kept;
}

static json_t *causes_json(const ItemRecord *item)
{
    json_t *causes = json_object();
    for (int i = 0; i < item->findings.count; i++)
        json_object_set_new(causes, cause_rows[item->findings.finding[i].cause].name, json_true());
    return causes;
}

static json_t *attempt_items(const PartGrade *part)
{
    json_t *items = json_array();
    for (int i = 0; i < part->items; i++) {
        const ItemRecord *item = &part->item[i];
        json_array_append_new(
            items, json_pack("{s:s,s:s,s:s,s:o,s:i,s:i,s:o,s:o}", "id", item->item->id, "name",
                             item->item->name, "status", status_name(item->status), "message",
                             record_text(item->message), "score", record_score(item), "max_score",
                             item->item->points, "causes", causes_json(item), "counters",
                             counters_json(item)));
    }
    return items;
}

// The name of the snapshot from which the part was compiled (submission/snapshot.h): as long as it
// lies in build/, the attempt can be run again.
static const char *snapshot_name(const LabGrade *lab, const Part *part)
{
    const char *slash = strrchr(selected_object(lab->selected, part)->folder, '/');
    return slash ? slash + 1 : "";
}

// A part whose kernels nobody has written yet: no attempt is better or worse than that.
static bool was_begun(const PartGrade *part)
{
    for (int i = 0; i < part->items; i++)
        if (!part->item[i].idle && part->item[i].status != STATUS_skip)
            return true;
    return false;
}

static json_t *attempt_json(const LabGrade *lab, const PartGrade *part, const char *key, int number)
{
    return json_pack("{s:i,s:I,s:s,s:s,s:i,s:i,s:s,s:b,s:o}", "attempt", number, "when",
                     (json_int_t)time(NULL), "key", key, "snapshot", snapshot_name(lab, part->part),
                     "score", part->sum.score, "max_score", part->sum.max_score, "status",
                     status_name(part->sum.status), "begun", was_begun(part), "items",
                     attempt_items(part));
}

// ---- reading -------------------------------------------------------------------------------

static bool are_items(const json_t *items)
{
    size_t i;
    json_t *item;
    json_array_foreach(items, i,
                       item) if (!json_is_string(json_object_get(item, "id")) ||
                                 !json_is_string(json_object_get(item, "name")) ||
                                 !json_is_string(json_object_get(item, "status")) ||
                                 !json_is_object(json_object_get(item, "counters"))) return false;
    return json_is_array(items);
}

static bool is_attempt(const json_t *line)
{
    return json_is_integer(json_object_get(line, "attempt")) &&
           json_is_integer(json_object_get(line, "when")) &&
           json_is_string(json_object_get(line, "key")) &&
           json_is_string(json_object_get(line, "snapshot")) &&
           json_is_integer(json_object_get(line, "score")) &&
           json_is_integer(json_object_get(line, "max_score")) &&
           json_is_string(json_object_get(line, "status")) &&
           are_items(json_object_get(line, "items"));
}

json_t *history_read(const Lab *lab, const Part *part)
{
    json_t *attempts = json_array();
    char *text = NULL, *end;
    size_t bytes;
    if (!file_read_ours(attempts_file(lab, part), &text, &bytes))
        return attempts;
    for (char *line = text; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        json_t *attempt = json_loadb(line, (size_t)(end - line), 0, NULL);
        if (is_attempt(attempt))
            json_array_append(attempts, attempt);
        json_decref(attempt);
    }
    free(text);
    return attempts;
}

static const json_t *last_of(const json_t *attempts)
{
    return json_array_get(attempts, json_array_size(attempts) - 1);
}

int history_points(const Lab *lab, const Part *part)
{
    json_t *attempts = history_read(lab, part);
    const json_t *last = last_of(attempts);
    int points = last ? (int)json_integer_value(json_object_get(last, "score")) : -1;
    json_decref(attempts);
    return points;
}

// ---- writing -------------------------------------------------------------------------------

static char *attempt_line(const json_t *attempt)
{
    char *line = need(json_dumps(attempt, JSON_COMPACT));
    size_t n = strlen(line);
    line = need(realloc(line, n + 2));
    strcpy(line + n, "\n");
    return line;
}

// A process that was ended while it wrote may have left a line without its end.
static bool ends_with_line(int fd)
{
    char last;
    off_t size = lseek(fd, 0, SEEK_END);
    return size == 0 || (pread(fd, &last, 1, size - 1) == 1 && last == '\n');
}

static bool append_attempt(const char *path, const json_t *attempt)
{
    char *line = attempt_line(attempt);
    size_t n = strlen(line);
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && n <= MAX_ATTEMPT;
    if (ok && !ends_with_line(fd))
        ok = write(fd, "\n", 1) == 1;
    ok = ok && write(fd, line, n) == (ssize_t)n;
    if (fd >= 0)
        close(fd);
    free(line);
    return ok;
}

static bool rewrite_attempts(const char *path, const json_t *attempts)
{
    char *text = NULL;
    size_t size = 0, count = json_array_size(attempts);
    FILE *f = need(open_memstream(&text, &size));
    for (size_t i = count - KEPT_ATTEMPTS; i < count; i++) {
        char *line = attempt_line(json_array_get(attempts, i));
        fputs(line, f);
        free(line);
    }
    fclose(f);
    bool written = file_write(path, text, size);
    free(text);
    return written;
}

// Without its file a part has not been tried.
static bool was_tried(const LabGrade *lab, const PartGrade *part)
{
    return part->sum.status != STATUS_grader_error && part->sum.status != STATUS_not_graded &&
           selected_object(lab->selected, part->part)->state != OBJECT_missing;
}

static bool add_part_attempt(const Grade *grade, const LabGrade *lab, const PartGrade *part)
{
    char key[65];
    const char *path = attempts_file(lab->selected->lab, part->part);
    json_t *attempts = history_read(lab->selected->lab, part->part);
    const json_t *last = last_of(attempts);
    find_attempt_key(grade, lab, key);
    bool known = last && strcmp(json_string_value(json_object_get(last, "key")), key) == 0;
    bool ok = true;
    if (!known) {
        int number = last ? (int)json_integer_value(json_object_get(last, "attempt")) + 1 : 1;
        json_t *attempt = attempt_json(lab, part, key, number);
        ok = append_attempt(path, attempt);
        json_array_append_new(attempts, attempt);
        if (ok && json_array_size(attempts) > KEPT_ATTEMPTS + EXTRA_ATTEMPTS)
            ok = rewrite_attempts(path, attempts);
    }
    json_decref(attempts);
    return ok;
}

static bool add_lab_attempt(const Grade *grade, const LabGrade *lab)
{
    char path[4200];
    snprintf(path, sizeof path, "%s", paths_at(".history/%s/lock", lab->selected->lab->name));
    file_make_folders(path);
    int lock =
        open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666); // closed, and so unlocked, with its process
    bool ok = lock >= 0 && flock(lock, LOCK_EX) == 0;
    for (int i = 0; ok && i < lab->parts; i++)
        if (was_tried(lab, &lab->part[i]))
            ok = add_part_attempt(grade, lab, &lab->part[i]);
    if (lock >= 0)
        close(lock);
    return ok;
}

void history_add(const Grade *grade)
{
    bool ok = true;
    for (int i = 0; ok && i < grade->labs; i++)
        ok = add_lab_attempt(grade, &grade->lab[i]);
    if (!ok)
        text_say(stderr, "grade: this attempt is not in the history: %s cannot be written: %s",
                 paths_at(".history"), strerror(errno));
}
