// course.c - the instructor's choices for one class, read from a JSON file.
#include "course.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/memory.h"

// The file that is being read, and what is wrong with it.
typedef struct {
    Course *course;
    char *problem;
    size_t size;
} CourseReader;

__attribute__((format(printf, 2, 3))) static bool refuse(const CourseReader *r, const char *format,
                                                         ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->problem, r->size, format, args);
    va_end(args);
    return false;
}

static CourseLab *find_course_lab(const Course *course, const char *name)
{
    for (int i = 0; name && i < course->labs; i++)
        if (strcmp(course->lab[i].lab->name, name) == 0)
            return &course->lab[i];
    return NULL;
}

bool course_date(const char *text, time_t *date)
{
    struct tm tm = {.tm_isdst = -1};
    const char *end = text ? strptime(text, "%Y-%m-%dT%H:%M:%S%z", &tm) : NULL;
    if (!end || *end)
        return false;
    long east = tm.tm_gmtoff; // timegm() overwrites it
    *date = timegm(&tm) - east;
    return true;
}

static bool read_left_out(CourseReader *r, const json_t *list)
{
    size_t i;
    json_t *name;
    if (!json_is_array(list))
        return refuse(r, "\"leave_out\" is a list of labs");
    json_array_foreach(list, i, name)
    {
        CourseLab *lab = find_course_lab(r->course, json_string_value(name));
        if (!lab)
            return refuse(r, "\"leave_out\": there is no lab %.64s",
                          json_is_string(name) ? json_string_value(name) : "of that kind");
        lab->left_out = true;
    }
    return true;
}

static bool read_course_lab(CourseReader *r, CourseLab *lab, json_t *object)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return refuse(r, "%s: needs an object in { }", lab->lab->name);
    json_object_foreach(object, key, value)
    {
        if (strcmp(key, "weight") == 0 && json_is_number(value) && json_number_value(value) >= 0)
            lab->weight = json_number_value(value);
        else if (strcmp(key, "due") != 0)
            return refuse(r, "%s: \"%.40s\" is not known, or has no such value", lab->lab->name,
                          key);
        else if (!course_date(json_string_value(value), &lab->due))
            return refuse(r, "%s: \"due\" has the form \"2027-03-01T23:59:00+01:00\"",
                          lab->lab->name);
    }
    return true;
}

static bool read_course_labs(CourseReader *r, json_t *labs)
{
    const char *name;
    json_t *object;
    if (!json_is_object(labs))
        return refuse(r, "\"labs\" needs an object in { }");
    json_object_foreach(labs, name, object)
    {
        CourseLab *lab = find_course_lab(r->course, name);
        if (!lab)
            return refuse(r, "there is no lab %.64s", name);
        if (!read_course_lab(r, lab, object))
            return false;
    }
    return true;
}

static bool read_late(CourseReader *r, json_t *late)
{
    const char *key;
    json_t *value;
    Course *course = r->course;
    course->late = true;
    course->days = 3650;
    if (!json_is_object(late))
        return refuse(r, "\"late\" needs an object in { }");
    json_object_foreach(late, key, value)
    {
        double number = json_number_value(value);
        bool counts = json_is_number(value) && number >= 0;
        if (counts && strcmp(key, "percent_per_day") == 0 && number <= 100)
            course->percent_per_day = number;
        else if (counts && strcmp(key, "grace_minutes") == 0 && number <= 1e6)
            course->grace_minutes = (int)number;
        else if (counts && strcmp(key, "days") == 0 && number <= 3650)
            course->days = (int)number;
        else
            return refuse(r, "\"late\": \"%.40s\" is not known, or has no such value", key);
    }
    return true;
}

static bool read_course(CourseReader *r, json_t *object)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return refuse(r, "it is not an object in { }");
    json_object_foreach(object, key, value)
    {
        bool right = false;
        if (strcmp(key, "title") == 0 && json_is_string(value))
            right = snprintf(r->course->title, sizeof r->course->title, "%s",
                             json_string_value(value)) >= 0;
        else if (strcmp(key, "leave_out") == 0)
            right = read_left_out(r, value);
        else if (strcmp(key, "labs") == 0)
            right = read_course_labs(r, value);
        else if (strcmp(key, "late") == 0)
            right = read_late(r, value);
        else
            refuse(r, "\"%.40s\" is not known, or has no such value", key);
        if (!right)
            return false;
    }
    return true;
}

bool course_read(Course *course, const char *path, char *problem, size_t size)
{
    CourseReader r = {course, problem, size};
    json_error_t error;
    *course = (Course){.title = "CUDA C", .labs = all_labs_count};
    course->lab = need(calloc((size_t)all_labs_count + 1, sizeof *course->lab));
    for (int i = 0; i < all_labs_count; i++)
        course->lab[i] = (CourseLab){.lab = all_labs[i], .weight = 1};
    if (!path)
        return true;
    json_t *object = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    bool right =
        object ? read_course(&r, object) : refuse(&r, "line %d: %.200s", error.line, error.text);
    json_decref(object);
    return right;
}

void course_free(Course *course) { free(course->lab); }

double course_late_factor(const Course *course, const CourseLab *lab, time_t handed_in)
{
    enum { DAY = 24 * 60 * 60 };
    if (!course->late || !lab->due || handed_in <= lab->due + 60 * (time_t)course->grace_minutes)
        return 1;
    time_t days = (handed_in - lab->due + DAY - 1) / DAY; // each begun day counts
    double left = 1 - (double)days * course->percent_per_day / 100;
    return days > course->days || left < 0 ? 0 : left;
}
