// streams.js - the section "Streams and child grids": what ran when on the virtual clock, what
// waits for what, and where an engine had nothing to do. D3 makes the axis and zooms.

const ROW = 32, BAR = 22, LEVEL = 17, TOP = 30, NAME = 150, MOST_ARROWS = 60;
const WAIT_WORDS = {stream: 'the same stream', event: 'an event', 'default stream': 'the default stream', queue: 'the same queue', graph: 'an edge of the graph', host: 'the host', 'tail launch': 'a tail launch'};

const isEngine = row => (row.kind ? row.kind === 'engine' : /^(cop(y|ies)|kernels|engine)/i.test(row.name));
const jobName = job => (job.kind === 'kernel' ? job.name.replace(/\(.*/, '') : job.name);
const isGpuJob = job => job.kind !== 'call' && job.kind !== 'host' && job.kind !== 'graph';

// Each job in its own row, and also in that of its engine.
function barsOf(timeline) {
    return timeline.jobs.flatMap(job => [{job, row: job.row, main: true}].concat(
        job.engine !== undefined && job.engine !== job.row ? [{job, row: job.engine, main: false}] : []));
}

function kernelColours(timeline) {
    const names = [...new Set(timeline.jobs.filter(job => job.kind === 'kernel').map(jobName))];
    return job => (job.kind === 'kernel' ? colour(2 + names.indexOf(jobName(job)) % 6) :
        job.kind === 'copy' ? colour(/to.host/i.test(job.name) ? 1 : 0) : '#56616c');
}

// The times between the jobs of an engine, from the first job of all engines to the last.
function idleTimes(bars, row, begin, end) {
    const jobs = bars.filter(bar => bar.row === row).map(bar => bar.job).sort((a, b) => a.from - b.from);
    const gaps = [];
    let at = begin;
    for (const job of jobs) {
        if (job.from > at)
            gaps.push([at, job.from]);
        at = Math.max(at, job.to);
    }
    if (end > at)
        gaps.push([at, end]);
    return {gaps, share: gaps.reduce((sum, [from, to]) => sum + to - from, 0) / Math.max(1e-9, end - begin)};
}

// The variable that a call of cudaStreamCreate fills in, as the source calls it; '': not found.
function createdStream(row) {
    const text = !row.line || isHidden(row.source) ? '' : (sourceOf(row.source).text || '').split('\n').slice(row.line - 1, row.line + 2).join(' ');
    const call = /cudaStreamCreate\w*\s*\(\s*(?:\([^()]*\)\s*)?&?\s*([\w.>\-[\]+* ]+)/.exec(text);
    return call ? call[1].replace(/\s+/g, '') : '';
}

// "stream 15" -> "copies[0]": streams that one line creates are counted.
const namedStreams = new Map();
function streamNames(run) {
    const rows = run.timeline ? run.timeline.rows.filter(row => row.line) : [], names = new Map(), key = rows.map(row => isHidden(row.source)).join();
    if (namedStreams.has(run) && namedStreams.get(run).key === key)
        return namedStreams.get(run).names;
    rows.forEach(row => {
        const name = createdStream(row), alike = rows.filter(one => one.source === row.source && one.line === row.line), number = alike.indexOf(row);
        if (name)
            names.set(row.name, alike.length < 2 ? name : /\[[^\]]*[A-Za-z_][^\]]*\]$/.test(name) ? name.replace(/\[[^\]]*\]$/, '[' + number + ']') : name + ' ' + (number + 1));
    });
    namedStreams.set(run, {key, names});
    return names;
}

// Rows of the same name get numbers.
function rowWords(run) {
    const seen = {}, names = streamNames(run);
    return run.timeline.rows.map(row => {
        const name = names.get(row.name) || row.name;
        seen[name] = (seen[name] || 0) + 1;
        return name + (seen[name] > 1 && row.kind !== 'graph' ? ' ' + seen[name] : '');
    });
}

// Jobs of a row that run at the same time are drawn below each other, on levels: Map of bar -> level,
// and the levels of each row.
const MOST_LEVELS = 8;
function levelsOf(bars, rows) {
    const levels = new Map(), counts = new Array(rows).fill(1);
    for (let row = 0; row < rows; row++) {
        const ends = [];
        for (const bar of bars.filter(one => one.row === row).sort((x, y) => x.job.from - y.job.from || x.job.to - y.job.to)) {
            const free = ends.findIndex(end => end <= bar.job.from);
            const level = Math.min(MOST_LEVELS - 1, free >= 0 ? free : ends.length);
            ends[level] = bar.job.to;
            levels.set(bar, level);
        }
        counts[row] = Math.max(1, ends.length);
    }
    return {levels, counts};
}

// Where the rows are: the top of each, and the end of the last.
function topsOf(counts) {
    const tops = [TOP];
    counts.forEach((levels, i) => tops.push(tops[i] + (levels > 1 ? 10 + levels * LEVEL : ROW)));
    return tops;
}

function jobWords(run, job) {
    return jobName(job) + ', ' + rowWords(run)[job.row] + ': from ' + decimals(job.from, 2) + ' to ' + decimals(job.to, 2) + ' us (' +
        microseconds(job.to - job.from) + (job.bytes ? ', ' + count(job.bytes) + ' bytes' : '') +
        (job.faults ? ', ' + plural(job.faults, 'page fault') : '') + ')';
}

// Jobs of one name that are waited for with one reason are said once.
function waitWords(byId, waits) {
    const words = waits.map(([, id, why]) => [jobName(byId.get(id) || {name: '?'}), WAIT_WORDS[why] || why]);
    const times = new Map();
    words.forEach(pair => times.set(pair.join('\n'), (times.get(pair.join('\n')) || 0) + 1));
    return [...times].map(([pair, n]) => pair.split('\n')[0] + ' (' + pair.split('\n')[1] + (n > 1 ? '; ' + n + ' jobs' : '') + ')').join(', ');
}

// What stands under the picture when a job is chosen.
function describeJob(run, byId, about, job) {
    const timeline = run.timeline;
    const waits = (timeline.waits || []).filter(([id]) => id === job.id), behind = (timeline.waits || []).filter(([, id]) => id === job.id);
    const parent = byId.get(job.parent);
    fill(about, el('strong', {}, jobWords(run, job)), '. ',
        parent ? 'It was launched by ' + jobName(parent) + '. ' : null,
        waits.length ? 'It waits for ' + waitWords(byId, waits) + '. ' : 'It waits for nothing. ',
        behind.length === 1 ? 'One job waits for it. ' : behind.length ? behind.length + ' jobs wait for it. ' : null,
        job.launch !== undefined && launchesOf(run).some(launch => launch.launch === job.launch) ?
            button('See this launch in the source', () => go({tab: 'source', run: run.name, launch: String(job.launch)}), {class: 'link'}) : null,
        job.line ? button('See ' + lineWords(job.source || 0, job.line), () => {
            go({tab: 'source', run: run.name, file: String(job.source || 0), line: (job.source || 0) + ':' + job.line});
            scrollToLine(job.source || 0, job.line);
        }, {class: 'link'}) : null);
    speak(about.textContent);
}

// ---- the picture --------------------------------------------------------------------------------

function frame(holder, run, width, tops) {
    const timeline = run.timeline;
    const height = tops[tops.length - 1] + 8;
    const picture = d3.select(holder).append('svg').attr('width', width).attr('height', height).attr('viewBox', '0 0 ' + width + ' ' + height).attr('class', 'timeline')
        .attr('role', 'group').attr('aria-label', 'Timeline of ' + timeline.jobs.length + ' jobs; the arrow keys go from job to job');
    const defs = picture.append('defs');
    defs.append('clipPath').attr('id', 'clip-time').append('rect').attr('x', NAME).attr('y', 0).attr('width', width - NAME).attr('height', height);
    defs.append('marker').attr('id', 'arrow').attr('viewBox', '0 0 8 8').attr('refX', 7).attr('refY', 4).attr('markerWidth', 7).attr('markerHeight', 7)
        .attr('orient', 'auto').attr('markerUnits', 'userSpaceOnUse').append('path').attr('d', 'M0 0L8 4L0 8z').attr('class', 'arrowhead');
    const hatch = defs.append('pattern').attr('id', 'idle').attr('width', 7).attr('height', 7).attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', 'rotate(45)');
    hatch.append('rect').attr('width', 7).attr('height', 7).attr('class', 'idle-ground');
    hatch.append('line').attr('x1', 0).attr('y1', 0).attr('x2', 0).attr('y2', 7).attr('class', 'idle-line');
    rowWords(run).forEach((name, i) => {
        const y = tops[i];
        if (i % 2 === 0)
            picture.append('rect').attr('x', 0).attr('y', y).attr('width', width).attr('height', tops[i + 1] - y).attr('class', 'band');
        picture.append('text').attr('x', 8).attr('y', y + 20).attr('class', 'rowname').text(name);
    });
    return picture;
}

// An arrow goes from the end of a job to the begin of the one that waits. A call of the host that has
// begun before waits at its end.
function arrowPath(now, from, to, y1, y2) {
    const inCall = to.kind === 'call' && to.from < from.to;
    const x1 = now(inCall ? from.to : Math.min(from.to, to.from)), x2 = now(inCall ? Math.max(from.to, to.to) : to.from);
    const bend = Math.min(40, Math.max(10, Math.abs(x2 - x1) / 2));
    return 'M' + x1 + ' ' + y1 + 'C' + (x1 + bend) + ' ' + y1 + ' ' + (x2 - bend) + ' ' + y2 + ' ' + x2 + ' ' + y2;
}

function drawTimeline(run, holder, about) {
    const timeline = run.timeline, byId = new Map(timeline.jobs.map(job => [job.id, job])), bars = barsOf(timeline), colourOf = kernelColours(timeline);
    const {levels, counts} = levelsOf(bars, timeline.rows.length), tops = topsOf(counts);
    const width = Math.max(640, Math.round(holder.clientWidth || 1000)), height = tops[tops.length - 1] + 8;
    const begin = d3.min(timeline.jobs, job => job.from), end = Math.max(begin + 1e-6, d3.max(timeline.jobs, job => job.to));
    const work = timeline.jobs.filter(isGpuJob), workBegin = work.length ? d3.min(work, job => job.from) : begin, workEnd = work.length ? d3.max(work, job => job.to) : end;
    const scale = d3.scaleLinear().domain([begin, end]).range([NAME, width - 10]);
    let now = scale, chosen = null;
    const yOf = bar => tops[bar.row] + 5 + levels.get(bar) * LEVEL;
    const heightOf = bar => (counts[bar.row] > 1 ? LEVEL - 2 : BAR);
    const mainBar = new Map(bars.filter(bar => bar.main).map(bar => [bar.job.id, bar]));

    const picture = frame(holder, run, width, tops);
    const axis = picture.append('g').attr('transform', 'translate(0,' + (TOP - 4) + ')').attr('class', 'axis');
    const plot = picture.append('g').attr('clip-path', 'url(#clip-time)');
    const idle = plot.append('g'), jobs = plot.append('g'), arrows = plot.append('g');
    const engines = timeline.rows.map((row, i) => [row, i]).filter(([row, i]) => isEngine(row) && bars.some(bar => bar.row === i))
        .map(([, i]) => Object.assign({row: i, name: rowWords(run)[i]}, idleTimes(bars, i, workBegin, workEnd)));
    const gaps = engines.flatMap(engine => engine.gaps.map(gap => [engine.row, gap]));

    const choose = job => {
        chosen = job;
        describeJob(run, byId, about, job);
        redraw();
    };
    const groups = jobs.selectAll('g').data(bars).enter().append('g').attr('class', 'job').on('click', bar => choose(bar.job));
    groups.filter(bar => bar.main).attr('role', 'button').attr('data-job', bar => bar.job.id).attr('aria-label', bar => jobWords(run, bar.job))
        .attr('tabindex', (bar, i) => (i ? -1 : 0));
    groups.filter(bar => !bar.main).attr('aria-hidden', 'true');
    groups.append('title').text(bar => jobWords(run, bar.job));
    groups.append('rect').attr('rx', 3).attr('fill', bar => colourOf(bar.job));
    groups.append('text');
    holder.addEventListener('keydown', event => moveAmongJobs(event, timeline, holder, choose, byId));

    function redraw() {
        axis.call(d3.axisTop(now).ticks(Math.max(3, Math.round(width / 130))).tickFormat(t => d3.format('~r')(Number(t.toPrecision(8))) + ' us'));
        axis.selectAll('.tick').style('display', t => (now(t) < NAME - 1 ? 'none' : null));
        axis.select('.domain').remove();
        const gap = idle.selectAll('rect').data(gaps);
        gap.enter().append('rect').attr('fill', 'url(#idle)').attr('height', BAR).merge(gap).attr('y', ([row]) => tops[row] + 5)
            .attr('x', ([, g]) => now(g[0])).attr('width', ([, g]) => Math.max(0, now(g[1]) - now(g[0])));
        groups.classed('chosen', bar => bar.job === chosen);
        groups.select('rect').attr('x', bar => now(bar.job.from)).attr('y', yOf).attr('width', bar => Math.max(1.5, now(bar.job.to) - now(bar.job.from))).attr('height', heightOf);
        groups.select('text').attr('x', bar => Math.max(now(bar.job.from), NAME) + 5).attr('y', bar => yOf(bar) + Math.min(15, heightOf(bar) - 3)).text(bar => {
            const room = Math.floor((Math.min(now(bar.job.to), width) - Math.max(now(bar.job.from), NAME) - 7) / 6.3), name = jobName(bar.job);
            return room < 3 ? '' : name.length <= room ? name : name.slice(0, room - 1) + '\u2026';
        });
        drawArrows();
    }

    function drawArrows() {
        const launched = timeline.jobs.filter(job => byId.has(job.parent)).map(job => [job.id, job.parent, 'launch']);
        const all = (timeline.waits || []).concat(launched).filter(([a, b, why]) => byId.has(a) && byId.has(b) &&
            (byId.get(a).row !== byId.get(b).row || why === 'launch'));
        const ofChosen = ([a, b]) => chosen && (a === chosen.id || b === chosen.id);
        const arrow = arrows.selectAll('path').data(all.length <= MOST_ARROWS ? all : all.filter(ofChosen), d => d.join());
        arrow.exit().remove();
        arrow.enter().append('path').attr('marker-end', 'url(#arrow)').merge(arrow).attr('class', d => d[2] + ' waits' + (ofChosen(d) ? ' strong' : ''))
            .attr('d', ([a, b, why]) => {
                const from = mainBar.get(b), to = mainBar.get(a);
                if (why === 'launch' && to.job.from < from.job.to)
                    return 'M' + now(to.job.from) + ' ' + (yOf(from) + (yOf(to) < yOf(from) ? 0 : heightOf(from))) + 'V' + (yOf(to) + (yOf(to) < yOf(from) ? heightOf(to) : 0));
                return arrowPath(now, from.job, to.job, yOf(from) + heightOf(from) / 2, yOf(to) + heightOf(to) / 2);
            });
    }

    const zoom = d3.zoom().scaleExtent([1, 1000]).translateExtent([[NAME, 0], [width - 10, height]]).extent([[NAME, 0], [width - 10, height]])
        .filter(() => !d3.event.button && (d3.event.type !== 'wheel' || d3.event.ctrlKey || d3.event.shiftKey || d3.event.metaKey))
        .on('zoom', () => {
            now = d3.event.transform.rescaleX(scale);
            redraw();
        });
    picture.call(zoom).on('dblclick.zoom', null);
    // The device's work, with a margin: calls of the host before it can be very much longer.
    const showWork = () => {
        const margin = 0.04 * (workEnd - workBegin) + 1e-6, from = Math.max(begin, workBegin - margin), to = Math.min(end, workEnd + margin);
        const k = Math.min(1000, (end - begin) / Math.max(1e-9, to - from));
        picture.call(zoom.transform, d3.zoomIdentity.translate(NAME - k * scale(from), 0).scale(k));
    };
    redraw();
    showWork();
    return {engines, showWork, zoomBy: factor => picture.call(zoom.scaleBy, factor),
        moveBy: share => picture.call(zoom.translateBy, share * width / d3.zoomTransform(picture.node()).k, 0), reset: () => picture.call(zoom.transform, d3.zoomIdentity)};
}

// Left and right: the job before and after in the same row; up and down: the next row.
function moveAmongJobs(event, timeline, holder, choose, byId) {
    const group = event.target.closest('.job');
    const job = group && byId.get(Number(group.dataset.job));
    if (!job)
        return;
    if (event.key === 'Enter' || event.key === ' ') {
        choose(job);
        event.preventDefault();
        return;
    }
    const row = r => timeline.jobs.filter(j => j.row === r).sort((a, b) => a.from - b.from);
    const mine = row(job.row), at = mine.indexOf(job), middle = (job.from + job.to) / 2;
    const near = r => row(r).sort((a, b) => Math.abs((a.from + a.to) / 2 - middle) - Math.abs((b.from + b.to) / 2 - middle))[0];
    const step = way => {
        for (let r = job.row + way; r >= 0 && r < timeline.rows.length; r += way)
            if (row(r).length)
                return near(r);
        return undefined;
    };
    const next = {ArrowRight: () => mine[at + 1], ArrowLeft: () => mine[at - 1], ArrowDown: () => step(1), ArrowUp: () => step(-1)}[event.key];
    if (!next)
        return;
    event.preventDefault();
    const target = next();
    if (!target)
        return;
    group.setAttribute('tabindex', '-1');
    const other = holder.querySelector('[data-job="' + target.id + '"]');
    other.setAttribute('tabindex', '0');
    other.focus();
    choose(target);
}

const withTimeline = () => shownRuns.filter(run => run.timeline && (run.timeline.jobs || []).length);

const streamsSection = {
    id: 'streams', title: 'Streams and child grids',
    has: () => withTimeline().length > 0,
    drawn: '',
    show(panel) {
        const run = withTimeline().find(r => r.name === runOf(place.run).name) || withTimeline()[0];
        const width = document.body.clientWidth;
        const drawn = run.name + width + place.solution;
        if (this.drawn === drawn)
            return;
        this.drawn = drawn;
        const holder = el('div', {class: 'scroll timeline-holder'}), about = el('p', {class: 'about'}, 'Choose a job to see what it waits for.');
        fill(panel, holder);
        const view = drawTimeline(run, holder, about);
        fill(panel,
            el('div', {class: 'tools'}, withTimeline().length > 1 ? runSwitch() : null,
                el('div', {class: 'tools tight'}, button('Zoom in', () => view.zoomBy(1.6)), button('Zoom out', () => view.zoomBy(1 / 1.6)),
                    button('Earlier', () => view.moveBy(0.3)), button('Later', () => view.moveBy(-0.3)),
                    button('The work of the GPU', () => view.showWork()), button('Everything', () => view.reset())),
                el('span', {class: 'note'}, 'Virtual time of the modelled GPU. Drag to move; Ctrl and the wheel zoom.')),
            el('p', {class: 'legend'}, el('span', {}, el('i', {style: 'background:' + colour(0)}), 'copy to the device'), el('span', {}, el('i', {style: 'background:' + colour(1)}), 'copy to the host'),
                el('span', {}, el('i', {style: 'background:' + colour(2)}), 'kernels, a colour for each'), el('span', {}, el('i', {class: 'k-idle'}), 'an engine with nothing to do'),
                el('span', {}, '\u2192 the second waits for the first'), run.timeline.jobs.some(job => job.parent !== undefined) ? el('span', {}, '\u2193 launched by a kernel') : null),
            holder, about,
            view.engines.length ? el('p', {}, 'Idle, between the first job and the last: ' + view.engines.map(engine => engine.name + ' ' + percent(engine.share)).join('; ') + '.') : null,
            graphsOf(run));
    }
};
