# tests.mk - one program with all suites, plain and with sanitizers, and what they start.

# ---- commands for developers ----------------------------------------------------------------

fuzz: build/fuzz/fuzz nvcc ## broken names, fat binaries and PTX, read and run: KIND=launch RUNS=n FIRST=n
	@NVCC='$(NVCC)' sh tests/fuzz/run.sh '$(KIND)' '$(RUNS)' '$(FIRST)'

RANDOM := $(LIBCUDART) build/cudasim build/tests/generate build/tests/test_parity nvcc
random: $(RANDOM) ## random programs: RUNS=n SEED=first
	@NVCC='$(NVCC)' sh tests/random/run.sh $(or $(RUNS),4) $(or $(SEED),1)

programs: $(LIBCUDART) build/cudasim nvcc ## programs of public collections, each in FROM/NAME@VERSION: what runs, in README
	@NVCC='$(NVCC)' sh tests/programs/run.sh '$(FROM)'

# ---- programs -------------------------------------------------------------------------------

TEST_SRC := $(wildcard tests/test_*.c)
# Each lab has a test in its own folder.
LAB_TESTS := $(patsubst grader/labs/%/test.c,tests/lab_%,$(wildcard grader/labs/*/test.c))

# Fake labs that misbehave, one object per kind, for the tests of the grader.
KINDS    := right idle host disguised unwritten wrong crash overrun exit0 check hang forge sticky \
            launcherror race daemon chatty environment spin maps counting between findings unloadable
FAKES    := $(KINDS:%=build/tests/fake/kind_%.so)

# Each suite has a name, which is a link to the program with all suites (tests/all.c).
TESTS     := $(patsubst tests/%.c,build/tests/%,$(TEST_SRC)) $(LAB_TESTS:%=build/%)
# Of the grading of a class, all but its main() is tested.
CLASS_PARTS := $(filter-out $(addprefix grader/class/,main.c options.c),$(CLASS_SRC))
SUITE_SRC := tests/all.c tests/compiled.c tests/print.c $(CLASS_PARTS) $(TEST_SRC) \
             grader/runner_report.c $(LAB_TESTS:tests/lab_%=grader/labs/%/test.c)
# These run with each other width of vectors, and so does the runner.
WIDTH_TESTS := $(wildcard tests/test_exec_*.c) tests/test_approx.c tests/test_atom.c tests/test_ptx.c
WITH_WIDTH := build/tests/widths/plain/runner \
              $(foreach width,$(filter-out plain,$(WIDTHS)),$(addprefix build/tests/widths/$(width)/,runner all))
# These tests start other programs and look at their results; a sanitizer would see nothing.
# What reads versions frees little.
OUTSIDE   := $(patsubst %,tests/test_%.c,versions patch parity findings cudart_programs cost streams slide_programs \
               errors evidence maps litmus debug debug_dap replay deck pictures tensor cublas) \
             $(filter-out %_choice.c,$(wildcard tests/test_look*.c))
ASANTESTS := $(patsubst tests/%.c,build/asan/tests/%,$(filter-out $(OUTSIDE),$(TEST_SRC))) $(LAB_TESTS:%=build/asan/%)

TESTED := $(LIBCUDART) $(PROGRAMS) build/commit build/class $(TESTS) $(ASANTESTS) $(FAKES) $(WITH_WIDTH) \
          build/tests/audit build/tests/generate build/tests/run build/skeletons/made build/gpu/gpu \
          nvcc look-if-possible cublas-if-possible curand-if-possible
SCRIPTS := $(filter-out tests/maps.sh tests/tap.sh,$(wildcard tests/*.sh))
# The order of a first run; later ones start what took longest first.
LONG := build/tests/test_versions $(SCRIPTS) $(patsubst %,build/tests/test_%,findings cudart_programs parity)
# The tests of the labs run with sanitizers only: tests/grade_*.sh and test_versions run the same code of the suites
# without them. So do those of the kinds of input, of the steps of nvcc, of batches and of judging.
ASAN_ONLY := $(LAB_TESTS:%=build/%) $(patsubst %,build/tests/test_%,nvcc_steps kit batches judge)
PLAIN := $(filter-out $(LONG) $(ASAN_ONLY),$(TESTS))
test: $(TESTED)

# Wrong versions of the solutions, and right ones: a sample in test_versions, all in the audit.
VERSIONS_OBJ := $(call obj,$(wildcard tests/versions/*.c))
build/tests/versions: $(VERSIONS_OBJ) build/libgrader.a

build/asan/%: LDFLAGS = $(ASAN)
# Suites wait for other programs, or for the machine, and are long to optimise.
$(call obj,$(filter tests/test_% %/test.c,$(SUITE_SRC))): OPT = -O0
build/tests/all build/asan/tests/all: LIBS += -larchive
PROGRESS := $(SIM)/cudart/tool/progress.c
build/tests/all: $(call obj,$(SUITE_SRC) $(PROGRESS) tests/look/browser.c tests/look/page.c) \
                 $(filter-out %/audit.o,$(VERSIONS_OBJ)) build/libgrader.a build/libcudasim.a
build/asan/tests/all: $(call aobj,$(filter-out $(OUTSIDE),$(SUITE_SRC)) $(PROGRESS)) \
                       build/asan/libgrader.a build/asan/libcudasim.a
build/tests/all build/asan/tests/all:
	$(link)

$(TESTS): build/tests/all
$(ASANTESTS): build/asan/tests/all
$(TESTS) $(ASANTESTS):
	@ln -sf all $@

$(patsubst %,build/tests/test_%,look look_says look_command): | look-if-possible build/cudasim $(LIBCUDART)
build/tests/test_pictures: | look-if-possible $(PROGRAMS) $(LIBCUDART) build/skeletons/made
build/tests/test_class_pages build/asan/tests/test_class_pages: | build/skeletons/made

# These suites judge fake labs.
FAKED := $(patsubst %,test_%,batches judge judge_reasons kit run)
$(addprefix build/tests/,$(FAKED)) $(addprefix build/asan/tests/,$(FAKED)): | $(FAKES) $(PROGRAMS)

# test_maps looks at the objects of all programs.
build/tests/test_maps: | $(PROGRAMS)

# The corpus of hostile submissions, and the grader without its confinement, to try the corpus.
AUDIT_SRC  := $(wildcard tests/audit/*.c)
OPEN_OBJ   := build/obj/tests/audit/open_confine.o
OPEN       := build/tests/audit_open/grade build/tests/audit_open/runner build/tests/audit_open/client
audit: $(LIBCUDART) $(PROGRAMS) build/tests/audit $(OPEN) nvcc
build/tests/audit: $(filter-out $(OPEN_OBJ),$(call obj,$(AUDIT_SRC))) build/libgrader.a
build/tests/audit_open/grade: $(call obj,grader/main.c) $(OPEN_OBJ) build/libgrader.a
build/tests/audit_open/runner: $(call obj,$(RUNNER_SRC)) $(OPEN_OBJ) build/libcudasim.a
build/tests/audit_open/client: $(call obj,$(filter-out grader/submission/confine%,$(LAB_CLIENT_SRC))) $(OPEN_OBJ)

build/tests/generate: build/obj/tests/random/generate.o
build/tests/run: build/obj/tests/run.o
build/fuzz/fuzz: LDFLAGS = $(ASAN)
# tests/print.c: a module as text again.
build/fuzz/fuzz: $(call aobj,$(wildcard tests/fuzz/*.c) tests/print.c) build/asan/libcudasim.a

$(OPEN) $(addprefix build/tests/,audit versions generate run) build/fuzz/fuzz:
	$(link)

# What host functions of a lab do is seen by line, so these objects have lines.
build/tests/fake/kind_%.so: tests/fake/lab.c tests/fake/device.c tests/fake/device.h $(LIBCUDART)
	$(Q)mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(CFLAGS) -g -DKIND_$* -fPIC -shared -o $@ \
	    tests/fake/lab.c tests/fake/device.c $(LIBCUDART)

# Optimised is what runs long: to draw and to compare cases, to read what a fuzzer has made.
$(call aobj,$(filter grader/base/% grader/judge/% grader/labs/% grader/run/%,$(GRADE_SRC))): OPT = -O1
build/asan/$(SIM)/ptx/%: OPT = -O1
build/asan/%: OPT = -O0
build/asan/%.o: %.c | setup
	$(call compile,$(ASAN) $(OPT))

# For tests/widths.sh: the machine of one width alone.
define with_width
build/tests/widths/$(1)/runner: $$(RUNNER_OBJ) $(2)
	$$(link)
build/tests/widths/$(1)/all: $$(call obj,tests/all.c $$(WIDTH_TESTS)) build/libgrader.a $(2)
	$$(link)
endef
$(eval $(call with_width,plain,build/libcudasim.a))
$(foreach width,$(filter-out plain,$(WIDTHS)),$(eval $(call with_width,$(width),build/$(width)/libcudasim.a)))
