// shortage.js - where the time of the chosen launches goes, so that it adds up to all of it: lines, the
// start and end, what has no line; why warps wait; what the kernel is short of, its share of the
// peak as a roofline, and its occupancy.

// By the names of Nsight Compute: what warps wait for.
const STALL_WORDS = {
    long_scoreboard: 'data from global or local memory', short_scoreboard: 'a result of shared memory, of a shuffle or of a special function',
    barrier: 'the other warps, at a barrier', membar: 'a memory fence', wait: 'the result of the instruction before: a dependency',
    branch_resolving: 'the target of a branch', sleeping: 'the end of __nanosleep()', imc_miss: 'constant memory', math_pipe_throttle: 'a free arithmetic unit',
    lg_throttle: 'room in the queue of global and local memory', mio_throttle: 'room in the queue of shared memory, which bank conflicts fill', not_selected: 'its turn: another warp issues'
};
const BOUND_WORDS = {
    issue: 'slots to issue instructions', chip: 'bandwidth of shared memory and of the L1 cache', constants: 'bandwidth of constant memory', memory: 'bandwidth of global memory',
    atomics: 'bandwidth for atomics: too many of them update the same memory', host: 'bandwidth of the bus to the host'
};
// Of a kernel that is bound by latency: by what its warps wait for most.
const LATENCY_WORDS = {
    long_scoreboard: 'loads in flight', short_scoreboard: 'independent work beside shared memory and shuffles', barrier: 'work between its barriers', membar: 'work between its fences',
    sleeping: 'work while it sleeps', imc_miss: 'hits in the cache of constant memory'
};
const LIMIT_WORDS = {grid: 'the grid, which has too few blocks', registers: 'the registers', 'shared memory': 'shared memory', warps: 'the warps of a multiprocessor: it is full', blocks: 'the number of blocks',
    'threads of a block': 'the threads of a block'};

function addTo(sums, more) {
    for (const [name, value] of Object.entries(more || {}))
        sums[name] = (sums[name] || 0) + value;
    return sums;
}

// Of launches: {all, lines, start, unknown, rest} in microseconds, stalls by name; undefined: not recorded.
function timeParts(launches) {
    if (!launches.some(launch => launch.start_us !== undefined))
        return undefined;
    const sum = of => launches.reduce((total, launch) => total + (of(launch) || 0), 0);
    const parts = {all: sumTime(launches), start: sum(launch => launch.start_us), unknown: sum(launch => launch.unknown_us), stalls: {}, lines: 0};
    for (const line of launches.flatMap(launch => launch.lines || [])) {
        parts.lines += line.us || 0;
        addTo(parts.stalls, line.stalls);
    }
    parts.rest = Math.max(0, parts.all - parts.lines - parts.start - parts.unknown);
    return parts;
}

const byValue = sums => Object.entries(sums).sort((a, b) => b[1] - a[1]);

// "This kernel is short of ..."
function shortWords(launches, parts) {
    const longest = launches.slice().sort((a, b) => (b.us || 0) - (a.us || 0))[0], [stall, us] = byValue(parts.stalls)[0] || ['', 0];
    const subject = new Set(launches.map(kernelName)).size > 1 ? 'These kernels are' : 'This kernel is';
    if (parts.start >= parts.all / 2)
        return subject + ' short of work: ' + percent(parts.start / parts.all) + ' of the time is the start and end of ' + (launches.length > 1 ? 'the launches.' : 'the launch.');
    if (longest.bound !== 'latency')
        return subject + ' short of ' + (BOUND_WORDS[longest.bound] || longest.bound) + '.';
    return subject + ' short of ' + (LATENCY_WORDS[stall] || 'independent instructions') + ': ' + percent(us / parts.all) + ' of the time, warps wait for ' + (STALL_WORDS[stall] || 'something') + '.';
}

// What the launches have done in a microsecond, beside what the GPU can do.
function workOf(run, launches) {
    const sum = name => launches.reduce((total, launch) => total + (launch[name] || 0), 0), us = sumTime(launches);
    return {run, slots: sum('slots'), bytes: sum('bytes'), us, rate: sum('slots') / us};
}

// ---- the roofline --------------------------------------------------------------------------------

const log2 = Math.log2;

// Warp instructions per byte, and per nanosecond; both axes are logarithmic.
function rooflineDrawing(works, peak) {
    const width = 460, height = 250, left = 58, right = 14, top = 14, bottom = 44;
    const points = works.filter(work => work.bytes > 0 && work.slots > 0 && work.us > 0).map(work => ({name: runWords(work.run.name), mine: work === works[0], x: work.slots / work.bytes, y: work.rate / 1000}));
    const roof = peak.slots / 1000, from = Math.min(1 / 256, ...points.map(p => p.x / 2)), to = Math.max(4, ...points.map(p => p.x * 2)), least = Math.min(roof / 1024, ...points.map(p => p.y / 2));
    const x = v => left + (width - left - right) * log2(v / from) / log2(to / from), y = v => top + (height - top - bottom) * log2(2 * roof / v) / log2(2 * roof / least);
    const slope = (rate, name, low) => {
        const start = Math.max(from, least / (rate / 1000)), end = roof / (rate / 1000);
        return [svg('path', {class: 'roof', d: 'M' + x(start) + ' ' + y(start * rate / 1000) + 'L' + x(end) + ' ' + y(roof) + (low ? '' : 'H' + x(to))}),
            low ? svgText(x(end / 8) + 12, y(roof / 8) + 10, name, {'text-anchor': 'start', class: 'label'}) : svgText(x(end / 8) - 10, y(roof / 8) - 6, name, {'text-anchor': 'end', class: 'label'})];
    };
    const ticks = [1 / 256, 1 / 16, 1, 16, 256].filter(v => v >= from && v <= to), label = v => (v < 1 ? '1/' + 1 / v : '' + v);
    const words = 'Roofline: ' + points.map(p => p.name + ' ' + decimals(p.y, p.y < 10 ? 2 : 0) + ' of ' + decimals(roof, 0) + ' warp instructions per nanosecond at ' + decimals(p.x, 3) + ' per byte').join('; ');
    return svg('svg', {viewBox: '0 0 ' + width + ' ' + height, class: 'roofline', role: 'img', 'aria-label': words},
        ticks.map(v => [svg('line', {x1: x(v), x2: x(v), y1: top, y2: height - bottom, class: 'grid'}), svgText(x(v), height - bottom + 15, label(v), {class: 'label'})]),
        [1, 10, 100, 1000].filter(v => v >= least && v <= 2 * roof).map(v => [svg('line', {x1: left, x2: width - right, y1: y(v), y2: y(v), class: 'grid'}), svgText(left - 6, y(v) + 4, v, {'text-anchor': 'end', class: 'label'})]),
        slope(peak.l2, 'L2 cache', false), slope(peak.dram, 'DRAM', true), svgText(width - right, y(roof) - 6, 'issue', {'text-anchor': 'end', class: 'label'}),
        points.map((p, i) => [p.mine ? svg('circle', {cx: x(p.x), cy: y(p.y), r: 6, class: 'mine'}) : svg('rect', {x: x(p.x) - 5, y: y(p.y) - 5, width: 10, height: 10, class: 'theirs'}),
            svgText(x(p.x) + (x(p.x) > width / 2 ? -10 : 10), y(p.y) + (i ? 16 : -6), p.name, {'text-anchor': x(p.x) > width / 2 ? 'end' : 'start', class: 'strong'})]),
        svgText((left + width - right) / 2, height - 8, 'warp instructions per byte that leaves the multiprocessors', {class: 'label'}),
        svgText(0, 0, 'per nanosecond', {class: 'label', transform: 'translate(14,' + (height - bottom) / 2 + ') rotate(-90)'}));
}

// ---- as a part of the section "Source" ---------------------------------------------------------------

function occupancyWords(launches) {
    const longest = launches.slice().sort((a, b) => (b.us || 0) - (a.us || 0))[0], o = longest.occupancy;
    return !o ? '' : 'Occupancy: ' + o.warps + ' of ' + o.of + ' warps of a multiprocessor' + (o.warps < o.of ? '; the limit is ' + LIMIT_WORDS[o.limit] + (o.limit === 'registers' ? ' (about ' + o.registers + ' for each thread)' : '') : '') + '.';
}

function stallTable(parts) {
    const rows = byValue(parts.stalls).filter(([, us]) => us >= 0.005 * parts.all);
    return el('table', {class: 'plain stalls'}, el('thead', {}, el('tr', {}, ['Stall', 'Warps wait for', 'Time'].map(head => el('th', {scope: 'col'}, head)))),
        el('tbody', {}, rows.map(([name, us]) => el('tr', {}, el('th', {scope: 'row'}, el('code', {}, name)), el('td', {}, STALL_WORDS[name] || ''), el('td', {class: 'num'}, percent(us / parts.all)))),
            el('tr', {}, el('th', {scope: 'row'}, 'none'), el('td', {}, 'the start and end of launches and blocks'), el('td', {class: 'num'}, percent(parts.start / parts.all)))));
}

function shortageCard(run, launches) {
    const parts = timeParts(launches);
    if (!parts || !parts.all)
        return null;
    const work = workOf(run, launches), other = run.name !== 'reference' && runs.reference && workOf(runs.reference, launchesOf(runs.reference)), peak = run.peak;
    const share = n => (n >= 0.0005 ? decimals(100 * n, n < 0.1 ? 1 : 0) + '%' : '<0.1%');
    return el('div', {class: 'shortage'}, el('p', {class: 'says'}, shortWords(launches, parts)), el('p', {}, occupancyWords(launches),
        peak ? ' Of the peak it uses ' + share(work.rate / peak.slots) + ' of the slots to issue, and ' + share(work.bytes / work.us / peak.dram) + ' of the bandwidth of DRAM.' : ''),
    el('details', {ontoggle: event => { place.why = event.target.open ? 'yes' : ''; }, open: place.why === 'yes'}, el('summary', {}, 'Why warps wait, and the roofline'),
        el('div', {class: 'pair'}, el('div', {class: 'scroll'}, stallTable(parts)), peak ? rooflineDrawing([work].concat(other ? [other] : []), peak) : null)));
}

// The rows below the lines: so the column "Time" adds up to all of it.
function restRows(launches, sums, source, columns) {
    const parts = timeParts(launches);
    if (!parts || !parts.all)
        return [];
    const elsewhere = [...sums.values()].filter(sum => sum.source !== source).reduce((total, sum) => total + (sum.us || 0), 0);
    return [['Start, end and waiting: of the launches and their blocks', parts.start], ['Lines of other files', elsewhere], ['Instructions without a line', parts.unknown],
        ['Launches whose lines are not recorded', parts.rest]].filter(([, us], i) => i === 0 || us >= 0.0005 * parts.all).map(([words, us]) =>
        el('tr', {class: 'rest', 'data-share': (us / parts.all).toFixed(3)}, el('td', {}), el('td', {class: 'code'}, words), el('td', {class: 'brief'}, el('span', {}, 'Time ', el('b', {}, percent(us / parts.all)))),
            columns.map(([column]) => el('td', {class: 'n ' + column}, column === 'time' ? el('span', {class: 'words'}, percent(us / parts.all)) : null))));
}

// Why warps wait at a line: for its details.
const stallFacts = sum => byValue(sum.stalls || {}).filter(([, us]) => us >= 0.01 * sum.us).map(([name, us]) => el('li', {}, el('code', {}, name), ' ' + percent(us / sum.us) + ': warps wait for ' + (STALL_WORDS[name] || '?')));
