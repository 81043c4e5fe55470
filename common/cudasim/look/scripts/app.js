// app.js - the page as a whole: its head, its sections as tabs, keys, light and dark, and the
// reload when there is a newer page.

const allSections = [sourceSection, accessSection, blockSection, raceSection, resultSection, streamsSection, againstSection];
const sections = allSections.filter(section => section.has());

// Why a section is left out, in a sentence.
const noKernel = () => (launchesOf(shownRuns[0]).length ? '' : 'no kernel was launched');
const WHY_NOT = {
    source: () => 'there is no source: was the program compiled with -lineinfo?', access: () => noKernel() || 'no access was recorded', block: () => noKernel() || 'no block was recorded',
    race: () => 'the checkers found nothing', result: () => (look.verdict ? 'the case has no arrays to compare' : 'only the grader knows the right result'),
    streams: () => 'no work of the GPU was recorded', against: () => 'nothing was counted'
};
function leftOut() {
    const missing = allSections.filter(section => !section.has());
    return missing.length ? el('p', {id: 'left-out'}, 'Left out: ' + missing.map(section => section.title + ' (' + WHY_NOT[section.id]() + ')').join('; ') + '.') : null;
}

// ---- what several sections have in their first row -------------------------------------

function runSwitch() {
    if (shownRuns.length < 2)
        return null;
    return switches('Whose kernel', shownRuns.map(run => [run.name, runWords(run.name)]), runOf(place.run).name,
        name => go({run: name, launch: 'all', line: '', file: '', block: '', step: ''}));
}

function launchPicker(run) {
    const launches = launchesOf(run);
    if (launches.length < 2)
        return launches.length ? el('span', {class: 'note'}, launchWords(launches[0]) + ', ' + microseconds(launches[0].us)) : null;
    const more = run.more ? ' (' + count(run.more) + ' more have no lines)' : '';
    return picker('Launch', [['all', 'all ' + launches.length + ' launches' + more]].concat(launches.map(launch =>
        [launch.launch, launchWords(launch) + ', ' + microseconds(launch.us)])), place.launch, launch => go({launch}));
}

// ---- the head ---------------------------------------------------------------------------

// A fact about the run; a press shows more about it, if there is a section for it.
function chip(words, kind, section) {
    return sections.includes(section) ? button(words, () => go({tab: section.id}), {class: 'chip ' + kind}) : el('span', {class: 'chip ' + kind}, words);
}

function headWords() {
    const yours = shownRuns[0], launches = launchesOf(yours);
    const chips = [];
    if (look.verdict) {
        const points = look.verdict.reduce((sum, item) => sum + (item.points || 0), 0);
        const of = look.verdict.reduce((sum, item) => sum + (item.of || 0), 0);
        chips.push(chip(points + ' of ' + of + ' points', points === of ? 'good' : 'bad', againstSection));
    }
    const findings = findingsOf(yours).length;
    chips.push(chip(findings ? plural(findings, 'finding') : 'no findings', findings ? 'bad' : 'good', findings ? raceSection : null));
    if (look.result)
        chips.push(chip(look.result.right ? 'the result is right' : 'the result is wrong', look.result.right ? 'good' : 'bad', resultSection));
    const failed = launches.filter(launch => launch.status);
    if (failed.length)
        chips.push(chip('launch ' + failed[0].launch + ' ended with ' + errorWords(failed[0].status), 'bad', sourceSection));
    if (timeOf(yours))
        chips.push(chip(microseconds(timeOf(yours)) + ' in ' + plural(launches.length + (yours.more || 0), 'launch', 'launches'), '', streamsSection));
    return chips;
}

function themeButton() {
    const names = ['system', 'light', 'dark'];
    let now = 'system';
    try {
        now = localStorage.getItem('look-theme') || 'system';
    } catch (e) {
        // A page without storage follows the system.
    }
    const apply = () => {
        document.documentElement.dataset.theme = now;
        toggle.textContent = 'Colours: ' + now;
    };
    const toggle = button('', () => {
        now = names[(names.indexOf(now) + 1) % names.length];
        try {
            localStorage.setItem('look-theme', now);
        } catch (e) {
            // see above
        }
        apply();
    }, {class: 'quiet', id: 'theme'});
    apply();
    return toggle;
}

function buildHead() {
    document.title = look.title + ' - see what your kernel did';
    document.getElementById('head').append(
        el('div', {class: 'title'}, el('h1', {}, look.title),
            look.part || look.schedule ? el('p', {class: 'note'}, [look.part, scheduleWords].filter(Boolean).join('; ')) : null,
            el('p', {class: 'chips'}, headWords())),
        el('div', {class: 'corner'}, themeButton()));
    document.getElementById('foot').append(...[leftOut()].filter(Boolean),
        el('p', {}, (look.version || '') + '. Times are those of the cost model of an H200, not of this machine.'),
        el('details', {}, el('summary', {}, 'Licences of the libraries in this page'),
            el('pre', {tabindex: '0'}, document.getElementById('licences').textContent.trim())));
}

// ---- tabs -------------------------------------------------------------------------------

const tabs = new Map(), panels = new Map();

function buildTabs() {
    const list = el('div', {class: 'tabs', role: 'tablist', 'aria-label': 'Sections'});
    const main = document.getElementById('sections');
    main.append(list);
    for (const section of sections) {
        // A click with the mouse means the section: its keys work at once. The keyboard stays among the tabs.
        const tab = button(section.title, event => { go({tab: section.id}); event.detail && panels.get(section.id).focus({preventScroll: true}); },
            {role: 'tab', id: 'tab-' + section.id, 'aria-controls': 'panel-' + section.id});
        const panel = el('section', {role: 'tabpanel', id: 'panel-' + section.id, 'aria-labelledby': 'tab-' + section.id, 'data-title': section.title, tabindex: '-1'});
        tabs.set(section.id, tab);
        panels.set(section.id, panel);
        list.append(tab);
        main.append(panel);
    }
    list.addEventListener('keydown', event => {
        const move = {ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity}[event.key];
        if (!move)
            return;
        const now = sections.findIndex(section => section.id === place.tab);
        const next = Math.abs(move) === 1 ? (now + move + sections.length) % sections.length :
            move < 0 ? 0 : sections.length - 1;
        go({tab: sections[next].id});
        tabs.get(place.tab).focus();
        event.preventDefault();
        event.stopPropagation();
    });
}

function showPlace() {
    if (!sections.some(section => section.id === place.tab))
        place.tab = (sections.find(section => section.id === look.opens) || sections[0]).id;
    for (const section of sections) {
        const chosen = section.id === place.tab;
        tabs.get(section.id).setAttribute('aria-selected', String(chosen));
        tabs.get(section.id).tabIndex = chosen ? 0 : -1;
        panels.get(section.id).hidden = !chosen;
        if (chosen)
            keepFocus(panels.get(section.id), () => section.show(panels.get(section.id)));
        else if (section.leave)
            section.leave();
    }
}

// A section that draws itself again must not lose the focus: the same button gets it back.
function keepFocus(panel, draw) {
    const focus = document.activeElement;
    const inside = panel.contains(focus) && focus !== panel;
    const same = e => e.tagName + '|' + (e.id || e.getAttribute('aria-label') || e.dataset.value || e.textContent.slice(0, 40));
    const name = inside ? same(focus) : '';
    draw();
    if (inside && !panel.contains(focus)) {
        const again = [...panel.querySelectorAll(focus.tagName)].find(e => same(e) === name);
        (again || panel).focus({preventScroll: true});
    }
}

// ---- a newer page -------------------------------------------------------------------------

// The digest of the last two names of a path, as page.c has it.
function nameDigest(path) {
    const names = new TextEncoder().encode(decodeURIComponent(path).split('/').slice(-2).join('/'));
    return names.reduce((hash, byte) => (hash ^ BigInt(byte)) * 0x100000001b3n & 0xffffffffffffffffn, 0xcbf29ce484222325n).toString(16).padStart(16, '0');
}

// `make watch` writes the page again; PAGE.stamp.js names the newest. A script element can load
// that file also where the page itself is a file.
function watchForNewer() {
    const [stamp, home] = document.body.dataset.stamp.split('.');
    if (!stamp || home !== nameDigest(location.pathname))
        return; // not watched, or moved to another place
    window.lookStamp = newest => {
        if (newest !== stamp)
            location.reload();
    };
    const ask = setInterval(() => {
        const script = el('script', {src: location.pathname.replace(/.*\//, '') + '.stamp.js?' + Date.now(), onload: () => script.remove(),
            onerror: () => { script.remove(); clearInterval(ask); }});
        document.body.append(script);
    }, 1000);
}

// A printed page has all sections.
window.addEventListener('beforeprint', () => {
    stopPlaying();
    for (const section of sections) {
        panels.get(section.id).hidden = false;
        section.show(panels.get(section.id));
    }
});
window.addEventListener('afterprint', showPlace);

readPlace();
buildHead();
buildTabs();
onPlace(showPlace);
showPlace();
watchForNewer();
document.body.dataset.ready = 'yes';
