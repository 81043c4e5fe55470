// place.js - what the page shows now. It is also the part of the address after '#', so that a
// reload, a bookmark and the browser's "back" find the same place again.

const place = {tab: '', run: '', launch: 'all', line: '', access: '', sample: '', other: '', otherSample: '', block: '', step: '', finding: '', file: '', whole: '', solution: '', why: '', ptx: ''};
const listeners = [];

function readPlace() {
    const found = new URLSearchParams(location.hash.slice(1));
    for (const name of Object.keys(place))
        place[name] = found.get(name) || '';
    place.launch = place.launch || 'all';
}

function placeAddress() {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(place))
        if (value !== '' && !(name === 'launch' && value === 'all'))
            words.set(name, value);
    return '#' + words;
}

// go({tab: 'access', line: '0:12'}) shows another place. Another section is a step for "back".
function go(changes) {
    const section = changes.tab && changes.tab !== place.tab;
    Object.assign(place, changes);
    try {
        history[section ? 'pushState' : 'replaceState'](null, '', placeAddress());
    } catch (e) {
        // Some browsers limit how often an address may change; the page works without.
    }
    listeners.forEach(listener => listener());
}
const onPlace = listener => listeners.push(listener);
window.addEventListener('popstate', () => { readPlace(); listeners.forEach(listener => listener()); });
