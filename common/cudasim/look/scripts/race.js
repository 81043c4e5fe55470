// race.js - the section "Findings": what the checkers found. A race is drawn: the word, both
// accesses with their threads and lines, and what would fix it.

const CAUSE_WORDS = {leak: 'memory that is not freed', api_error: 'a call that fails', api_misuse: 'a call that is probably a mistake', hang: 'a kernel that does not end',
    deadlock: 'threads that wait for each other', stack: 'local memory is exhausted', assertion: 'an assertion', misaligned: 'an address that is not aligned',
    use_after_free: 'an access to memory that has been freed', out_of_bounds: 'an access outside of every allocation',
    lanes_skipped: 'lanes that do not take part', shuffle_undefined: 'a value of a lane that does not take part'};
const CHECKER_WORDS = {racecheck: 'a race', memcheck: 'a bad access', initcheck: 'a read before anything was written',
    synccheck: 'a mistake with a barrier', streamcheck: 'work that needs an order'};
const findingWords = finding => (finding.cause === 'out_of_bounds' && /__shared__/.test(finding.message) ? "an access outside of the block's shared memory" : '') || CAUSE_WORDS[finding.cause] || CHECKER_WORDS[finding.tool] || finding.tool;

const isRace = finding => finding.other && /race|hazard|copy|cluster|proxy/i.test(finding.cause + ' ' + finding.message);

// What the two accesses are: said by the recorder, or by the words of the message.
function accessNames(finding) {
    if (finding.accesses)
        return finding.accesses;
    const words = [...finding.message.matchAll(/(write|read|atomic)(?:\w* access| of size)/gi)].map(match => match[1].toLowerCase());
    return [words[0] || 'access', words[1] || 'access'];
}

const wordOffset = finding => {
    if (finding.word && finding.word.offset !== undefined)
        return Number(finding.word.offset);
    const match = /__shared__ address (0x[0-9a-f]+)/.exec(finding.message);
    return match ? Number(match[1]) : undefined;
};

const launchOf = (run, finding) => launchesOf(run).find(launch => launch.launch === finding.launch);

// Whether a variable has no other words. Of one in global memory, the size is not recorded: an array has
// a pair of brackets in the source.
function isScalar(run, finding) {
    const word = finding.word, launch = launchOf(run, finding);
    if (word.space === 'global')
        return word.element === 0 && look.sources.some(source => (source.text || '').includes(word.name)) &&
            !look.sources.some(source => (source.text || '').replace(/\s/g, '').includes(word.name + '['));
    const v = launch && variableAt(launch, wordOffset(finding));
    return Boolean(v) && v.bytes <= (word.width || 4);
}

// "part[32]", "total", "__shared__ 0x80", "the word".
function wordName(run, finding) {
    const word = finding.word || {}, offset = wordOffset(finding);
    if (word.name)
        return word.name + (word.element !== undefined && !isScalar(run, finding) ? '[' + word.element + ']' : '');
    return offset !== undefined ? '__shared__ ' + hex(offset) : word.address ? hex(word.address) : 'the word';
}

// ---- where a race is in a recorded block ---------------------------------------------------------

const linear = (thread, block) => {
    const [x, y, z] = triple(thread), [bx, by] = triple(block);
    return x + y * (bx || 1) + z * (bx || 1) * (by || 1);
};

const sameIndex = (a, b) => String(triple(a)) === String(triple(b));

// Whether an instruction can be this access. An address without a space can be of any.
function canBe(text, name, finding) {
    const [, space] = finding.word ? [0, finding.word.space] : /__(shared|global)__/.exec(finding.message) || [];
    const other = space && (space === 'shared' ? /global/ : /shared/);
    return /^(ld|st|atom|red|cp|wmma)/.test(text) && !/\.(param|const|local)/.test(text) && !(other && other.test(text)) &&
        !(name === 'read' && /^st/.test(text)) && !(name === 'write' && /^ld/.test(text)) && (name !== 'atomic' || /^(atom|red)/.test(text));
}

// The steps of a thread that access the word: by the words of the block's own shared memory, or by the addresses of samples.
// `can`: which steps can be the access. Of two blocks of a cluster, it is not recorded whose word it is: where the
// thread accesses both words at the offset, neither is taken.
function stepsOfWord(finding, name, {launch, block, story, warp, lane}, can) {
    const offset = wordOffset(finding), word = finding.word || {}, lists = offset !== undefined && story.words.get(offset >> 2);
    const own = (!lists ? [] : name === 'write' ? lists.writes : name === 'read' ? lists.reads : lists.writes.concat(lists.reads))
        .filter(entry => entry.lane === lane && warpAt(story, entry.step) === warp && can(entry.step)).map(entry => entry.step);
    const wanted = offset !== undefined ? BigInt(offset) : word.address ? BigInt(word.address) : null, sampled = [];
    for (const access of wanted === null ? [] : launch.accesses || []) {
        if (offset !== undefined ? access.space !== 'shared' || !access.remote : access.space !== 'global')
            continue;
        for (const sample of access.samples || []) {
            const at = sample.addr[lane], recorded = sample.step !== undefined && sample.step !== null;
            if (!recorded || !can(sample.step) || sample.warp !== warp || !sameIndex(sample.block, block.block) || at === null || at === undefined)
                continue;
            const first = BigInt(at) + (offset !== undefined ? 0n : BigInt(sample.base || 0));
            if (wanted >= first && wanted < first + BigInt(access.width || 4))
                sampled.push(sample.step);
        }
    }
    return own.length && sampled.length ? [] : own.concat(sampled);
}

// Where one side of a finding is among the recorded steps: {launch, block, steps, exact}, or {why} it is not. `exact`: the steps
// access this word; else they are those of its thread at its line.
function sideSteps(run, finding, side, name) {
    const launch = launchOf(run, finding), block = launch && (launch.blocks || []).find(one => sameIndex(one.block, sideBlock(side)));
    if (finding.launch === undefined || !side.thread)
        return {steps: [], why: finding.launch === undefined ? '' : 'The finding names no single thread, so no step is shown.'};
    if (!block)
        return {steps: [], why: launch && (launch.blocks || []).length ? 'The steps of ' + blockWords(run, finding, side) + ' are not recorded.' :
            'No steps of launch ' + finding.launch + ' are recorded.'};
    if (!side.line)
        return {steps: [], why: 'The line is not known, so no step is shown.'};
    const story = storyOf(block, launch), number = linear(side.thread, launch.block), warp = number >> 5, lane = number & 31;
    const mine = (story.ofWarp[warp] || []).filter(step => maskAt(story, step) >>> lane & 1 && opAt(story, step).line === side.line && (opAt(story, step).source || 0) === (side.source || 0));
    const there = new Set(mine), sorted = steps => [...new Set(steps)].sort((a, b) => a - b);
    const can = step => there.has(step) && canBe(opAt(story, step).text, name, finding);
    const exact = sorted(stepsOfWord(finding, name, {launch, block, story, warp, lane}, can)), likely = mine.filter(can), steps = exact.length ? exact : likely.length || isRace(finding) ? likely : mine;
    return {launch, block, steps, step: steps[0], exact: exact.length > 0, why: steps.length ? '' : block.truncated ?
        'Only the first ' + count(story.length) + ' steps of ' + blockWords(run, finding, side) + ' are recorded, and this access is not among them.' :
        'The access is not among the recorded steps of ' + blockWords(run, finding, side) + '.'};
}

// Both sides of a race, and the steps to show. In one block, these are the nearest two: this thread's access, and the
// other thread's before or after it. Two blocks count their own steps.
function raceSteps(run, finding) {
    const names = accessNames(finding), sides = [finding, finding.other].map((side, i) => sideSteps(run, finding, side, names[i]));
    const [one, two] = sides.map(side => side.steps);
    let steps = [one[0], two[0]];
    if (one.length && two.length && sides[0].block === sides[1].block)
        for (const a of one)
            for (const b of two)
                if (a !== b && Math.abs(a - b) < Math.abs(steps[0] - steps[1]) || steps[0] === steps[1])
                    steps = [a, b];
    const both = one.length > 0 && two.length > 0;
    return {sides: sides.map((side, i) => Object.assign(side, {step: steps[i]})), both, ordered: both && sides[0].block === sides[1].block ? steps : null};
}

// ---- drawing ---------------------------------------------------------------------------------------

const sideBlock = side => side.block || [0];
const blockWords = (run, finding, side) => 'block ' + index3(sideBlock(side), (launchOf(run, finding) || {}).grid);
const sideThread = (run, finding, side) => 'thread ' + index3(side.thread || [0], (launchOf(run, finding) || {}).block);
const areTwoBlocks = finding => String(triple(sideBlock(finding))) !== String(triple(sideBlock(finding.other)));

// The link to the step, or why there is none.
function stepLink(run, name, at) {
    if (!at || at.step === undefined)
        return at && at.why ? el('p', {class: 'note'}, at.why) : null;
    const words = at.exact ? 'this ' + name + ', step ' + (at.step + 1) : 'this line, step ' + (at.step + 1) + (at.steps.length > 1 ? ' (one of ' + count(at.steps.length) + ' such steps)' : '');
    return button('See the block at ' + words, () => go({tab: 'block', run: run.name, block: blockKeyOf(run, at.launch, at.block.block), step: String(at.step)}), {class: 'link'});
}

function sideCard(run, finding, side, name, at) {
    return el('div', {class: 'side'},
        el('h3', {}, capital(name)),
        side.thread ? el('p', {}, blockWords(run, finding, side) + ', ' + sideThread(run, finding, side)) : null,
        side.line ? excerpt(side.source, side.line - 2, side.line + 2, {[side.line]: ''}) : el('p', {class: 'note'}, 'the line is not known'),
        stepLink(run, name, at));
}

// Two threads as lines from top to bottom, the two accesses on them, and nothing between. Threads of
// two blocks have their blocks' names: they can have the same index.
function raceDrawing(run, finding, names, steps) {
    const first = steps && steps[0] > steps[1] ? 1 : 0, y = [0, 0];
    y[first] = 66;
    y[1 - first] = 116;
    const words = wordName(run, finding), two = areTwoBlocks(finding), sides = [finding, finding.other];
    const threads = sides.map(side => sideThread(run, finding, side)), blocks = sides.map(side => blockWords(run, finding, side));
    return drawMeeting(threads.map((thread, i) => (two ? [blocks[i], thread] : [thread])), names, words, 'nothing orders them', y);
}

// Two that meet at a word: `heads`, one or two lines of text above each; what each does; and what is wrong with it.
function drawMeeting(heads, names, words, alarm, y = [66, 116]) {
    const two = heads.some(lines => lines.length > 1), short = text => (text.length > 20 ? text.slice(0, 19) + '\u2026' : text);
    return svg('svg', {viewBox: '0 0 360 160', class: 'race-drawing', role: 'img',
        'aria-label': heads[0].join(', ') + ' and ' + heads[1].join(', ') + ' access ' + words + ': ' + names[0] + ' and ' + names[1] + '; ' + alarm},
    [60, 300].map((x, i) => [heads[i].map((line, k) => svgText(x, two ? 12 + 15 * k : 16, short(line), {class: 'strong'})), svg('line', {x1: x, y1: two ? 34 : 26, x2: x, y2: 152, class: 'life'}),
        svg('line', {x1: x + (i ? -14 : 14), y1: y[i], x2: 180 + (i ? 62 : -62), y2: 91, class: 'reach'}),
        svg('circle', {cx: x, cy: y[i], r: 9, fill: /^(read|use|look)/.test(names[i]) ? colour(2) : colour(4)}),
        svgText(x + (i ? 14 : -14), y[i] - 14, names[i], {'text-anchor': i ? 'start' : 'end', class: 'label'})]),
    svg('rect', {x: 118, y: 74, width: 124, height: 34, rx: 6, class: 'shared-word'}), svgText(180, 96, short(words), {class: 'strong'}),
    svgText(180, 136, alarm, {class: 'alarm'}));
}

// ---- work in streams, and deadlocks ------------------------------------------------------------------

// "advance(int *) (launch 0 at x.cu:64, stream 16)": the name, and the stream as the source calls it.
function jobHead(run, what) {
    const at = what.lastIndexOf(' (');
    if (at < 0)
        return [capital(what)];
    const stream = what.slice(at + 2, -1).split(', ').pop();
    return [what.slice(0, at).replace(/\(.*/, '').replace(/^void /, ''), 'in ' + (streamNames(run).get(stream) || stream)];
}

// Which bytes: by the words of the message, or the address.
const bytesWords = finding => (/(byte \d+) of (?:variable (\w+)|an allocation)/.exec(finding.message) || []).slice(1).filter(Boolean).reverse().join(', ') || hex(finding.word.address);

function placeCard(name, head, side) {
    return el('div', {class: 'side'}, el('h3', {}, capital(name)), el('p', {}, head.join(', ')),
        side.line ? excerpt(side.source, side.line - 2, side.line + 2, {[side.line]: ''}) : el('p', {class: 'note'}, 'the line is not known'));
}

function jobsDrawing(run, finding) {
    const [later, earlier] = finding.sides.map(side => Object.assign({head: jobHead(run, side.what)}, side));
    return el('div', {class: 'race'}, placeCard(earlier.does, earlier.head, earlier),
        drawMeeting([earlier.head, later.head], [earlier.does, later.does], bytesWords(finding), 'nothing orders them'), placeCard(later.does, later.head, later));
}

// The word that threads look at again and again: its value, and who holds it.
function deadlockDrawing(run, finding) {
    const word = finding.spun, name = (word.name || hex(word.address)) + ' = ' + word.value;
    const holder = word.thread && [blockWords(run, finding, word), sideThread(run, finding, word)];
    if (!holder)
        return el('p', {class: 'says'}, 'The threads that spin look at ' + name + '.');
    return el('div', {class: 'race'}, el('div', {class: 'side'}, el('h3', {}, 'Wait'), el('p', {}, 'Threads look at this word until it changes.')),
        drawMeeting([['threads that spin'], holder], ['look', 'has taken it'], name, 'this thread ' + (word.now === 'runs' ? 'does not give it back' : word.now)),
        placeCard('has taken it', holder, word));
}

function findingCard(run, finding, i) {
    const race = isRace(finding), steps = race ? raceSteps(run, finding) : null, names = accessNames(finding);
    return el('article', {class: 'card finding-card ' + finding.severity, id: 'finding-' + i, tabindex: '-1', 'aria-label': 'Finding ' + (i + 1)},
        el('h2', {}, (i + 1) + '. ' + capital(findingWords(finding)) + ' ',
            el('span', {class: 'chip'}, finding.tool + ': ' + finding.severity), ' ',
            finding.count > 1 ? el('span', {class: 'chip'}, count(finding.count) + ' times') : null),
        el('p', {}, findingText(finding)),
        raceAtLine(findingsOf(run), finding) ? el('p', {class: 'note'}, 'See the race on this line: the word may be written later.') : null,
        finding.sides ? jobsDrawing(run, finding) : null, finding.spun ? deadlockDrawing(run, finding) : null,
        finding.sides ? null : race ? el('div', {class: 'race'}, sideCard(run, finding, finding, names[0], steps.sides[0]),
            raceDrawing(run, finding, names, steps.ordered),
            sideCard(run, finding, finding.other, names[1], steps.sides[1])) :
            finding.line ? el('div', {class: 'pair'}, sideCard(run, finding, finding, names[0], sideSteps(run, finding, finding, names[0])), finding.other ? sideCard(run, finding, finding.other, 'the other access') : null) : null,
        finding.advice ? el('p', {class: 'advice'}, capital(finding.advice)) : null,
        race && steps.both ? el('p', {class: 'note'}, 'The steps are those of the recorded run. ' + (!steps.ordered ?
            'Each block counts its own steps, and nothing orders the two accesses: that is the race.' : finding.one_warp ?
            'Both threads are lanes of one warp. Lanes need not move together: one can be ahead of the other, and the two accesses change places. That is the race.' :
            'In another order of the warps, or of their lanes, the two accesses can change places: that is the race.')) : null,
        finding.source !== undefined && finding.line ? button('See line ' + finding.line + ' in the source', () => {
            go({tab: 'source', run: run.name, file: String(finding.source), line: finding.source + ':' + finding.line});
            scrollToLine(finding.source, finding.line);
        }, {class: 'link'}) : null);
}

const raceSection = {
    id: 'race', title: 'Findings',
    has: () => shownRuns.some(run => findingsOf(run).length),
    show(panel) {
        const run = findingsOf(runOf(place.run)).length ? runOf(place.run) : shownRuns.find(r => findingsOf(r).length);
        fill(panel,
            el('div', {class: 'tools'}, runSwitch(), el('span', {class: 'note'}, plural(findingsOf(run).length, 'finding') + (shownRuns.length > 1 ? ' in ' + runWords(run.name).toLowerCase() : ''))),
            findingsOf(run).map((finding, i) => findingCard(run, finding, i)));
        if (place.finding !== '') {
            const card = document.getElementById('finding-' + place.finding);
            place.finding = '';
            if (card) {
                card.scrollIntoView();
                card.focus({preventScroll: true});
            }
        }
    }
};
