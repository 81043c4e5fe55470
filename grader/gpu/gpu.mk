# gpu.mk - the labs on a GPU, and the race against NVIDIA's libraries.

# Labs on a GPU: suites, cases and comparisons of the grader, linked to NVIDIA's runtime.
GPU_OBJ := $(call obj,$(GPU_SRC) $(TASKS) \
             $(filter grader/labs/% grader/base/%,$(GRADE_SRC)) grader/run/cases.c \
             $(patsubst %,grader/judge/%.c,compare elements printed))
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
