// code.js - source code with colours, by line; and excerpts of it.

// Prism knows C's basics; what CUDA C adds is here.
Prism.languages.cuda = Prism.languages.extend('clike', {
    keyword: new RegExp('\\b(?:alignas|auto|bool|break|case|char|class|const|constexpr|continue|default|do|double|else|' +
        'enum|extern|float|for|goto|if|inline|int|int64_t|int32_t|long|namespace|nullptr|operator|register|return|' +
        'short|signed|sizeof|size_t|static|static_cast|reinterpret_cast|struct|switch|template|this|typedef|typename|' +
        'uint32_t|uint64_t|uint8_t|union|unsigned|using|void|volatile|while)\\b'),
    number: /\b0x[\da-f']+[ul]*\b|(?:\b\d[\d']*\.?\d*|\B\.\d+)(?:e[+-]?\d+)?[ful]*/i,
    operator: />>>|<<<|>>=?|<<=?|->|\+\+|--|&&|\|\||[-+*/%&|^!=<>]=?|[?:~]/
});
Prism.languages.insertBefore('cuda', 'keyword', {
    qualifier: /\b__(?:global|device|host|shared|constant|managed|forceinline|noinline|launch_bounds|restrict|cluster_dims|grid_constant)__\b/,
    builtin: /\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b|\b__\w+(?=\s*\()|\b(?:atomic|cuda)[A-Z]\w*/,
    directive: {pattern: /^[ \t]*#.*/m}
});

// The pieces of each line: [[kind, text], ...] by line, from 0.
const piecesOfFile = new Map();
function piecesOf(source) {
    const whole = sourceOf(source).text || '';
    if (piecesOfFile.has(whole))
        return piecesOfFile.get(whole);
    const lines = [[]];
    const add = (kind, text) => text.split('\n').forEach((part, i) => {
        if (i)
            lines.push([]);
        if (part)
            lines[lines.length - 1].push([kind, part]);
    });
    const walk = (tokens, kind) => tokens.forEach(token => {
        if (typeof token === 'string')
            add(kind, token);
        else if (Array.isArray(token.content))
            walk(token.content, token.type);
        else if (typeof token.content === 'string')
            add(token.type, token.content);
        else
            walk([token.content], token.type);
    });
    const text = whole.replace(/\r/g, '').replace(/\n$/, '');
    walk(Prism.tokenize(text, Prism.languages.cuda), '');
    piecesOfFile.set(whole, lines);
    return lines;
}

const hasText = (source, line) => Boolean(sourceOf(source).text) && line <= piecesOf(source).length;

// The code of a line, without the first `less` of the blanks that it begins with.
function codeLine(source, line, less = 0) {
    const all = hasText(source, line) ? piecesOf(source)[line - 1] : [['missing', !line ? '' : isHidden(source) ? 'hidden' : 'text not found']];
    const blanks = all[0] && !all[0][0] ? Math.min(less, all[0][1].length - all[0][1].trimStart().length) : 0;
    const pieces = blanks ? [['', all[0][1].slice(blanks)]].concat(all.slice(1)) : all;
    return el('code', {}, pieces.map(([kind, text]) =>
        (kind ? el('span', {class: 'c-' + kind}, text) : text)));
}

const codeText = (source, line) => (piecesOf(source)[line - 1] || []).map(piece => piece[1]).join('');

// What stands in place of the solution's text.
function hiddenNote() {
    return el('p', {class: 'note solution'}, 'The text of the solution is hidden' + (look.solution === 'locked' ? '. ' : ' until you have all points. '),
        look.solution === 'locked' ? null : button('Show the solution', () => go({solution: 'shown'}), {class: 'quiet'}));
}

// The blanks that all of some lines begin with.
function commonIndent(source, from, to) {
    const lines = Array.from({length: Math.max(0, to - from + 1)}, (_, i) => codeText(source, from + i)).filter(text => text.trim());
    return lines.length ? Math.min(...lines.map(text => text.length - text.trimStart().length)) : 0;
}

// Some lines of a file. `marks`: line -> words at that line.
function excerpt(source, from, to, marks) {
    if (isHidden(source))
        return hiddenNote();
    if (!sourceOf(source).text)
        return el('p', {class: 'note'}, source === undefined ? 'The line is not known: was the program compiled with -lineinfo?' :
            'The text of ' + sourceOf(source).file + ' was not found.');
    const last = piecesOf(source).length, indent = commonIndent(source, Math.max(1, from), Math.min(last, to));
    const rows = [];
    for (let line = Math.max(1, from); line <= Math.min(last, to); line++)
        rows.push(el('li', {class: marks[line] !== undefined ? 'marked' : null, 'data-line': line, value: line},
            el('span', {class: 'number', 'aria-hidden': 'true'}, line), codeLine(source, line, indent),
            marks[line] ? el('span', {class: 'mark'}, marks[line]) : null));
    return el('ol', {class: 'excerpt', 'aria-label': baseName(sourceOf(source).file), tabindex: '0'}, rows);
}
