// version.h - the version of the course: of labs, grader and simulator together. It is in
// every grade.json, and `build/grade --version` prints it. CHANGELOG.md says what changed.
#pragma once

#define COURSE_VERSION "1.1.0-dev"
