# look.mk - the page that shows what a kernel did, and pictures that are drawn by it.

# Only this page needs D3 and Prism: grading and testing do not.
build/look/libraries: common/cudasim/look/libraries.txt
	@mkdir -p $(@D)
	@sh common/cudasim/look/libraries.sh $@

build/look/page.html: $(wildcard common/cudasim/look/*.* common/cudasim/look/*/*) | build/look/libraries
	$(Q)sh common/cudasim/look/shell.sh build/look/libraries >$@

look-page: build/look/page.html
	@:

DRAWS := build/look/page.html build/grade build/runner build/recorder build/client $(LIBCUDART) nvcc
look-picture: $(DRAWS) ## renew the picture of such a page in the README; needs Chromium
	@sh common/cudasim/look/picture.sh '$(NVCC)'

# The same drawings for the slides and the assignments, from runs of the solutions.
pictures: $(DRAWS) build/skeletons/made ## draw the pictures of recorded runs anew; needs Chromium
	@rm -rf build/look/pictures
	@sh common/cudasim/look/draw.sh '$(NVCC)' $(PICTURES)

# Without a network there is no page, and its tests are skipped.
look-if-possible:
	@$(MAKE) --no-print-directory look-page || true
