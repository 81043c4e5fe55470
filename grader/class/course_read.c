// course_read.c - reads the instructor's choices from a JSON file. Each key is a row of a table,
// with a function that takes its value and says what is wrong with it.
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"
#include "grader/base/memory.h"

// The file that is being read, and what is wrong with it.
typedef struct {
    Course *course;
    Assignment *assignment; // the one that is being read
    char *problem;
    size_t size;
} CourseReader;

typedef struct {
    const char *key;
    bool (*take)(CourseReader *r, const json_t *value);
    const char *form; // of a value that is right
} CourseKey;

__attribute__((format(printf, 2, 3))) static bool refuse(const CourseReader *r, const char *format,
                                                         ...)
{
    va_list args;
    va_start(args, format);
    if (!r->problem[0])
        vsnprintf(r->problem, r->size, format, args);
    va_end(args);
    return false;
}

// Reads an object by a table. `where` is for messages: "04_reduction: ".
static bool read_keys(CourseReader *r, json_t *object, const CourseKey *keys, const char *where)
{
    const char *name;
    json_t *value;
    if (!json_is_object(object))
        return refuse(r, "%sit is not an object in { }", where);
    json_object_foreach(object, name, value)
    {
        const CourseKey *key = keys;
        while (key->key && strcmp(key->key, name) != 0)
            key++;
        if (!key->key)
            return refuse(r, "%s\"%.40s\" is not known", where, name);
        if (!key->take(r, value))
            return refuse(r, "%s\"%s\" is %s", where, name, key->form);
    }
    return true;
}

static int lab_named(const char *name)
{
    for (int i = 0; name && i < all_labs_count; i++)
        if (strcmp(all_labs[i]->name, name) == 0)
            return i;
    return -1;
}

static bool take_number(const json_t *value, double most, double *to)
{
    double number = json_number_value(value);
    bool right = json_is_number(value) && number >= 0 && number <= most;
    if (right)
        *to = number;
    return right;
}

static bool take_count(const json_t *value, int most, int *to)
{
    bool right = json_is_integer(value) && json_integer_value(value) >= 0 &&
                 json_integer_value(value) <= most;
    if (right)
        *to = (int)json_integer_value(value);
    return right;
}

static bool take_bool(const json_t *value, bool *to)
{
    *to = json_is_true(value);
    return json_is_boolean(value);
}

// ---- an assignment --------------------------------------------------------------------------

static const Part *part_of(const Lab *lab, long number)
{
    for (const Part *part = lab->parts; part->number; part++)
        if (part->number == number)
            return part;
    return NULL;
}

// "1-6,8"
static bool take_parts(CourseReader *r, const json_t *value)
{
    const char *text = json_string_value(value);
    char *end;
    r->assignment->parts = 0;
    while (text && *text) {
        long first = strtol(text, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        if (end == text || (*end && *end != ',') || first > last)
            return false;
        for (long part = first; part <= last; part++) {
            if (!part_of(r->assignment->lab, part))
                return refuse(r, "%s: lab %s has no part %ld", r->assignment->name,
                              r->assignment->lab->name, part);
            r->assignment->parts |= UINT64_C(1) << part;
        }
        text = end + (*end == ',');
    }
    return r->assignment->parts != 0;
}

static bool take_points(CourseReader *r, const json_t *value)
{
    const char *number;
    json_t *points;
    char *end;
    json_object_foreach((json_t *)value, number, points)
    {
        const Part *part = part_of(r->assignment->lab, strtol(number, &end, 10));
        if (*end || !part)
            return refuse(r, "%s: lab %s has no part %.20s", r->assignment->name,
                          r->assignment->lab->name, number);
        if (!take_number(points, 1e6, &r->assignment->points[part->number]))
            return false;
    }
    return json_is_object(value);
}

static bool take_weight(CourseReader *r, const json_t *value)
{
    return take_number(value, 1e6, &r->assignment->weight);
}

static bool take_due(CourseReader *r, const json_t *value)
{
    return course_date(json_string_value(value), &r->assignment->due);
}

// Read before and after all others.
static bool take_later(CourseReader *r, const json_t *value)
{
    (void)r;
    return json_is_string(value);
}

static const CourseKey assignment_keys[] = {
    {"lab", take_later, "the name of a lab, as \"05_scan\""},
    {"parts", take_parts, "a list of parts, as \"1-6,8\""},
    {"points", take_points, "an object of parts and their points, as {\"3\": 20}"},
    {"weight", take_weight, "a number, at least 0"},
    {"due", take_due, "a date of the form \"2027-03-01T23:59:00+01:00\""},
    {"instead_of", take_later, "the name of another entry of \"labs\""},
    {0},
};

static Assignment *add_assignment(Course *course, const char *name, const Lab *lab)
{
    size_t bytes = ((size_t)course->assignments + 1) * sizeof *course->assignment;
    course->assignment = need(realloc(course->assignment, bytes));
    Assignment *a = &course->assignment[course->assignments++];
    *a = (Assignment){.lab = lab, .weight = 1, .instead_of = -1};
    snprintf(a->name, sizeof a->name, "%s", name);
    for (const Part *part = lab->parts; part->number; part++)
        a->parts |= UINT64_C(1) << part->number;
    for (int i = 0; i < MAX_PARTS; i++)
        a->points[i] = -1;
    return a;
}

static bool read_assignment(CourseReader *r, const char *name, json_t *object)
{
    const char *of = json_string_value(json_object_get(object, "lab"));
    char where[ASSIGNMENT_NAME + 2];
    int lab = lab_named(of ? of : name);
    snprintf(where, sizeof where, "%.40s: ", name);
    if (strlen(name) >= ASSIGNMENT_NAME || !*name || strpbrk(name, "\",;\r\n"))
        return refuse(r, "%sa name has 1 to %d letters, none of them \" , ;", where,
                      ASSIGNMENT_NAME - 1);
    if (!json_is_object(object))
        return refuse(r, "%sneeds an object in { }", where);
    if (lab < 0)
        return refuse(r, "there is no lab %.64s", of ? of : name);
    if (r->course->left_out[lab])
        return refuse(r, "%slab %s is in \"leave_out\"", where, all_labs[lab]->name);
    r->assignment = add_assignment(r->course, name, all_labs[lab]);
    return read_keys(r, object, assignment_keys, where) &&
           (assignment_points(r->assignment) > 0 || refuse(r, "%sno part has points", where));
}

static bool find_instead(CourseReader *r, json_t *labs)
{
    Course *course = r->course;
    for (int i = 0; i < course->assignments; i++) {
        Assignment *a = &course->assignment[i];
        const char *other =
            json_string_value(json_object_get(json_object_get(labs, a->name), "instead_of"));
        for (int k = 0; other && k < course->assignments; k++)
            if (k != i && strcmp(course->assignment[k].name, other) == 0)
                a->instead_of = k;
        if (other && a->instead_of < 0)
            return refuse(r, "%s: \"instead_of\": there is no %.64s", a->name, other);
    }
    for (int i = 0; i < course->assignments; i++) {
        int other = course->assignment[i].instead_of;
        if (other >= 0 && course->assignment[other].instead_of >= 0)
            return refuse(r, "%s: \"instead_of\": %s is one itself", course->assignment[i].name,
                          course->assignment[other].name);
    }
    return true;
}

static int by_lab(const void *a, const void *b)
{
    const Assignment *x = a, *y = b;
    int order = strcmp(x->lab->name, y->lab->name);
    return order ? order : strcmp(x->name, y->name);
}

static bool read_labs(CourseReader *r, json_t *labs)
{
    const char *name;
    json_t *object;
    bool named[all_labs_count + 1];
    memset(named, 0, sizeof named);
    if (labs && !json_is_object(labs))
        return refuse(r, "\"labs\" needs an object in { }");
    json_object_foreach(labs, name, object)
    {
        if (!read_assignment(r, name, object))
            return false;
        named[lab_named(r->assignment->lab->name)] = true;
    }
    for (int i = 0; i < all_labs_count; i++)
        if (!r->course->only_named && !named[i] && !r->course->left_out[i])
            add_assignment(r->course, all_labs[i]->name, all_labs[i]);
    if (r->course->assignments)
        qsort(r->course->assignment, (size_t)r->course->assignments, sizeof *r->course->assignment,
              by_lab);
    return find_instead(r, labs);
}

// ---- the rest -------------------------------------------------------------------------------

static bool take_left_out(CourseReader *r, const json_t *list)
{
    size_t i;
    json_t *name;
    json_array_foreach(list, i, name)
    {
        int lab = lab_named(json_string_value(name));
        if (lab < 0)
            return refuse(r, "\"leave_out\": there is no lab %.64s",
                          json_is_string(name) ? json_string_value(name) : "of that kind");
        r->course->left_out[lab] = true;
    }
    return json_is_array(list);
}

static bool take_grace(CourseReader *r, const json_t *v)
{
    return take_count(v, 1000000, &r->course->grace_minutes);
}
static bool take_percent(CourseReader *r, const json_t *v)
{
    return take_number(v, 100, &r->course->percent_per_day);
}
static bool take_days(CourseReader *r, const json_t *v)
{
    return take_count(v, 3650, &r->course->days);
}

static bool take_late(CourseReader *r, const json_t *object)
{
    static const CourseKey keys[] = {
        {"grace_minutes", take_grace, "a whole number of minutes"},
        {"percent_per_day", take_percent, "a number from 0 to 100"},
        {"days", take_days, "a whole number of days, at most 3650"},
        {0},
    };
    r->course->late = true;
    r->course->days = 3650;
    return read_keys(r, (json_t *)object, keys, "\"late\": ");
}

static bool take_lock(CourseReader *r, const json_t *list)
{
    size_t i;
    json_t *word;
    json_array_foreach(list, i, word)
    {
        int lock = 0;
        while (lock < LOCKS &&
               strcmp(lock_words[lock], json_is_string(word) ? json_string_value(word) : "") != 0)
            lock++;
        if (lock == LOCKS)
            return false;
        r->course->locked[lock] = true;
    }
    return json_is_array(list);
}

static bool take_title(CourseReader *r, const json_t *v)
{
    if (json_is_string(v))
        snprintf(r->course->title, sizeof r->course->title, "%s", json_string_value(v));
    return json_is_string(v);
}
static bool take_only(CourseReader *r, const json_t *v)
{
    return take_bool(v, &r->course->only_named);
}
static bool take_sandbox(CourseReader *r, const json_t *v)
{
    return take_bool(v, &r->course->require_sandbox);
}
static bool take_questions(CourseReader *r, const json_t *v)
{
    return take_bool(v, &r->course->own_questions);
}
static bool take_labs(CourseReader *r, const json_t *v) // after all others
{
    (void)r, (void)v;
    return true;
}

static const CourseKey course_keys[] = {
    {"title", take_title, "a text"},
    {"leave_out", take_left_out, "a list of labs"},
    {"only_named", take_only, "true or false"},
    {"labs", take_labs, ""},
    {"late", take_late, "an object in { }"},
    {"lock", take_lock, "a list of \"hints\" and \"solution\""},
    {"require_sandbox", take_sandbox, "true or false"},
    {"own_questions", take_questions, "true or false"},
    {0},
};

bool course_read(Course *course, const char *path, char *problem, size_t size)
{
    CourseReader r = {course, NULL, problem, size};
    json_error_t error;
    *problem = 0;
    *course = (Course){.title = "CUDA C"};
    course->left_out = need(calloc((size_t)all_labs_count + 1, sizeof *course->left_out));
    json_t *object = path ? json_load_file(path, JSON_REJECT_DUPLICATES, &error) : json_object();
    bool right = object ? read_keys(&r, object, course_keys, "") &&
                              read_labs(&r, json_object_get(object, "labs"))
                        : refuse(&r, "line %d: %.200s", error.line, error.text);
    json_decref(object);
    return right;
}
