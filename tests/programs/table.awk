# table.awk - reads tests/data/programs.csv, then README.md, which it prints with a new table between its two marks.
FNR == 1 { file++ }
file == 1 {
    split($0, part, "\"")
    split(part[1], of, ",")
    result = part[3]
    gsub(/,/, "", result)
    key = of[1] " " of[2]
    if (!(key in tried))
        order[++n] = key
    tried[key]++
    if (of[3] > date[key])
        date[key] = of[3]
    short = part[2]
    sub(/.*\//, "", short)
    if (result == "ok")
        ok[key]++
    else
        others[key, result] = others[key, result] (others[key, result] ? ", " : "") short
    results[result]
}
file == 2 && /<!-- end of programs -->/ { skip = 0 }
file == 2 && !skip { print }
file == 2 && /<!-- programs -->/ {
    skip = 1
    print "| collection, version | date | tried | end well | the others |\n|---|---|---|---|---|"
    for (i = 1; i <= n; i++) {
        key = order[i]
        text = ""
        for (result in results)
            if (result != "ok" && others[key, result])
                text = text (text ? "; " : "") result ": " others[key, result]
        printf "| %s | %s | %d | %d | %s |\n", key, date[key], tried[key], ok[key], text
    }
}
