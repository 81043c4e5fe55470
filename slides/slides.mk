# slides.mk - the decks, their plots and the plots of the races.

# A deck is slides/NN_topic/slides.md; its plots are drawn by gnuplot.
DECKS := $(patsubst slides/%/slides.md,%,$(sort $(wildcard slides/*/slides.md)))
PLOTS := $(patsubst slides/%.gp,build/slides/%.svg,$(wildcard slides/*/*.gp))

slides-pdf: $(DECKS:%=build/slides/%.pdf)

# Not part of the other set-up: grading and testing need neither of them.
slides-setup:
	@sh common/setup/packages.sh pandoc gnuplot-nox

# depend.sh reads which files a deck includes, and make uses this the next time.
build/slides/%.html: slides/%/slides.md slides/deck.html slides/style.css slides/include.lua \
                     slides/cuda.xml slides/access.sed $(PLOTS) | slides-setup
	$(Q)$(call step,$<)mkdir -p $(@D) && pandoc --from markdown-implicit_figures --to dzslides --slide-level 2 \
	    --standalone \
	    --columns 1000 --self-contained --fail-if-warnings --lua-filter slides/include.lua \
	    --syntax-definition slides/cuda.xml --template slides/deck.html --css slides/style.css \
	    --resource-path slides/$*:build/slides/$*:. --output $@ $< && sed -i -f slides/access.sed $@
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
	    mkdir -p labs/$${plot%/*}/pictures && \
	    awk -f common/cudasim/look/pack.awk <build/slides/$$plot >labs/$${plot%/*}/pictures/$${plot##*/}; done

build/slides/%.pdf: build/slides/%.html
	$(Q)$(call step,$@)sh slides/chromium.sh --no-pdf-header-footer --print-to-pdf=$(CURDIR)/$@ file://$(CURDIR)/$<

-include $(wildcard build/slides/*.d)
