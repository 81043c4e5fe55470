# The course's commands. `make help` lists them.
#
#   make grade [LAB=reduction] [PART=3] [SUBMISSION=solutions] [SEED=7]
#
# No set-up is needed first: make fetches what is missing, or names it.

CC      ?= gcc
OBJCOPY ?= objcopy
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
NVCC_VERSION := 13.0.88
CUDA_HOME ?= /usr/local/cuda
NVCC    ?= $(firstword $(shell command -v nvcc) $(wildcard $(CUDA_HOME)/bin/nvcc) build/toolkit/bin/nvcc)

CUDA_LIB = $(abspath $(dir $(shell command -v $(NVCC)))../lib64)

# Which labs, which folder, which part; empty means all of labs/.
LAB        ?=
PART       ?=
SUBMISSION ?=
SEED       ?=
LEVEL      ?=
TODO       ?=
CASE       ?=
N          ?=
VALUES     ?=
DIR        ?=
FINDING    ?=
DEBUG      ?=
PROGRAM    ?=
BACKEND    ?= simulator
RECEIPT    ?= build/grade.json
# Names of folders are data: passed as typed, through the environment, quoted.
override SUBMISSION := $(value SUBMISSION)
override RECEIPT := $(value RECEIPT)
override CASE := $(value CASE)
override VALUES := $(value VALUES)
override DIR := $(value DIR)
override PROGRAM := $(value PROGRAM)
export PROGRAM LAB PART SUBMISSION SEED LEVEL TODO CASE N VALUES DIR FINDING RECEIPT

CPPFLAGS := -I. -Icommon -Icommon/cudasim -D_GNU_SOURCE= -DNVCC_VERSION='"$(NVCC_VERSION)"'
WARN     := -Wall -Wextra
# SYMBOLS=1: with what a debugger for C wants to know. A compilation takes a fifth longer.
CFLAGS   := -std=gnu11 $(WARN) $(if $(SYMBOLS),-g)
MACHINE  := $(shell uname -m)
# The inputs of the cases must not depend on the processor. x86-64 has no fma to contract to.
CFLAGS   += $(if $(filter x86_64,$(MACHINE)),,-ffp-contract=off)
OPT      := -O2
# The compiler must not change results: no contraction, no errno, no traps.
SIMFLAGS := -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden
ASAN     := -O1 -g1 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-omit-frame-pointer \
            -fsanitize=address,undefined -fno-sanitize-recover=undefined
# A program takes of these what it needs. An older glibc has dlopen in a library of its own.
LIBS     := -Wl,--as-needed -ljansson -lseccomp -lcheck -lsubunit -lm -lrt -lpthread -ldl

# The machine is compiled for vectors of the width that this processor has, or of all widths (WIDTHS=all);
# common/cudasim/widths.c chooses when a program starts. The sets of instructions are written out: a compiler
# older than gcc 11 does not know x86-64-v3.
ifneq ($(filter all test class-slurm,$(or $(MAKECMDGOALS),all)),)
WIDTHS   := all
endif
override WIDTHS := $(shell sh common/setup/widths.sh build/machine/widths $(filter all,$(WIDTHS)))
FLAGS_avx2   := -mavx2 -mfma -mbmi -mbmi2 -mpopcnt
# Registers of 512 bits are slower where a kernel waits for each result: masks, but no wider registers.
FLAGS_avx512 := $(FLAGS_avx2) -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl -mprefer-vector-width=256

SIM      := common/cudasim
SIM_SRC  := $(wildcard $(addprefix $(SIM)/,ptx/*.c ptxas/*.c sim/*.c sim/*/*.c observers/*.c observers/*/*.c both/*.c \
              cudart/api/*.c cudart/clock/*.c cudart/drawing/*.c cudart/server/*.c)) common/causes.c
# What gains from wider vectors and from -O3: what runs for each instruction of a kernel. The rest is compiled once.
HOT_SRC  := $(wildcard $(addprefix $(SIM)/,sim/exec/*.c sim/*.c observers/counters/*.c observers/race/*.c)) \
            $(addprefix $(SIM)/observers/,shadow.c initcheck.c memcheck.c origins.c last_writer.c undefined.c synccheck.c)
COLD_SRC := $(filter-out $(HOT_SRC),$(SIM_SRC))
# What runs in the program's process: it has no part of the machine.
CLIENT_SRC := $(wildcard $(SIM)/client/*.c $(SIM)/both/*.c)
# What a program needs that is not linked to libcudart.so.13: the driver API, and the runtime in the program itself.
DRIVER_SRC := $(wildcard $(SIM)/driver/*.c)
TOOL_SRC := $(wildcard $(SIM)/cudart/tool/*.c)
# The page that shows what a kernel did: the tool and the grader write one.
LOOK_SRC := $(wildcard $(SIM)/look/*.c)
# Only the tool has the debugger.
DEBUG_SRC := $(wildcard $(SIM)/debugger/*.c)
# A lab is a folder of grader/labs with a suite. The list has a line for each, and changes with the folders.
LABS     := $(patsubst grader/labs/%/suite.c,%,$(sort $(wildcard grader/labs/*/suite.c)))
LAB_LIST := build/all_labs.h
TASKS    := $(sort $(wildcard grader/labs/*/calls.c)) grader/labs/task_table.c
LAB_SRC  := $(filter-out %/calls.c %/test.c,$(wildcard grader/labs/*/*.c))
REF_SRC  := $(filter %/reference.c,$(LAB_SRC))
CONFINE_SRC := $(wildcard grader/submission/confine*.c)
RUNNER_SRC := $(wildcard grader/runner*.c) grader/base/hash.c
# One case as a program of its own, for the debugger.
REPLAY_SRC := grader/replay.c
LAB_CLIENT_SRC := grader/client.c grader/client_clock.c grader/client_files.c $(CONFINE_SRC) $(TASKS)
GPU_SRC    := $(wildcard grader/gpu/*.c)
RACE_SRC   := $(wildcard grader/gpu/race/*.cu grader/labs/*/speed.cu)
CLASS_SRC  := $(wildcard grader/class/*.c)
GRADE_SRC  := $(filter-out $(wildcard grader/runner*.c) $(addprefix grader/,client.c client_clock.c client_files.c main.c watch/watch.c) $(REPLAY_SRC) $(TASKS) \
                $(GPU_SRC) $(CLASS_SRC),$(wildcard grader/*.c grader/*/*.c) $(LAB_SRC)) common/causes.c
TEST_SRC := $(wildcard tests/test_*.c)
# Each lab has a test in its own folder.
LAB_TESTS := $(patsubst grader/labs/%/test.c,tests/lab_%,$(wildcard grader/labs/*/test.c))

# Fake labs that misbehave, one object per kind, for the tests of the grader.
KINDS    := right idle host disguised unwritten wrong crash overrun exit0 check hang forge sticky \
            launcherror race daemon chatty environment spin maps counting between findings unloadable
FAKES    := $(KINDS:%=build/tests/fake/kind_%.so)

# A deck is slides/NN_topic/slides.md; its plots are drawn by gnuplot.
DECKS := $(patsubst slides/%/slides.md,%,$(sort $(wildcard slides/*/slides.md)))
PLOTS := $(patsubst slides/%.gp,build/slides/%.svg,$(wildcard slides/*/*.gp))

# A student release has no tests and no solutions.
RELEASE  := $(if $(wildcard solutions),,$(wildcard grader/reference.json))
FULL_TREE := test audit audit-versions bench-sim bench-race bench-time bench-edit fuzz random gates format \
             race-pictures pictures dist release-check class marks class-slurm gradescope
print-full-tree:
	@echo $(FULL_TREE)
REFUSED  := $(if $(RELEASE),$(firstword $(filter $(FULL_TREE),$(MAKECMDGOALS))))
ifneq ($(REFUSED),)
$(error make $(REFUSED) needs the solutions and the tests, which a student release does not have)
endif

# What is built shows as one line that counts; on no terminal, as one line at the beginning. `make V=1` shows the
# commands themselves. A first run of make -n, with COUNTING=1, knows how many steps there are; make runs a line that
# has $(MAKE) in it even then.
comma := ,
Q    := $(if $(V),,@)
TTY  := $(shell [ -t 2 ] && [ "$${TERM:-dumb}" != dumb ] && echo yes)
ALL_STEPS = $(eval ALL_STEPS := $(shell env -u MAKEFLAGS COUNTING=1 CC='$(CC)' NVCC='$(NVCC)' \
              $(MAKE) -n --no-print-directory $(MAKECMDGOALS) 2>/dev/null | grep -c '^: step'))$(ALL_STEPS)
counted = printf '\r\033[K  $(words $(STEPS))/$(ALL_STEPS)  $(1)' >&2;
announced = $(if $(word 2,$(STEPS)),,echo '  building: $(ALL_STEPS) steps' >&2;)
step = $(if $(COUNTING),: step;,$(if $(V),,$(eval STEPS += x)$(if $(TTY),$(call counted,$(1)),$(announced))))
# Ends the line that counts.
built = $(if $(and $(STEPS),$(TTY)),printf '\r\033[K' >&2;)

# ---- recipes ---------------------------------------------------------------------------------

# compile: with further flags. link: objects and archives, as the rule lists them.
compile = $(Q)$(call step,$<)mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(CFLAGS) $(1) -MMD -MP -c -o $@ $<
link = $(Q)$(call step,$@)mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $(filter %.o %.a %.so.13,$^) $(LIBS)
archive = $(Q)mkdir -p $(@D) && rm -f $@ && ar qcsT $@ $^
nvcc = $(Q)$(call step,$@)mkdir -p $(@D) && $(NVCC) $(1) -o $@

obj  = $(patsubst %.c,build/obj/%.o,$(1))
aobj = $(patsubst %.c,build/asan/%.o,$(1))
# Objects of the machine for a width of vectors.
wobj = $(patsubst %.c,build/$(if $(filter plain,$(2)),obj,$(2))/%.o,$(1))

LIBCUDART := build/lib/libcudart.so.13
LIBCUDA   := build/lib/libcuda.so.1
PROGRAMS  := build/grade build/watch build/runner build/client build/replay build/cudasim
# Each suite has a name, which is a link to the program with all suites (tests/all.c).
TESTS     := $(patsubst tests/%.c,build/tests/%,$(TEST_SRC)) $(LAB_TESTS:%=build/%)
# Of the grading of a class, all but its main() is tested.
CLASS_PARTS := $(filter-out $(addprefix grader/class/,main.c options.c),$(CLASS_SRC))
SUITE_SRC := tests/all.c tests/compiled.c tests/print.c $(CLASS_PARTS) $(TEST_SRC) \
             $(LAB_TESTS:tests/lab_%=grader/labs/%/test.c)
# These run with each other width of vectors, and so does the runner.
WIDTH_TESTS := $(wildcard tests/test_exec_*.c) tests/test_approx.c tests/test_atom.c tests/test_ptx.c
WITH_WIDTH := build/tests/widths/plain/runner \
              $(foreach width,$(filter-out plain,$(WIDTHS)),$(addprefix build/tests/widths/$(width)/,runner all))
# These tests start other programs and look at their results; a sanitizer would see nothing.
# What reads versions frees little.
OUTSIDE   := $(patsubst %,tests/test_%.c,versions patch parity findings cudart_programs cost streams slide_programs \
               errors evidence maps litmus debug debug_dap replay deck pictures tensor) \
             $(filter-out %_choice.c,$(wildcard tests/test_look*.c))
ASANTESTS := $(patsubst tests/%.c,build/asan/tests/%,$(filter-out $(OUTSIDE),$(TEST_SRC))) $(LAB_TESTS:%=build/asan/%)

all: $(LIBCUDART) $(PROGRAMS) ## build everything (the default)
.PHONY: FORCE all api audit audit-versions bench-edit bench-race bench-sim bench-time class class-setup \
        class-slurm clean cudasim debug debug-build dist doctor editor format fuzz gates gpu-here grade \
        gradescope handin help hint history list look look-if-possible look-lab look-page look-picture look-program marks nvcc parity pictures \
        predict program python race race-pictures random release-check replay reset run run-lab run-program setup show slides slides-fit slides-pdf \
        slides-setup test verify watch
.DELETE_ON_ERROR:
.SECONDARY:

# ---- commands for students ----------------------------------------------------

# One process grades. Its status says more than make can pass on: 0 all points,
# 1 points lost, 3 a file does not compile. Only the other statuses are failures here.
CHOSEN = --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} $${SEED:+--seed "$$SEED"} \
         $${PART:+--part "$$PART"}
GRADE = build/grade $(CHOSEN)
# A case of one's own.
OWN_CASE = $${N:+--n "$$N"} $${VALUES:+--values "$$VALUES"}
or_points_lost = status=$$?; case $$status in 0|1|3) ;; *) exit $$status ;; esac

# On a GPU: the same labs and cases, with real times and no marks. It needs neither the simulator nor what
# grading needs: packages, root, a network.
GPU = build/gpu/gpu $(CHOSEN)

ifeq ($(BACKEND),gpu)
NEEDED := build/gpu/gpu
grade: $(NEEDED)
	@$(built) $(GPU) $$LAB; $(or_points_lost)
run-lab: $(NEEDED)
	@$(built) $(GPU) --run $$LAB; $(or_points_lost)
else ifeq ($(BACKEND),simulator)
NEEDED := nvcc build/grade build/commit build/client $(LIBCUDART) build/runner
grade: $(NEEDED) ## grade the labs: LAB=reduction PART=3 SUBMISSION=dir SEED=n BACKEND=gpu
	@$(built) $(GRADE) $(GRADEFLAGS) $$LAB; $(or_points_lost)
run-lab: $(NEEDED)
	@$(built) $(GRADE) --run $(OWN_CASE) $$LAB
else
$(error BACKEND is gpu or simulator, not $(BACKEND))
endif

watch: $(NEEDED) build/watch ## grade on each save, the part in hand first: LAB=reduction PART=2
	@$(built) build/watch $(CHOSEN) $$LAB

# Fails if the grade is another one. build/grade itself has a status for each reason.
verify: $(NEEDED) ## grade again what a grade says was graded, and compare: RECEIPT=grade.json
	@$(built) build/grade --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} $(GRADEFLAGS) --verify "$$RECEIPT"

NAME ?=
override NAME := $(value NAME)
export NAME
handin: $(NEEDED) ## pack a lab for handing in: compiled, named, with its digest: LAB=reduction NAME='Ann Lee'
	@$(built) sh grader/submission/handin.sh '$(NVCC)' "$$LAB" "$$NAME" $${SUBMISSION:+"$$SUBMISSION"}

list: build/grade ## all labs, how far you are, and what is next: LAB=reduction
	@$(built) build/grade --list $$LAB

history: build/grade ## your attempts, and what got better and worse: LAB=reduction PART=2
	@$(built) build/grade --history $${PART:+--part "$$PART"} $$LAB

# Without solutions/, the course as students get it has the skeletons in common/skeletons/.
SKELETONS := $(if $(wildcard solutions),build/skeletons/made)
reset: build/grade $(SKELETONS) ## a part of your file as it was at first; yours is kept: LAB=reduction PART=2 TODO=2a
	@$(built) build/grade --reset $${PART:+--part "$$PART"} $${TODO:+--todo "$$TODO"} $$LAB

run: $(if $(PROGRAM),run-program,run-lab) ## run a lab's demo, all variants with counters: LAB=reduction BACKEND=gpu; PROGRAM=NAME.cu

look: $(if $(PROGRAM),look-program,look-lab) ## a page of what your kernels did: LAB=reduction PART=2 CASE=n=1024 DIR=folder; PROGRAM=NAME.cu
look-lab: $(NEEDED) build/look/page.html
	@$(built) $(GRADE) --look "$$DIR" $${CASE:+--case "$$CASE"} $(OWN_CASE) $$LAB

# A finding again, as a page or under the debugger.
DEBUGGER := $(if $(DEBUG),build/replay build/cudasim,build/look/page.html)
replay: $(NEEDED) $(DEBUGGER) ## a finding again, as a page or in the debugger: LAB=reduction PART=2 FINDING=1 DEBUG=1
	@$(built) $(GRADE) --replay $${FINDING:+--finding "$$FINDING"} $(if $(DEBUG),--debug) $(OWN_CASE) $$LAB

hint: build/grade ## a hint: LAB=reduction PART=2 LEVEL=1
	@$(built) build/grade --hint $${PART:+--part "$$PART"} $${LEVEL:+--level "$$LEVEL"} $$LAB

questions: build/grade ## predictions with the numbers of your name in answers.txt: LAB=graphs
	@$(built) build/grade --questions $$LAB

# First of all: is there a GPU? Without one, nothing is compiled for it.
gpu-here: build/gpu/gpu
	@build/gpu/gpu --device >/dev/null

# The table's rows are in build/race.csv too, and as plots where there is gnuplot.
DRIVER = driver $$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1)
PREDICTED = $(firstword $(wildcard build/predicted.csv) tests/data/race_predicted.csv)
build/gpu/race/race $(RACE_SRC:grader/%.cu=build/gpu/race/%.o): | $(if $(ARCH),,gpu-here)
race: build/gpu/race/race ## on a GPU: a lab's variants, the fastest kernels and NVIDIA's libraries: LAB=scan
	@RACE_PREDICTED=$(PREDICTED) RACE_CSV=build/race.csv RACE_DRIVER="$(DRIVER)" $(GPU) --race $$LAB
	@command -v gnuplot >/dev/null 2>&1 || { echo 'no plots: gnuplot is not installed'; exit 0; }; \
	    sh grader/gpu/race/plot.sh build/race.csv build

# The same contestants in the simulator: needs no GPU. `make race` shows these times, too.
SIMULATED := build/gpu/gpu build/gpu/predict/race build/cudasim $(LIBCUDART)
predict: $(SIMULATED) ## the race of a lab in the simulator, small, in virtual time: LAB=scan
	@$(built) RACE_CSV=build/predicted.csv $(GPU) --race-predict $$LAB

PARITY := gpu-here build/gpu/gpu build/cudasim $(LIBCUDART)
parity: $(PARITY) ## on a GPU with ncu: its counters beside ours: LAB=scan PART=3
	@sh grader/gpu/parity.sh '$(NVCC)' "$$LAB" "$$PART" "$${SUBMISSION:-labs}"

doctor: ## what is installed, what is real and what is simulated
	@sh common/setup/doctor.sh '$(NVCC)' $(NVCC_VERSION)

# Shows the result of lab 01's blur.
PICTURE ?= labs/01_patterns/scene.pgm
RADIUS  ?= 5
show: $(LIBCUDART) build/cudasim nvcc ## blur a picture with your lab 01: PICTURE=file.pgm RADIUS=n
	$(Q)$(built) $(NVCC) -arch=compute_90 -cudart shared -lineinfo -Icommon -o build/show labs/01_patterns/show.cu \
	    "$${SUBMISSION:-labs}"/01_patterns/patterns.cu
	$(Q)build/cudasim build/show '$(PICTURE)' '$(RADIUS)' build/blurred.bmp

# A program of one file, or one that nvcc has made. FLAGS: more of nvcc's options, such as -rdc=true.
compiled_for = $(built) made=$$(sh common/setup/program.sh $(1) '$(NVCC)' "$$PROGRAM" $(FLAGS))
RUNS_PROGRAMS := $(LIBCUDART) build/cudasim nvcc
debug-build: $(RUNS_PROGRAMS)
	@$(call compiled_for,debug)

run-program: $(RUNS_PROGRAMS)
	@$(call compiled_for,program) && build/cudasim "$$made" $(ARGS)

look-program: $(RUNS_PROGRAMS) build/look/page.html
	@$(call compiled_for,program) && build/cudasim --look "$${DIR:-build/look/program}" "$$made" $(ARGS)

program: $(RUNS_PROGRAMS) ## compile a program, run it with all checkers: PROGRAM=NAME.cu ARGS='...'
	@$(call compiled_for,program) && build/cudasim --tool all "$$made" $(ARGS)

ifeq ($(LAB),)
debug: $(RUNS_PROGRAMS) ## step through a program or a lab: PROGRAM=NAME.cu ARGS='...'
	@$(call compiled_for,debug) && build/cudasim --debug "$$made" $(ARGS)
else # a case of a part, as make replay DEBUG=1
debug: $(NEEDED) build/replay build/cudasim
	@$(built) $(GRADE) --replay --debug $(OWN_CASE) $$LAB
endif

# Numba, CuPy and NVIDIA's packages for Python, which nothing else needs. CuPy's own library of kernels is machine code.
build/python/made: common/setup/python.txt
	@mkdir -p build && python3 -m venv build/python && build/python/bin/pip install -q --disable-pip-version-check \
	    --only-binary :all: -r $< && touch $@

python: build/python/made $(LIBCUDART) build/cudasim ## run a program of Numba or CuPy with all checkers: PROGRAM=NAME.py ARGS='...'
	@$(built)[ -z "$$PROGRAM" ] || CUPY_ACCELERATORS= build/cudasim --tool all build/python/bin/python3 "$$PROGRAM" $(ARGS)

editor: nvcc ## build/compile_commands.json, from which an editor learns how files are compiled
	@sh common/setup/editor.sh '$(NVCC_VERSION)'

slides: build/slides/index.html ## the decks, one HTML file each, in build/slides/
	@$(built):

cudasim: $(LIBCUDART) build/cudasim ## the simulator: build/cudasim [options] ./program args
	@$(built):

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

CLASS = --nvcc '$(NVCC)' --submissions "$$SUBMISSIONS" $${COURSE_FILE:+--course "$$COURSE_FILE"} \
        $${LAB:+--lab "$$LAB"} $${SEED:+--seed "$$SEED"} $${REGRADE:+--regrade "$$REGRADE"} $${TIMES:+--times "$$TIMES"} \
        $${ROSTER:+--roster "$$ROSTER"} $${CHANGES:+--changes "$$CHANGES"} $${EARLIER:+--earlier "$$EARLIER"} $(if $(AGAIN),--again)
GRADES_A_CLASS := $(NEEDED) build/class build/skeletons/made

class: $(GRADES_A_CLASS) ## grade a whole class: SUBMISSIONS=folder LAB=04,05 ROSTER=NAME.csv CHANGES=NAME.csv REGRADE=name
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

# ---- commands for developers --------------------------------------------------------------

TESTED := $(LIBCUDART) $(PROGRAMS) build/commit build/class $(TESTS) $(ASANTESTS) $(FAKES) $(WITH_WIDTH) build/tests/audit \
          build/tests/generate build/tests/run build/skeletons/made build/gpu/gpu nvcc look-if-possible
SCRIPTS := $(filter-out tests/maps.sh tests/tap.sh,$(wildcard tests/*.sh))
# The order of a first run; later ones start what took longest first.
LONG := build/tests/test_versions $(SCRIPTS) $(patsubst %,build/tests/test_%,findings cudart_programs parity)
# The tests of the labs run with sanitizers only: tests/grade_*.sh and test_versions run the same code of the suites
# without them. So do those of the kinds of input, and of the steps of nvcc.
PLAIN := $(filter-out $(LONG) $(LAB_TESTS:%=build/%) build/tests/test_nvcc_steps build/tests/test_kit,$(TESTS))
test: $(TESTED) ## the project's own tests, plain and under ASan and UBSan; what has not changed is skipped: ALL=1
	@$(built) export NVCC='$(NVCC)'; python3 tests/inputs.py $(LONG) $(PLAIN) $(ASANTESTS) >build/tests/inputs && \
	    build/tests/run $(LONG) $(PLAIN) $(ASANTESTS)

# Compared with Oclgrind and PoCL if they are installed; see the README.
OPENCL = $(if $(filter bench-sim,$(MAKECMDGOALS)),$(shell \
    echo 'int main(void) { return clGetPlatformIDs(0, 0, 0); }' | \
    $(CC) -include CL/cl.h -x c - -o /dev/null -lOpenCL 2>/dev/null && \
    echo build/bench/bench_opencl))

audit: $(LIBCUDART) $(PROGRAMS) build/tests/audit $(OPEN) nvcc ## hostile submissions: ATTACK=name TABLE=file
	@$(if $(COUNTING),,$(built) NVCC='$(NVCC)' build/tests/audit $(if $(TABLE),--table $(TABLE)) $(ATTACK); attacks=$$?; \
	    $(if $(ATTACK),true,$(MAKE) --no-print-directory audit-versions) && exit $$attacks)

GRADES_VERSIONS := $(LIBCUDART) $(PROGRAMS) build/tests/versions nvcc
audit-versions: $(GRADES_VERSIONS) ## wrong versions of the solutions, and right ones: MUTANT=name TABLE=file
	@$(built) NVCC='$(NVCC)' build/tests/versions $(if $(TABLE),--table $(TABLE)) $(MUTANT)

BENCH := $(addprefix build/bench/,bench_sim kernels.ptx calls_inside calls start)
BENCH += build/cudasim build/runner build/client build/tests/fake/kind_right.so $(OPENCL)
bench-sim: $(BENCH) ## how fast the simulator is
	@$(built) build/bench/bench_sim build/bench/kernels.ptx 21 $(filter %/bench_opencl,$^) tests/bench/kernels.cl
	@sh tests/bench/release.sh
	@echo; build/bench/calls_inside 'one process'; build/cudasim build/bench/calls 'two processes'
	@build/bench/start

bench-race: $(SIMULATED) ## virtual times of the races and those of an H200: renews tests/data/race_predicted.csv
	@RACE_CSV=build/predicted.csv build/gpu/gpu --nvcc '$(NVCC)' --submission solutions --race-predict
	@awk -f tests/bench/race.awk tests/data/race_predicted.csv build/predicted.csv tests/data/h200_race.csv \
	    >build/race_predicted.csv
	@mv build/race_predicted.csv tests/data/race_predicted.csv

bench-time: $(LIBCUDART) build/cudasim build/bench/bench_time nvcc ## virtual times and those of an H200
	@NVCC='$(NVCC)' sh tests/bench/time.sh

bench-edit: $(LIBCUDART) $(PROGRAMS) nvcc ## how long a student waits after an edit, and nvcc alone: LAB=name REPEAT=n
	@NVCC='$(NVCC)' REPEAT='$(or $(REPEAT),3)' sh tests/bench/edit.sh $(LAB)

fuzz: build/fuzz/fuzz nvcc ## broken names, fat binaries and PTX, read and run: KIND=launch RUNS=n FIRST=n
	@NVCC='$(NVCC)' sh tests/fuzz/run.sh '$(KIND)' '$(RUNS)' '$(FIRST)'

RANDOM := $(LIBCUDART) build/cudasim build/tests/generate build/tests/test_parity nvcc
random: $(RANDOM) ## random programs: RUNS=n SEED=first
	@NVCC='$(NVCC)' sh tests/random/run.sh $(or $(RUNS),4) $(or $(SEED),1)

slides-pdf: $(DECKS:%=build/slides/%.pdf) ## the decks as PDF; needs Chromium

slides-fit: slides ## does every slide fit on its page, and every text into its picture? needs Chromium
	@sh slides/fit.sh $(DECKS:%=build/slides/%.html) $(wildcard labs/*/pictures/*.svg slides/*/*.svg) $(PLOTS)

api: build/include/cuda_runtime_api.h ## write the table of the runtime API into common/cudasim/cudart/README.md
	@sh tests/api.sh --write

gates: build/grade ## write what costs points into the READMEs of the labs
	@sh tests/gates.sh --write

format: ## format the C sources
	@sh tests/format.sh --write

clean: ## remove what was built, except a fetched compiler
	@for f in build/*; do [ "$$f" = build/toolkit ] || rm -rf "$$f"; done

# Each command is below the heading of those who type it.
commands = sed -n '/^\# ---- commands for $(1) /,/^\# ---- set-up/{/^\# ---- $(2)/q;s/^\([a-z-]*\):.*\#\# /  \1\t/p}' \
    $(firstword $(MAKEFILE_LIST)) | awk -F'\t' -f common/setup/help.awk
help: ## this list
	@echo 'for students:'
	@$(call commands,students,commands for instructors)
ifeq ($(RELEASE),)
	@echo 'for those who teach:'
	@$(call commands,instructors,commands for developers)
	@echo 'for those who work on the course:'
	@$(call commands,developers,set-up)
endif

# ---- set-up ----------------------------------------------------------------------

# Once; `make clean` forgets it.
setup: $(if $(filter simulator,$(BACKEND)$(filter race parity,$(MAKECMDGOALS))),build/packages)
build/packages:
	@CC='$(CC)' sh common/setup/packages.sh check libjansson-dev libseccomp-dev g++
	@mkdir -p build && touch $@

# Also notes where the compiler's headers are: nvcc knows, even if the nvcc on the
# PATH is a script that calls another nvcc.
nvcc: | setup
	@[ -x '$(NVCC)' ] || command -v '$(NVCC)' >/dev/null || $(MAKE) --no-print-directory '$(NVCC)'
	@[ -e build/include/cuda_runtime_api.h ] || { mkdir -p build && \
	    top=$$('$(NVCC)' --dryrun -x cu -c /dev/null 2>&1 | sed -n 's/^#\$$ TOP=//p') && \
	    ln -sfn "$$(cd "$$top" && pwd)/include" build/include; }

build/toolkit/bin/nvcc:
	@mkdir -p build && sh common/setup/toolkit.sh build/toolkit

# ---- the simulator -----------------------------------------------------------------

LIBCUDART_MAP := $(SIM)/cudart/libcudart.map
$(LIBCUDART): LDFLAGS = -shared -Wl,-z,defs -Wl,-soname,libcudart.so.13 -Wl,--version-script=$(LIBCUDART_MAP)
$(LIBCUDART): $(call obj,$(CLIENT_SRC)) $(LIBCUDART_MAP)
	$(link)
	@ln -sf libcudart.so.13 build/lib/libcudart.so

LIBCUDA_MAP := $(SIM)/driver/libcuda.map
$(LIBCUDA): LDFLAGS = -shared -Wl,-z,defs -Wl,-soname,libcuda.so.1 -Wl,--version-script=$(LIBCUDA_MAP)
$(LIBCUDA): $(call obj,$(DRIVER_SRC) $(SIM)/both/error_names.c) $(LIBCUDA_MAP) $(LIBCUDART)
	$(link)

# The machine, for each width of vectors; build/libcudasim.a is the plain one.
build/libcudasim.a: $(call obj,$(SIM_SRC))
build/asan/libcudasim.a: $(call aobj,$(SIM_SRC))
$(foreach width,avx2 avx512,$(eval build/$(width)/libcudasim.a: \
    $(call wobj,$(HOT_SRC),$(width)) $(call obj,$(COLD_SRC))))
build/%.a:
	$(archive)

build/avx2/%.o: %.c | setup
	$(call compile,$(SIMFLAGS) -O3 $(FLAGS_avx2))
build/avx512/%.o: %.c | setup
	$(call compile,$(SIMFLAGS) -O3 $(FLAGS_avx512))
build/obj/common/%.o: common/%.c | setup
	$(call compile,$(SIMFLAGS) $(OPT))
$(call obj,$(HOT_SRC)): OPT = -O3

# A program with the machine: the program and a machine are joined, and only their main() is seen, with the name
# of the width.
define program_with_machine
$$(WIDTHS:%=build/machine/$(1).%.o): $(2)
build/machine/$(1).plain.o: build/libcudasim.a
build/machine/$(1).avx2.o: build/avx2/libcudasim.a
build/machine/$(1).avx512.o: build/avx512/libcudasim.a
$(3)/$(1): $$(WIDTHS:%=build/machine/$(1).%.o) build/obj/$(SIM)/widths.o build/machine/widths
	$$(link)
endef
build/machine/%.o:
	$(Q)$(CC) -r -nostdlib -o $@ $(filter %.o,$^) $(filter %.a,$^)
	$(Q)$(OBJCOPY) --redefine-sym main=main_$(subst .,,$(suffix $(@:.o=))) \
	    --keep-global-symbol main_$(subst .,,$(suffix $(@:.o=))) $@

$(eval $(call program_with_machine,cudasim,$(call obj,$(TOOL_SRC) $(DEBUG_SRC) $(LOOK_SRC)),build))
# It preloads both libraries; only the one of the runtime is for the grader, too.
build/cudasim: | $(LIBCUDA)

# The API is written against NVIDIA's own header, which comes with the compiler.
CUDART_SRC := $(filter $(SIM)/cudart/% $(SIM)/both/%,$(SIM_SRC)) $(TOOL_SRC) $(CLIENT_SRC) $(DRIVER_SRC) $(RUNNER_SRC) $(REPLAY_SRC) \
              $(filter tests/test_cudart% tests/test_timeline% tests/test_client%,$(TEST_SRC)) $(GPU_SRC)
CUDART_OBJ := $(call obj,$(CUDART_SRC)) $(call aobj,$(CUDART_SRC))
$(CUDART_OBJ): CPPFLAGS += -isystem build/include
$(CUDART_OBJ): | nvcc

# ---- the grader ----------------------------------------------------------------------

build/grade: $(call obj,grader/main.c) build/libgrader.a
# Grades on each save, by build/grade.
build/watch: $(call obj,grader/watch/watch.c) build/libgrader.a
# The client exports nothing that a lab's object could pick up by accident, but the clocks.
build/client: $(call obj,$(LAB_CLIENT_SRC))
build/replay: $(call obj,$(REPLAY_SRC) $(TASKS)) $(LIBCUDART)
build/grade build/watch build/client build/replay:
	$(link)
build/commit: build/grade # of which commit it is; in a release, a file says it
	@{ cat common/commit 2>/dev/null || git describe --always --dirty --abbrev=12 --match 'v*' 2>/dev/null || \
	    echo unknown; } >$@

build/libgrader.a: $(call obj,$(GRADE_SRC) $(LOOK_SRC))
build/asan/libgrader.a: $(call aobj,$(GRADE_SRC) $(LOOK_SRC))

build/obj/%.o: %.c | setup
	$(call compile,$(OPT))

# The machine on which a lab's code runs, and the process that runs the code.
RUNNER_OBJ := $(call obj,$(RUNNER_SRC) $(CONFINE_SRC))
$(eval $(call program_with_machine,runner,$(RUNNER_OBJ),build))

# For tests/widths.sh: the machine of one width alone.
define with_width
build/tests/widths/$(1)/runner: $$(RUNNER_OBJ) $(2)
	$$(link)
build/tests/widths/$(1)/all: $$(call obj,tests/all.c $$(WIDTH_TESTS)) build/libgrader.a $(2)
	$$(link)
endef
$(eval $(call with_width,plain,build/libcudasim.a))
$(foreach width,$(filter-out plain,$(WIDTHS)),$(eval $(call with_width,$(width),build/$(width)/libcudasim.a)))

# Labs on a GPU: suites, cases and comparisons of the grader, linked to NVIDIA's runtime.
GPU_OBJ := $(call obj,$(GPU_SRC) $(TASKS) \
             $(filter grader/labs/% grader/base/% grader/run/cases.c $(addprefix grader/judge/,compare.c elements.c printed.c),$(GRADE_SRC)))
build/gpu/gpu: $(GPU_OBJ) | nvcc
	$(call nvcc,-cudart shared -Xlinker -rpath$(comma)'$(CUDA_LIB)') $(GPU_OBJ) -ldl -lm

# The race: the libraries are slow to compile, so each work is a file. Once for the GPU that is here,
# and once for the simulator.
build/gpu/race/race $(RACE_SRC:grader/%.cu=build/gpu/race/%.o): RACE_ARCH = $(or $(ARCH),native)
build/gpu/predict/race $(RACE_SRC:grader/%.cu=build/gpu/predict/%.o): RACE_ARCH = compute_90
define race_objects
build/gpu/$(1)/%.o: grader/%.cu grader/gpu/race/race.h $(wildcard common/*.h common/contracts/*.h) | nvcc
	$$(call nvcc,-O2 -std=c++17 -arch=$$(RACE_ARCH) -I. -Icommon -c) $$<

build/gpu/$(1)/race: $$(RACE_SRC:grader/%.cu=build/gpu/$(1)/%.o)
	$$(call nvcc,-cudart shared -arch=$$(RACE_ARCH) -Xlinker -rpath$$(comma)'$$(CUDA_LIB)') $$^ -ldl
endef
$(eval $(call race_objects,race))
$(eval $(call race_objects,predict))

$(LAB_LIST): $(if $(COUNTING),,FORCE) # when steps are counted, it is taken to be as it was
	@mkdir -p $(@D)
	@printf 'LAB(%s)\n' $(LABS) | cmp -s - $@ || printf 'LAB(%s)\n' $(LABS) >$@
FORCE:

LISTING := grader/labs/choose.c grader/labs/task_table.c
$(call obj,$(LISTING)) $(call aobj,$(LISTING)): $(LAB_LIST)

# ---- the page that shows what a kernel did --------------------------------------------------

# Only this page needs D3 and Prism: grading and testing do not.
build/look/libraries: common/cudasim/look/libraries.txt
	@mkdir -p $(@D)
	@sh common/cudasim/look/libraries.sh $@

build/look/page.html: $(wildcard common/cudasim/look/*.* common/cudasim/look/*/*) | build/look/libraries
	$(Q)sh common/cudasim/look/shell.sh build/look/libraries >$@

look-page: build/look/page.html
	@:

DRAWS := build/look/page.html build/grade build/runner build/client $(LIBCUDART) nvcc
look-picture: $(DRAWS) ## renew the picture of such a page in the README; needs Chromium
	@sh common/cudasim/look/picture.sh '$(NVCC)'

# The same drawings for the slides and the assignments, from runs of the solutions.
pictures: $(DRAWS) build/skeletons/made ## draw the pictures of recorded runs anew; needs Chromium
	@rm -rf build/look/pictures
	@sh common/cudasim/look/draw.sh '$(NVCC)' $(PICTURES)

# Without a network there is no page, and its tests are skipped.
look-if-possible:
	@$(MAKE) --no-print-directory look-page || true

# ---- the benchmark -----------------------------------------------------------------------

$(eval $(call program_with_machine,bench_sim,$(call obj,tests/bench/bench_sim.c),build/bench))

# The calls of the API, with the machine inside the process and in another one.
CALLS_OBJ := build/obj/tests/bench/bench_calls.o build/obj/tests/fake/device.o
$(eval $(call program_with_machine,calls_inside,$(CALLS_OBJ),build/bench))

build/bench/calls: $(CALLS_OBJ) $(LIBCUDART)
build/bench/start: build/obj/tests/bench/bench_start.o build/libgrader.a
build/bench/bench_time: build/obj/tests/bench/bench_time.o
build/bench/bench_opencl: LIBS = -lOpenCL
build/bench/bench_opencl: build/obj/tests/bench/bench_opencl.o
$(addprefix build/bench/,calls start bench_time bench_opencl):
	$(link)

build/bench/%.ptx: tests/bench/%.cu | nvcc
	$(call nvcc,-O2 -arch=compute_90 -lineinfo -ptx) $<

# ---- slides ------------------------------------------------------------------------------

# Not part of the other set-up: grading and testing need neither of them.
slides-setup:
	@sh common/setup/packages.sh pandoc gnuplot-nox

# depend.sh reads which files a deck includes, and make uses this the next time.
build/slides/%.html: slides/%/slides.md slides/deck.html slides/style.css slides/include.lua \
                     slides/cuda.xml $(PLOTS) | slides-setup
	$(Q)$(call step,$<)mkdir -p $(@D) && pandoc --from markdown-implicit_figures --to dzslides --slide-level 2 \
	    --standalone \
	    --columns 500 --self-contained --fail-if-warnings --lua-filter slides/include.lua \
	    --syntax-definition slides/cuda.xml --template slides/deck.html --css slides/style.css \
	    --resource-path slides/$*:build/slides/$*:. --output $@ $<
	@sh slides/depend.sh $* >build/slides/$*.d

build/slides/index.html: $(DECKS:%=build/slides/%.html) slides/index.awk slides/index.html
	@mkdir -p $(@D)
	@awk -f slides/index.awk $(DECKS:%=slides/%/slides.md) </dev/null | \
	    pandoc --to html --standalone --template slides/index.html \
	    --metadata title='CUDA C, graded: the slides' --output $@

build/slides/%.svg: slides/%.gp slides/plot.gp | slides-setup
	@mkdir -p $(@D)
	$(Q)$(call step,$<)cd $(<D) && gnuplot ../plot.gp $(<F) >$(CURDIR)/$@

$(foreach plot,$(PLOTS),$(eval $(plot): $(wildcard $(plot:build/%.svg=%.csv))))

# The races: the same plots for the decks and, committed, for the labs' assignments.
RACE_PLOTS := $(filter %/fastest.svg %/roofline.svg,$(PLOTS))
$(RACE_PLOTS): slides/race.gp slides/race.awk tests/data/h200_race.csv
race-pictures: $(RACE_PLOTS) ## draw the labs' pictures of the races anew, from tests/data/h200_race.csv
	@for plot in $(RACE_PLOTS:build/slides/%=%); do \
	    mkdir -p labs/$${plot%/*}/pictures && cp build/slides/$$plot labs/$${plot%/*}/pictures/; done

build/slides/%.pdf: build/slides/%.html
	$(Q)$(call step,$@)sh slides/chromium.sh --no-pdf-header-footer --print-to-pdf=$(CURDIR)/$@ file://$(CURDIR)/$<

-include $(wildcard build/slides/*.d)

# ---- tests: one program with all suites, plain and with sanitizers -----------------------

# Wrong versions of the solutions, and right ones: a sample in test_versions, all in the audit.
VERSIONS_OBJ := $(call obj,$(wildcard tests/versions/*.c))
build/tests/versions: $(VERSIONS_OBJ) build/libgrader.a

build/asan/%: LDFLAGS = $(ASAN)
build/tests/all build/asan/tests/all: LIBS += -larchive
build/tests/all: $(call obj,$(SUITE_SRC) tests/look/browser.c tests/look/page.c) $(filter-out %/audit.o,$(VERSIONS_OBJ)) \
                 build/libgrader.a build/libcudasim.a
build/asan/tests/all: $(call aobj,$(filter-out $(OUTSIDE),$(SUITE_SRC))) build/asan/libgrader.a build/asan/libcudasim.a
build/tests/all build/asan/tests/all:
	$(link)

$(TESTS): build/tests/all
$(ASANTESTS): build/asan/tests/all
$(TESTS) $(ASANTESTS):
	@ln -sf all $@

$(patsubst %,build/tests/test_%,look look_says look_command): | look-if-possible build/cudasim $(LIBCUDART)
build/tests/test_pictures: | look-if-possible $(PROGRAMS) $(LIBCUDART) build/skeletons/made
build/tests/test_class_pages build/asan/tests/test_class_pages: | build/skeletons/made

# test_maps looks at the objects of all programs.
build/tests/test_maps: | $(PROGRAMS)

# The corpus of hostile submissions, and the grader without its confinement, to try the corpus.
AUDIT_SRC  := $(wildcard tests/audit/*.c)
OPEN_OBJ   := build/obj/tests/audit/open_confine.o
OPEN       := build/tests/audit_open/grade build/tests/audit_open/runner build/tests/audit_open/client
build/tests/audit: $(filter-out $(OPEN_OBJ),$(call obj,$(AUDIT_SRC))) build/libgrader.a
build/tests/audit_open/grade: $(call obj,grader/main.c) $(OPEN_OBJ) build/libgrader.a
build/tests/audit_open/runner: $(call obj,$(RUNNER_SRC)) $(OPEN_OBJ) build/libcudasim.a
build/tests/audit_open/client: $(call obj,$(filter-out grader/submission/confine%,$(LAB_CLIENT_SRC))) $(OPEN_OBJ)

build/tests/generate: build/obj/tests/random/generate.o
build/tests/run: build/obj/tests/run.o
build/fuzz/fuzz: LDFLAGS = $(ASAN)
# tests/print.c: a module as text again.
build/fuzz/fuzz: $(call aobj,$(wildcard tests/fuzz/*.c) tests/print.c) build/asan/libcudasim.a

# The skeletons that a student starts from, made again, because labs/ may be filled in.
build/tests/skeletons: build/obj/tests/skeletons.o build/libgrader.a

$(OPEN) $(addprefix build/tests/,audit versions generate run skeletons) build/fuzz/fuzz:
	$(link)

build/skeletons/made: build/tests/skeletons $(wildcard solutions/*/*.cu solutions/*/*.txt grader/labs/*/given.cu)
	$(Q)build/tests/skeletons $(@D) && touch $@

# What host functions of a lab do is seen by line, so these objects have lines.
build/tests/fake/kind_%.so: tests/fake/lab.c tests/fake/device.c tests/fake/device.h $(LIBCUDART)
	$(Q)mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(CFLAGS) -g -DKIND_$* -fPIC -shared -o $@ \
	    tests/fake/lab.c tests/fake/device.c $(LIBCUDART)

build/asan/%.o: %.c | setup
	$(call compile,$(ASAN))

-include $(shell find build/obj build/asan build/avx2 build/avx512 -name '*.d' 2>/dev/null)
