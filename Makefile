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
GIVEN    := LAB PART SUBMISSION SEED LEVEL TODO CASE N VALUES DIR FINDING RECEIPT PROGRAM
$(foreach name,$(GIVEN) DEBUG,$(eval $(name) ?=))
BACKEND  ?= simulator
override RECEIPT := $(or $(value RECEIPT),build/grade.json)
# Names of folders are data: passed as typed, through the environment, quoted.
$(foreach name,SUBMISSION CASE VALUES DIR PROGRAM,$(eval override $(name) := $$(value $(name))))
export $(GIVEN)

CPPFLAGS := -I. -Icommon -Icommon/cudasim -D_GNU_SOURCE= -DNVCC_VERSION='"$(NVCC_VERSION)"'
WARN     := -Wall -Wextra
# SYMBOLS=1: with what a debugger for C wants to know. A compilation takes a fifth longer.
CFLAGS   := -std=gnu11 $(WARN) $(if $(SYMBOLS),-g)
MACHINE  := $(shell uname -m)
# The inputs of the cases must not depend on the processor. x86-64 has no fma to contract to.
CFLAGS   += $(if $(filter x86_64,$(MACHINE)),,-ffp-contract=off)
# Most of the code runs seldom: -O1 compiles it in a third less time, and no grade takes longer.
OPT      := -O1
# The compiler must not change results: no contraction, no errno, no traps.
SIMFLAGS := -ffp-contract=off -fno-math-errno -fno-trapping-math -fPIC -fvisibility=hidden
ASAN     := -g1 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-omit-frame-pointer \
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
# What gains from wider vectors and from -O3: what runs for each instruction of a kernel.
HOT_SRC  := $(wildcard $(addprefix $(SIM)/,sim/exec/*.c sim/*.c observers/counters/*.c observers/race/*.c)) \
            $(patsubst %,$(SIM)/observers/%.c,shadow initcheck memcheck origins last_writer undefined synccheck)
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
OTHER_SRC  := $(wildcard grader/runner*.c grader/client*.c) grader/main.c grader/watch/watch.c $(REPLAY_SRC) $(TASKS) \
              $(GPU_SRC) $(CLASS_SRC)
GRADE_SRC  := $(filter-out $(OTHER_SRC),$(wildcard grader/*.c grader/*/*.c) $(LAB_SRC)) common/causes.c
# A student release has no tests and no solutions.
RELEASE  := $(if $(wildcard solutions),,$(wildcard grader/reference.json))
FULL_TREE := test audit audit-versions bench-sim bench-race bench-time bench-edit fuzz random gates format \
             race-pictures pictures programs dist release-check class marks class-slurm gradescope
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
PROGRAMS  := build/grade build/watch build/runner build/recorder build/client build/replay build/cudasim
all: $(LIBCUDART) $(PROGRAMS) ## build everything (the default)
.PHONY: FORCE all api audit audit-versions bench-edit bench-race bench-sim bench-time class class-setup class-slurm \
        clean cudasim debug debug-build dist doctor editor format fuzz gates gpu-here grade gradescope handin help \
        cublas cublas-if-possible curand curand-if-possible hint history lab-here list look look-if-possible look-lab look-page \
        look-picture look-program programs \
        marks nvcc parity pictures predict program python race race-pictures random release-check replay reset run \
        run-lab run-program setup show slides slides-fit slides-pdf slides-setup test verify watch
.DELETE_ON_ERROR .SECONDARY:

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

run: $(if $(PROGRAM),run-program,run-lab) ## a lab's demo, all variants with counters: LAB=reduction or PROGRAM=NAME.cu

look: $(if $(PROGRAM),look-program,look-lab) ## a page: what your kernels did: LAB=reduction PART=2 CASE=n=1024 DIR=dir
look-lab: $(NEEDED) build/recorder build/look/page.html
	@$(built) $(GRADE) --look "$$DIR" $${CASE:+--case "$$CASE"} $(OWN_CASE) $$LAB

# A finding again, as a page or under the debugger.
DEBUGGER := $(if $(DEBUG),build/replay build/cudasim,build/recorder build/look/page.html)
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

# Before minutes of compiling: is there such a lab?
lab-here: build/grade
	@[ -z "$$LAB" ] || build/grade --list "$$LAB" >/dev/null
build/gpu/predict/race $(RACE_SRC:grader/%.cu=build/gpu/predict/%.o): | lab-here

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
ON_DEVICES := $(if $(DEVICES),--devices '$(DEVICES)') $(if $(JOBS),--jobs '$(JOBS)')
debug-build: $(RUNS_PROGRAMS)
	@$(call compiled_for,debug)

run-program: $(RUNS_PROGRAMS)
	@$(call compiled_for,program) && build/cudasim $(ON_DEVICES) "$$made" $(ARGS)

look-program: $(RUNS_PROGRAMS) build/look/page.html
	@$(call compiled_for,program) && build/cudasim $(ON_DEVICES) --look "$${DIR:-build/look/program}" "$$made" $(ARGS)

program: $(RUNS_PROGRAMS) ## compile a program, run it with all checkers: PROGRAM=NAME.cu ARGS='...'
	@$(call compiled_for,program) && build/cudasim $(ON_DEVICES) --tool all "$$made" $(ARGS)

ifeq ($(LAB),)
debug: $(RUNS_PROGRAMS) ## step through a program or a lab: PROGRAM=NAME.cu ARGS='...'
	@$(call compiled_for,debug) && build/cudasim $(ON_DEVICES) --debug "$$made" $(ARGS)
else # a case of a part, as make replay DEBUG=1
debug: $(NEEDED) build/replay build/cudasim
	@$(built) $(GRADE) --replay --debug $(OWN_CASE) $$LAB
endif

# Numba, CuPy and NVIDIA's packages for Python, which nothing else needs. CuPy's own library of kernels is machine code.
build/python/made: common/setup/python.txt
	@echo '  build/python: installing Numba, CuPy and the packages of NVIDIA that they need' >&2
	@mkdir -p build && python3 -m venv build/python && build/python/bin/pip install -q --disable-pip-version-check \
	    --only-binary :all: -r $< && touch $@

python: build/python/made $(LIBCUDART) build/cudasim ## run Numba or CuPy with all checkers: PROGRAM=NAME.py ARGS='...'
	@$(built)[ -z "$$PROGRAM" ] || CUPY_ACCELERATORS= build/cudasim --tool all build/python/bin/python3 "$$PROGRAM" $(ARGS)

editor: nvcc ## build/compile_commands.json, from which an editor learns how files are compiled
	@sh common/setup/editor.sh '$(NVCC_VERSION)'

slides: build/slides/index.html ## the decks, one HTML file each, in build/slides/
	@$(built):

cudasim: $(LIBCUDART) build/cudasim ## the simulator: build/cudasim [options] ./program args
	@$(built):

# ---- commands for developers --------------------------------------------------------------

test: ## the project's own tests, plain and under ASan and UBSan; what has not changed is skipped: ALL=1
	@$(built) export NVCC='$(NVCC)'; python3 tests/inputs.py $(LONG) $(PLAIN) $(ASANTESTS) >build/tests/inputs && \
	    build/tests/run $(LONG) $(PLAIN) $(ASANTESTS)

audit: ## hostile submissions: ATTACK=name TABLE=file
	@$(if $(COUNTING),,$(built) NVCC='$(NVCC)' build/tests/audit $(if $(TABLE),--table $(TABLE)) $(ATTACK); attacks=$$?; \
	    $(if $(ATTACK),true,$(MAKE) --no-print-directory audit-versions) && exit $$attacks)

GRADES_VERSIONS := $(LIBCUDART) $(PROGRAMS) build/tests/versions nvcc
audit-versions: $(GRADES_VERSIONS) ## wrong versions of the solutions, and right ones: MUTANT=name TABLE=file
	@$(built) NVCC='$(NVCC)' build/tests/versions $(if $(TABLE),--table $(TABLE)) $(MUTANT)

slides-pdf: ## the decks as PDF; needs Chromium

slides-fit: slides ## does every slide fit on its page, and every text into its picture? needs Chromium
	@sh slides/fit.sh $(DECKS:%=build/slides/%.html) $(wildcard labs/*/pictures/*.svg slides/*/*.svg) $(PLOTS)

api: build/include/cuda_runtime_api.h ## write the table of the runtime API into common/cudasim/cudart/README.md
	@sh tests/api.sh --write

gates: build/grade ## write what costs points into the READMEs of the labs
	@sh tests/gates.sh --write

format: ## format the C and CUDA sources
	@sh tests/format.sh --write

clean: ## remove what was built, except a fetched compiler
	@for f in build/*; do [ "$$f" = build/toolkit ] || rm -rf "$$f"; done

# Each command is below the heading of those who type it.
commands = awk -v who='$(1)' 'FNR == 1 { on = 0 } /^\# ----/ { on = $$0 ~ "commands for " who } on' \
    $(filter Makefile %.mk,$(MAKEFILE_LIST)) | \
    sed -n 's/^\([a-z-]*\):.*\#\# /  \1\t/p' | awk -F'\t' -f common/setup/help.awk
help: ## this list
	@echo 'for students:'
	@$(call commands,students)
ifeq ($(RELEASE),)
	@echo 'for those who teach:'
	@$(call commands,instructors)
	@echo 'for those who work on the course:'
	@$(call commands,developers)
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
$(LIBCUDA): $(call obj,$(DRIVER_SRC) $(addprefix $(SIM)/both/,error_names.c tensor_map.c)) $(LIBCUDA_MAP) $(LIBCUDART)
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
# What runs for each call of the API, and for each element of a case.
$(call obj,$(CLIENT_SRC) $(wildcard $(SIM)/cudart/server/*.c grader/base/*.c) $(REF_SRC)): OPT = -O2

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
CUDART_SRC := $(filter $(SIM)/cudart/% $(SIM)/both/%,$(SIM_SRC)) $(TOOL_SRC) $(CLIENT_SRC) $(DRIVER_SRC) $(RUNNER_SRC) \
              $(REPLAY_SRC) \
              $(wildcard tests/test_cudart*.c tests/test_timeline*.c tests/test_client*.c) $(GPU_SRC)
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
# The same machine, which knows variables, too: for the page alone.
$(eval $(call program_with_machine,recorder,$(RUNNER_OBJ) $(call obj,$(DEBUG_SRC)),build))

$(LAB_LIST): $(if $(COUNTING),,FORCE) # when steps are counted, it is taken to be as it was
	@mkdir -p $(@D)
	@printf 'LAB(%s)\n' $(LABS) | cmp -s - $@ || printf 'LAB(%s)\n' $(LABS) >$@
FORCE:

LISTING := grader/labs/choose.c grader/labs/task_table.c
$(call obj,$(LISTING)) $(call aobj,$(LISTING)): $(LAB_LIST)

# The skeletons that a student starts from, made again, because labs/ may be filled in.
build/tests/skeletons: build/obj/tests/skeletons.o build/libgrader.a
	$(link)
build/skeletons/made: build/tests/skeletons $(wildcard solutions/*/*.cu solutions/*/*.txt grader/labs/*/given.cu)
	$(Q)build/tests/skeletons $(@D) && touch $@

# ---- other rooms ---------------------------------------------------------------------------

# Each has its own part, and a release or a course of one's own leaves some of them out.
include $(wildcard grader/class/class.mk grader/gpu/gpu.mk $(SIM)/look/look.mk $(SIM)/libraries.mk \
          slides/slides.mk tests/tests.mk tests/bench/bench.mk)

-include $(shell find build/obj build/asan build/avx2 build/avx512 -name '*.d' 2>/dev/null)
