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
DIR        ?=
FINDING    ?=
DEBUG      ?=
BACKEND    ?= simulator
RECEIPT    ?= build/grade.json
# Names of folders are data: passed as typed, through the environment, quoted.
override SUBMISSION := $(value SUBMISSION)
override RECEIPT := $(value RECEIPT)
override CASE := $(value CASE)
override DIR := $(value DIR)
export LAB PART SUBMISSION SEED LEVEL TODO CASE DIR FINDING RECEIPT

CPPFLAGS := -I. -Icommon -Icommon/cudasim -D_GNU_SOURCE= -DNVCC_VERSION='"$(NVCC_VERSION)"'
WARN     := -Wall -Wextra
CFLAGS   := -std=gnu11 -g $(WARN)
MACHINE  := $(shell uname -m)
# The machine is compiled for vectors of several widths; common/cudasim/widths.c chooses when a program starts.
# The sets of instructions are written out: a compiler older than gcc 11 does not know x86-64-v3.
WIDTHS   := $(if $(filter x86_64,$(MACHINE)),avx2 avx512)
FLAGS_avx2   := -mavx2 -mfma -mbmi -mbmi2 -mpopcnt
# Registers of 512 bits are slower where a kernel waits for each result: masks, but no wider registers.
FLAGS_avx512 := $(FLAGS_avx2) -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl -mprefer-vector-width=256
# The inputs of the cases must not depend on the processor either. x86-64 has no fma to contract to.
CFLAGS   += $(if $(filter x86_64,$(MACHINE)),,-ffp-contract=off)
# The compiler must not change results: no contraction, no errno, no traps.
SIMFLAGS := -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden
ASAN     := -O1 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-omit-frame-pointer \
            -fsanitize=address,undefined -fno-sanitize-recover=undefined
# An older glibc has dlopen in a library of its own.
CHECKLIBS := -lseccomp -lcheck -lsubunit -lm -lrt -lpthread -ldl

SIM_SRC  := $(wildcard common/cudasim/ptx/*.c common/cudasim/ptxas/*.c common/cudasim/sim/*.c common/cudasim/sim/*/*.c common/cudasim/observers/*.c \
                      common/cudasim/observers/*/*.c common/cudasim/cudart/*.c common/cudasim/cudart/server/*.c) \
            common/cudasim/client/channel.c
# What runs in the program's process: it has no part of the machine.
CLIENT_SRC := $(wildcard common/cudasim/client/*.c) common/cudasim/cudart/default_stream.c common/cudasim/cudart/symbols.c \
              common/cudasim/cudart/error_names.c common/cudasim/cudart/library_file.c
TOOL_SRC := $(wildcard common/cudasim/cudart/tool/*.c)
# The page that shows what a kernel did: the tool and the grader write one.
LOOK_SRC := $(wildcard common/cudasim/look/*.c)
# Only the tool has the debugger.
DEBUG_SRC := $(wildcard common/cudasim/debugger/*.c)
TASKS    := $(sort $(wildcard grader/labs/*/calls.c)) grader/labs/task_table.c
LAB_SRC  := $(filter-out %/calls.c %/test.c,$(wildcard grader/labs/*/*.c))
REF_SRC  := $(filter %/reference.c,$(LAB_SRC))
CONFINE_SRC := $(wildcard grader/submission/confine*.c)
RUNNER_SRC := grader/runner.c
# One case as a program of its own, for the debugger.
REPLAY_SRC := grader/replay.c
LAB_CLIENT_SRC := grader/client.c $(CONFINE_SRC) $(TASKS)
GPU_SRC    := $(wildcard grader/gpu/*.c)
RACE_SRC   := $(wildcard grader/gpu/race/*.cu grader/labs/*/speed.cu)
CLASS_SRC  := $(wildcard grader/class/*.c)
GRADE_SRC  := $(filter-out grader/runner.c grader/client.c $(REPLAY_SRC) $(TASKS) $(GPU_SRC) $(CLASS_SRC) grader/main.c grader/watch.c,$(wildcard grader/*.c grader/*/*.c) $(LAB_SRC))
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
FULL_TREE := test audit audit-versions bench-sim bench-race bench-time bench-edit fuzz random gates format race-pictures pictures dist release-check class class-slurm gradescope
ifneq ($(RELEASE),)
ifneq ($(filter $(FULL_TREE),$(MAKECMDGOALS)),)
$(error make $(firstword $(filter $(FULL_TREE),$(MAKECMDGOALS))) needs the solutions and the tests, which a student release does not have)
endif
endif

# One line per command; `make V=1` shows the commands themselves.
Q   := $(if $(V),,@)
say  = $(if $(V),,@echo '  $(1)')

obj  = $(patsubst %.c,build/obj/%.o,$(1))
aobj = $(patsubst %.c,build/asan/%.o,$(1))
wobj = $(foreach width,$(WIDTHS),$(patsubst %.c,build/$(width)/%.o,$(1)))

LIBCUDART := build/lib/libcudart.so.13
PROGRAMS  := build/grade build/watch build/runner build/client build/replay build/cudasim
TESTS     := $(patsubst tests/%.c,build/tests/%,$(TEST_SRC)) $(LAB_TESTS:%=build/%)
# These run with each width of vectors, and so does the runner.
WIDTH_TESTS := $(patsubst tests/%.c,%,$(wildcard tests/test_exec_*.c)) test_approx test_atom test_ptx
WITH_WIDTH := $(foreach width,plain $(WIDTHS),$(patsubst %,build/tests/widths/$(width)/%,runner $(WIDTH_TESTS)))
# These tests start other programs and look at their results; a sanitizer would see nothing.
OUTSIDE   := tests/test_versions.c tests/test_parity.c tests/test_findings.c \
             tests/test_cudart_programs.c tests/test_cost.c tests/test_streams.c \
             tests/test_slide_programs.c tests/test_errors.c tests/test_maps.c tests/test_litmus.c \
             tests/test_debug.c tests/test_debug_dap.c tests/test_replay.c tests/test_look.c tests/test_look_page.c tests/test_pictures.c
ASANTESTS := $(patsubst tests/%.c,build/asan/tests/%,$(filter-out $(OUTSIDE),$(TEST_SRC))) $(LAB_TESTS:%=build/asan/%)

# The longest first, so that none runs alone at the end.
LONG := build/tests/test_versions tests/grade.sh build/tests/test_findings build/tests/test_cudart_programs \
        build/tests/test_parity build/tests/test_slide_programs build/tests/test_streams build/tests/test_pictures

all: $(LIBCUDART) $(PROGRAMS) ## build everything (the default)
.PHONY: all debug debug-build race race-pictures gpu-here predict parity grade watch verify list history reset look replay doctor hint run show cudasim test \
        audit audit-versions bench-sim bench-time bench-race bench-edit fuzz random gates format clean help setup nvcc slides slides-pdf slides-fit slides-setup \
        look-page look-picture pictures dist release-check class class-slurm class-setup gradescope editor look-if-possible api
.DELETE_ON_ERROR:
.SECONDARY:

# ---- commands for students ----------------------------------------------------

# One process grades. Its status says more than make can pass on: 0 all points,
# 1 points lost, 3 a file does not compile. Only the other statuses are failures here.
GRADE = build/grade --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} \
        $${SEED:+--seed "$$SEED"} $${PART:+--part "$$PART"}

# On a GPU: the same labs and cases, with real times and no marks.
GPU = build/gpu/gpu --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} \
      $${SEED:+--seed "$$SEED"} $${PART:+--part "$$PART"}

# BACKEND=gpu needs neither the simulator nor what grading needs: packages, root, a network.
ifeq ($(BACKEND),gpu)
NEEDED := build/gpu/gpu
grade: $(NEEDED)
	@$(GPU) $$LAB; status=$$?; case $$status in 0|1|3) ;; *) exit $$status ;; esac
run: $(NEEDED)
	@$(GPU) --run $$LAB; status=$$?; case $$status in 0|1|3) ;; *) exit $$status ;; esac
else ifeq ($(BACKEND),simulator)
NEEDED := $(LIBCUDART) build/grade build/runner build/client nvcc
grade: $(NEEDED) ## grade the labs: LAB=reduction PART=3 SUBMISSION=dir SEED=n BACKEND=gpu
	@$(GRADE) $(GRADEFLAGS) $$LAB; status=$$?; \
	    case $$status in 0|1|3) ;; *) exit $$status ;; esac
run: $(NEEDED) ## run a lab's demo, all variants with counters: LAB=reduction BACKEND=gpu
	@$(GRADE) --run $$LAB
else
$(error BACKEND is gpu or simulator, not $(BACKEND))
endif

watch: $(LIBCUDART) build/grade build/runner build/client build/watch nvcc ## grade on each save, the part in hand first: LAB=reduction PART=2
	@build/watch --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} $${SEED:+--seed "$$SEED"} \
	    $${PART:+--part "$$PART"} $$LAB

# Fails if the grade is another one. build/grade itself has a status for each reason.
verify: $(LIBCUDART) build/grade build/runner nvcc ## grade again what a grade says was graded, and compare: RECEIPT=grade.json
	@build/grade --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} $(GRADEFLAGS) --verify "$$RECEIPT"

list: build/grade ## all labs, how far you are, and what is next: LAB=reduction
	@build/grade --list $$LAB

history: build/grade ## your attempts, and what got better and worse: LAB=reduction PART=2
	@build/grade --history $${PART:+--part "$$PART"} $$LAB

# Without solutions/, the course as students get it has the skeletons in common/skeletons/.
reset: build/grade $(if $(wildcard solutions),build/skeletons/made) ## a part of your file as it was at first; yours is kept: LAB=reduction PART=2 TODO=2a
	@build/grade --reset $${PART:+--part "$$PART"} $${TODO:+--todo "$$TODO"} $$LAB

look: $(NEEDED) build/look/page.html ## a page of what your kernels did: LAB=reduction PART=2 CASE=n=1024 DIR=folder
	@build/grade --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} $${SEED:+--seed "$$SEED"} \
	    --look "$$DIR" $${PART:+--part "$$PART"} $${CASE:+--case "$$CASE"} $$LAB

replay: $(NEEDED) $(if $(DEBUG),build/replay build/cudasim,build/look/page.html) ## a finding again, as a page or, with DEBUG=1, under the debugger: LAB=reduction PART=2 FINDING=1
	@build/grade --nvcc '$(NVCC)' $${SUBMISSION:+--submission "$$SUBMISSION"} $${SEED:+--seed "$$SEED"} \
	    --replay $${PART:+--part "$$PART"} $${FINDING:+--finding "$$FINDING"} $(if $(DEBUG),--debug) $$LAB

hint: build/grade ## a hint: LAB=reduction PART=2 LEVEL=1
	@build/grade --hint $${PART:+--part "$$PART"} $${LEVEL:+--level "$$LEVEL"} $$LAB

# First of all: is there a GPU? Without one, nothing is compiled for it.
gpu-here: build/gpu/gpu
	@build/gpu/gpu --device >/dev/null

# The table's rows are in build/race.csv too, and as plots where there is gnuplot.
build/gpu/race/race $(RACE_SRC:grader/%.cu=build/gpu/race/%.o): | $(if $(ARCH),,gpu-here)
race: build/gpu/race/race ## on a GPU: a lab's variants, the fastest kernels and NVIDIA's libraries: LAB=scan
	@RACE_PREDICTED=$(firstword $(wildcard build/predicted.csv) tests/data/race_predicted.csv) \
	    RACE_CSV=build/race.csv RACE_DRIVER="driver $$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1)" \
	    $(GPU) --race $$LAB
	@if command -v gnuplot >/dev/null 2>&1; then sh grader/gpu/race/plot.sh build/race.csv build; else echo 'no plots: gnuplot is not installed'; fi

# The same contestants in the simulator: needs no GPU. `make race` shows these times, too.
predict: build/gpu/gpu build/gpu/predict/race build/cudasim $(LIBCUDART) ## the race of a lab in the simulator, small, in virtual time: LAB=scan
	@RACE_CSV=build/predicted.csv $(GPU) --race-predict $$LAB

parity: gpu-here build/gpu/gpu build/cudasim $(LIBCUDART) ## on a GPU with ncu: its counters beside ours: LAB=reduction PART=3
	@sh grader/gpu/parity.sh '$(NVCC)' "$$LAB" "$$PART" "$${SUBMISSION:-labs}"

doctor: ## what is installed, what is real and what is simulated
	@sh common/setup/doctor.sh '$(NVCC)' $(NVCC_VERSION)

# Shows the result of lab 01's blur.
PICTURE ?= labs/01_patterns/scene.pgm
RADIUS  ?= 5
show: $(LIBCUDART) build/cudasim nvcc ## blur a picture with your lab 01: PICTURE=file.pgm RADIUS=n
	$(call say,nvcc  build/show)
	$(Q)$(NVCC) -arch=compute_90 -cudart shared -lineinfo -Icommon -o build/show labs/01_patterns/show.cu \
	    "$${SUBMISSION:-labs}"/01_patterns/patterns.cu
	$(Q)build/cudasim build/show '$(PICTURE)' '$(RADIUS)' build/blurred.bmp

# A program of one file, with all that a debugger wants to know.
PROGRAM ?=
DEBUGGED = build/debug/$(basename $(notdir $(PROGRAM)))
debug-build: $(LIBCUDART) build/cudasim nvcc
	@[ -f '$(PROGRAM)' ] || { echo 'which program? make debug PROGRAM=NAME.cu' >&2; exit 2; }
	@mkdir -p build/debug
	$(call say,nvcc  $(DEBUGGED))
	$(Q)$(NVCC) -G -arch=compute_90 -cudart shared -Icommon -o '$(DEBUGGED)' '$(PROGRAM)'

debug: debug-build ## step through a program's kernels, also backwards: PROGRAM=NAME.cu ARGS='...'
	@build/cudasim --debug '$(DEBUGGED)' $(ARGS)

editor: nvcc ## build/compile_commands.json, from which an editor learns how files are compiled
	@sh common/setup/editor.sh '$(NVCC_VERSION)'

slides: build/slides/index.html ## the decks, one HTML file each, in build/slides/

cudasim: $(LIBCUDART) build/cudasim ## the simulator: build/cudasim [options] ./program args

# ---- commands for instructors -------------------------------------------------------------

# The instructor's choices: labs that are left out, weights, dates.
ifeq ($(origin COURSE_FILE),undefined)
COURSE_FILE := $(wildcard course.json)
endif
override COURSE_FILE := $(value COURSE_FILE)
export COURSE_FILE

# What a class has handed in: a folder with a folder or an archive for each student.
SUBMISSIONS ?=
REGRADE     ?=
TIMES       ?=
override SUBMISSIONS := $(value SUBMISSIONS)
override REGRADE := $(value REGRADE)
override TIMES := $(value TIMES)
export SUBMISSIONS REGRADE TIMES

CLASS = --nvcc '$(NVCC)' --submissions "$$SUBMISSIONS" $${COURSE_FILE:+--course "$$COURSE_FILE"} \
        $${LAB:+--lab "$$LAB"} $${SEED:+--seed "$$SEED"} $${REGRADE:+--regrade "$$REGRADE"} $${TIMES:+--times "$$TIMES"}

class: $(NEEDED) build/class build/skeletons/made ## grade a whole class: SUBMISSIONS=folder LAB=reduction REGRADE=name TIMES=NAME.csv
	@build/class $(CLASS); status=$$?; case $$status in 0|1) ;; *) exit $$status ;; esac

SHARES ?= 10
class-slurm: $(NEEDED) build/class build/skeletons/made ## the same as a job array of Slurm: SHARES=20 and all that make class takes
	@sh grader/class/slurm.sh submit '$(SHARES)' $(CLASS)

build/class: $(call obj,$(CLASS_SRC)) build/libgrader.a
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -larchive -ljansson $(CHECKLIBS)

$(call obj,$(CLASS_SRC)) $(call aobj,$(CLASS_SRC)) build/obj/tests/test_class.o build/asan/tests/test_class.o: | class-setup
class-setup: | setup
	@CC='$(CC)' sh common/setup/packages.sh libarchive-dev

gradescope: $(NEEDED) build/skeletons/made ## an autograder for Gradescope: LAB=reduction SEED=n
	@[ -n "$$LAB" ] || { echo 'which lab? make gradescope LAB=reduction' >&2; exit 2; }
	@sh grader/release/gradescope.sh "$$(build/grade --list "$$LAB" | sed -n '2s/ *\([^ ]*\).*/\1/p')" build/gradescope.zip $$SEED

dist: $(NEEDED) build/skeletons/made $(if $(COURSE_FILE),build/class) ## the student release: the course without solutions, in build/release
	@mkdir -p build/release
	@NVCC='$(NVCC)' sh grader/release/dist.sh build/release

release-check: dist ## does the release give the same grades? LAB=reduction; without LAB= all labs
	@NVCC='$(NVCC)' CC='$(CC)' sh grader/release/check.sh build/release/cuda-course-*.tar.gz $(LAB)

# ---- commands for developers --------------------------------------------------------------

test: $(LIBCUDART) $(PROGRAMS) build/class $(TESTS) $(ASANTESTS) $(FAKES) $(WITH_WIDTH) build/tests/audit build/tests/generate build/tests/run build/skeletons/made build/gpu/gpu nvcc look-if-possible ## the project's own tests, plain and under ASan and UBSan
	@NVCC='$(NVCC)' build/tests/run $(LONG) $(filter-out $(LONG),tests/format.sh tests/watch.sh tests/gates.sh tests/limits.sh tests/audit.sh tests/backend_gpu.sh tests/release.sh tests/class.sh tests/api.sh tests/own_lab.sh tests/editor.sh tests/setup.sh tests/widths.sh $(TESTS) $(ASANTESTS))

# Compared with Oclgrind and PoCL if they are installed; see the README.
OPENCL = $(if $(filter bench-sim,$(MAKECMDGOALS)),$(shell \
    echo 'int main(void) { return clGetPlatformIDs(0, 0, 0); }' | \
    $(CC) -include CL/cl.h -x c - -o /dev/null -lOpenCL 2>/dev/null && \
    echo build/bench/bench_opencl))

audit: $(LIBCUDART) $(PROGRAMS) build/tests/audit $(OPEN) nvcc ## hostile submissions, on machines with fewer and fewer protections: ATTACK=name TABLE=file
	@NVCC='$(NVCC)' build/tests/audit $(if $(TABLE),--table $(TABLE)) $(ATTACK); attacks=$$?; \
	    $(if $(ATTACK),true,$(MAKE) --no-print-directory audit-versions) && exit $$attacks

audit-versions: $(LIBCUDART) $(PROGRAMS) build/tests/versions nvcc ## wrong versions of the solutions, and right ones: MUTANT=name TABLE=file
	@NVCC='$(NVCC)' build/tests/versions $(if $(TABLE),--table $(TABLE)) $(MUTANT)

bench-sim: build/bench/bench_sim build/bench/kernels.ptx build/bench/calls_inside build/bench/calls build/bench/start build/cudasim build/runner build/client build/tests/fake/kind_right.so $(OPENCL) ## how fast the simulator is
	@build/bench/bench_sim build/bench/kernels.ptx 21 $(filter %/bench_opencl,$^) tests/bench/kernels.cl
	@echo; build/bench/calls_inside 'one process'; build/cudasim build/bench/calls 'two processes'
	@build/bench/start

bench-race: build/gpu/gpu build/gpu/predict/race build/cudasim $(LIBCUDART) ## virtual times of the races and those of an H200: renews tests/data/race_predicted.csv
	@RACE_CSV=build/predicted.csv build/gpu/gpu --nvcc '$(NVCC)' --submission solutions --race-predict
	@awk -f tests/bench/race.awk tests/data/race_predicted.csv build/predicted.csv tests/data/h200_race.csv >build/race_predicted.csv
	@mv build/race_predicted.csv tests/data/race_predicted.csv

bench-time: $(LIBCUDART) build/cudasim build/bench/bench_time nvcc ## virtual times and those of an H200
	@NVCC='$(NVCC)' sh tests/bench/time.sh

bench-edit: $(LIBCUDART) $(PROGRAMS) nvcc ## how long a student waits after an edit, and nvcc alone: LAB=name REPEAT=n
	@NVCC='$(NVCC)' REPEAT='$(or $(REPEAT),3)' sh tests/bench/edit.sh $(LAB)

fuzz: build/fuzz/fuzz nvcc ## broken names, fat binaries and PTX, read and run: KIND=launch RUNS=n FIRST=n
	@NVCC='$(NVCC)' sh tests/fuzz/run.sh '$(KIND)' '$(RUNS)' '$(FIRST)'

random: $(LIBCUDART) build/cudasim build/tests/generate build/tests/test_parity nvcc ## random programs: RUNS=n SEED=first
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
    $(firstword $(MAKEFILE_LIST)) | expand -t 18
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

setup:
ifeq ($(BACKEND)$(filter race parity,$(MAKECMDGOALS)),simulator)
	@CC='$(CC)' sh common/setup/packages.sh check libjansson-dev libseccomp-dev g++
endif

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

$(LIBCUDART): $(call obj,$(CLIENT_SRC)) common/cudasim/cudart/libcudart.map
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -shared -Wl,-z,defs -Wl,-soname,libcudart.so.13 \
	    -Wl,--version-script=common/cudasim/cudart/libcudart.map \
	    -Wl,--as-needed -o $@ $(filter %.o,$^) -ldl -lpthread
	@ln -sf libcudart.so.13 build/lib/libcudart.so

build/libcudasim.a: $(call obj,$(SIM_SRC))
	@rm -f $@ && ar qcs $@ $^

define machine_of_width
build/$(1)/%.o: %.c | setup
	@mkdir -p $$(@D)
	$$(call say,cc    $$< ($(1)))
	$$(Q)$$(CC) $$(CPPFLAGS) $$(CFLAGS) $$(SIMFLAGS) $$(FLAGS_$(1)) -MMD -MP -c -o $$@ $$<

build/$(1)/libcudasim.a: $$(SIM_SRC:%.c=build/$(1)/%.o)
	@rm -f $$@ && ar qcs $$@ $$^
endef
$(foreach width,$(WIDTHS),$(eval $(call machine_of_width,$(width))))

# A program with all machines: the program and one machine are joined, and only their main() is seen,
# with the name of the width.
build/widths/%.o:
	@mkdir -p $(@D)
	$(Q)$(CC) -r -nostdlib -o $@ $^
	$(Q)$(OBJCOPY) --redefine-sym main=main_$(*F) --keep-global-symbol main_$(*F) $@

define program_of_widths
build/widths/$(1)/plain.o: $(2) build/libcudasim.a
$$(WIDTHS:%=build/widths/$(1)/%.o): build/widths/$(1)/%.o: $(2) build/%/libcudasim.a
endef
all_widths = build/obj/common/cudasim/widths.o $(patsubst %,build/widths/$(1)/%.o,plain $(WIDTHS))

$(eval $(call program_of_widths,cudasim,$(call obj,$(TOOL_SRC) $(DEBUG_SRC) $(LOOK_SRC))))
build/cudasim: $(call all_widths,cudasim)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson -ldl -lpthread -lm

build/asan/libcudasim.a: $(call aobj,$(SIM_SRC))
	@rm -f $@ && ar qcs $@ $^

# The API is written against NVIDIA's own header, which comes with the compiler.
CUDART_SRC := $(filter common/cudasim/cudart/% common/cudasim/client/%,$(SIM_SRC)) $(TOOL_SRC) $(CLIENT_SRC) $(RUNNER_SRC) $(REPLAY_SRC) $(filter tests/test_cudart% tests/test_timeline% tests/test_client%,$(TEST_SRC))
CUDART_OBJ := $(call obj,$(CUDART_SRC)) $(call aobj,$(CUDART_SRC)) $(call wobj,$(CUDART_SRC))
$(CUDART_OBJ): CPPFLAGS += -isystem build/include
$(CUDART_OBJ): | nvcc

build/obj/common/%.o: common/%.c | setup
	@mkdir -p $(@D)
	$(call say,cc    $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(SIMFLAGS) -MMD -MP -c -o $@ $<

# ---- the grader ----------------------------------------------------------------------

build/grade: $(call obj,grader/main.c) build/libgrader.a
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson $(CHECKLIBS)

# Grades on each save, by build/grade.
build/watch: $(call obj,grader/watch.c) build/libgrader.a
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson $(CHECKLIBS)

# The machine on which a lab's code runs, and the process that runs the code.
RUNNER_OBJ := $(call obj,$(RUNNER_SRC) $(CONFINE_SRC))
$(eval $(call program_of_widths,runner,$(RUNNER_OBJ)))
build/runner: $(call all_widths,runner)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl -lpthread -lm -lseccomp

# For tests/widths.sh: the machine of one width alone.
define with_width
build/tests/widths/$(1)/runner: $$(RUNNER_OBJ) $(2)
	@mkdir -p $$(@D)
	$$(call say,link  $$@)
	$$(Q)$$(CC) -o $$@ $$^ -ldl -lpthread -lm -lseccomp

build/tests/widths/$(1)/test_%: build/obj/tests/test_%.o build/obj/tests/no_time_limit.o build/libgrader.a $(2)
	@mkdir -p $$(@D)
	$$(call say,link  $$@)
	$$(Q)$$(CC) -o $$@ $$^ -ljansson -ldl $$(CHECKLIBS)
endef
$(eval $(call with_width,plain,build/libcudasim.a))
$(foreach width,$(WIDTHS),$(eval $(call with_width,$(width),build/$(width)/libcudasim.a)))

# The client exports nothing that a lab's object could pick up by accident.
build/client: $(call obj,$(LAB_CLIENT_SRC))
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl -lseccomp

build/replay: $(call obj,$(REPLAY_SRC) $(TASKS)) $(LIBCUDART)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl

# Labs on a GPU: suites, cases and comparisons of the grader, linked to NVIDIA's runtime.
GPU_OBJ := $(call obj,$(GPU_SRC) $(filter grader/labs/% grader/base/% grader/run/cases.c grader/judge/compare.c,$(GRADE_SRC)) $(TASKS))
$(call obj,$(GPU_SRC)): CPPFLAGS += -isystem build/include
$(call obj,$(GPU_SRC)): | nvcc
build/gpu/gpu: $(GPU_OBJ) | nvcc
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(NVCC) -cudart shared -Xlinker -rpath,'$(CUDA_LIB)' -o $@ $(GPU_OBJ) -ldl -lm

# The race: the libraries are slow to compile, so each work is a file. Once for the GPU that is here,
# and once for the simulator.
build/gpu/race/race $(RACE_SRC:grader/%.cu=build/gpu/race/%.o): RACE_ARCH = $(or $(ARCH),native)
build/gpu/predict/race $(RACE_SRC:grader/%.cu=build/gpu/predict/%.o): RACE_ARCH = compute_90
define race_objects
build/gpu/$(1)/%.o: grader/%.cu grader/gpu/race/race.h common/lab.h common/labs.h | nvcc
	@mkdir -p $$(@D)
	$$(call say,nvcc  $$<)
	$$(Q)$$(NVCC) -O2 -std=c++17 -arch=$$(RACE_ARCH) -I. -Icommon -c -o $$@ $$<

build/gpu/$(1)/race: $$(RACE_SRC:grader/%.cu=build/gpu/$(1)/%.o)
	$$(call say,link  $$@)
	$$(Q)$$(NVCC) -cudart shared -arch=$$(RACE_ARCH) -Xlinker -rpath,'$$(CUDA_LIB)' -o $$@ $$^ -ldl
endef
$(eval $(call race_objects,race))
$(eval $(call race_objects,predict))

build/libgrader.a: $(call obj,$(GRADE_SRC) $(LOOK_SRC))
	@rm -f $@ && ar qcs $@ $^

build/asan/libgrader.a: $(call aobj,$(GRADE_SRC) $(LOOK_SRC))
	@rm -f $@ && ar qcs $@ $^

build/obj/%.o: %.c | setup
	@mkdir -p $(@D)
	$(call say,cc    $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -O2 -MMD -MP -c -o $@ $<

# ---- the page that shows what a kernel did --------------------------------------------------

# Only this page needs D3 and Prism: grading and testing do not.
build/look/libraries: common/cudasim/look/libraries.txt
	@mkdir -p $(@D)
	@sh common/cudasim/look/libraries.sh $@

build/look/page.html: $(wildcard common/cudasim/look/*.* common/cudasim/look/*/*) | build/look/libraries
	$(call say,page  $@)
	$(Q)sh common/cudasim/look/shell.sh build/look/libraries >$@

look-page: build/look/page.html
	@:

look-picture: build/look/page.html build/grade build/runner build/client $(LIBCUDART) nvcc ## renew the picture of such a page in the README; needs Chromium
	@sh common/cudasim/look/picture.sh '$(NVCC)'

# The same drawings for the slides and the assignments, from runs of the solutions.
pictures: build/look/page.html build/grade build/runner build/client $(LIBCUDART) build/skeletons/made nvcc ## draw the pictures of recorded runs anew (common/cudasim/look/pictures.txt); needs Chromium
	@rm -rf build/look/pictures
	@sh common/cudasim/look/draw.sh '$(NVCC)' $(PICTURES)

# Without a network there is no page, and its tests are skipped.
look-if-possible:
	@$(MAKE) --no-print-directory look-page || true

# ---- the benchmark -----------------------------------------------------------------------

$(eval $(call program_of_widths,bench_sim,$(call obj,tests/bench/bench_sim.c)))
build/bench/bench_sim: $(call all_widths,bench_sim)
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl -lm

# The calls of the API, with the machine inside the process and in another one.
CALLS_OBJ := build/obj/tests/bench/bench_calls.o build/obj/tests/fake/device.o
$(eval $(call program_of_widths,calls_inside,$(CALLS_OBJ)))
build/bench/calls_inside: $(call all_widths,calls_inside)
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl -lpthread -lm

build/bench/calls: $(CALLS_OBJ) $(LIBCUDART)
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^

build/bench/start: build/obj/tests/bench/bench_start.o build/libgrader.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson -ldl $(CHECKLIBS)

build/bench/bench_time: build/obj/tests/bench/bench_time.o
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson -lm

build/bench/bench_opencl: build/obj/tests/bench/bench_opencl.o
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -lOpenCL

build/bench/%.ptx: tests/bench/%.cu | nvcc
	@mkdir -p $(@D)
	$(call say,nvcc  $<)
	$(Q)$(NVCC) -O2 -arch=compute_90 -lineinfo -ptx -o $@ $<

# ---- slides ------------------------------------------------------------------------------

# Not part of the other set-up: grading and testing need neither of them.
slides-setup:
	@sh common/setup/packages.sh pandoc gnuplot-nox

# depend.sh reads which files a deck includes, and make uses this the next time.
build/slides/%.html: slides/%/slides.md slides/deck.html slides/style.css slides/include.lua \
                     slides/cuda.xml $(PLOTS) | slides-setup
	@mkdir -p $(@D)
	$(call say,slides $<)
	$(Q)pandoc --from markdown-implicit_figures --to dzslides --slide-level 2 --standalone \
	    --columns 500 --self-contained --fail-if-warnings --lua-filter slides/include.lua \
	    --syntax-definition slides/cuda.xml --template slides/deck.html --css slides/style.css \
	    --resource-path slides/$*:build/slides/$*:. --output $@ $<
	@sh slides/depend.sh $* >build/slides/$*.d

build/slides/index.html: $(DECKS:%=build/slides/%.html) slides/index.awk slides/index.html
	@mkdir -p $(@D)
	@awk -f slides/index.awk $(DECKS:%=slides/%/slides.md) </dev/null | \
	    pandoc --to html --standalone --template slides/index.html \
	    --metadata title='CUDA C, graded: the slides' --output $@
	$(call say,slides $@)

build/slides/%.svg: slides/%.gp slides/plot.gp | slides-setup
	@mkdir -p $(@D)
	$(call say,plot  $<)
	$(Q)cd $(<D) && gnuplot ../plot.gp $(<F) >$(CURDIR)/$@

$(foreach plot,$(PLOTS),$(eval $(plot): $(wildcard $(plot:build/%.svg=%.csv))))

# The races: the same plots for the decks and, committed, for the labs' assignments.
RACE_PLOTS := $(filter %/fastest.svg %/roofline.svg,$(PLOTS))
$(RACE_PLOTS): slides/race.gp slides/race.awk tests/data/h200_race.csv
race-pictures: $(RACE_PLOTS) ## draw the labs' pictures of the races anew, from tests/data/h200_race.csv
	@for plot in $(RACE_PLOTS:build/slides/%=%); do \
	    mkdir -p labs/$${plot%/*}/pictures && cp build/slides/$$plot labs/$${plot%/*}/pictures/; done

build/slides/%.pdf: build/slides/%.html
	$(call say,print $@)
	$(Q)sh slides/chromium.sh --no-pdf-header-footer --print-to-pdf=$(CURDIR)/$@ file://$(CURDIR)/$<

-include $(wildcard build/slides/*.d)

# ---- tests: one program per file, plain and with sanitizers ------------------------------

build/tests/%: build/obj/tests/%.o build/obj/tests/no_time_limit.o build/libgrader.a build/libcudasim.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson -ldl $(CHECKLIBS)

build/asan/tests/%: build/asan/tests/%.o build/asan/tests/no_time_limit.o build/asan/libgrader.a \
                    build/asan/libcudasim.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) $(ASAN) -o $@ $^ -ljansson -ldl $(CHECKLIBS)

# A lab's own test.
build/tests/lab_%: build/obj/grader/labs/%/test.o build/obj/tests/no_time_limit.o build/libgrader.a build/libcudasim.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson -ldl $(CHECKLIBS)

build/asan/tests/lab_%: build/asan/grader/labs/%/test.o build/asan/tests/no_time_limit.o build/asan/libgrader.a \
                        build/asan/libcudasim.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) $(ASAN) -o $@ $^ -ljansson -ldl $(CHECKLIBS)

build/tests/test_look: | look-if-possible build/cudasim $(LIBCUDART)
build/tests/test_pictures: | look-if-possible $(PROGRAMS) $(LIBCUDART) build/skeletons/made

# test_maps looks at the objects of all programs.
build/tests/test_maps: | $(PROGRAMS)

# The corpus of hostile submissions, and the grader without its confinement, to try the corpus.
AUDIT_SRC  := $(wildcard tests/audit/*.c)
OPEN       := build/tests/audit_open/grade build/tests/audit_open/runner build/tests/audit_open/client
build/tests/audit: $(call obj,$(filter-out %/open_confine.c,$(AUDIT_SRC))) build/libgrader.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson $(CHECKLIBS)

build/tests/audit_open/grade: $(call obj,grader/main.c tests/audit/open_confine.c) build/libgrader.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson $(CHECKLIBS)

build/tests/audit_open/runner: $(call obj,$(RUNNER_SRC) tests/audit/open_confine.c) build/libcudasim.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl -lpthread -lm

build/tests/audit_open/client: $(call obj,$(filter-out grader/submission/confine%,$(LAB_CLIENT_SRC)) tests/audit/open_confine.c)
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ldl -lseccomp

# Wrong versions of the solutions, and right ones: a sample in test_versions, all in the audit.
VERSIONS_OBJ := $(call obj,$(wildcard tests/versions/*.c))
build/tests/test_versions: build/obj/tests/test_versions.o build/obj/tests/no_time_limit.o \
                          $(filter-out %/audit.o,$(VERSIONS_OBJ)) build/libgrader.a
build/tests/versions: $(VERSIONS_OBJ) build/libgrader.a
build/tests/test_versions build/tests/versions:
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson $(CHECKLIBS)

# What grades a class, without its main().
CLASS_PARTS := $(filter-out grader/class/main.c,$(CLASS_SRC))
build/tests/test_class: build/obj/tests/test_class.o build/obj/tests/no_time_limit.o \
                        $(call obj,$(CLASS_PARTS)) build/libgrader.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -larchive -ljansson $(CHECKLIBS)

build/asan/tests/test_class: build/asan/tests/test_class.o build/asan/tests/no_time_limit.o \
                             $(call aobj,$(CLASS_PARTS)) build/asan/libgrader.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) $(ASAN) -o $@ $^ -larchive -ljansson $(CHECKLIBS)
build/tests/test_look_page: build/obj/tests/look/browser.o

build/tests/generate: build/obj/tests/random/generate.o
build/tests/run: build/obj/tests/run.o
build/tests/generate build/tests/run:
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^

# The skeletons that a student starts from, made again, because labs/ may be filled in.
build/tests/skeletons: build/obj/tests/skeletons.o build/libgrader.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) -o $@ $^ -ljansson $(CHECKLIBS)

build/skeletons/made: build/tests/skeletons $(wildcard solutions/*/*.cu solutions/*/*.txt grader/labs/*/given.cu)
	$(Q)build/tests/skeletons $(@D) && touch $@

# A module as text again.
build/tests/test_parse: build/obj/tests/print.o
build/asan/tests/test_parse: build/asan/tests/print.o

build/fuzz/fuzz: $(call aobj,$(wildcard tests/fuzz/*.c) tests/print.c) build/asan/libcudasim.a
	@mkdir -p $(@D)
	$(call say,link  $@)
	$(Q)$(CC) $(ASAN) -o $@ $^ -ldl -lpthread -lm

build/tests/fake/kind_%.so: tests/fake/lab.c tests/fake/device.c tests/fake/device.h $(LIBCUDART)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -DKIND_$* -fPIC -shared -o $@ tests/fake/lab.c tests/fake/device.c \
	    $(LIBCUDART)

build/asan/%.o: %.c | setup
	@mkdir -p $(@D)
	$(call say,cc    $<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(ASAN) -MMD -MP -c -o $@ $<

-include $(shell find build/obj build/asan $(WIDTHS:%=build/%) -name '*.d' 2>/dev/null)
