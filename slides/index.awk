# index.awk - the list of all decks, as Markdown, from their titles and headings.
#
#   awk -f slides/index.awk slides/*/slides.md

FNR == 1 {
    split(FILENAME, path, "/")
    deck = path[2] ".html"
}
/^title:/ {
    sub(/^title: */, "")
    gsub(/^"|"$/, "")
    printf "\n## [%s](%s)\n\n", $0, deck
}
/^```/ { inside = !inside }
/^## [0-9]/ && !inside {
    k = $2
    sub(/^.*\./, "", k)
    sub(/^## /, "")
    sub(/ *\{[^}]*\} *$/, "")
    split($0, word, " ")
    printf "- [%s](%s#%s)%s\n", word[1], deck, k, substr($0, length(word[1]) + 1)
}
