# class.mk - a class is graded, and the course is given to students.

# ---- commands for instructors -------------------------------------------------------------

# The instructor's choices: labs that are left out, weights, dates.
ifeq ($(origin COURSE_FILE),undefined)
COURSE_FILE := $(wildcard course.json)
endif
override COURSE_FILE := $(value COURSE_FILE)
export COURSE_FILE

# What a class has handed in: a folder with a folder or an archive for each student.
CLASS_NAMES := SUBMISSIONS REGRADE TIMES ROSTER CHANGES EARLIER FOLDERS
$(foreach name,$(CLASS_NAMES),$(eval override $(name) := $$(value $(name))))
export $(CLASS_NAMES)
AGAIN ?=

# --lab "$LAB" if there is one.
given = $${$(2):+--$(1) "$$$(2)"}
CLASS = --nvcc '$(NVCC)' --submissions "$$SUBMISSIONS" $(call given,course,COURSE_FILE) $(call given,lab,LAB) \
        $(call given,seed,SEED) $(call given,regrade,REGRADE) $(call given,times,TIMES) $(call given,roster,ROSTER) \
        $(call given,changes,CHANGES) $(call given,earlier,EARLIER) $(if $(AGAIN),--again)
GRADES_A_CLASS := $(NEEDED) build/class build/skeletons/made

class: $(GRADES_A_CLASS) ## grade a whole class: SUBMISSIONS=folder LAB=04,05 ROSTER=f.csv CHANGES=f.csv REGRADE=name
	@$(built) build/class $(CLASS)

marks: build/class ## the marks of several weeks in build/marks.csv: FOLDERS='week4-graded week5-graded'
	@$(built) build/class $${COURSE_FILE:+--course "$$COURSE_FILE"} --total build/marks.csv $$FOLDERS

SHARES ?= 10
class-slurm: $(GRADES_A_CLASS) ## the same as a job array of Slurm: SHARES=20 and all that make class takes
	@$(built) sh grader/class/slurm.sh submit '$(SHARES)' $(CLASS)

build/class: LIBS += -larchive
build/class: $(call obj,$(CLASS_SRC)) build/libgrader.a
	$(link)

CLASS_USERS := $(CLASS_SRC) $(wildcard tests/test_class*.c) tests/test_handed_in.c tests/test_strange.c
$(call obj,$(CLASS_USERS)) $(call aobj,$(CLASS_USERS)): | class-setup
class-setup: | setup
	@CC='$(CC)' sh common/setup/packages.sh libarchive-dev

gradescope: $(NEEDED) build/skeletons/made ## an autograder for Gradescope: LAB=reduction SEED=n
	@[ -n "$$LAB" ] || { echo 'which lab? make gradescope LAB=reduction' >&2; exit 2; }
	@$(built) sh grader/release/gradescope.sh "$$(build/grade --list "$$LAB" | sed -n '2s/ *\([^ ]*\).*/\1/p')" \
	    build/gradescope.zip $$SEED

RELEASED := $(NEEDED) build/skeletons/made $(if $(COURSE_FILE),build/class)
dist: $(RELEASED) ## the student release: the course without solutions, in build/release
	@$(built) mkdir -p build/release && NVCC='$(NVCC)' sh grader/release/dist.sh build/release

release-check: dist ## does the release give the same grades? LAB=reduction; without LAB= all labs
	@NVCC='$(NVCC)' CC='$(CC)' sh grader/release/check.sh build/release/cuda-course-*.tar.gz $(LAB)
