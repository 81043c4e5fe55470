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
    const typeOf = elementTypes(block, launch);
    (block.memory || []).forEach(event => addEvent(story, event, typeOf));
    return story;
}

// ---- the types of values ------------------------------------------------------------------------

const variableAt = (launch, offset) => (launch.variables || []).find(one => offset >= one.offset && offset < one.offset + one.bytes);

// A constant is stored as an integer, whatever its type, and small integers without their sign. So
// the type of an element is that of other accesses to the element, or else to its variable, if they
// all agree. Returns a function of an offset and a width; undefined: not known.
function elementTypes(block, launch) {
    const found = new Map();
    const add = (key, type) => found.set(key, (found.get(key) || new Set()).add(type));
    const keys = (offset, width) => [offset + '.' + width, (variableAt(launch, offset) || {offset: ''}).offset + '/' + width];
    (block.memory || []).forEach(event => {
        const type = (block.ops[block.steps.op[event[0]]] || {}).type;
        const [, , offsets, width, values] = unpackMemory(event, block.steps.mask[event[0]]);
        if (type && values)
            offsets.forEach(offset => keys(offset, width).forEach(key => add(key, type)));
    });
    return (offset, width) => {
        const types = keys(offset, width).map(key => found.get(key)).find(Boolean);
        return types && types.size === 1 ? [...types][0] : undefined;
    };
}

// JSON has no infinite numbers: the recorder writes words for them, too.
const realWords = (value, digits) => (Number.isNaN(value) ? 'nan' : Number.isFinite(value) ? Number(value.toPrecision(digits)) : value < 0 ? '-inf' : 'inf');

// A value that was recorded as an integer, as its element's type has it.
function typedValue(value, width, type) {
    const bits = new DataView(new ArrayBuffer(8));
    if (type === 'f' && width === 4) {
        bits.setInt32(0, Number(value));
        return realWords(bits.getFloat32(0), 9);
    }
    if (type === 'f' && width === 8) {
        bits.setBigInt64(0, BigInt(value));
        return realWords(bits.getFloat64(0), 17);
    }
    return type === 's' && width < 4 ? Number(value) << 32 - 8 * width >> 32 - 8 * width : value;
}

// The value of 16 bits as a half.
function halfOf(bits) {
    const exponent = bits >> 10 & 31, fraction = bits & 1023, sign = bits >> 15 ? -1 : 1;
    return realWords(sign * (exponent === 31 ? fraction ? NaN : Infinity : exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24), 5);
}

// A value in words. What its bits say depends on the type in the program: where that is not known, the
// words give the other readings, too.
function valueInWords({value, width, type}) {
    const number = Number(value);
    if (type === 'f' || !Number.isInteger(number))
        return String(value);
    if (width === 4 && number < 0)
        return value + ' (unsigned ' + (number >>> 0) + ')';
    if (type)
        return String(value);
    if (width === 1 && number >= 128)
        return value + ' (signed ' + (number - 256) + ')';
    const bits = number & 0xffff, signed = bits >= 0x8000 ? ', signed ' + (bits - 0x10000) : '';
    return width === 2 ? '0x' + bits.toString(16).padStart(4, '0') + ' (unsigned ' + bits + signed + ', as half ' + halfOf(bits) + ')' : String(value);
}

const laneCache = new Map();
function lanesOfMask(mask) {
    if (!laneCache.has(mask))
        laneCache.set(mask, lanesOf(mask));
    return laneCache.get(mask);
}

// Each word that the event touches learns of it: {step, kind, lane, value}.
function addEvent(story, event, typeOf) {
    const [step, kind, offsets, width, plain, lanes] = unpackMemory(event, story.block.steps.mask[event[0]]);
    const own = opAt(story, step).type, known = own === 'f' || own === 'i', types = offsets.map(offset => (known ? own : typeOf(offset, width)));
    const values = known || !plain ? plain : plain.map((value, i) => typedValue(value, width, types[i]));
    story.events.set(step, (story.events.get(step) || []).concat([[kind, offsets, width, values]]));
    offsets.forEach((offset, i) => {
        for (let word = offset >> 2; word <= (offset + width - 1) >> 2; word++) {
            if (!story.words.has(word))
                story.words.set(word, {writes: [], reads: []});
            const lists = story.words.get(word);
            const entry = {step, kind, lane: lanes[i], offset, width, type: types[i], value: values ? values[i] : null};
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

// A word may have several elements, of one or two bytes: their offsets. A word that is ever written as
// a whole, or was never accessed, has one.
function elementsOf(story, word) {
    const lists = story.words.get(word), entries = lists ? (lists.writes.length ? lists.writes : lists.reads) : [];
    const width = entries.length ? Math.max(...entries.map(entry => entry.width)) : 4;
    return width < 4 ? Array.from({length: 4 / width}, (_, i) => 4 * word + i * width) : [4 * word];
}

// The last of a word's writes or reads that touches the byte.
function lastOf(list, offset, step) {
    let i = lastUntil(list, step, entry => entry.step);
    while (i >= 0 && (offset < list[i].offset || offset >= list[i].offset + list[i].width))
        i--;
    return list[i];
}
const lastWriteOf = (story, offset, step) => lastOf((story.words.get(offset >> 2) || {writes: []}).writes, offset, step);
const lastReadOf = (story, offset, step) => lastOf((story.words.get(offset >> 2) || {reads: []}).reads, offset, step);

const opAt = (story, step) => story.block.ops[story.block.steps.op[step]] || {source: 0, line: 0, text: ''};
const warpAt = (story, step) => story.block.steps.warp[step];
const maskAt = (story, step) => story.block.steps.mask[step];

// "tile, element 33": the variable that a byte of shared memory belongs to; the size of an element is
// that of the word's accesses.
function elementVariable(story, offset) {
    const v = variableAt(story.launch, offset);
    const lists = story.words.get(offset >> 2), entry = lists && (lists.writes[0] || lists.reads[0]);
    if (!v)
        return '';
    return v.name + (entry && v.bytes > entry.width ? ', element ' + Math.floor((offset - v.offset) / entry.width) : '');
}

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
    return 'thread ' + ((y || 1) * (z || 1) > 1 ? index3(at, story.launch.block) : at[0]);
}

function entryWords(story, entry) {
    const op = opAt(story, entry.step);
    return (entry.lane === undefined ? 'an asynchronous copy' : threadWords(story, warpAt(story, entry.step), entry.lane)) + ' at step ' + (entry.step + 1) + ', ' + lineWords(op.source, op.line);
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
