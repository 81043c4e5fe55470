// flow.js - shared memory from barrier to barrier, as a drawing: a row is the words after a barrier,
// and a line joins a word that a thread has read with the word that the same thread writes then. So
// the drawing of a reduction is its tree.

const FLOW_WORDS = 32, FLOW_ROWS = 14, FLOW_STEP = 52, FLOW_RIGHT = 150;

// The steps at which a barrier of the block is complete.
function blockBarriers(story) {
    const last = [], found = new Set();
    for (const [step, warp, words] of story.block.waits || []) {
        if (words === 'goes on' && /^barrier/.test(last[warp] || ''))
            found.add(step);
        last[warp] = words;
    }
    return [...found].sort((a, b) => a - b);
}

// The accesses of the block in the order of its steps, each word for itself: {step, kind, word, thread, value}.
function wordAccesses(story) {
    const all = [];
    story.words.forEach((lists, word) => {
        for (const [kind, list] of [['w', lists.writes], ['r', lists.reads]])
            for (const entry of list)
                all.push({step: entry.step, kind, word, thread: 32 * warpAt(story, entry.step) + entry.lane, value: entry.value});
    });
    // What an atomic reads comes before what it writes.
    return all.sort((a, b) => a.step - b.step || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.word - b.word));
}

// How many wavefronts the most expensive access of each phase needs; 0 where that is not known.
function flowWavefronts(story, ends) {
    const most = ends.map(() => 0);
    for (const [step, events] of story.events) {
        const k = ends.findIndex(end => step <= end);
        for (const [, offsets, width] of events) {
            const banks = Array.from({length: BANKS}, () => new Set());
            offsets.forEach(offset => banks[(offset >> 2) % BANKS].add(offset >> 2));
            if (width === 4 && offsets.length <= 32)
                most[k] = Math.max(most[k], ...banks.map(words => words.size));
        }
    }
    return most;
}

// What happens between two barriers: [{writes: word -> {thread, value, from: words}, threads, warps, wavefronts}].
// A write comes from the words that its thread has read since its write before; a thread that
// writes twice without a read in between writes twice from the same words.
function flowPhases(story) {
    const ends = blockBarriers(story).concat([story.length]), phases = [];
    const read = new Map(), written = new Map(); // by thread
    let k = 0, phase = {writes: new Map(), threads: new Set()};
    for (const access of wordAccesses(story)) {
        while (access.step > ends[k]) {
            phases.push(phase);
            phase = {writes: new Map(), threads: new Set()};
            k++;
        }
        const {thread, word} = access;
        if (access.kind === 'r') {
            read.set(thread, (read.get(thread) || []).concat([word]));
            continue;
        }
        const again = written.get(thread), fresh = read.get(thread);
        const from = fresh || (again && again.phase === k ? again.from : []);
        written.set(thread, {phase: k, from});
        read.delete(thread);
        phase.writes.set(word, {thread, value: access.value, from: [...new Set(from)]});
        phase.threads.add(thread);
    }
    phases.push(phase);
    const wavefronts = flowWavefronts(story, ends);
    return phases.map((one, i) => Object.assign(one, {warps: new Set([...one.threads].map(t => t >> 5)).size, wavefronts: wavefronts[i]})).filter(one => one.writes.size);
}

// A value, if it is short enough for a box; values that are not let the boxes say who writes.
const flowValue = value => (value === null || value === undefined ? '' : String(typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value));
const showsValues = phases => phases.every(phase => [...phase.writes].every(([word, write]) => word >= FLOW_WORDS || flowValue(write.value).length <= 4));

const flowX = word => LEFT + (Math.min(word, FLOW_WORDS) + (word < FLOW_WORDS ? 0.5 : 0.2)) * CELL;

// The lines of one phase, from the row above to the row at y. A word beyond the last box has its line at the edge.
function flowLines(phase, y, columns) {
    const lines = [];
    phase.writes.forEach((write, word) => {
        if (word < columns)
            for (const from of write.from)
                lines.push(svg('line', {x1: flowX(Math.min(from, columns)), y1: y - FLOW_STEP + CELL, x2: flowX(word), y2: y, class: 'flow ' + (from === word ? 'same' : 'other'),
                    'data-from': from, 'data-to': word, 'data-thread': write.thread}));
    });
    return lines;
}

function flowRow(phase, known, y, columns, values) {
    const boxes = [];
    for (let word = 0; word < columns; word++) {
        const write = phase.writes.get(word), old = known.get(word);
        if (write)
            known.set(word, write);
        const last = write || old, words = !last ? '' : values ? flowValue(last.value) : write ? write.thread : '';
        boxes.push(cell(LEFT + word * CELL, y, CELL, words, {class: write ? 'used' : 'off', 'data-word': write ? word : null, 'data-thread': write ? write.thread : null}, write ? 'var(--ink)' : 'var(--muted)',
            last ? 'word ' + word + ': ' + flowValue(last.value) + (write ? ', written by thread ' + write.thread : '') : 'word ' + word + ' was never written'));
    }
    return boxes;
}

function flowWords(story, phases, columns, values) {
    return (columns < story.size ? 'The first ' + columns + ' of ' + count(story.size) + ' words' : plural(columns, 'word')) + ' of shared memory; a row is what ' +
        'they contain after a barrier. Framed: written since the barrier before. A line comes from a word that the thread has read. ' +
        (values ? '' : 'The numbers are the threads that write. ') + (phases.length > FLOW_ROWS ? 'The first ' + FLOW_ROWS + ' of ' + phases.length + ' phases.' : '');
}

// null: nothing goes from word to word.
function drawFlow(story) {
    const all = flowPhases(story), phases = all.slice(0, FLOW_ROWS), columns = Math.min(FLOW_WORDS, story.size);
    if (phases.length < 2 || !phases.some(phase => [...phase.writes.values()].some(write => write.from.length)))
        return null;
    const values = showsValues(phases), known = new Map(), words = flowWords(story, all, columns, values);
    const parts = [leftLabel(0, 'word')];
    for (let word = 0; word < columns; word++)
        parts.push(svgText(flowX(word), 13, word, {class: 'label'}));
    phases.forEach((phase, i) => {
        const y = CELL + 4 + i * FLOW_STEP;
        parts.push(flowLines(phase, y, columns), leftLabel(y, i ? 'phase ' + (i + 1) : 'phase 1'), flowRow(phase, known, y, columns, values),
            svgText(LEFT + columns * CELL + 10, y + 4, plural(phase.threads.size, 'thread') + ', ' + plural(phase.warps, 'warp'), {'text-anchor': 'start', class: 'label'}),
            phase.wavefronts ? svgText(LEFT + columns * CELL + 10, y + 18, (phase.wavefronts > 1 ? 'up to ' : '') + plural(phase.wavefronts, 'wavefront'), {'text-anchor': 'start', class: phase.wavefronts > 1 ? 'alarm-label' : 'label'}) : null);
    });
    const width = LEFT + columns * CELL + FLOW_RIGHT, height = CELL + 4 + (phases.length - 1) * FLOW_STEP + CELL + 4;
    return el('div', {class: 'card flow-card'}, el('h2', {}, 'From barrier to barrier'), el('p', {class: 'says'}, words),
        el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Shared memory from barrier to barrier'},
            svg('svg', {viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': words, class: 'flow-drawing', style: 'max-width:' + Math.round(1.25 * width) + 'px'}, parts)));
}
