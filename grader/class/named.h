// named.h - whose questions a submission answers (grader/labs/questions.h).
#pragma once

#include "work.h"

// Where a lab has questions of the student's own: a file of answers without a name gets that of the
// submission, so that nobody answers the questions of the course. The receipt has the file as it is
// graded. Notes it in the work.
void named_answers(const StudentClass *class, ClassWork *work);

// Two submissions with one name have the same questions: notes it in both works.
void named_twice(const StudentClass *class);
