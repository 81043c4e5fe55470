// picture.js - a drawing of the page as a picture of its own, an SVG file: without the page's style,
// in its light colours. A button beside the drawing saves it. The pictures of the slides and of the
// assignments are made so, too, from runs of the solutions (draw.sh).

const PICTURE_STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'text-anchor'];
const PICTURE_DEFAULTS = {fill: 'rgb(0, 0, 0)', stroke: 'none', 'stroke-width': '1px', 'stroke-dasharray': 'none', opacity: '1', 'font-size': '11px', 'font-weight': '400', 'text-anchor': 'start'};
const PICTURE_KEPT = /^(x|y|x1|x2|y1|y2|cx|cy|r|rx|d|width|height|transform|data-.*)$/;
const PICTURE_WIDTH = 640;

const shortColour = value => value.replace(/^rgb\((\d+), (\d+), (\d+)\)$/, (_, r, g, b) => '#' + [r, g, b].map(n => Number(n).toString(16).padStart(2, '0')).join(''));

// An element and what is in it, with its style as attributes. What is inherited is not said again.
function standaloneElement(element, inherited) {
    const style = getComputedStyle(element), copy = document.createElementNS(SVG, element.tagName), now = Object.assign({}, inherited, {opacity: '1'});
    for (const {name, value} of element.attributes)
        if (PICTURE_KEPT.test(name))
            copy.setAttribute(name, value);
    for (const name of PICTURE_STYLES) {
        const value = style.getPropertyValue(name), isText = /^(font|text)/.test(name);
        if (value !== now[name] && (!isText || element.tagName === 'text') && !(element.tagName === 'g' && name === 'fill')) {
            copy.setAttribute(name, shortColour(value).replace(/px$/, ''));
            now[name] = value;
        }
    }
    for (const child of element.childNodes)
        if (child.nodeName !== 'title') // what a pointer shows in the page
            copy.append(...(child.nodeType === Node.TEXT_NODE ? [child.textContent] : standaloneElements(child, now)));
    return copy;
}

// A group that says nothing is left out of the picture: its elements are in the group around it.
function standaloneElements(element, inherited) {
    const copy = standaloneElement(element, inherited);
    return copy.tagName === 'g' && !copy.hasAttributes() ? [...copy.childNodes] : [copy];
}

// What is drawn, in the light colours of the page.
function standaloneParts(drawing) {
    const root = document.documentElement, theme = root.dataset.theme;
    root.dataset.theme = 'light';
    const parts = [...drawing.children].flatMap(child => standaloneElements(child, PICTURE_DEFAULTS));
    root.dataset.theme = theme;
    return parts;
}

// Words in lines of at most `most` characters.
function wrapped(words, most) {
    const lines = [''];
    for (const word of words.trim().split(/\s+/)) {
        if (lines[lines.length - 1].length + word.length + 1 > most)
            lines.push('');
        lines[lines.length - 1] += (lines[lines.length - 1] ? ' ' : '') + word;
    }
    return lines;
}

// A drawing with a caption, the line of code, and what the page says of it: {height, group}.
function pictureGroup(drawing, {caption, code, words}) {
    const group = svg('g', {}), box = drawing.viewBox.baseVal;
    let y = 4;
    const line = (text, high, attributes) => {
        y += high;
        group.append(svg('text', Object.assign({x: 8, y: y - 4, fill: '#16202b'}, attributes), text));
    };
    if (caption)
        line(caption, 20, {'font-size': 14, 'font-weight': 600});
    if (code)
        line(code, 17, {'font-family': 'DejaVu Sans Mono, Consolas, monospace'});
    wrapped(words || '', Math.round(Math.max(PICTURE_WIDTH, box.width) / 6.4)).filter(Boolean).forEach(text => line(text, 15, {fill: '#4d5a67'}));
    y += 6;
    const scale = box.width < 500 ? 1.6 : 1; // a small drawing alone
    group.append(svg('g', {transform: 'translate(0,' + y + ')' + (scale > 1 ? ' scale(' + scale + ')' : '')}, standaloneParts(drawing)));
    return {group, height: Math.ceil(y + scale * box.height), width: Math.max(PICTURE_WIDTH, Math.ceil(box.width))};
}

function pictureFile(parts) {
    const width = Math.max(...parts.map(part => part.width)), height = parts.reduce((sum, part) => sum + part.height + 8, 0);
    let y = 0;
    const file = svg('svg', {viewBox: '0 0 ' + width + ' ' + height, width, height, 'font-family': 'DejaVu Sans, Verdana, sans-serif', 'font-size': 11},
        svg('rect', {width, height, fill: '#ffffff'}));
    for (const {group, height: high} of parts) {
        group.setAttribute('transform', 'translate(0,' + y + ')');
        file.append(group);
        y += high + 8;
    }
    // One element per line.
    return new XMLSerializer().serializeToString(file).replace(/><(?!\/text|\/title)/g, '>\n<') + '\n';
}

function saveButton(name, parts) {
    return button('Save as a picture', () => {
        const address = URL.createObjectURL(new Blob([pictureFile(parts())], {type: 'image/svg+xml'}));
        el('a', {href: address, download: name + '.svg'}).click();
        setTimeout(() => URL.revokeObjectURL(address), 10000);
    }, {class: 'link save'});
}

// ---- a drawing by what it shows ------------------------------------------------------------------

const perAccess = ({access}) => access.cost / access.executed;
const bareCode = (source, line) => codeText(source, line).replace(/\s*\/\/.*$/, '').trim();

const fullestSample = samples => samples.reduce((best, one) => (lanesOf(one.mask).length > lanesOf(best.mask).length ? one : best));

// Of the accesses of a kind at a line with some code, the one that costs most or least, each time.
function accessPicture(which, caption, [kind, space, ...code]) {
    const among = drawable(shownRuns[0]).filter(({access}) => access.kind === kind && access.space === space && codeText(access.source, access.line).includes(code.join(' ')));
    const {access} = among.reduce((best, one) => ((perAccess(one) - perAccess(best)) * which > 0 ? one : best));
    const sample = which > 0 ? access.samples[worstSample(access.samples)] : fullestSample(access.samples);
    const [says, holder] = DRAWINGS[access.space](access, sample);
    return {drawing: holder.querySelector('svg'), caption, code: bareCode(access.source, access.line), words: says.textContent};
}

// The first recorded block of a kernel, or the first block that is recorded.
function flowPicture(caption, [kernel]) {
    const found = blocksOf(shownRuns[0]).find(({launch}) => !kernel || kernelName(launch).includes(kernel));
    const card = drawFlow(storyOf(found.block, found.launch));
    return {drawing: card.querySelector('svg'), caption, words: card.querySelector('.says').textContent};
}

function racePicture(caption) {
    const run = shownRuns[0], finding = findingsOf(run).find(isRace), steps = raceSteps(run, finding);
    const lines = [finding, finding.other].map(side => bareCode(side.source, side.line));
    return {drawing: raceDrawing(run, finding, accessNames(finding), steps.ordered), caption,
        code: [...new Set(lines)].join('   '), words: capital(finding.advice || '')};
}

// For draw.sh: the group of one picture as text, and its size. Students read the assignment before they
// write the line, so a picture of an access does not show the solution's; the lines of a race are given.
window.lookPicture = (caption, words) => {
    const [what, ...rest] = words.split(' ');
    const picture = {most: accessPicture.bind(null, 1), least: accessPicture.bind(null, -1), flow: flowPicture, race: racePicture}[what](caption, rest);
    if (!picture.drawing.isConnected) // only what is in the page has a style
        document.body.append(picture.drawing);
    const {group, height, width} = pictureGroup(picture.drawing, what === 'race' ? picture : {...picture, code: ''});
    return {width, height, text: [...group.children].map(part => new XMLSerializer().serializeToString(part)).join('').replace(/ xmlns="[^"]*"/g, '').replace(/><(?!\/text|\/title)/g, '>\n<')};
};
