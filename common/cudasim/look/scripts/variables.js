// variables.js - the variables of a lane at each step of a block, of a program that was compiled with -G.

// By "warp.variable": the changes [step, lanes, values], in order of steps.
function variableChanges(block) {
    const changes = new Map();
    for (const [step, number, mask, values] of block.values || []) {
        const key = block.steps.warp[step] + '.' + number;
        changes.set(key, (changes.get(key) || []).concat([[step, mask >>> 0, values]]));
    }
    return changes;
}

// The last change of a lane's variable up to a step: {step, value}; undefined: none.
function variableAtStep(view, warp, number, lane, step) {
    const list = view.changes.get(warp + '.' + number) || [];
    for (let i = lastUntil(list, step, change => change[0]); i >= 0; i--) {
        const [at, mask, values] = list[i];
        if (mask >>> lane & 1)
            return {step: at, value: Array.isArray(values) ? values[lanesOfMask(mask).indexOf(lane)] : values};
    }
    return undefined;
}

// The card in the section "A block at work"; null: variables are not recorded.
function variablesPart(view) {
    const block = view.story.block;
    if (!block.names)
        return null;
    view.changes = variableChanges(block);
    view.variableLane = 0;
    view.variableTable = el('tbody', {});
    view.variableTitle = el('p', {class: 'says'});
    return el('div', {class: 'card variables'}, el('h2', {}, 'Variables of a lane'),
        el('div', {class: 'tools tight'}, picker('Lane', Array.from({length: 32}, (_, lane) => [lane, 'lane ' + lane]), 0, choice => { view.variableLane = Number(choice); showVariables(view); })),
        view.variableTitle, el('table', {class: 'plain'}, el('thead', {}, el('tr', {}, ['Variable', 'Value', 'Since'].map(head => el('th', {scope: 'col'}, head)))), view.variableTable));
}

function showVariables(view) {
    if (!view.variableTable)
        return;
    const {story, step} = view, warp = warpAt(story, step), lane = view.variableLane;
    fill(view.variableTitle, 'Warp ' + warp + ', lane ' + lane + ': ' + threadWords(story, warp, lane) + (maskAt(story, step) >>> lane & 1 ? '' : ', which is not active in this step') + '.');
    fill(view.variableTable, story.block.names.map((name, number) => [name, variableAtStep(view, warp, number, lane, step)]).filter(([, found]) => found).map(([name, found]) =>
        el('tr', {class: found.step === step ? 'fresh' : null}, el('th', {scope: 'row'}, el('code', {}, name)), el('td', {}, el('code', {}, found.value)), el('td', {class: 'num'}, found.step === step ? 'this step' : 'step ' + (found.step + 1)))));
}
