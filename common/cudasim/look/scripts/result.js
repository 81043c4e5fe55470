// result.js - the section "The result": which elements are wrong, as a map, and who wrote them.

const MOST_CELLS = 4096;

// It is not recorded which launch wrote an element; so it is known only if there is no other.
const onlyLaunch = () => (launchesOf(shownRuns[0]).length === 1 && !shownRuns[0].more ? launchesOf(shownRuns[0])[0] : {});

// Writers are recorded only in some runs, and not of every element: no writer is not "never written".
const writerPlace = writer => (writer && writer.line ? lineWords(writer.source || 0, writer.line) : '');

function writerThread(writer) {
    if (!writer)
        return 'not recorded which thread wrote it';
    if (writer === 'never')
        return 'never written';
    if (typeof writer === 'string')
        return writer === 'host' ? 'the host' : writer;
    return writer.thread ? 'block ' + index3(writer.block, onlyLaunch().grid) + ', thread ' + index3(writer.thread, onlyLaunch().block) : 'a thread';
}
const writerWords = writer => writerThread(writer) + (writerPlace(writer) ? ', ' + writerPlace(writer) : '');

// How the elements become cells: one each, or several if there are many.
function layoutOf(buffer) {
    const columns = Math.max(1, Math.min(buffer.width || 64, buffer.count));
    const rows = Math.ceil(buffer.count / columns);
    let bin = 1;
    while (Math.ceil(columns / bin) > 128 || Math.ceil(columns / bin) * Math.ceil(rows / bin) > MOST_CELLS)
        bin++;
    return {columns, rows, bin, across: Math.ceil(columns / bin), down: Math.ceil(rows / bin)};
}

function wrongByCell(buffer, layout) {
    const wrong = new Map();
    for (const [first, length] of buffer.wrong)
        for (let i = first; i < first + length; i++) {
            const cellNumber = Math.floor(Math.floor(i / layout.columns) / layout.bin) * layout.across + Math.floor(i % layout.columns / layout.bin);
            wrong.set(cellNumber, (wrong.get(cellNumber) || 0) + 1);
        }
    return wrong;
}

const wrongCount = buffer => (buffer.wrong_count !== undefined ? buffer.wrong_count : buffer.wrong.reduce((sum, [, length]) => sum + length, 0));

// The list of ranges has an end; wrong_count has none.
const rangesAreAll = buffer => buffer.wrong.reduce((sum, [, length]) => sum + length, 0) >= wrongCount(buffer);

// The parts of a range of elements in rows: [first row, last row, first column, last column], whole rows together.
function rowParts(first, length, width) {
    const last = first + length - 1, top = Math.floor(first / width), bottom = Math.floor(last / width), left = first % width, right = last % width;
    if (top === bottom)
        return [[top, top, left, right]];
    const head = left ? [[top, top, left, width - 1]] : [], tail = right < width - 1 ? [[bottom, bottom, 0, right]] : [];
    const from = top + head.length, to = bottom - tail.length;
    return head.concat(from <= to ? [[from, to, 0, width - 1]] : [], tail);
}

// The wrong elements of a matrix as rectangles: the same columns of rows that lie together are one.
function wrongRectangles(buffer) {
    const found = [], above = new Map(); // by columns: the last rectangle
    for (const part of buffer.wrong.flatMap(([first, length]) => rowParts(first, length, buffer.width))) {
        const [top, bottom, left, right] = part, key = left + '-' + right, last = above.get(key);
        if (last && last[1] === top - 1) {
            last[1] = bottom;
            continue;
        }
        above.set(key, part);
        found.push(part);
    }
    return found;
}

const fromTo = (one, first, last) => (first === last ? one + ' ' + first : one + 's ' + first + ' to ' + last);

function wrongRanges(buffer) {
    const words = buffer.width ? wrongRectangles(buffer).map(([top, bottom, left, right]) => fromTo('row', top, bottom) +
        (left === 0 && right === buffer.width - 1 ? '' : ', ' + fromTo('column', left, right))) :
        buffer.wrong.map(([first, length]) => (length > 1 ? first + ' to ' + (first + length - 1) : '' + first));
    const between = buffer.width ? '; ' : ', ';
    return words.slice(0, 6).join(between) + (words.length > 6 || !rangesAreAll(buffer) ? between + '...' : '');
}

function wrongWords(buffer) {
    const wrong = wrongCount(buffer);
    if (buffer.count === 1)
        return 'The only element is ' + (wrong ? 'wrong.' : 'right.');
    return wrong === 0 ? 'All ' + count(buffer.count) + ' elements are right.' : count(wrong) + ' of ' + count(buffer.count) + ' elements ' +
        (wrong === 1 ? 'is' : 'are') + ' wrong: ' + wrongRanges(buffer) + '.';
}

function drawMap(buffer, describe) {
    const layout = layoutOf(buffer), wrong = wrongByCell(buffer, layout);
    const size = Math.max(5, Math.min(18, Math.floor(960 / layout.across)));
    const cells = [];
    for (let y = 0; y < layout.down; y++)
        for (let x = 0; x < layout.across; x++) {
            const number = y * layout.across + x, first = y * layout.bin * layout.columns + x * layout.bin;
            if (first >= buffer.count)
                break;
            const bad = wrong.get(number);
            cells.push(svg('rect', {x: x * size, y: y * size, width: size - 1, height: size - 1, 'data-first': first, class: bad ? 'wrong' : 'right'}));
            if (bad && size >= 7)
                cells.push(svg('path', {d: 'M' + (x * size + 2) + ' ' + (y * size + 2) + 'l' + (size - 5) + ' ' + (size - 5) + 'm0 ' + (5 - size) + 'l' + (5 - size) + ' ' + (size - 5), class: 'cross'}));
        }
    return el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Map of ' + buffer.name},
        svg('svg', {width: layout.across * size, height: layout.down * size, viewBox: '0 0 ' + layout.across * size + ' ' + layout.down * size, class: 'map', role: 'img',
            'aria-label': 'map of ' + buffer.name + ': ' + wrongWords(buffer),
            onclick: event => event.target.dataset.first !== undefined && describe(Number(event.target.dataset.first), layout)}, cells));
}

// A matrix has a width, an array has none.
const elementName = (buffer, index) => buffer.name + (buffer.width ?
    '[' + Math.floor(index / buffer.width) + '][' + index % buffer.width + ']' : '[' + index + ']');

// The elements of the cell that begins with `first`, row by row.
function elementsOfCell(buffer, first, layout) {
    const elements = [], column = first % layout.columns;
    for (let row = 0; row < layout.bin; row++)
        for (let i = 0; i < layout.bin && column + i < layout.columns; i++)
            if (first + row * layout.columns + i < buffer.count)
                elements.push(first + row * layout.columns + i);
    return elements;
}

const valueWords = entry => 'got ' + entry.got + ', want ' + entry.want + ', ' +
    (entry.writer && entry.writer !== 'never' ? 'written by ' : '') + writerWords(entry.writer);

// What a cell contains: of several elements, the first wrong one is what counts.
function cellWords(buffer, first, layout) {
    const elements = elementsOfCell(buffer, first, layout);
    const wrong = elements.filter(index => buffer.wrong.some(([from, length]) => index >= from && index < from + length));
    const index = wrong.length ? wrong[0] : first;
    const shown = (buffer.shown || []).find(entry => entry.index === index);
    const words = shown ? valueWords(shown) : wrong.length ? 'wrong' : 'right';
    if (elements.length === 1)
        return elementName(buffer, index) + ': ' + words + '.';
    const all = elementName(buffer, first) + ' and ' + (elements.length - 1) + ' near it: ';
    return wrong.length ? all + count(wrong.length) + ' wrong; the first of them, ' + elementName(buffer, index) + ': ' + words + '.' :
        all + 'right.';
}

// ---- the table: the wrong elements, or a few right ones if none is wrong ---------------------------

const FEW_RIGHT = 8;

// Beyond the end of the list of ranges, the values tell.
function isWrong(buffer, entry) {
    const end = buffer.wrong.length ? buffer.wrong[buffer.wrong.length - 1].reduce((first, length) => first + length) : 0;
    return buffer.wrong.some(([from, length]) => entry.index >= from && entry.index < from + length) ||
        !rangesAreAll(buffer) && entry.index >= end && entry.got !== entry.want;
}

function writerCell(entry, first) {
    const writer = entry.writer;
    if (!writer)
        return el('td', {}, 'not recorded');
    return el('td', {}, writerThread(writer), writerPlace(writer) ? [', ', button(writerPlace(writer), () => {
        const source = writer.source || 0;
        go({tab: 'source', file: String(source), line: source + ':' + writer.line});
        scrollToLine(source, writer.line);
    }, {class: 'link', tabindex: first ? '0' : '-1', 'aria-label': 'See ' + writerPlace(writer) + ', element ' + entry.index})] : null);
}

// All links of the table are one stop of the tab key; the arrow keys go from row to row.
function moveAmongRows(event) {
    const links = [...event.currentTarget.querySelectorAll('button')], at = links.indexOf(event.target);
    const next = {ArrowDown: links[at + 1], ArrowUp: links[at - 1], Home: links[0], End: links[links.length - 1]}[event.key];
    if (at < 0 || !next)
        return;
    event.preventDefault();
    links[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
}

function elementTable(buffer) {
    const wrong = (buffer.shown || []).filter(entry => isWrong(buffer, entry)), all = wrong.length > 0 || wrongCount(buffer) > 0;
    const entries = all ? wrong : (buffer.shown || []).slice(0, FEW_RIGHT);
    if (!entries.length)
        return null;
    const writers = entries.some(entry => entry.writer), linked = entries.find(entry => writerPlace(entry.writer));
    const heads = ['Element', 'Got', 'Want'].concat(writers ? ['Written by'] : []);
    return el('div', {class: all ? null : 'right-elements'},
        all && wrong.length < wrongCount(buffer) ? el('p', {class: 'note'}, 'The table has the first ' + count(wrong.length) + ' of ' + plural(wrongCount(buffer), 'wrong element') + '.') : null,
        !all && buffer.count > entries.length ? el('p', {class: 'note'}, 'The table has a few of the elements.') : null,
        writers ? null : el('p', {class: 'note'}, 'It is not recorded which threads wrote these elements.'),
        el('div', {class: 'scroll', tabindex: linked ? null : '0', role: 'region', 'aria-label': 'Elements of ' + buffer.name},
            el('table', {class: 'plain'}, el('thead', {}, el('tr', {}, heads.map(head => el('th', {scope: 'col'}, head)))),
                el('tbody', {onkeydown: moveAmongRows}, entries.map(entry => el('tr', {}, el('th', {scope: 'row'}, elementName(buffer, entry.index)), el('td', {class: 'num'}, entry.got),
                    el('td', {class: 'num'}, entry.want), writers ? writerCell(entry, entry === linked) : null))))));
}

function bufferCard(buffer) {
    const about = el('p', {class: 'about', 'aria-live': 'polite'}, 'Choose a square to see its element.');
    const describe = (first, layout) => { about.textContent = cellWords(buffer, first, layout); };
    return el('article', {class: 'card', 'aria-label': buffer.name}, el('h2', {}, buffer.name),
        el('p', {}, wrongWords(buffer)),
        buffer.count > 1 ? [el('p', {class: 'legend'}, el('span', {}, el('i', {class: 'k-right'}), 'right'), wrongCount(buffer) ? el('span', {}, el('i', {class: 'k-wrong'}, 'x'), 'wrong') : null),
            drawMap(buffer, describe), about] : null,
        elementTable(buffer));
}

const resultSection = {
    id: 'result', title: 'The result',
    has: () => Boolean(look.result && look.result.buffers),
    show(panel) {
        if (panel.firstChild)
            return;
        panel.append(el('p', {class: 'note'}, 'Case ' + look.result.case + ': the result is ' + (look.result.right ? 'right.' : 'wrong.')), ...look.result.buffers.map(bufferCard));
    }
};
