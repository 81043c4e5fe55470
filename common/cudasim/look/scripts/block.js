// block.js - the section "A block at work": a slider over the steps of a block, forwards and
// backwards: where each warp is, which lanes are active, and each word of shared memory.

const ROW_WORDS = 32, PAGE_ROWS = 32, PAGE_WORDS = ROW_WORDS * PAGE_ROWS;
const player = {timer: null, speed: 10, shown: null};

// The run compiled with -G has variables, and its steps go line by line: without a chosen block, it is shown.
function chosenBlock() {
    const all = shownRuns.concat(look.debug || []).flatMap(run => blocksOf(run).map(({launch, block}) =>
        ({run, launch, block, key: blockKeyOf(run, launch, block.block)})));
    const name = look.debug && (place.run === 'debug' || !place.block && runOf(place.run) === shownRuns[0]) ? 'debug' : runOf(place.run).name;
    return {all, now: all.find(b => b.run.name === name && b.key === place.block) || all.find(b => b.run.name === name) || all[0]};
}

// The same block of the other compilation of the student's code.
function otherCompilation(all, now) {
    const name = now.run.name === 'debug' ? shownRuns[0].name : now.run === shownRuns[0] ? 'debug' : '';
    const other = all.find(b => b.run.name === name && b.launch.launch === now.launch.launch && b.key === now.key);
    return other ? button(name === 'debug' ? 'With variables' : 'As graded', () => go({run: name, block: other.key, step: ''})) : null;
}

// "launches 0 to 3"; of very many, only how many.
function listWords(one, many, numbers) {
    const words = ranges(numbers);
    return words.length > 60 ? count(numbers.length) + ' ' + many : (numbers.length > 1 ? many : one) + ' ' + words;
}

// What has no recorded steps: launches, and the launches or blocks of findings.
function missingWords(run) {
    const launches = launchesOf(run), number = launch => launch.launch, has = launch => (launch.blocks || []).length > 0;
    const without = launches.filter(launch => !has(launch)).map(number);
    const unseen = findingsOf(run).flatMap((finding, i) => (finding.launch !== undefined && finding.thread && !sideSteps(run, finding, finding, 'access').block ? [i + 1] : []));
    const chosen = without.find(one => String(one) === place.launch);
    return [without.length || run.more ? 'Steps are recorded of ' + listWords('launch', 'launches', launches.filter(has).map(number)) + ' only' +
        (without.length ? '; not of ' + listWords('launch', 'launches', without) : '') + (run.more ? (without.length ? ', and not of ' : '; not of ') + plural(run.more, 'launch', 'launches') + ' that are not listed' : '') + '.' : '',
    chosen !== undefined ? 'Launch ' + chosen + ', which is chosen in the section Source, has no recorded steps.' : '',
    unseen.length ? capital(listWords('finding', 'findings', unseen)) + (unseen.length > 1 ? ' are' : ' is') + ' of a launch or a block without recorded steps.' : ''].filter(Boolean).join(' ');
}

// ---- the parts of the section ----------------------------------------------------------------

// The strip: one column for each step, one row for each warp.
function drawStrip(canvas, story) {
    const style = getComputedStyle(document.documentElement);
    const ink = {shared: style.getPropertyValue('--strip-shared'), global: style.getPropertyValue('--strip-global'), barrier: style.getPropertyValue('--bad'), other: style.getPropertyValue('--strong-edge')};
    const width = Math.max(200, Math.round(canvas.clientWidth || 1000)), row = story.block.warps > 16 ? 4 : story.block.warps > 4 ? 7 : 11;
    canvas.width = width;
    canvas.height = story.block.warps * row;
    canvas.style.height = canvas.height + 'px';
    const context = canvas.getContext('2d'), scale = width / Math.max(1, story.length);
    story.waits.forEach((waits, warp) => waits.forEach((wait, i) => {
        if (wait[2] === 'goes on')
            return;
        const from = wait[0] + 1, to = i + 1 < waits.length ? waits[i + 1][0] : story.length;
        context.fillStyle = style.getPropertyValue('--idle');
        context.fillRect(from * scale, warp * row, (to - from) * scale, row - 1);
    }));
    for (let step = 0; step < story.length; step++) {
        context.fillStyle = ink[stepKind(opAt(story, step).text)];
        context.fillRect(step * scale, warpAt(story, step) * row, Math.max(1, scale - (scale > 3 ? 1 : 0)), row - 1);
    }
}

function stripPart(view) {
    const canvas = el('canvas', {'aria-hidden': 'true'}), cursor = el('div', {class: 'cursor'});
    const jump = event => {
        const box = canvas.getBoundingClientRect();
        showStep(view, Math.floor((event.clientX - box.left) / box.width * view.story.length));
    };
    const strip = el('div', {class: 'strip', title: 'all steps; a row is a warp', onpointerdown: event => {
        strip.setPointerCapture(event.pointerId);
        jump(event);
    }, onpointermove: event => event.buttons && jump(event)}, canvas, cursor);
    Object.assign(view, {canvas, cursor});
    return el('div', {}, strip, el('p', {class: 'legend'},
        [['shared', 'var(--strip-shared)', 'shared memory'], ['global', 'var(--strip-global)', 'global memory'], ['barrier', 'var(--bad)', 'barrier'],
            ['other', 'var(--strong-edge)', 'other instructions'], ['wait', 'var(--idle)', 'waits, or has exited']].map(([, fill, words]) =>
            el('span', {}, el('i', {style: 'background:' + fill}), words))));
}

function warpsPart(view) {
    const {story} = view;
    view.warps = Array.from({length: story.block.warps}, (_, warp) => {
        const lanes = el('span', {class: 'lane-boxes', role: 'img'}, Array.from({length: 32}, () => el('i', {})));
        const words = el('span', {class: 'state'});
        const row = el('li', {}, el('span', {class: 'name'}, 'warp ' + warp), lanes, words);
        return {row, lanes, words, mask: null};
    });
    return el('ol', {class: 'warps', 'aria-label': 'The warps of the block', tabindex: '0'}, view.warps.map(warp => warp.row));
}

function memoryPart(view) {
    const {story} = view;
    if (!story.size)
        return null;
    const pages = Math.ceil(story.size / PAGE_WORDS);
    view.page = 0;
    view.grid = el('div', {class: 'word-grid', role: 'grid', 'aria-label': 'Shared memory, a row is 32 words: one for each bank', onkeydown: event => moveInGrid(view, event),
        onclick: event => event.target.dataset.word && pickWord(view, Number(event.target.dataset.word)),
        onpointerover: event => event.target.dataset.word && describeWord(view, Number(event.target.dataset.word)),
        onpointerleave: () => describeWord(view, view.word)});
    view.about = el('p', {class: 'about', 'aria-live': 'off'});
    view.pager = pages > 1 ? picker('Part', Array.from({length: pages}, (_, i) => [i, 'words ' + i * PAGE_WORDS + ' to ' + (Math.min(story.size, (i + 1) * PAGE_WORDS) - 1)]), 0,
        page => { fillPage(view, Number(page)); showMemory(view); }) : null;
    view.wordButtons = el('span', {class: 'tools tight'}, button('The write before', () => jumpToWrite(view, -1)), button('The next write', () => jumpToWrite(view, 1)));
    fillPage(view, 0);
    const variables = (story.launch.variables || []).map(v => v.name + ' (' + hex(v.offset) + ' to ' + hex(v.offset + v.bytes - 1) + ')').join(', ');
    return el('div', {class: 'memory'}, el('h2', {}, 'Shared memory', variables ? el('small', {class: 'note'}, ' ' + variables) : null), el('p', {class: 'legend'},
        el('span', {}, el('i', {class: 'k-never'}), 'never written'), el('span', {}, el('i', {class: 'k-written'}), 'written'),
        el('span', {}, el('i', {class: 'k-now-w'}), 'written by this step'), el('span', {}, el('i', {class: 'k-now-r'}), 'read by this step')),
    view.pager, el('div', {class: 'scroll'}, view.grid), view.about, view.wordButtons);
}

function flowPart(view) {
    const card = drawFlow(view.story);
    if (card)
        card.append(saveButton('barriers', () => [pictureGroup(card.querySelector('svg'), {caption: kernelName(view.story.launch), words: card.querySelector('.says').textContent})]));
    return card;
}

function fillPage(view, page) {
    const {story} = view, first = page * PAGE_WORDS, last = Math.min(story.size, first + PAGE_WORDS);
    view.page = page;
    view.cells = [];
    const rows = [el('div', {role: 'row', class: 'row heads'}, el('span', {class: 'offset', role: 'columnheader'}, 'bank'),
        Array.from({length: ROW_WORDS}, (_, bank) => el('span', {role: 'columnheader'}, bank)))];
    if (view.word === undefined || view.word < first || view.word >= last)
        view.word = first;
    for (let word = first; word < last; word += ROW_WORDS) {
        const cells = Array.from({length: Math.min(ROW_WORDS, last - word)}, (_, i) =>
            el('span', {role: 'gridcell', 'data-word': word + i, tabindex: word + i === view.word ? '0' : '-1', class: 'word'}));
        view.cells.push(...cells);
        rows.push(el('div', {role: 'row', class: 'row'}, el('span', {class: 'offset', role: 'rowheader'}, hex(4 * word)), cells));
    }
    fill(view.grid, ...rows);
    view.state = [];
    if (view.pager)
        view.pager.querySelector('select').value = page;
}

// ---- a step -------------------------------------------------------------------------------------

function shortValue(value) {
    const text = String(value);
    if (text.length <= 6)
        return text;
    const number = Number(text);
    if (!Number.isFinite(number))
        return text.slice(0, 6);
    return Math.abs(number) >= 1e5 || (number !== 0 && Math.abs(number) < 1e-3) ? number.toExponential(1).replace('e+', 'e') :
        String(Number(number.toPrecision(4))).slice(0, 6);
}

// The value of a word, or those of its elements if there is room for them.
function wordValue(word, writes) {
    const one = write => (!write ? '-' : write.value === null ? '?' : shortValue(write.value));
    if (!writes.some(Boolean))
        return '';
    if (writes.length === 1)
        return 4 * word > writes[0].offset + 3 ? '"' : one(writes[0]);
    const all = writes.map(one).join(' ');
    return all.length <= 6 ? all : one(writes[0]) + '..';
}

function touchedNow(story, step) {
    const now = new Map();
    for (const [kind, offsets, width] of story.events.get(step) || [])
        for (const offset of offsets)
            for (let word = offset >> 2; word <= (offset + width - 1) >> 2; word++)
                now.set(word, kind === 'r' && now.get(word) === undefined ? 'now-r' : 'now-w');
    return now;
}

function showMemory(view) {
    const {story, step} = view;
    if (!view.grid)
        return;
    const now = touchedNow(story, step), first = view.page * PAGE_WORDS;
    if (now.size && ![...now.keys()].some(word => word >= first && word < first + PAGE_WORDS)) {
        fillPage(view, Math.floor([...now.keys()][0] / PAGE_WORDS));
        return showMemory(view);
    }
    view.cells.forEach((cell, i) => {
        const word = first + i, elements = elementsOf(story, word), writes = elements.map(offset => lastWriteOf(story, offset, step));
        const kind = now.get(word) || (writes.some(Boolean) ? 'written' : 'never');
        const value = wordValue(word, writes);
        const key = kind + '|' + value;
        if (view.state[i] === key)
            return;
        view.state[i] = key;
        cell.className = 'word k-' + kind;
        cell.textContent = value;
        cell.setAttribute('aria-label', 'word ' + word + ', ' + writes.map(write => (write ? 'value ' + (write.value === null ? 'not recorded' : valueInWords(write)) : 'never written')).join(', '));
    });
    describeWord(view, view.word);
}

// What one element contains, who wrote it, and who read it last.
function describeElement(story, offset, step) {
    const word = offset >> 2, write = lastWriteOf(story, offset, step), read = lastReadOf(story, offset, step);
    return [el('strong', {}, elementVariable(story, offset) || 'Word ' + word), ' (offset ' + hex(offset) + ', bank ' + word % 32 + '): ' +
        (write ? 'value ' + (write.value === null ? 'not recorded' : valueInWords(write)) + ', written by ' + entryWords(story, write) : 'never written so far') +
        (read ? '; last read by ' + entryWords(story, read) : '') + '.' + (!write && read ? ' The read found no value.' : '') + ' '];
}

function describeWord(view, word) {
    if (word !== undefined)
        fill(view.about, elementsOf(view.story, word).map(offset => describeElement(view.story, offset, view.step)));
}

function pickWord(view, word) {
    view.cells.forEach(cell => {
        cell.tabIndex = Number(cell.dataset.word) === word ? 0 : -1;
        cell.classList.toggle('picked', Number(cell.dataset.word) === word);
    });
    view.word = word;
    view.cells[word - view.page * PAGE_WORDS].focus();
    describeWord(view, word);
    speak(view.about.textContent);
}

function moveInGrid(view, event) {
    const move = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: ROW_WORDS, ArrowUp: -ROW_WORDS}[event.key];
    if (!move)
        return;
    const next = view.word + move;
    event.preventDefault();
    event.stopPropagation();
    if (next < 0 || next >= view.story.size)
        return;
    if (Math.floor(next / PAGE_WORDS) !== view.page) {
        fillPage(view, Math.floor(next / PAGE_WORDS));
        showMemory(view);
    }
    pickWord(view, next);
}

function jumpToWrite(view, way) {
    const lists = view.story.words.get(view.word);
    const steps = lists ? lists.writes.map(entry => entry.step) : [];
    const next = way > 0 ? steps.find(step => step > view.step) : steps.filter(step => step < view.step).pop();
    if (next !== undefined)
        showStep(view, next);
    else
        speak('There is no such write.');
}

function showWarps(view) {
    const {story, step} = view, now = warpAt(story, step);
    view.warps.forEach((row, warp) => {
        const state = warpState(story, warp, step);
        const mask = state.last === undefined || state.waits === 'exit' ? 0 : maskAt(story, state.last);
        const words = state.waits === 'exit' ? 'has exited' : state.waits ? 'waits: ' + state.waits : state.last === undefined ? 'has not begun' : '';
        const op = state.last === undefined ? null : opAt(story, state.last);
        row.row.className = (warp === now ? 'now' : '') + (state.waits ? ' waiting' : '');
        row.words.textContent = (words || lineNumber(op.line)) + (warp === now ? ', ' + op.text : '');
        const key = mask + '|' + words + '|' + (warp === now);
        if (row.mask === key)
            return;
        row.mask = key;
        const lanes = lanesOf(mask);
        row.lanes.setAttribute('aria-label', lanes.length === 32 ? 'all lanes' : lanes.length ? 'lanes ' + ranges(lanes) : 'no lane');
        [...row.lanes.children].forEach((lane, i) => { lane.className = mask >>> i & 1 ? 'on' : ''; });
    });
    const row = view.warps[now] && view.warps[now].row, list = row && row.parentElement;
    if (row && (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight))
        list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

// The lines of the block's file, from its first to its last; the current one is marked.
function showCode(view) {
    const {story, step} = view, op = opAt(story, step);
    if (view.source !== op.source || view.hidden !== isHidden(op.source) || !view.codeRows) {
        const lines = story.block.ops.filter(o => o.source === op.source && o.line).map(o => o.line);
        const code = excerpt(op.source, Math.min(...lines) - 3, Math.max(...lines) + 1, {});
        fill(view.code, code);
        view.source = op.source;
        view.hidden = isHidden(op.source);
        view.codeRows = new Map([...code.children].map(row => [Number(row.dataset.line), row]));
        view.marked = null;
    }
    const row = view.codeRows.get(op.line);
    if (view.marked !== row) {
        if (view.marked)
            view.marked.classList.remove('marked');
        if (row) {
            row.classList.add('marked');
            const list = row.parentElement;
            if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
                list.scrollTop = row.offsetTop - list.clientHeight / 2;
        }
        view.marked = row;
    }
}

function showStep(view, wanted) {
    const {story} = view, step = Math.min(Math.max(0, wanted || 0), story.length - 1);
    view.step = step;
    const op = opAt(story, step), words = 'Step ' + count(step + 1) + ' of ' + count(story.length);
    view.slider.value = step;
    view.slider.setAttribute('aria-valuetext', words + ', warp ' + warpAt(story, step) + ', ' + lineNumber(op.line));
    fill(view.words, el('strong', {}, words), ': warp ' + warpAt(story, step) + ', ' + lineWords(op.source, op.line) + ', ', el('code', {}, op.text));
    view.cursor.style.left = 100 * (step + 0.5) / story.length + '%';
    view.back.disabled = view.first.disabled = step === 0;
    view.on.disabled = view.last.disabled = step === story.length - 1;
    showWarps(view);
    showCode(view);
    showMemory(view);
    showGlobals(view);
    showVariables(view);
    place.step = String(step);
    clearTimeout(view.remember); // an address cannot change as often as a slider
    view.remember = setTimeout(() => place.tab === 'block' && history.replaceState(null, '', placeAddress()), 400);
}

// The next step forwards (1) or backwards (-1): of any warp, or of the one chosen.
function nextStep(view, way) {
    if (view.only === 'all')
        return view.step + way;
    const mine = view.story.ofWarp[Number(view.only)];
    const found = way > 0 ? mine.find(step => step > view.step) : mine[lastUntil(mine, view.step - 1, s => s)];
    return found === undefined ? view.step : found;
}

function nextBarrier(view, way) {
    const {barriers, length} = view.story;
    const found = way > 0 ? barriers.find(step => step > view.step) : barriers.filter(step => step < view.step).pop();
    return found === undefined ? (way > 0 ? length - 1 : 0) : found;
}

// The next step in which the warp of now is at another line.
function nextLine(view, way) {
    const {story, step} = view, now = opAt(story, step), mine = story.ofWarp[warpAt(story, step)], elsewhere = s => opAt(story, s).line !== now.line || opAt(story, s).source !== now.source;
    const found = way > 0 ? mine.find(s => s > step && elsewhere(s)) : mine.filter(s => s < step && elsewhere(s)).pop();
    return found === undefined ? step : found;
}

// ---- playing, keys ----------------------------------------------------------------------------------

function stopPlaying() {
    clearInterval(player.timer);
    player.timer = null;
    if (player.shown)
        player.shown.play.textContent = 'Play';
}

function togglePlaying(view) {
    if (player.timer)
        return stopPlaying();
    if (view.step === view.story.length - 1)
        showStep(view, 0);
    view.play.textContent = 'Pause';
    player.timer = setInterval(() => {
        const next = nextStep(view, 1);
        if (next === view.step || next >= view.story.length)
            return stopPlaying();
        showStep(view, next);
    }, 1000 / player.speed);
}

document.addEventListener('keydown', event => {
    const view = player.shown;
    if (place.tab !== 'block' || !view || event.ctrlKey || event.metaKey || event.altKey ||
        event.target.closest('select, input, [role="tab"], summary, pre'))
        return;
    const act = {ArrowRight: () => showStep(view, nextStep(view, 1)), ArrowLeft: () => showStep(view, nextStep(view, -1)),
        Home: () => showStep(view, 0), End: () => showStep(view, view.story.length - 1),
        l: () => showStep(view, nextLine(view, 1)), L: () => showStep(view, nextLine(view, -1)),
        b: () => showStep(view, nextBarrier(view, 1)), B: () => showStep(view, nextBarrier(view, -1))}[event.key];
    if (act) {
        act();
        speak(view.words.textContent);
        event.preventDefault();
    } else if (event.key === ' ' && !event.target.closest('button')) {
        togglePlaying(view);
        event.preventDefault();
    }
});

// ---- the section ---------------------------------------------------------------------------------------

function buildBlock(panel, all, now) {
    const story = storyOf(now.block, now.launch);
    const view = {story, key: now.run.name + now.key, only: 'all', step: 0};
    const press = (words, act, label) => button(words, act, {'aria-label': label || words});
    view.first = press('|<', () => showStep(view, 0), 'First step');
    view.back = press('<', () => showStep(view, nextStep(view, -1)), 'One step back');
    view.play = button('Play', () => togglePlaying(view), {class: 'play'});
    view.on = press('>', () => showStep(view, nextStep(view, 1)), 'One step on');
    view.last = press('>|', () => showStep(view, story.length - 1), 'Last step');
    view.slider = el('input', {type: 'range', min: 0, max: Math.max(0, story.length - 1), step: 1, 'aria-label': 'Step', oninput: () => showStep(view, Number(view.slider.value))});
    view.words = el('p', {class: 'stepwords'});
    view.code = el('div', {});
    view.missing = el('p', {class: 'note missing'});
    const of = now.launch.grid.reduce((product, n) => product * n, 1);
    fill(panel,
        el('div', {class: 'tools'},
            picker('Block', all.map(b => [b.run.name + ' ' + b.key, (shownRuns.length > 1 ? runWords(b.run.name) + ', ' : '') + launchWords(b.launch) + ', block ' + index3(b.block.block, b.launch.grid)]),
                now.run.name + ' ' + now.key, choice => go({run: choice.split(' ')[0], block: choice.split(' ')[1], step: ''})),
            el('span', {class: 'note'}, plural((now.launch.blocks || []).length, 'block') + ' of ' + count(of) + ' recorded' + (now.block.truncated ? '; this one only in part' : '')), otherCompilation(all, now)),
        now.run.name === 'debug' ? el('p', {class: 'note'}, 'Compiled with -G: nothing is optimised, so each variable is in its place. The code that is graded has other steps; its counters and times are in the other sections.') : null,
        view.missing,
        el('div', {class: 'tools tight transport'}, view.first, view.back, view.play, view.on, view.last,
            press('Line before', () => showStep(view, nextLine(view, -1))), press('Next line', () => showStep(view, nextLine(view, 1))),
            press('Barrier before', () => showStep(view, nextBarrier(view, -1))), press('Next barrier', () => showStep(view, nextBarrier(view, 1))),
            picker('Steps of', [['all', 'all warps']].concat(story.ofWarp.map((_, warp) => [warp, 'warp ' + warp])), 'all', choice => { view.only = choice; }),
            picker('Speed', [[2, '2 steps per second'], [10, '10 steps per second'], [60, '60 steps per second']], player.speed, choice => {
                player.speed = Number(choice);
                if (player.timer) {
                    stopPlaying();
                    togglePlaying(view);
                }
            })),
        el('div', {class: 'dashboard'}, view.slider, stripPart(view), view.words),
        el('div', {class: 'pair top'}, el('div', {class: 'card'}, el('h2', {}, 'Where it is'), view.code),
            el('div', {class: 'card'}, el('h2', {}, 'Warps and their active lanes'), warpsPart(view))),
        variablesPart(view), globalsPart(view),
        memoryPart(view) || el('p', {class: 'note'}, 'This kernel uses no shared memory.'),
        flowPart(view),
        el('p', {class: 'note keys'}, 'Keys: left and right for one step, Home and End, l and L for another line of the warp, b and B for the next barrier and the one before, space to play.'));
    return view;
}

const blockSection = {
    id: 'block', title: 'A block at work',
    has: () => shownRuns.some(run => blocksOf(run).length),
    show(panel) {
        const {all, now} = chosenBlock();
        if (!player.shown || player.shown.key !== now.run.name + now.key || !panel.firstChild) {
            stopPlaying();
            player.shown = buildBlock(panel, all, now);
        }
        const view = player.shown, missing = missingWords(now.run);
        view.missing.textContent = missing;
        view.missing.hidden = !missing;
        drawStrip(view.canvas, view.story);
        showStep(view, Number(place.step));
    },
    leave: stopPlaying
};
window.addEventListener('resize', () => player.shown && place.tab === 'block' && drawStrip(player.shown.canvas, player.shown.story));
