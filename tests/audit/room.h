// room.h - the machines that the audit plays: who grades, and which protections the machine lacks.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef enum {
    LAYER_root,      // root, on a machine with everything
    LAYER_user,      // an ordinary user
    LAYER_container, // root in a container without namespaces, without Landlock, with the few
                     // capabilities that Docker leaves
    LAYER_open,      // an ordinary user, and a grader that confines nothing: do the attacks work?
    LAYERS
} Layer;

enum { ROOM_USER = 23456 }; // the ordinary user, where root runs the audit

const char *layer_name(Layer layer);

// Becomes the one who grades, with what that machine lacks. False: it cannot be played here.
bool layer_enter(Layer layer);

// What became of a command in a room of its own: other process numbers, and all that it started
// ends with it.
typedef struct {
    int status;     // wait status of the command
    bool survivors; // processes were left when it had ended
    bool bystander; // a process of the same user, number 2 in the room, is still well
    bool overdue;   // it hung
    double cpu;     // seconds, of all its processes
    long peak_kb;   // the largest of its processes
} RoomResult;

// Runs command(data) in a room; standard output and error go to the file `log`.
RoomResult room_run(Layer layer, const char *log, int (*command)(void *), void *data);
