# access.sed - what a reader with a screen reader needs, and pandoc's dzslides does not have: the slides
# are in <main>; the slide that is shown is no choice in a list; an empty cell is no heading.
s/aria-selected/data-shown/g
s/body > section/main > section/g
s/<th\([^>]*\)><\/th>/<td\1><\/td>/g
