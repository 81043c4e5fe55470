// options.c - see options.h.
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/processors.h"
#include "grader/base/text.h"

static const char usage[] =
    "usage: build/class [options] --submissions FOLDER\n"
    "       build/class [--course FILE] --total FILE FOLDER...\n"
    "  --submissions FOLDER  one entry for each student: a folder, or an archive\n"
    "  --out FOLDER          for results (default: FOLDER-graded, beside the submissions)\n"
    "  --course FILE         labs, parts, points, weights, dates (course.json)\n"
    "  --roster FILE         who is in the class: student,id,email,group\n"
    "  --changes FILE        what you decide for one student: student,lab,change,reason\n"
    "  --times FILE          lines \"name,2027-03-01T23:59:00+01:00\": when it was handed in\n"
    "  --earlier FOLDER      results of another class, for the list of similar submissions\n"
    "  --lab LAB             only these labs: 04,05, or entries of course.json\n"
    "  --again               grade a class with other choices than it was graded with\n"
    "  --regrade NAME        grade this student again, or \"all\"\n"
    "  --seed N              of inputs and schedules (default: drawn once for a class, secret)\n"
    "  --jobs N              labs at a time (default: one per processor)\n"
    "  --prepare             only make the folder for results, draw the seed, and\n"
    "                        forget what --regrade names\n"
    "  --share I/N           grade only share I of N, and write no tables (after --prepare)\n"
    "  --nvcc PATH           the compiler\n"
    "  --total FILE          marks of several folders of results in one table\n"
    "  --left-out            print the labs that the course leaves out\n"
    "  --locks               print what its release keeps closed\n";

void end_with(int status, const char *what, const char *which)
{
    text_say(stderr, "class: %s%s%s", what, which ? ": " : "", which ? which : "");
    exit(status);
}

// "3/20"
static void read_share(ClassCommand *o, const char *text)
{
    int end = 0;
    if (sscanf(text, "%d/%d%n", &o->share, &o->shares, &end) != 2 || text[end] || o->share < 1 ||
        o->share > o->shares)
        end_with(2, "--share takes I/N, the I-th of N shares", text);
}

static uint64_t read_seed(const char *text)
{
    char *end;
    uint64_t seed = strtoull(text, &end, 0);
    if (!*text || *end || !seed)
        end_with(2, "--seed takes a number, not 0", text);
    return seed;
}

static int read_jobs(const char *text)
{
    char *end;
    long jobs = strtol(text, &end, 10);
    if (*end || jobs < 1 || jobs > 1024)
        end_with(2, "--jobs takes 1 to 1024", text);
    return (int)jobs;
}

static void check_usage(const ClassCommand *o)
{
    bool command = o->left_out || o->locks || o->total;
    if ((o->folder_count && !o->total) || (!o->submissions && !command))
        end_with(2, "build/class --help shows the usage", NULL);
    if (o->total && !o->folder_count)
        end_with(2, "which folders? make marks FOLDERS='week4-graded week5-graded'", NULL);
    if (o->submissions && !*o->submissions)
        end_with(2, "which folder? make class SUBMISSIONS=folder", NULL);
    if (o->shares > 1 && o->regrade)
        end_with(2, "--regrade belongs to --prepare", NULL);
}

ClassCommand options_read(int argc, char **argv)
{
    static const struct option table[] = {
        {"submissions", required_argument, NULL, 's'},
        {"out", required_argument, NULL, 'o'},
        {"course", required_argument, NULL, 'c'},
        {"times", required_argument, NULL, 't'},
        {"roster", required_argument, NULL, 'R'},
        {"changes", required_argument, NULL, 'C'},
        {"earlier", required_argument, NULL, 'e'},
        {"lab", required_argument, NULL, 'l'},
        {"again", no_argument, NULL, 'a'},
        {"regrade", required_argument, NULL, 'r'},
        {"seed", required_argument, NULL, 'S'},
        {"jobs", required_argument, NULL, 'J'},
        {"nvcc", required_argument, NULL, 'n'},
        {"prepare", no_argument, NULL, 'p'},
        {"share", required_argument, NULL, 'i'},
        {"total", required_argument, NULL, 'T'},
        {"left-out", no_argument, NULL, 'L'},
        {"locks", no_argument, NULL, 'k'},
        {"help", no_argument, NULL, 'H'},
        {NULL, 0, NULL, 0},
    };
    ClassCommand o = {.jobs = processors(), .share = 1, .shares = 1};
    for (int letter; (letter = getopt_long(argc, argv, ":", table, NULL)) != -1;)
        switch (letter) {
        case 's': o.submissions = optarg; break;
        case 'o': o.out = optarg; break;
        case 'c': o.given.course = optarg; break;
        case 't': o.given.times = optarg; break;
        case 'R': o.given.roster = optarg; break;
        case 'C': o.given.changes = optarg; break;
        case 'e': o.given.earlier = optarg; break;
        case 'l': o.given.labs = optarg; break;
        case 'a': o.again = true; break;
        case 'r': o.regrade = optarg; break;
        case 'S': o.given.seed = read_seed(optarg); break;
        case 'J': o.jobs = read_jobs(optarg); break;
        case 'n': o.nvcc = optarg; break;
        case 'p': o.prepare = true; break;
        case 'i': read_share(&o, optarg); break;
        case 'T': o.total = optarg; break;
        case 'L': o.left_out = true; break;
        case 'k': o.locks = true; break;
        case 'H': fputs(usage, stdout); exit(0);
        default: fputs(usage, stderr); exit(2);
        }
    o.folders = argv + optind;
    o.folder_count = argc - optind;
    check_usage(&o);
    return o;
}
