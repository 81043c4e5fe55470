// against.js - the section "Against": this attempt, the one before, and the reference, counter by
// counter; what was predicted beside what was counted; and the points.

// [counter, words, lower is better]; counters not named here are in the list "All counters".
const COUNTERS = [
    ['time', 'Time by the cost model, us', true],
    ['sim__inst_executed.sum', 'Warp instructions executed (PTX)', true],
    ['sim__divergent_branches.sum', 'Divergent branches', true],
    ['sim__barriers.sum', 'Barriers', false],
    ['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 'Bank conflicts, loads of shared memory', true],
    ['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum', 'Bank conflicts, stores to shared memory', true],
    ['l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum', 'Bank conflicts, atomics on shared memory', true],
    ['l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 'Wavefronts, loads of shared memory', true],
    ['l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum', 'Wavefronts, stores to shared memory', true],
    ['l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 'Requests, loads of global memory', true],
    ['l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum', 'Sectors, loads of global memory', true],
    ['l1tex__t_requests_pipe_lsu_mem_global_op_st.sum', 'Requests, stores to global memory', true],
    ['l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum', 'Sectors, stores to global memory', true],
    ['l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum', 'Sectors, atomics on global memory', true],
    ['l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum', 'Sectors, reductions on global memory', true]
];
const AGAINST_ORDER = ['before', 'yours', 'reference'];

function counterOf(run, name) {
    if (name === 'time')
        return timeOf(run) || undefined;
    return (run.metrics || {})[name];
}

// "better: -50%", "the same", "worse: 2.0 x": a word and a sign, not only a colour.
function change(value, other, judged) {
    if (value === undefined || other === undefined)
        return {words: '', kind: ''};
    if (value === other)
        return {words: '= the same', kind: ''};
    const less = value < other, share = Math.abs(value - other) / other;
    const amount = other === 0 ? '+' + (Number.isInteger(value) ? count(value) : decimals(value, 2)) :
        value / other >= 2 ? decimals(value / other, 1) + ' x' : (less ? '\u2212' : '+') + (share < 0.01 ? decimals(100 * share, 2) + '%' : percent(share));
    return judged ? {words: (less ? '\u25bc better: ' : '\u25b2 worse: ') + amount, kind: less ? 'good' : 'bad'} : {words: amount, kind: ''};
}

const shownCounter = value => (value === undefined ? '' : Number.isInteger(value) ? count(value) : decimals(value, 2));

function counterTable(names, columns) {
    // How a shuffled run splits warps is chance: no difference is better or worse.
    const others = splitsWarps ? [] : columns.filter(run => run.name !== 'yours' && columns.length > 1);
    const mine = columns.find(run => run.name === 'yours') || columns[0];
    return el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Counters'}, el('table', {class: 'plain against'},
        el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Counter'), columns.map(run => el('th', {scope: 'col', class: 'num'}, runWords(run.name))),
            others.map(run => el('th', {scope: 'col'}, run.name === 'before' ? 'Since ' + runWords('before').toLowerCase() : 'Against the ' + runWords(run.name).toLowerCase())))),
        el('tbody', {}, names.map(([name, words, lower]) => {
            const value = counterOf(mine, name), most = Math.max(...columns.map(run => counterOf(run, name) || 0));
            return el('tr', {}, el('th', {scope: 'row'}, words, words !== name && name !== 'time' ? el('small', {class: 'metric'}, name) : null),
                columns.map(run => el('td', {class: 'num', 'data-label': runWords(run.name)}, shownCounter(counterOf(run, name)) || null,
                    counterOf(run, name) === undefined ? null : el('span', {class: 'level' + (run === mine ? ' mine' : ''), 'aria-hidden': 'true', style: 'width:' + (most ? 90 * (counterOf(run, name) || 0) / most : 0).toFixed(1) + 'px'}))),
                others.map(run => {
                    const difference = change(value, counterOf(run, name), lower), best = runs.reference && counterOf(runs.reference, name);
                    if (difference.kind === 'bad' && name !== 'time' && !(value > best)) // no worse than the reference
                        difference.kind = '';
                    return el('td', {class: difference.kind, 'data-label': run.name === 'before' ? 'Since ' + runWords('before').toLowerCase() : 'Against the reference'}, difference.words);
                }));
        }))));
}

function slideOf(item) {
    if (!item.slide)
        return '';
    const words = 'slide ' + item.slide.number + ': ' + item.slide.title;
    return el('p', {}, item.slide.link ? el('a', {href: item.slide.link}, words) : words);
}

function verdictTable() {
    return el('article', {class: 'card'}, el('h2', {}, 'Points'), el('div', {class: 'scroll'}, el('table', {class: 'plain'},
        el('thead', {}, el('tr', {}, ['Item', 'Points', ''].map(head => el('th', {scope: 'col'}, head || 'Why')))),
        el('tbody', {}, look.verdict.map(item => el('tr', {}, el('th', {scope: 'row'}, item.item),
            el('td', {class: item.points === item.of ? 'good' : 'bad'}, (item.points === item.of ? '\u2713 ' : '\u2717 ') + item.points + ' of ' + item.of), el('td', {class: 'why'}, item.message || '', slideOf(item))))))));
}

function predictionTable() {
    return el('article', {class: 'card'}, el('h2', {}, 'Predicted and counted'), el('div', {class: 'scroll'}, el('table', {class: 'plain'},
        el('thead', {}, el('tr', {}, ['What', 'Predicted', 'Counted', 'Equal'].map(head => el('th', {scope: 'col'}, head)))),
        el('tbody', {}, look.predictions.map(p => {
            if (p.counted === undefined || p.counted === null)
                return el('tr', {}, el('th', {scope: 'row'}, p.what || p.key), el('td', {class: 'num'}, p.predicted), el('td', {}, 'not yet'), el('td', {}));
            const equal = String(p.predicted) === String(p.counted);
            return el('tr', {}, el('th', {scope: 'row'}, p.what || p.key), el('td', {class: 'num'}, p.predicted), el('td', {class: 'num'}, p.counted),
                el('td', {class: equal ? 'good' : 'bad'}, equal ? '\u2713 yes' : '\u2717 no'));
        })))));
}

const againstSection = {
    id: 'against', title: 'Against',
    has: () => look.runs.length > 1 || Boolean(look.verdict || look.predictions) || look.runs.some(run => Object.keys(run.metrics || {}).length > 0),
    show(panel) {
        if (panel.firstChild)
            return;
        const columns = AGAINST_ORDER.map(name => runs[name]).filter(Boolean).concat(look.runs.filter(run => !AGAINST_ORDER.includes(run.name)));
        const some = name => columns.some(run => counterOf(run, name));
        const named = COUNTERS.filter(([name]) => some(name));
        const rest = [...new Set(columns.flatMap(run => Object.keys(run.metrics || {})))].filter(name => !COUNTERS.some(row => row[0] === name) && some(name)).sort();
        if (look.result && !look.result.right)
            panel.append(el('p', {class: 'note'}, 'The result is wrong. The counters of a kernel that does something else say little.'));
        panel.append(el('h2', {}, columns.length > 1 ? 'Counter by counter' : 'Counters'), ...[splitNote('So no counter is called better or worse here.')].filter(Boolean), counterTable(named, columns));
        if (rest.length)
            panel.append(el('details', {}, el('summary', {}, 'All counters (' + rest.length + ' more)'), counterTable(rest.map(name => [name, name, false]), columns)));
        if (look.predictions && look.predictions.length)
            panel.append(predictionTable());
        if (look.verdict && look.verdict.length)
            panel.append(verdictTable());
    }
};
