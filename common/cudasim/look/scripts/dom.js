// dom.js - elements, numbers and words: the small things that all sections use.

const SVG = 'http://www.w3.org/2000/svg';

// el('p', {class: 'note'}, 'text', child): an attribute that begins with "on" is a listener; a
// child that is null or false is left out.
function put(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
        if (value === null || value === undefined || value === false)
            continue;
        if (name.startsWith('on'))
            element.addEventListener(name.slice(2), value);
        else
            element.setAttribute(name, value === true ? '' : value);
    }
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== false)
            element.append(child);
    return element;
}
const el = (tag, attributes, ...children) => put(document.createElement(tag), attributes, children);
// Puts new children in place of the old ones.
function fill(element, ...children) {
    element.replaceChildren();
    return put(element, {}, children);
}
const svg = (tag, attributes, ...children) =>
    put(document.createElementNS(SVG, tag), attributes, children);

function button(words, press, attributes) {
    return el('button', Object.assign({type: 'button', onclick: press}, attributes), words);
}

// A list to choose from: [[value, words], ...].
function picker(label, choices, chosen, choose) {
    const select = el('select', {onchange: () => choose(select.value)},
        choices.map(([value, words]) =>
            el('option', {value, selected: String(value) === String(chosen)}, words)));
    return el('label', {class: 'picker'}, el('span', {}, label), select);
}

// Buttons of which one is pressed.
function switches(label, choices, chosen, choose) {
    return el('div', {class: 'switches', role: 'group', 'aria-label': label},
        choices.map(([value, words]) => button(words, () => choose(value),
            {'aria-pressed': String(value === chosen), 'data-value': value})));
}

const count = n => Number(n || 0).toLocaleString('en-US');
const hex = n => '0x' + BigInt(n).toString(16);
const plural = (n, one, many) => count(n) + ' ' + (n === 1 ? one : many || one + 's');
const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

function decimals(x, digits) {
    return Number(x).toLocaleString('en-US',
        {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

function microseconds(us) {
    return us >= 1000 ? decimals(us / 1000, 2) + ' ms' : decimals(us, us < 10 ? 2 : 1) + ' us';
}

const percent = share => (share > 0 && share < 0.01 ? '<1' : Math.round(100 * share)) + '%';
const triple = v => (v[1] === undefined ? [v[0], 0, 0] : v);
const shape = v => (v[2] > 1 ? v.slice(0, 3) : v[1] > 1 ? v.slice(0, 2) : v.slice(0, 1)).join(' x ');

// (3), (3,1) or (3,1,0): as many numbers as are needed, and as `size`, the grid or the block that the
// index is in, has dimensions.
function index3(v, size) {
    const [x, y, z] = triple(v), [, height, depth] = size || [];
    return '(' + (z || depth > 1 ? [x, y, z] : y || height > 1 ? [x, y] : [x]).join(',') + ')';
}

// "0 to 15", "0, 2, 4": which numbers a sorted list has, short.
function ranges(numbers) {
    const words = [];
    for (let i = 0; i < numbers.length;) {
        let j = i;
        while (j + 1 < numbers.length && numbers[j + 1] === numbers[j] + 1)
            j++;
        words.push(j > i + 1 ? numbers[i] + ' to ' + numbers[j] :
            j > i ? numbers[i] + ', ' + numbers[j] : '' + numbers[i]);
        i = j + 1;
    }
    return words.join(', ');
}

// What a screen reader says without a move of the focus.
function speak(words) {
    document.getElementById('spoken').textContent = words;
}

const lanesOf = mask => Array.from({length: 32}, (_, lane) => lane).filter(lane => mask >>> lane & 1);

// The colours of wavefronts and of warps; white text can be read on each.
const COLOURS = ['#0b5cad', '#a1400a', '#1b6e3c', '#8e3a80', '#a3262a', '#0f6b73', '#5b4bb5', '#66601c'];
const colour = i => COLOURS[i % COLOURS.length];
