// streams.js - the section "Streams": what ran when on the virtual clock, what waits for what, and
// where an engine had nothing to do. D3 makes the axis and zooms.

const ROW = 34, BAR = 22, TOP = 30, NAME = 150;
const WAIT_WORDS = {stream: 'the same stream', event: 'an event', 'default stream': 'the default stream', queue: 'one queue', host: 'the host'};

const isEngine = row => /^(cop(y|ies)|kernels|engine)/i.test(row.name);
const jobColour = (timeline, job) => {
    if (job.kind === 'kernel') {
        const names = [...new Set(timeline.jobs.filter(j => j.kind === 'kernel').map(j => j.name))];
        return colour(2 + names.indexOf(job.name) % 5);
    }
    return job.kind === 'copy' ? colour(/to (the )?host/i.test(job.name + timeline.rows[job.row].name) ? 1 : 0) : '#56616c';
};

// The times between the jobs of a row, from the first job of all to the last.
function idleTimes(timeline, row) {
    const jobs = timeline.jobs.filter(job => job.row === row).sort((a, b) => a.from - b.from);
    const all = timeline.jobs.filter(job => isEngine(timeline.rows[job.row]));
    const gaps = [];
    let at = Math.min(...all.map(job => job.from));
    for (const job of jobs) {
        if (job.from > at)
            gaps.push([at, job.from]);
        at = Math.max(at, job.to);
    }
    const end = Math.max(...all.map(job => job.to));
    if (end > at)
        gaps.push([at, end]);
    return {gaps, share: end > 0 ? gaps.reduce((sum, [from, to]) => sum + to - from, 0) / Math.max(1e-9, end - Math.min(...all.map(job => job.from))) : 0};
}

// A grid that a kernel launched is drawn in its parent's row, lower.
function depthOf(byId, job) {
    let depth = 0;
    for (let j = byId.get(job.parent); j && j.row === job.row && depth < 3; j = byId.get(j.parent))
        depth++;
    return depth;
}

function jobWords(timeline, job) {
    return job.name + ', ' + timeline.rows[job.row].name + ': from ' + decimals(job.from, 2) + ' to ' + decimals(job.to, 2) + ' us (' + microseconds(job.to - job.from) + ')';
}

function waitsOf(timeline, job) {
    return (timeline.waits || []).filter(([id]) => id === job.id);
}

function drawTimeline(run, holder, about) {
    const timeline = run.timeline, byId = new Map(timeline.jobs.map(job => [job.id, job]));
    const width = Math.max(640, Math.round(holder.clientWidth || 1000)), height = TOP + timeline.rows.length * ROW + 8;
    const end = Math.max(...timeline.jobs.map(job => job.to), 1e-6), begin = Math.min(...timeline.jobs.map(job => job.from), end);
    const scale = d3.scaleLinear().domain([begin, end]).range([NAME, width - 10]);
    let now = scale, chosen = null;
    const yOf = job => TOP + job.row * ROW + 4 + 7 * depthOf(byId, job);
    const heightOf = job => BAR - 7 * depthOf(byId, job);

    const picture = d3.select(holder).append('svg').attr('width', width).attr('height', height).attr('viewBox', '0 0 ' + width + ' ' + height).attr('class', 'timeline')
        .attr('role', 'group').attr('aria-label', 'Timeline of ' + timeline.jobs.length + ' jobs; the arrow keys go from job to job');
    const defs = picture.append('defs');
    defs.append('clipPath').attr('id', 'clip-time').append('rect').attr('x', NAME).attr('y', 0).attr('width', width - NAME).attr('height', height);
    defs.append('marker').attr('id', 'arrow').attr('viewBox', '0 0 8 8').attr('refX', 7).attr('refY', 4).attr('markerWidth', 7).attr('markerHeight', 7).attr('orient', 'auto')
        .append('path').attr('d', 'M0 0L8 4L0 8z').attr('class', 'arrowhead');
    const hatch = defs.append('pattern').attr('id', 'idle').attr('width', 7).attr('height', 7).attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', 'rotate(45)');
    hatch.append('rect').attr('width', 7).attr('height', 7).attr('class', 'idle-ground');
    hatch.append('line').attr('x1', 0).attr('y1', 0).attr('x2', 0).attr('y2', 7).attr('class', 'idle-line');

    timeline.rows.forEach((row, i) => {
        const y = TOP + i * ROW;
        if (i % 2 === 0)
            picture.append('rect').attr('x', 0).attr('y', y).attr('width', width).attr('height', ROW - 2).attr('class', 'band');
        picture.append('text').attr('x', 8).attr('y', y + 19).attr('class', 'rowname').text(row.name);
    });
    const axis = picture.append('g').attr('transform', 'translate(0,' + (TOP - 4) + ')').attr('class', 'axis');
    const plot = picture.append('g').attr('clip-path', 'url(#clip-time)');
    const idle = plot.append('g'), bars = plot.append('g'), arrows = plot.append('g');
    const engines = timeline.rows.map((row, i) => [row, i]).filter(([row, i]) => isEngine(row) && timeline.jobs.some(job => job.row === i));
    const gaps = engines.flatMap(([, i]) => idleTimes(timeline, i).gaps.map(gap => [i, gap]));

    const choose = job => {
        chosen = job;
        const waits = waitsOf(timeline, job), behind = (timeline.waits || []).filter(([, id]) => id === job.id);
        fill(about, el('strong', {}, jobWords(timeline, job)), '. ' + (waits.length ? 'It waits for ' + waits.map(([, id, why]) =>
            (byId.get(id) || {name: '?'}).name + ' (' + (WAIT_WORDS[why] || why) + ')').join(', ') + '. ' : 'It waits for no job. ') +
            (behind.length ? plural(behind.length, 'job') + ' waits for it. '.replace('waits', behind.length > 1 ? 'wait' : 'waits') : ''),
        job.line ? button('See ' + lineWords(job.source || 0, job.line), () => {
            go({tab: 'source', run: run.name, file: String(job.source || 0), line: (job.source || 0) + ':' + job.line});
            scrollToLine(job.source || 0, job.line);
        }, {class: 'link'}) : null);
        speak(about.textContent);
        redraw();
    };

    const groups = bars.selectAll('g').data(timeline.jobs).enter().append('g').attr('class', 'job').attr('role', 'button').attr('data-job', job => job.id)
        .attr('tabindex', (job, i) => (i ? -1 : 0)).attr('aria-label', job => jobWords(timeline, job)).on('click', choose);
    groups.append('title').text(job => jobWords(timeline, job));
    groups.append('rect').attr('rx', 3).attr('fill', job => jobColour(timeline, job));
    groups.append('text');
    holder.addEventListener('keydown', event => moveAmongJobs(event, timeline, holder, choose, byId));

    function redraw() {
        axis.call(d3.axisTop(now).ticks(Math.max(3, Math.round(width / 130))).tickFormat(t => d3.format('~r')(t) + ' us'));
        axis.selectAll('.tick').style('display', t => (now(t) < NAME ? 'none' : null));
        const gap = idle.selectAll('rect').data(gaps);
        gap.enter().append('rect').attr('fill', 'url(#idle)').attr('height', BAR).merge(gap).attr('y', ([i]) => TOP + i * ROW + 4)
            .attr('x', ([, g]) => now(g[0])).attr('width', ([, g]) => Math.max(0, now(g[1]) - now(g[0])));
        groups.classed('chosen', job => job === chosen);
        groups.select('rect').attr('x', job => now(job.from)).attr('y', yOf).attr('width', job => Math.max(1.5, now(job.to) - now(job.from))).attr('height', heightOf);
        groups.select('text').attr('x', job => Math.max(now(job.from), NAME) + 5).attr('y', job => yOf(job) + Math.min(15, heightOf(job) - 4)).text(job => {
            const room = Math.floor((now(job.to) - Math.max(now(job.from), NAME) - 8) / 6.6);
            return room < 3 ? '' : job.name.length <= room ? job.name : job.name.slice(0, room - 1) + '\u2026';
        });
        const all = (timeline.waits || []).filter(([a, b]) => byId.has(a) && byId.has(b) && byId.get(a).row !== byId.get(b).row);
        const shown = all.length <= 40 ? all : all.filter(([a, b]) => chosen && (a === chosen.id || b === chosen.id));
        const arrow = arrows.selectAll('path').data(shown, d => d.join());
        arrow.exit().remove();
        arrow.enter().append('path').attr('marker-end', 'url(#arrow)').merge(arrow)
            .attr('class', ([a, b]) => 'waits' + (chosen && (a === chosen.id || b === chosen.id) ? ' strong' : ''))
            .attr('d', ([a, b]) => {
                const from = byId.get(b), to = byId.get(a), x1 = now(from.to), x2 = now(to.from), y1 = yOf(from) + heightOf(from) / 2, y2 = yOf(to) + heightOf(to) / 2;
                const bend = Math.max(12, Math.abs(x2 - x1) / 2);
                return 'M' + x1 + ' ' + y1 + 'C' + (x1 + bend) + ' ' + y1 + ' ' + (x2 - bend) + ' ' + y2 + ' ' + x2 + ' ' + y2;
            });
    }

    const zoom = d3.zoom().scaleExtent([1, 500]).translateExtent([[NAME, 0], [width - 10, height]]).extent([[NAME, 0], [width - 10, height]])
        .filter(() => !d3.event.button && (d3.event.type !== 'wheel' || d3.event.ctrlKey || d3.event.shiftKey || d3.event.metaKey))
        .on('zoom', () => {
            now = d3.event.transform.rescaleX(scale);
            redraw();
        });
    picture.call(zoom).on('dblclick.zoom', null);
    redraw();
    return {zoomBy: factor => picture.call(zoom.scaleBy, factor), moveBy: share => picture.call(zoom.translateBy, share * width / d3.zoomTransform(picture.node()).k, 0),
        reset: () => picture.call(zoom.transform, d3.zoomIdentity), engines};
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
        if (this.drawn === run.name + width)
            return;
        this.drawn = run.name + width;
        const holder = el('div', {class: 'scroll timeline-holder'}), about = el('p', {class: 'about'}, 'Choose a job to see what it waits for.');
        fill(panel, holder);
        const view = drawTimeline(run, holder, about);
        const idleWords = view.engines.map(([row, i]) => row.name + ' ' + percent(idleTimes(run.timeline, i).share));
        fill(panel, 
            el('div', {class: 'tools'}, withTimeline().length > 1 ? runSwitch() : null,
                el('div', {class: 'tools tight'}, button('Zoom in', () => view.zoomBy(1.6)), button('Zoom out', () => view.zoomBy(1 / 1.6)),
                    button('Earlier', () => view.moveBy(0.3)), button('Later', () => view.moveBy(-0.3)), button('All', () => view.reset())),
                el('span', {class: 'note'}, 'Virtual time of the modelled GPU. Drag to move; Ctrl and the wheel zoom.')),
            el('p', {class: 'legend'}, el('span', {}, el('i', {style: 'background:' + colour(0)}), 'copy to the device'), el('span', {}, el('i', {style: 'background:' + colour(1)}), 'copy to the host'),
                el('span', {}, el('i', {style: 'background:' + colour(2)}), 'kernels, a colour for each'), el('span', {}, el('i', {class: 'k-idle'}), 'idle engine'), el('span', {}, '\u2192 waits for')),
            holder, about,
            idleWords.length ? el('p', {}, 'Idle between the first job and the last: ' + idleWords.join('; ') + '.') : null);
    }
};
