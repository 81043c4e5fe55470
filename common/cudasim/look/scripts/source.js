// source.js - the section "Source": every line with what it cost, and the findings at their lines.

const SOURCE_COLUMNS = [
    ['time', 'Time', 'share of the time by the cost model'],
    ['executed', 'Executed', 'warp instructions executed'],
    ['lanes', 'Lanes', 'active lanes of 32, on average'],
    ['sectors', 'Sectors', 'sectors of 32 bytes of global memory, and how many times the fewest possible'],
    ['conflicts', 'Bank conflicts', 'additional wavefronts of shared memory'],
    ['local', 'Local', 'sectors of local memory, and how many times the fewest possible'],
    ['passes', 'Constant', 'passes of constant memory, and how many times the fewest possible'],
    ['divergent', 'Divergent', 'branches at which the lanes of a warp take different ways']
];

// Few kernels have accesses to local or constant memory.
const columnsOf = sums => SOURCE_COLUMNS.filter(([column]) => !['local', 'passes'].includes(column) || [...sums.values()].some(sum => sum[column]));

let sourceSpan = 7; // columns beside the line's number

// Lanes that do not take a branch execute it, too, though no counter counts them.
const lanesPerWarp = sum => ((sum.lanes || 0) + (sum.straight || 0)) / sum.executed;

// The cell of a column for the sums of a line: its words, and whether they are bad news.
const WASTE = {
    lanes: sum => Math.max(0, 16 * sum.executed - lanesPerWarp(sum) * sum.executed || 0),
    conflicts: sum => sum.conflicts || 0,
    divergent: sum => sum.divergent || 0
};
['sectors', 'local', 'passes'].forEach(column => { WASTE[column] = sum => (sum[column] > 1.05 * sum[column + '_min'] ? sum[column] - sum[column + '_min'] : 0); });

function sourceCell(run, column, sum, total) {
    const bad = WASTE[column] && isWarning(run, sum, WASTE[column]);
    if (column === 'time') {
        const share = total ? (sum.us || 0) / total : 0;
        return {words: share >= 0.0005 ? percent(share) : '', share};
    }
    if (column === 'executed')
        return {words: sum.executed ? count(sum.executed) : ''};
    if (column === 'lanes') {
        const lanes = sum.executed ? lanesPerWarp(sum) : 0;
        return {words: sum.executed ? decimals(lanes, 1) : '', bad};
    }
    if (['sectors', 'local', 'passes'].includes(column)) {
        const n = sum[column], least = sum[column + '_min'];
        return {words: n ? count(n) : '', bad, note: WASTE[column](sum) && least ? '(' + decimals(n / least, 1) + ' x)' : ''};
    }
    if (column === 'conflicts')
        return {words: sum.conflicts ? count(sum.conflicts) : '', bad};
    return {words: sum.branches ? count(sum.divergent) + ' of ' + count(sum.branches) : '', bad};
}

const findingTitle = finding => finding.tool + ': ' + finding.severity;

function findingsByLine(run, source) {
    const at = new Map();
    findingsOf(run).forEach((finding, i) => {
        const lines = new Set();
        if (finding.source === source && finding.line)
            lines.add(finding.line);
        if (finding.other && finding.other.source === source && finding.other.line)
            lines.add(finding.other.line);
        lines.forEach(line => at.set(line, (at.get(line) || []).concat([[finding, i]])));
    });
    return at;
}

// The PTX instructions of a line, on demand; a kernel has its own with its first launch.
function ptxOf(run, source, line) {
    const list = launchesOf(run).flatMap(launch => launch.ptx || []).filter(one => one.line === line && (one.source || 0) === source);
    return !list.length || isHidden(source) ? null : el('details', {class: 'ptx', open: place.ptx === 'yes', ontoggle: event => { place.ptx = event.target.open ? 'yes' : ''; }},
        el('summary', {}, 'PTX of this line (' + plural(list.length, 'instruction') + ')'),
        el('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'PTX of line ' + line}, el('table', {class: 'plain'}, el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Instruction'), el('th', {scope: 'col', class: 'num'}, 'Executed'))),
            el('tbody', {}, list.map(one => el('tr', {}, el('th', {scope: 'row'}, el('code', {}, one.text)), el('td', {class: 'num'}, one.executed ? count(one.executed) : '')))))));
}

// What stands under a line that is open: its counters in words, and its accesses.
function lineDetails(run, source, line, sum) {
    const facts = [];
    const fact = (words, value) => facts.push(el('div', {}, el('dt', {}, words), el('dd', {}, value)));
    if (sum) {
        fact('Warp instructions executed', count(sum.executed));
        if (sum.executed)
            fact('Active lanes per warp instruction', decimals(lanesPerWarp(sum), 1) + ' of 32');
        if (sum.sectors)
            fact('Sectors of global memory', count(sum.sectors) + '; the fewest possible: ' + count(sum.sectors_min));
        if (sum.local)
            fact('Sectors of local memory', count(sum.local) + '; the fewest possible: ' + count(sum.local_min));
        if (sum.passes)
            fact('Passes of constant memory', count(sum.passes) + '; the fewest possible: ' + count(sum.passes_min));
        if (sum.wavefronts)
            fact('Wavefronts of shared memory', count(sum.wavefronts) + '; the fewest possible: ' + count(sum.wavefronts_min));
        if (sum.branches)
            fact('Divergent branches', count(sum.divergent) + ' of ' + count(sum.branches));
        if (sum.us)
            fact('Time by the cost model', microseconds(sum.us));
    }
    const accesses = accessesOf(chosenLaunches(run, place.launch))
        .filter(({access}) => access.source === source && access.line === line && (access.samples || []).length);
    return el('div', {class: 'details'},
        el('dl', {class: 'facts'}, facts), sum && sum.us && sum.stalls ? [el('p', {class: 'note'}, 'Why warps wait here:'), el('ul', {class: 'stall-list'}, stallFacts(sum))] : null,
        ptxOf(run, source, line),
        accesses.map(({launch, access}) => button(accessWords(access) + ', launch ' + launch.launch + ': see a warp\'s lanes',
            () => go({tab: 'access', access: access.key, sample: '', other: ''}), {class: 'link'})));
}

function sourceRow(run, source, line, sum, total, hottest, findings, columns) {
    const key = source + ':' + line;
    const open = place.line === key;
    const hasMore = sum !== undefined;
    const share = sum && total ? (sum.us || 0) / total : 0;
    const row = el('tr', {id: 'line-' + source + '-' + line, class: (share > 0 && share >= Math.min(0.1, hottest / 2) ? 'hot ' : '') + (open ? 'open' : ''), 'data-line': line,
        'data-share': share.toFixed(3)},
        el('th', {scope: 'row', class: 'number'}, hasMore ?
            button(line, () => go({line: open ? '' : key}), {'aria-expanded': String(open), 'aria-label': 'line ' + line + ', all its counters'}) :
            el('span', {}, line)),
        el('td', {class: 'code'}, codeLine(source, line)),
        sum ? el('td', {class: 'brief'}, columns.map(([column, words]) => [words, sourceCell(run, column, sum, total)]).filter(([, cell]) => cell.words)
            .map(([words, cell]) => el('span', {class: cell.bad ? 'bad' : null}, words + ' ', el('b', {}, (cell.bad ? '! ' : '') + cell.words + (cell.note ? ' ' + cell.note : ''))))) : null,
        columns.map(([column, words]) => {
            const cell = sum ? sourceCell(run, column, sum, total) : {words: ''};
            return el('td', {class: 'n ' + column + (cell.bad ? ' bad' : '') + (cell.words ? '' : ' none'), 'data-label': words},
                cell.share ? el('span', {class: 'bar', style: 'width:' + (100 * cell.share / hottest).toFixed(1) + '%', 'aria-hidden': 'true'}) : null,
                cell.words ? el('span', {class: 'words'}, cell.words, cell.note ? el('small', {}, ' ' + cell.note) : null) : null);
        }));
    const rows = [row];
    if (open)
        rows.push(el('tr', {class: 'more'}, el('td', {}), el('td', {colspan: sourceSpan}, lineDetails(run, source, line, sum))));
    (findings || []).forEach(([finding, i]) => rows.push(el('tr', {class: 'finding ' + finding.severity},
        el('td', {}), el('td', {colspan: sourceSpan}, el('div', {class: 'bubble'}, el('strong', {}, findingTitle(finding)), ' ', findingText(finding), ' ',
            button('Show', () => go({tab: 'race', finding: String(i)}), {class: 'link', 'aria-label': 'Show finding ' + (i + 1)}))))));
    return rows;
}

// The lines that take most of the time: where to look first.
function hotLines(sums, total) {
    const hot = [...sums.values()].filter(sum => sum.us > 0).sort((a, b) => b.us - a.us).slice(0, 3);
    if (!hot.length)
        return null;
    return el('p', {class: 'hotlist'}, 'Most time: ', hot.map((sum, i) => [i ? ', ' : '', button(lineWords(sum.source, sum.line) + ' ' + percent(sum.us / total),
        () => { go({file: String(sum.source), line: sum.source + ':' + sum.line}); scrollToLine(sum.source, sum.line); }, {class: 'link'})]));
}

// Which lines are left out: those far from every line with counters or findings.
const NEAR = 3;
function farLines(lines, interesting) {
    const far = new Array(lines + 1).fill(interesting.length > 0);
    for (const line of interesting)
        far.fill(false, Math.max(1, line - NEAR), Math.min(lines, line + NEAR) + 1);
    return far;
}

// The rows of a file; a button in place of lines that are left out.
function sourceRows(lines, far, row) {
    const rows = [];
    for (let line = 1; line <= lines; line++) {
        let end = line;
        while (end < lines && far[line] && far[end + 1])
            end++;
        if (far[line] && end - line >= 3 && !place.whole) {
            rows.push(el('tr', {class: 'fold'}, el('td', {}), el('td', {colspan: sourceSpan}, button('Lines ' + line + ' to ' + end + ' have no counters: show them',
                () => go({whole: 'yes'}), {class: 'link'}))));
            line = end;
        } else {
            rows.push(row(line));
        }
    }
    return rows;
}

function scrollToLine(source, line) {
    if (!document.getElementById('line-' + source + '-' + line))
        go({whole: 'yes'});
    const row = document.getElementById('line-' + source + '-' + line);
    if (row) {
        row.scrollIntoView({block: 'center'});
        const first = row.querySelector('button');
        if (first)
            first.focus();
    }
}

// The files of which there is something to show.
function filesWithLines(run, sums) {
    const files = new Set([run.file || 0]);
    sums.forEach(sum => files.add(sum.source));
    findingsOf(run).forEach(finding => finding.source !== undefined && finding.line && files.add(finding.source));
    return [...files].filter(i => look.sources[i]).sort((a, b) => a - b);
}

// Of a file whose text is not there, or is shorter than it was: the lines that have something to show.
const linesWithoutText = (source, interesting) => [...new Set(interesting)].filter(line => !hasText(source, line)).sort((a, b) => a - b);


const sourceSection = {
    id: 'source', title: 'Source',
    has: () => look.sources.length > 0,
    show(panel) {
        const run = runOf(place.run);
        const launches = chosenLaunches(run, place.launch);
        const sums = sumLines(launches), total = sumTime(launches);
        const files = filesWithLines(run, sums), columns = columnsOf(sums);
        sourceSpan = columns.length + 1;
        const source = place.file !== '' && files.includes(Number(place.file)) ? Number(place.file) :
            files.includes(run.file || 0) ? run.file || 0 : files[0];
        const findings = findingsByLine(run, source);
        const hottest = total ? Math.max(0, ...[...sums.values()].map(sum => sum.us || 0)) / total : 0;
        const interesting = [...sums.values()].filter(sum => sum.source === source).map(sum => sum.line).concat([...findings.keys()]);
        const length = sourceOf(source).text ? piecesOf(source).length : 0;
        const rowOf = line => sourceRow(run, source, line, sums.get(source + ':' + line), total, hottest, findings.get(line), columns);
        const rows = sourceRows(length, farLines(length, interesting.filter(line => line <= length)), rowOf)
            .concat(linesWithoutText(source, interesting).map(rowOf), restRows(launches, sums, source, columns));
        fill(panel,
            el('div', {class: 'tools'}, runSwitch(), launchPicker(run),
                files.length > 1 ? picker('File', files.map(i => [i, baseName(sourceOf(i).file)]), source, i => go({file: i, line: ''})) : null,
                place.whole ? button('Only lines with counters', () => go({whole: ''}), {class: 'quiet'}) : null),
            hotLines(sums, total), shortageCard(run, launches), sums.size ? splitNote() : null,
            sums.size ? null : el('p', {class: 'note'}, launchesOf(run).length ? 'The kernels have no lines: were they compiled with -lineinfo?' : 'No kernel was launched in this case, so no line has counters.'),
            isHidden(source) ? hiddenNote() : sourceOf(source).text ? null : el('p', {class: 'note'}, 'The text of ' + sourceOf(source).file + ' was not found when the program ran.'),
            el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Source with counters'},
                el('table', {class: 'source'},
                    el('caption', {class: 'unseen'}, sourceOf(source).file + ', each line with its counters'),
                    el('thead', {}, el('tr', {}, el('th', {scope: 'col', class: 'number'}, 'Line'), el('th', {scope: 'col', class: 'code'}, 'Code'),
                        columns.map(([column, words, why]) => el('th', {scope: 'col', class: 'n ' + column, title: why}, words)))),
                    el('tbody', {}, rows))));
    }
};
