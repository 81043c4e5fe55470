// contrast.js - the words on a page that are hard to read: those with less than 4.5 to 1 (3 to 1 if
// large) between the computed colours of the text and of what is behind it. One line each.
(() => {
    const parse = colour => {
        const n = (colour.match(/[\d.]+/g) || []).map(Number);
        return colour.startsWith('color(srgb') ? [255 * n[0], 255 * n[1], 255 * n[2], n[3] === undefined ? 1 : n[3]] :
            [n[0] || 0, n[1] || 0, n[2] || 0, n[3] === undefined ? (n.length ? 1 : 0) : n[3]];
    };
    const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat([1]);
    const light = c => [0.2126, 0.7152, 0.0722].reduce((sum, w, i) => {
        const v = c[i] / 255;
        return sum + w * (v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4));
    }, 0);
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const fillOf = e => {
        const style = getComputedStyle(e);
        if (e instanceof SVGElement)
            return e instanceof SVGTextElement || e instanceof SVGSVGElement || e instanceof SVGGElement || style.fill === 'none' ? [0, 0, 0, 0] :
                style.fill.startsWith('url') ? parse(getComputedStyle(document.querySelector('.idle-ground')).fill) : parse(style.fill);
        return parse(style.backgroundColor);
    };
    // Everything that is behind a point, from the bottom to the top, up to the element itself.
    const ground = (e, x, y) => {
        const all = document.elementsFromPoint(x, y), at = all.indexOf(e);
        const stack = (at < 0 ? all : all.slice(at)).reverse();
        return stack.reduce((below, it) => over(fillOf(it), below), [255, 255, 255, 1]);
    };
    const seen = new Set(), found = [];
    let looked = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
        const e = node.parentElement;
        if (!node.data.trim() || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|TITLE|title)$/.test(e.tagName) || e.closest('.unseen, .skip') || !e.checkVisibility())
            continue;
        const style = getComputedStyle(e);
        let key = style.color + style.fill;
        for (let up = e; up && up !== document.body; up = up.parentElement)
            key += '|' + up.tagName + up.getAttribute('class') + (up.getAttribute('fill') || '') + (up instanceof SVGGElement && up.querySelector('rect') ? getComputedStyle(up.querySelector('rect')).fill : '');
        if (seen.has(key))
            continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        e.scrollIntoView({block: 'center', inline: 'center'});
        const box = [...range.getClientRects()].find(b => b.width > 0 && b.height > 0);
        if (!box)
            continue;
        seen.add(key);
        const x = Math.min(innerWidth - 2, Math.max(1, box.x + Math.min(box.width / 2, 20))), y = box.y + box.height / 2;
        if (y < 0 || y > innerHeight)
            continue;
        looked++;
        const behind = ground(e, x, y);
        const ink = over(e instanceof SVGElement ? parse(style.fill) : parse(style.color), behind);
        const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
        const r = ratio(ink, behind);
        if (r < (large ? 3 : 4.5))
            found.push(r.toFixed(2) + ' to 1: "' + node.data.trim().slice(0, 30) + '" in ' + e.tagName + '.' + e.getAttribute('class') + ', ' + ink.map(Math.round) + ' on ' + behind.map(Math.round));
    }
    return {looked, found};
})()
