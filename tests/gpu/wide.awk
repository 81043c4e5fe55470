# wide.awk - turns lines "program,launch,kernel,metric,value" into one line a launch,
# "program,launch,kernel,value,value,...", after a line that names the metrics. Other lines
# stay as they are.
function flush(    i, names, values) {
    if (launch == "")
        return
    for (i = 1; i <= n; i++) {
        names = names "," metric[i]
        values = values "," value[i]
    }
    if (names != header)
        print "program,launch,kernel" names
    header = names
    print launch values
    launch = ""
}
/^#/ || /^program,/ {
    flush()
    if (/^#/)
        print
    next
}
{
    split($0, part, ",")
    this = part[1] "," part[2] "," part[3]
    if (this != launch) {
        flush()
        n = 0
    }
    launch = this
    metric[++n] = part[4]
    value[n] = part[5]
}
END { flush() }
