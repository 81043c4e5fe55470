// access.js - the section "A warp's access": the 32 lanes of one access, and what they hit: the
// banks of shared memory by wavefront, or the sectors and 128-byte lines of global memory.

const CELL = 18, LEFT = 58, BANKS = 32;

const svgText = (x, y, words, attributes) => svg('text', Object.assign({x, y, 'text-anchor': 'middle'}, attributes), words);

// A square with words in it; `tip` is what a pointer shows.
function cell(x, y, width, words, attributes, ink, tip, high) {
    return svg('g', {}, tip ? svg('title', {}, tip) : null,
        svg('rect', Object.assign({x: x + 0.5, y: y + 0.5, width: width - 1, height: (high || CELL) - 1, rx: 2}, attributes)),
        words === '' ? null : svgText(x + width / 2, y + (high || CELL) / 2 + 4, words, String(words).length > 3 ?
            {fill: ink, class: 'tiny', textLength: width - 2, lengthAdjust: 'spacingAndGlyphs'} : {fill: ink}));
}

const drawing = (height, words, children) => el('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'The lanes as a picture'},
    svg('svg', {viewBox: '0 0 ' + (LEFT + BANKS * CELL + 6) + ' ' + height, role: 'img', 'aria-label': words, class: 'lanes-drawing'}, children));

const leftLabel = (y, words) => svgText(LEFT - 6, y + 13, words, {'text-anchor': 'end', class: 'label'});

// A row of empty boxes, one for each bank, as one element.
const boxes = (y, high) => svg('path', {class: 'off', d: Array.from({length: BANKS}, (_, bank) =>
    'M' + (LEFT + bank * CELL + 0.5) + ' ' + (y + 0.5) + 'h' + (CELL - 1) + 'v' + (high - 1) + 'h' + (1 - CELL) + 'z').join('')});

// ---- shared memory: lanes, banks, wavefronts ------------------------------------------------

function sharedFacts(access, sample) {
    const width = access.width || 4;
    const lanes = lanesOf(sample.mask).filter(lane => sample.addr[lane] !== null && sample.addr[lane] !== undefined);
    const wavefront = lane => (sample.wavefront && sample.wavefront[lane]) || 0;
    const waves = lanes.length ? 1 + Math.max(...lanes.map(wavefront)) : 0;
    const words = new Map(); // word -> lanes
    for (const lane of lanes)
        for (let word = sample.addr[lane] >> 2; word <= (sample.addr[lane] + width - 1) >> 2; word++)
            words.set(word, (words.get(word) || []).concat([lane]));
    const byBank = Array.from({length: BANKS}, () => new Set());
    words.forEach((_, word) => byBank[word % BANKS].add(word));
    const atomic = access.kind === 'atomic', least = Math.ceil(words.size / BANKS);
    return {width, lanes, wavefront, waves, words, byBank, atomic, most: Math.max(0, ...byBank.map(set => set.size)),
        cost: atomic && sample.cost ? sample.cost : waves, least: atomic && sample.least ? sample.least : least};
}

// Atomics on one word come one after the other, unless one lane does those of all; and a swap of the
// word counts more than is drawn.
function atomicWords(facts, sample) {
    if (sample.combined)
        return ' One lane does the atomic for all lanes.';
    if (!sample.wavefront)
        return ' The lanes try again until each has changed its word; these rounds are not drawn.';
    const after = [...facts.words.values()].some(lanes => new Set(lanes.map(facts.wavefront)).size > 1) ?
        ' Lanes that change the same word do so one after the other.' : '';
    return after + (facts.cost === 2 * facts.waves ? ' Each wavefront that is drawn counts twice: the word is read, and swapped.' : '');
}

function sharedWords(facts, sample) {
    const many = facts.byBank.findIndex(set => set.size === facts.most);
    let words = plural(facts.lanes.length, 'active lane') + ', ' + plural(facts.words.size, 'word') + ', ' +
        plural(facts.cost, 'wavefront') + '; the fewest possible: ' + facts.least + '.';
    if (facts.most > 1 && facts.cost > facts.least)
        words += ' Bank ' + many + ' has ' + facts.most + ' different words (offsets ' +
            [...facts.byBank[many]].slice(0, 4).map(word => hex(4 * word)).join(', ') + (facts.most > 4 ? ', ...' : '') + ').';
    else if (!facts.atomic && facts.words.size && facts.words.size < facts.lanes.length)
        words += ' Lanes that access the same word share one access to it.';
    return words + (facts.atomic ? atomicWords(facts, sample) : '');
}

function drawShared(access, sample) {
    const facts = sharedFacts(access, sample);
    const x = i => LEFT + i * CELL;
    const parts = [], lanesY = 14, banksY = 96, rowsY = banksY + CELL + 16;
    parts.push(leftLabel(lanesY, 'lane'));
    const active = new Set(facts.lanes);
    for (let lane = 0; lane < 32; lane++) {
        const on = active.has(lane);
        parts.push(cell(x(lane), lanesY, CELL, lane, on ? {fill: colour(facts.wavefront(lane)), class: 'filled', 'data-lane': lane, 'data-offset': sample.addr[lane], 'data-wavefront': facts.wavefront(lane)} :
            {class: 'off'}, on ? '#fff' : 'var(--muted)',
            on ? 'lane ' + lane + ': offset ' + hex(sample.addr[lane]) + ', wavefront ' + (facts.wavefront(lane) + 1) : 'lane ' + lane + ' is not active'));
    }
    for (const lane of facts.lanes) {
        const bank = (sample.addr[lane] >> 2) % BANKS;
        parts.push(svg('line', {x1: x(lane) + CELL / 2, y1: lanesY + CELL, x2: x(bank) + CELL * Math.min(4, Math.max(1, facts.width / 4)) / 2, y2: banksY,
            stroke: colour(facts.wavefront(lane)), class: 'wire'}));
    }
    parts.push(leftLabel(banksY, 'bank'));
    for (let bank = 0; bank < BANKS; bank++) {
        const different = facts.byBank[bank].size;
        parts.push(cell(x(bank), banksY, CELL, bank, {class: different > 1 ? 'crowded' : different ? 'used' : 'off'}, different > 1 ? 'var(--bad)' : different ? 'var(--ink)' : 'var(--muted)',
            'bank ' + bank + ': ' + plural(different, 'different word')));
    }
    const rows = new Map(); // "wavefront:word" -> lanes
    for (const lane of facts.lanes)
        for (let word = sample.addr[lane] >> 2; word <= (sample.addr[lane] + facts.width - 1) >> 2; word++) {
            const key = facts.wavefront(lane) + ':' + word;
            rows.set(key, (rows.get(key) || []).concat([lane]));
        }
    const high = facts.waves > 8 ? 13 : CELL;
    for (let wave = 0; wave < facts.waves; wave++) {
        const y = rowsY + wave * high;
        parts.push(leftLabel(y + high / 2 - 9, wave ? wave + 1 : 'wavef. 1'));
        parts.push(boxes(y, high));
    }
    rows.forEach((lanes, key) => {
        const [wave, word] = key.split(':').map(Number);
        parts.push(cell(x(word % BANKS), rowsY + wave * high, CELL, lanes.length > 1 ? lanes[0] + '+' : lanes[0], {fill: colour(wave), class: 'filled'}, '#fff',
            'wavefront ' + (wave + 1) + ', bank ' + word % BANKS + ', offset ' + hex(4 * word) + ': lane ' + ranges(lanes), high));
    });
    return [el('p', {class: 'says'}, sharedWords(facts, sample)), drawing(rowsY + facts.waves * high + 4, sharedWords(facts, sample), parts), sharedTable(access, sample, facts)];
}

// The same as a table, for a screen reader and for who wants numbers.
function sharedTable(access, sample, facts) {
    return numbersTable(['Lane', 'Offset', 'Bank', 'Wavefront'], facts.lanes.map(lane =>
        [lane, hex(sample.addr[lane]), (sample.addr[lane] >> 2) % BANKS, facts.wavefront(lane) + 1]));
}

function numbersTable(heads, rows) {
    return el('details', {class: 'numbers'}, el('summary', {}, 'As a table'),
        el('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'The lanes as a table'},
            el('table', {class: 'plain'}, el('thead', {}, el('tr', {}, heads.map(head => el('th', {scope: 'col'}, head)))),
                el('tbody', {}, rows.map(row => el('tr', {}, row.map((value, i) => (i ? el('td', {}, value) : el('th', {scope: 'row'}, value)))))))));
}

// ---- global memory: lanes, sectors, lines -----------------------------------------------------

function globalFacts(access, sample) {
    const width = access.width || 4, base = BigInt(sample.base || 0);
    const skew = Number(base % 128n); // lines begin at multiples of 128 bytes
    const lanes = lanesOf(sample.mask).filter(lane => sample.addr[lane] !== null && sample.addr[lane] !== undefined);
    const first = lane => sample.addr[lane] + skew;
    const bytes = new Set(), sectors = new Set(), words = new Map();
    for (const lane of lanes)
        for (let byte = first(lane); byte < first(lane) + width; byte++) {
            bytes.add(byte);
            sectors.add(Math.floor(byte / 32));
            const word = Math.floor(byte / 4), there = words.get(word) || [];
            if (there[there.length - 1] !== lane)
                words.set(word, there.concat([lane]));
        }
    const lines = [...new Set([...sectors].map(sector => Math.floor(sector / 4)))].sort((a, b) => a - b);
    return {width, lanes, bytes, sectors, words, lines, start: base - BigInt(skew), least: Math.ceil(bytes.size / 32)};
}

// Of an atomic, the counted sectors: lanes that change the same word move its sector again and again.
function globalAtomicWords(facts, sample) {
    const least = Math.min(sample.cost, Math.ceil(facts.lanes.length * facts.width / 32)), drawn = facts.sectors.size;
    return plural(facts.lanes.length, 'active lane') + ', ' + plural(sample.cost, 'sector') + '; the fewest possible: ' + plural(least, 'sector') + '.' +
        (sample.combined ? ' One lane does the atomic for all lanes.' : '') +
        (sample.cost > drawn ? ([...facts.words.values()].some(lanes => lanes.length > 1) ? ' Lanes that change the same word do so one after the other' : ' The lanes come in several passes') + ', so ' + (drawn === 1 ? 'the sector that is' : 'the ' + drawn + ' sectors that are') +
            ' drawn ' + (drawn === 1 ? 'is' : 'are') + ' counted several times.' : '');
}

function globalWords(access, sample, facts) {
    if (access.kind === 'atomic' && sample.cost)
        return globalAtomicWords(facts, sample);
    const used = facts.sectors.size ? facts.bytes.size / (32 * facts.sectors.size) : 0;
    return plural(facts.lanes.length, 'active lane') + ', ' + plural(facts.sectors.size, 'sector') + ' in ' +
        plural(facts.lines.length, 'line') + ' of 128 bytes; the fewest possible: ' + plural(facts.least, 'sector') + '. ' +
        'The lanes use ' + percent(used) + ' of the bytes of these sectors.';
}

function drawGlobal(access, sample) {
    const facts = globalFacts(access, sample);
    const x = word => LEFT + word * CELL;
    const parts = [leftLabel(0, 'byte')];
    for (let sector = 0; sector < 4; sector++)
        parts.push(svgText(x(8 * sector) + 2, 13, '+' + 32 * sector, {'text-anchor': 'start', class: 'label'}));
    const many = facts.lines.length > 8, high = many ? 13 : CELL;
    let y = CELL;
    facts.lines.forEach((line, i) => {
        if (i && line !== facts.lines[i - 1] + 1 && !many) {
            parts.push(svgText(LEFT + 16 * CELL, y + 9, '...', {class: 'label'}));
            y += 14;
        }
        parts.push(leftLabel(y + high / 2 - 9, '+' + hex(128 * (line - facts.lines[0]))));
        for (let sector = 4 * line; sector < 4 * line + 4; sector++) {
            const touched = facts.sectors.has(sector);
            for (let word = 8 * sector; word < 8 * sector + 8; word++) {
                const lanes = facts.words.get(word);
                parts.push(cell(x(word % 32), y, CELL, lanes ? (lanes.length > 1 ? lanes[0] + '+' : lanes[0]) : '',
                    lanes ? {fill: colour(Math.floor(lanes[0] / 8)), class: 'filled', 'data-byte': 4 * word - 128 * facts.lines[0], 'data-lanes': lanes.join()} : {class: touched ? 'fetched' : 'off'}, '#fff',
                    lanes ? 'lane ' + ranges(lanes) + ': ' + hex(facts.start + BigInt(4 * word)) : touched ? 'moved with its sector, used by no lane' : null, high));
            }
            if (touched)
                parts.push(svg('rect', {x: x(8 * (sector % 4)) + 0.5, y: y - 0.5, width: 8 * CELL - 1, height: high + 1, rx: 3, class: 'sector', 'data-sector': sector - 4 * facts.lines[0]}));
        }
        y += high + (many ? 2 : 4);
    });
    return [el('p', {class: 'says'}, globalWords(access, sample, facts)), drawing(y + 2, globalWords(access, sample, facts), parts),
        el('p', {class: 'note'}, 'The first line begins at ' + hex(facts.start + BigInt(128 * (facts.lines[0] || 0))) + '.'),
        numbersTable(['Lane', 'Address', 'Sector'], facts.lanes.map(lane => {
            const byte = sample.addr[lane] + Number(BigInt(sample.base || 0) - facts.start);
            return [lane, hex(facts.start + BigInt(byte)), Math.floor(byte / 32) - 4 * facts.lines[0]];
        }))];
}

// ---- local memory: each thread's own; a row is one word of all 32 threads ------------------------

const activeLanes = sample => lanesOf(sample.mask).filter(lane => sample.addr[lane] !== null && sample.addr[lane] !== undefined);

function drawLocal(access, sample) {
    const lanes = activeLanes(sample), width = access.width || 4, used = new Map(); // word -> lanes
    for (const lane of lanes)
        for (let word = sample.addr[lane] >> 2; word <= (sample.addr[lane] + width - 1) >> 2; word++)
            used.set(word, (used.get(word) || []).concat([lane]));
    const words = [...used.keys()].sort((a, b) => a - b), parts = [leftLabel(0, 'lane')], high = words.length > 8 ? 13 : CELL;
    let sectors = 0;
    for (let lane = 0; lane < 32; lane++)
        parts.push(svgText(LEFT + (lane + 0.5) * CELL, 13, lane, {class: 'label'}));
    words.forEach((word, i) => {
        const y = CELL + i * (high + 4), there = new Set(used.get(word));
        parts.push(leftLabel(y + high / 2 - 9, '+' + hex(4 * word)));
        for (let lane = 0; lane < 32; lane++)
            parts.push(cell(LEFT + lane * CELL, y, CELL, there.has(lane) ? lane : '', there.has(lane) ? {fill: colour(lane >> 3), class: 'filled', 'data-lane': lane, 'data-offset': 4 * word} :
                {class: 'off'}, '#fff', there.has(lane) ? 'lane ' + lane + ': its offset ' + hex(sample.addr[lane]) : null, high));
        for (let sector = 0; sector < 4; sector++)
            if ([...there].some(lane => lane >> 3 === sector)) {
                sectors++;
                parts.push(svg('rect', {x: LEFT + 8 * sector * CELL + 0.5, y: y - 0.5, width: 8 * CELL - 1, height: high + 1, rx: 3, class: 'sector'}));
            }
    });
    const says = plural(lanes.length, 'active lane') + ', ' + plural(sectors, 'sector') + '; the fewest possible: ' + Math.ceil(lanes.length * width / 32) + '.';
    return [el('p', {class: 'says'}, says), drawing(CELL + words.length * (high + 4) + 2, says, parts),
        numbersTable(['Lane', 'Offset in its local memory'], lanes.map(lane => [lane, hex(sample.addr[lane])]))];
}

// ---- constant memory: one word at a time ---------------------------------------------------------

function drawConstant(access, sample) {
    const lanes = activeLanes(sample), width = access.width || 4, passes = [...new Set(lanes.map(lane => Math.floor(sample.addr[lane] / width)))];
    const passOf = lane => passes.indexOf(Math.floor(sample.addr[lane] / width)), high = passes.length > 8 ? 13 : CELL;
    const parts = [leftLabel(0, 'lane')];
    for (let lane = 0; lane < 32; lane++)
        parts.push(svgText(LEFT + (lane + 0.5) * CELL, 13, lane, {class: 'label'}));
    passes.forEach((word, pass) => parts.push(leftLabel(CELL + pass * high + high / 2 - 9, pass ? pass + 1 : 'pass 1'), boxes(CELL + pass * high, high)));
    for (const lane of lanes)
        parts.push(cell(LEFT + lane * CELL, CELL + passOf(lane) * high, CELL, lane, {fill: colour(passOf(lane)), class: 'filled', 'data-lane': lane, 'data-pass': passOf(lane)}, '#fff',
            'lane ' + lane + ': pass ' + (passOf(lane) + 1) + ', offset ' + hex(sample.addr[lane]), high));
    const says = plural(lanes.length, 'active lane') + ', ' + plural(passes.length, 'different word') + ', ' + plural(passes.length, 'pass', 'passes') + '; the fewest possible: 1.';
    return [el('p', {class: 'says'}, says), drawing(CELL + passes.length * high + 4, says, parts),
        numbersTable(['Lane', 'Address', 'Pass'], lanes.map(lane => [lane, hex(BigInt(sample.base || 0) + BigInt(sample.addr[lane])), passOf(lane) + 1]))];
}

const DRAWINGS = {shared: drawShared, global: drawGlobal, local: drawLocal, constant: drawConstant};
const SPACE_NOTES = {
    shared: 'Shared memory has 32 banks. One wavefront reads or writes one word of each bank; two different words of a bank need two wavefronts. A colour is a wavefront.',
    global: 'Global memory moves in sectors of 32 bytes. Four sectors are a line. The framed sectors are moved; the numbers are the lanes that use the bytes.',
    local: 'Local memory belongs to one thread: arrays that are not in registers. The same word of 32 threads lies side by side; a row is one word. The framed sectors of 32 bytes are moved.',
    constant: 'Constant memory gives one word to all lanes that want it, in one pass. Different words come one after the other. A colour is a pass.'
};

// ---- the section: an access of the student's kernel, and one of the reference's ------------------

const drawable = run => accessesOf(launchesOf(run)).filter(({access}) => (access.samples || []).length);
const excess = access => (access.cost || 0) - (access.least || 0);

function accessByKey(run, key) {
    return drawable(run).find(({access}) => access.key === key);
}

const worstOf = list => list.slice().sort((a, b) => excess(b.access) - excess(a.access) || b.access.cost - a.access.cost)[0];
const defaultAccess = run => worstOf(drawable(run));

// The other run's access that does the same: that of the line with the same text, if possible in the kernel of
// the same name and in as late a launch of it; else the worst of the same kind, else the worst of all.
function sameAccess(run, other, wanted) {
    const alike = r => drawable(r).filter(({access}) => access.kind === wanted.access.kind && access.space === wanted.access.space);
    const inKernel = list => {
        const named = list.filter(({launch}) => kernelName(launch) === kernelName(wanted.launch));
        return named.length ? named : list;
    };
    const text = bareLine(wanted.access.source, wanted.access.line), hasLine = ({access}) => bareLine(access.source, access.line) === text;
    const same = text ? inKernel(alike(other).filter(hasLine)) : [];
    if (!same.length)
        return worstOf(inKernel(alike(other))) || defaultAccess(other);
    const mine = inKernel(alike(run).filter(hasLine)).findIndex(({access}) => access === wanted.access);
    return same[Math.min(Math.max(0, mine), same.length - 1)];
}

const accessTitle = (launch, access, many) => lineWords(access.source, access.line) + ' ' + access.kind + ', ' + access.space +
    ': ' + costWords(access) + ', fewest ' + count(access.least) + (many ? ' (launch ' + launch.launch + ')' : '');

// The one that costs most: it is shown first.
function worstSample(samples) {
    return samples.reduce((worst, sample, i) => ((sample.cost || 0) > (samples[worst].cost || 0) ? i : worst), 0);
}

// Nothing in the drawing is red if the access costs no time, and is no worse than the other one.
function isCalm(run, {launch, access}, other) {
    const sums = sumLines([launch]), sum = sums.get(access.source + ':' + access.line);
    return Boolean(sum && launch.us) && (sum.us || 0) < COSTS_TIME * timeOfLines(sums) && !(other && excess(access) > excess(other.access));
}

function accessCard(run, chosen, names, other) {
    const samples = chosen.access.samples;
    const at = place[names.sample] === '' ? worstSample(samples) : Math.min(Number(place[names.sample]) || 0, samples.length - 1), sample = samples[at];
    const many = launchesOf(run).length > 1;
    const goSample = i => go({[names.sample]: String((i + samples.length) % samples.length)});
    const recorded = sample.step !== undefined && sample.step !== null && blockKeyOf(run, chosen.launch, sample.block);
    const drawn = DRAWINGS[chosen.access.space](chosen.access, sample);
    return el('article', {class: 'card' + (isCalm(run, chosen, other) ? ' calm' : ''), 'aria-label': runWords(run.name)},
        el('h2', {}, shownRuns.length > 1 ? runWords(run.name) : accessWords(chosen.access)),
        picker('Access', drawable(run).map(({launch, access}) => [access.key, accessTitle(launch, access, many)]),
            chosen.access.key, key => go({[names.access]: key, [names.sample]: ''})),
        el('div', {class: 'codeline', tabindex: '0', role: 'group', 'aria-label': 'The line'}, el('span', {class: 'note'}, lineWords(chosen.access.source, chosen.access.line)), ' ', codeLine(chosen.access.source, chosen.access.line, Infinity)),
        el('div', {class: 'tools tight'},
            button('Before', () => goSample(at - 1), {'aria-label': runWords(run.name) + ': the sample before', disabled: samples.length < 2}),
            el('span', {}, 'Sample ' + (at + 1) + ' of ' + samples.length + ': block ' + index3(sample.block, chosen.launch.grid) + ', warp ' + sample.warp),
            button('Next', () => goSample(at + 1), {'aria-label': runWords(run.name) + ': the next sample', disabled: samples.length < 2}),
            recorded ? button('See the block at this step', () => go({tab: 'block', run: run.name, block: recorded, step: String(sample.step)}), {class: 'link'}) : null),
        drawn, saveButton('access', () => [pictureGroup(drawn[1].querySelector('svg'), {caption: accessWords(chosen.access), code: bareCode(chosen.access.source, chosen.access.line), words: drawn[0].textContent})]));
}

const accessSection = {
    id: 'access', title: "A warp's access",
    has: () => shownRuns.some(run => drawable(run).length),
    show(panel) {
        const withSome = shownRuns.filter(run => drawable(run).length);
        const mine = withSome[0], theirs = withSome[1];
        const chosen = accessByKey(mine, place.access) || defaultAccess(mine);
        const other = theirs && (accessByKey(theirs, place.other) || sameAccess(mine, theirs, chosen));
        fill(panel,
            el('p', {class: 'note'}, 'One warp instruction that accesses memory. ' + SPACE_NOTES[chosen.access.space]), splitNote(),
            el('div', {class: 'pair'}, accessCard(mine, chosen, {access: 'access', sample: 'sample'}, other),
                other ? accessCard(theirs, other, {access: 'other', sample: 'otherSample'}) : null));
    }
};
