# help.awk - lines "name<tab>text" in 80 columns, the text beside the name.
{
    line = sprintf("%-17s", $1)
    words = split($2, word, " ")
    for (k = 1; k <= words; k++) {
        if (length(line) + 1 + length(word[k]) > 80) {
            print line
            line = sprintf("%-17s", "")
        }
        line = line " " word[k]
    }
    print line
}
