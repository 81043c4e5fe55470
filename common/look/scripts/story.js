// story.js - what happened in a recorded block, so that any step can be shown at once: which warp
// was where, and who wrote and read each word of shared memory. A word keeps the list of its
// events; what it contains at a step is found by bisection, so backwards costs what forwards costs.

const stories = new Map();

function storyOf(block, launch) {
    if (!stories.has(block))
        stories.set(block, makeStory(block, launch));
    return stories.get(block);
}

function makeStory(block, launch) {
    const steps = block.steps || {warp: [], op: [], mask: []};
    const length = steps.warp.length;
    const ofWarp = Array.from({length: block.warps}, () => []);
    for (let step = 0; step < length; step++)
        if (ofWarp[steps.warp[step]])
            ofWarp[steps.warp[step]].push(step);
    const waits = Array.from({length: block.warps}, () => []);
    (block.waits || []).forEach(wait => waits[wait[1]] && waits[wait[1]].push(wait));
    const story = {block, launch, length, ofWarp, waits, words: new Map(), events: new Map(),
        size: Math.ceil((block.shared || 0) / 4), barriers: barrierSteps(block)};
    (block.memory || []).forEach(event => addEvent(story, event));
    return story;
}

const laneCache = new Map();
function lanesOfMask(mask) {
    if (!laneCache.has(mask))
        laneCache.set(mask, lanesOf(mask));
    return laneCache.get(mask);
}

// Each word that the event touches learns of it: {step, kind, lane, value}.
function addEvent(story, event) {
    const [step, kind, offsets, width, values, lanes] = unpackMemory(event, story.block.steps.mask[event[0]]);
    story.events.set(step, (story.events.get(step) || []).concat([[kind, offsets, width, values]]));
    offsets.forEach((offset, i) => {
        for (let word = offset >> 2; word <= (offset + width - 1) >> 2; word++) {
            if (!story.words.has(word))
                story.words.set(word, {writes: [], reads: []});
            const lists = story.words.get(word);
            const entry = {step, kind, lane: lanes[i], offset, width, value: values ? values[i] : null};
            if (kind !== 'r')
                lists.writes.push(entry);
            if (kind !== 'w')
                lists.reads.push(entry);
        }
        story.size = Math.max(story.size, ((offset + width - 1) >> 2) + 1);
    });
}

// The steps at which a barrier lets warps go on.
function barrierSteps(block) {
    const found = new Set();
    (block.waits || []).forEach(([step, , words]) => words === 'goes on' && found.add(step));
    return [...found].sort((a, b) => a - b);
}

// The last index of a sorted list whose step is not after `step`; -1 if there is none.
function lastUntil(list, step, stepOf) {
    let low = -1, high = list.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (stepOf(list[middle]) <= step)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The write that a word has its value from at a step; the last read of it.
function lastWrite(story, word, step) {
    const lists = story.words.get(word);
    return lists ? lists.writes[lastUntil(lists.writes, step, entry => entry.step)] : undefined;
}
function lastRead(story, word, step) {
    const lists = story.words.get(word);
    return lists ? lists.reads[lastUntil(lists.reads, step, entry => entry.step)] : undefined;
}

const opAt = (story, step) => story.block.ops[story.block.steps.op[step]] || {source: 0, line: 0, text: ''};
const warpAt = (story, step) => story.block.steps.warp[step];
const maskAt = (story, step) => story.block.steps.mask[step];

// Where a warp is after a step: the step it executed last, and what it waits for, if it waits.
function warpState(story, warp, step) {
    const mine = story.ofWarp[warp];
    const last = mine[lastUntil(mine, step, s => s)];
    const waits = story.waits[warp];
    const wait = waits[lastUntil(waits, step, w => w[0])];
    return {last, waits: wait && wait[2] !== 'goes on' ? wait[2] : '', mask: wait ? wait[3] : 0};
}

function threadWords(story, warp, lane) {
    const number = 32 * warp + lane, [x, y, z] = story.launch.block;
    const at = [number % x, Math.floor(number / x) % (y || 1), Math.floor(number / (x * (y || 1)))];
    return 'thread ' + ((y || 1) * (z || 1) > 1 ? index3(at) : at[0]);
}

function entryWords(story, entry) {
    const op = opAt(story, entry.step);
    return threadWords(story, warpAt(story, entry.step), entry.lane) + ' at step ' + (entry.step + 1) + ', ' + lineWords(op.source, op.line);
}

const blockKeyOf = (run, launch, index) => {
    const found = (launch.blocks || []).find(block => String(triple(block.block)) === String(triple(index)));
    return found ? launch.launch + '.' + triple(found.block).join('.') : '';
};

// What a step does, by the name of its instruction: for the colours of the strip.
function stepKind(text) {
    if (/^(bar|barrier|mbarrier)/.test(text))
        return 'barrier';
    if (/shared/.test(text))
        return 'shared';
    return /^(ld|st|atom|red|cp)\b/.test(text) && !/\.(param|const|local)/.test(text) ? 'global' : 'other';
}
