// globals.js - the words of global memory that a step of a block reads and writes: the lanes of the warp,
// the elements of the array, and an arrow for each access. One lane can be chosen.

// The events of each step: {kind, array, width, lanes, offsets, values}.
function globalEvents(block) {
    const byStep = new Map();
    for (const event of block.global || []) {
        const [step, kind, offsets, width, values, lanes] = unpackMemory(event.slice(0, 6), block.steps.mask[event[0]]);
        byStep.set(step, (byStep.get(step) || []).concat([{kind, array: (block.arrays || [])[event[6]] || {}, width, lanes, offsets, values}]));
    }
    return byStep;
}

const GLOBAL_VERBS = {r: 'reads', w: 'writes', a: 'updates'};
const arrayName = array => array.name || hex(array.address || 0);

// "lane 3 reads in[35] = 7"
function globalLaneWords(event, i) {
    return 'lane ' + event.lanes[i] + ' ' + GLOBAL_VERBS[event.kind] + ' ' + arrayName(event.array) + '[' + Math.floor(event.offsets[i] / event.width) + ']' +
        (event.values ? ' = ' + event.values[i] : '');
}

function touchedWords(events, lane) {
    return events.map(event => {
        const at = event.lanes.indexOf(lane);
        return at >= 0 ? capital(globalLaneWords(event, at)) + '.' : plural(event.lanes.length, 'lane') + ' ' + (event.lanes.length === 1 ? GLOBAL_VERBS[event.kind] : GLOBAL_VERBS[event.kind].replace(/s$/, '')) + ' ' +
            ranges([...new Set(event.offsets.map(offset => Math.floor(offset / event.width)))].sort((a, b) => a - b)) + ' of ' + arrayName(event.array) + '.';
    }).join(' ');
}

// One row of lanes; below it, for each array, the elements that are touched, 32 in a row.
function drawGlobals(events, lane) {
    const parts = [leftLabel(0, 'lane')], active = new Set(events.flatMap(event => event.lanes)), top = 64, high = 34;
    for (let l = 0; l < 32; l++)
        parts.push(cell(LEFT + l * CELL, 0, CELL, l, active.has(l) ? {fill: colour(l >> 3), class: 'filled' + (l === lane ? ' picked-lane' : '')} : {class: 'off'}, active.has(l) ? '#fff' : 'var(--muted)', null));
    let y = top;
    for (const event of events) {
        const indices = [...new Set(event.offsets.map(offset => Math.floor(offset / event.width)))].sort((a, b) => a - b).slice(0, 96), at = new Map(indices.map((index, i) => [index, i]));
        const values = new Map(event.offsets.map((offset, i) => [Math.floor(offset / event.width), event.values ? event.values[i] : undefined]));
        const arrows = [], begin = y;
        indices.forEach((index, i) => {
            const x = LEFT + i % 32 * CELL, row = begin + Math.floor(i / 32) * high;
            parts.push(cell(x, row, CELL, values.get(index) === undefined ? '?' : shortValue(values.get(index)).slice(0, 4), {class: event.kind === 'r' ? 'used' : 'changed', 'data-index': index}, 'var(--ink)', arrayName(event.array) + '[' + index + ']'),
                indices.length <= 16 || i % 8 === 0 || i === indices.length - 1 ? svgText(x + CELL / 2, row + CELL + 10, index, {class: 'tiny label'}) : null);
        });
        event.lanes.forEach((l, i) => {
            const k = at.get(Math.floor(event.offsets[i] / event.width)), x1 = LEFT + (l + 0.5) * CELL, x2 = LEFT + (k % 32 + 0.5) * CELL, y2 = begin + Math.floor(k / 32) * high;
            if (k === undefined || lane !== null && l !== lane && events.some(one => one.lanes.includes(lane)))
                return;
            const [from, to] = event.kind === 'r' ? [[x2, y2], [x1, CELL + 2]] : [[x1, CELL], [x2, y2 - 2]];
            arrows.push(svg('line', {x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: 'word-arrow ' + event.kind, 'marker-end': 'url(#word-arrow)', 'data-lane': l}));
        });
        parts.push(leftLabel(begin, arrayName(event.array).slice(-9)), arrows);
        y = begin + Math.ceil(indices.length / 32) * high + 30;
    }
    return drawing(y, touchedWords(events, lane), [svg('defs', {}, svg('marker', {id: 'word-arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto'}, svg('path', {d: 'M0 0L8 4L0 8z', class: 'arrowhead'})))].concat(parts));
}

// The card in the section "A block at work"; null: the block touches no global memory that is recorded.
function globalsPart(view) {
    view.globals = globalEvents(view.story.block);
    if (!view.globals.size)
        return null;
    view.lane = 'all';
    view.globalDrawing = el('div', {});
    view.globalSteps = [...view.globals.keys()].sort((a, b) => a - b);
    const jump = way => {
        const next = way > 0 ? view.globalSteps.find(step => step > view.step) : view.globalSteps.filter(step => step < view.step).pop();
        if (next !== undefined)
            showStep(view, next);
    };
    return el('div', {class: 'card globals'}, el('h2', {}, 'Global memory of this step'),
        el('div', {class: 'tools tight'}, picker('Lane', [['all', 'all lanes']].concat(Array.from({length: 32}, (_, lane) => [lane, 'lane ' + lane])), 'all', choice => { view.lane = choice; showGlobals(view); }),
            button('The access before', () => jump(-1)), button('The next access', () => jump(1))),
        view.globalDrawing);
}

function showGlobals(view) {
    if (!view.globalDrawing)
        return;
    const events = view.globals.get(view.step), lane = view.lane === 'all' ? null : Number(view.lane);
    fill(view.globalDrawing, events ? [el('p', {class: 'says'}, touchedWords(events, lane)), drawGlobals(events, lane)] : el('p', {class: 'note'}, 'This step accesses no global memory.'));
}
