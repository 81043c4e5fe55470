// model.js - the document, and the sums that several sections need.

const look = JSON.parse(document.getElementById('document').textContent);
const runs = Object.fromEntries(look.runs.map(run => [run.name, run]));
const runNames = look.runs.map(run => run.name);
// Runs that have more than their metrics; the first in any case.
const shownRuns = look.runs.filter((run, i) => i === 0 || (run.launches || []).length || (run.findings || []).length);

const alone = runNames.length === 1 && !look.verdict;
const RUN_WORDS = {yours: alone ? 'This program' : 'Yours', reference: 'Reference', debug: 'Yours with variables', before: 'The attempt before'};
const runWords = name => (name === 'before' && runs.before.attempt ? 'Attempt ' + runs.before.attempt : RUN_WORDS[name] || name);

// The order of execution. One that splits warps executes an instruction several times, each time with
// some of its lanes: its counters are not those of the run that is counted.
const scheduleWords = look.schedule === 'clean' ? 'in order, as counted' : look.schedule;
const splitsWarps = /^(shuffled|interleaved)/.test(look.schedule || '');
const splitNote = more => (splitsWarps ? el('p', {class: 'note splits'}, 'This order of execution (' + look.schedule + ') splits warps: the lanes of a warp ' +
    'do not always move together. So the page shows more executions, more wavefronts and more divergence than the run that is counted. That run is in order.' + (more ? ' ' + more : '')) : null);

const launchesOf = run => run.launches || [];

// The text of the solution is hidden until all points are earned, or a press of a button; locked: it is not
// in the page at all.
const isHidden = i => Boolean((look.sources[i] || {}).solution) && (look.solution === 'locked' || place.solution !== 'shown');
const sourceOf = i => (!look.sources[i] ? {file: 'unknown', text: ''} : isHidden(i) ? {file: look.sources[i].file, text: ''} : look.sources[i]);
// For comparisons only, never shown.
const bareLine = (i, line) => (((look.sources[i] || {}).text || '').split('\n')[line - 1] || '').replace(/\/\/.*/, '').replace(/\s+/g, '');
const baseName = file => file.replace(/.*\//, '');
// Code that was compiled without -lineinfo has no lines.
const lineWords = (source, line) => (line ? baseName(sourceOf(source).file) + ':' + line : 'an unknown line');
const lineNumber = line => (line ? 'line ' + line : 'an unknown line');
const kernelName = launch => launch.kernel.replace(/\(.*/, '').replace(/^void /, '');

// The errors that a launch can end with, by the names of CUDA's runtime.
const ERROR_NAMES = {700: 'cudaErrorIllegalAddress', 702: 'cudaErrorLaunchTimeout', 709: 'cudaErrorContextIsDestroyed', 710: 'cudaErrorAssert',
    714: 'cudaErrorHardwareStackError', 715: 'cudaErrorIllegalInstruction', 716: 'cudaErrorMisalignedAddress', 717: 'cudaErrorInvalidAddressSpace',
    718: 'cudaErrorInvalidPc', 719: 'cudaErrorLaunchFailure', 720: 'cudaErrorCooperativeLaunchTooLarge'};
const errorWords = status => 'error ' + status + (ERROR_NAMES[status] ? ' (' + ERROR_NAMES[status] + ')' : '');

const launchWords = launch => 'launch ' + launch.launch + ': ' + kernelName(launch) +
    '<<<' + shape(launch.grid) + ', ' + shape(launch.block) + '>>>' + (launch.status ? ', ' + errorWords(launch.status) : '');

function runOf(name) {
    return runs[name] && shownRuns.includes(runs[name]) ? runs[name] : shownRuns[0];
}

// The launches that are chosen: all, or one.
function chosenLaunches(run, choice) {
    const all = launchesOf(run);
    const one = all.filter(launch => String(launch.launch) === String(choice));
    return one.length ? one : all;
}

// By "source:line": the sums over launches.
function sumLines(launches) {
    const sums = new Map();
    for (const launch of launches) {
        for (const row of launch.lines || []) {
            const key = row.source + ':' + row.line;
            const sum = sums.get(key) || {source: row.source, line: row.line};
            for (const [name, value] of Object.entries(row))
                if (name === 'stalls')
                    sum.stalls = addTo(sum.stalls || {}, value);
                else if (name !== 'source' && name !== 'line')
                    sum[name] = (sum[name] || 0) + value;
            sums.set(key, sum);
        }
    }
    return sums;
}

// ---- what is worth a warning: what is worse than the reference, or costs time ----------------------

const COSTS_TIME = 0.05; // of the time of all lines
const timeOfLines = sums => [...sums.values()].reduce((total, sum) => total + (sum.us || 0), 0);
const lineSums = new Map();
function allLines(run) {
    if (!lineSums.has(run))
        lineSums.set(run, sumLines(launchesOf(run)));
    return lineSums.get(run);
}

// The reference's line of the same text; undefined: there is none.
function referenceLine(run, source, line) {
    const other = runs.reference, text = bareLine(source, line);
    return !other || other === run || !text ? undefined : [...allLines(other).values()].find(sum => bareLine(sum.source, sum.line) === text);
}

// `waste` of a line's sums: what a better line would not have.
function isWarning(run, sum, waste) {
    const other = referenceLine(run, sum.source, sum.line), total = timeOfLines(allLines(run));
    return waste(sum) > 0 && (!total || (sum.us || 0) >= COSTS_TIME * total || Boolean(other) && waste(sum) > waste(other));
}

// Of all launches, listed or not, as the counters of a run.
const timeOf = run => (run.us !== undefined ? run.us : sumTime(launchesOf(run)));
const sumTime = launches => launches.reduce((sum, launch) => sum + (launch.us || 0), 0);

// The accesses of a launch, by line: a loop that the compiler has unrolled has several instructions
// that do the same.
const accessGroups = new Map();
function groupAccesses(launch) {
    if (accessGroups.has(launch))
        return accessGroups.get(launch);
    const groups = new Map();
    for (const access of launch.accesses || []) {
        if (access.fused || access.remote) // ptxas makes it a part of another one; or it has no banks here
            continue;
        const key = [launch.launch, access.source, access.line, access.kind, access.space, access.width].join('.');
        const group = groups.get(key) || Object.assign({}, access, {key, executed: 0, cost: 0, least: 0, samples: []});
        for (const name of ['executed', 'cost', 'least'])
            group[name] += access[name] || 0;
        group.samples = group.samples.concat(access.samples || []);
        groups.set(key, group);
    }
    accessGroups.set(launch, [...groups.values()]);
    return accessGroups.get(launch);
}

// The accesses of launches, each with its launch.
function accessesOf(launches) {
    return launches.flatMap(launch => groupAccesses(launch).map(access => ({launch, access})));
}

// The blocks of a run that were recorded step by step.
function blocksOf(run) {
    return launchesOf(run).flatMap(launch => (launch.blocks || []).map(block => ({launch, block})));
}

// A read of memory that nobody has written is often a part of a race: the write comes later. So the race
// of the same line is before it in the list.
const isUnwritten = finding => finding.tool === 'initcheck' && Boolean(finding.line) && finding.launch !== undefined;
const isAt = (side, finding) => Boolean(side) && side.line === finding.line && (side.source || 0) === (finding.source || 0);
const raceAtLine = (all, finding) => (!isUnwritten(finding) ? undefined :
    all.find(one => one.tool === 'racecheck' && one.launch === finding.launch && (isAt(one, finding) || isAt(one.other, finding))));

const findingLists = new Map();
function findingsOf(run) {
    if (findingLists.has(run))
        return findingLists.get(run);
    const list = (run.findings || []).slice();
    for (const finding of list.filter(isUnwritten)) {
        const race = raceAtLine(list, finding);
        if (race && list.indexOf(race) > list.indexOf(finding)) {
            list.splice(list.indexOf(race), 1);
            list.splice(list.indexOf(finding), 0, race);
        }
    }
    findingLists.set(run, list);
    return list;
}

// The lines of a finding's text. Some were joined by a blank only: their sentences get an end.
const findingText = finding => finding.message.replace(/([^.:;,]) (the value is used at |it is an address of )/g,
    (_, before, words) => before + '. ' + capital(words)).split('\n').flatMap((line, i) => (i ? [el('br'), line] : [line]));

const SPACE_UNIT = {shared: 'wavefront', global: 'sector', local: 'sector', constant: 'pass'};
const costWords = access => plural(access.cost, SPACE_UNIT[access.space] || 'sector', access.space === 'constant' ? 'passes' : undefined);

function accessWords(access) {
    const kinds = {load: 'load from', store: 'store to', atomic: 'atomic on', async: 'asynchronous copy to'};
    return capital(kinds[access.kind] || access.kind + ' of') + ' ' + access.space + ' memory';
}
