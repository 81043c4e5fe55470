// fit_pictures.js - fit.sh adds this to a page of pictures: it compares the box of every text with
// the view box of its picture, and the colour of the text with what is drawn behind it (WCAG AA). It
// writes one line for each text that is cut off or hard to read. fit.sh reads these lines.
const parts_of = colour => (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);

function luminance(colour) {
    const [r, g, b] = parts_of(colour).slice(0, 3).map(v => v / 255)
        .map(v => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The fill of the last shape before the text that contains the middle of its box; white if there is
// none.
function ground_behind(svg, text) {
    const box = text.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    let fill = 'rgb(255, 255, 255)';
    for (const shape of svg.querySelectorAll('rect, circle, ellipse, path, polygon')) {
        if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING))
            break;
        const style = getComputedStyle(shape), at = shape.getScreenCTM();
        if (shape.closest('defs') || style.fill === 'none' || !at || parts_of(style.fill)[3] === 0 ||
            style.fillOpacity < 0.5 || style.opacity < 0.5)
            continue;
        if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(at.inverse())))
            fill = style.fill;
    }
    return fill;
}

function contrast_of(svg, text) {
    const a = luminance(getComputedStyle(text).fill), b = luminance(ground_behind(svg, text));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// Large text may have less contrast.
function enough_for(text) {
    const style = getComputedStyle(text), size = parseFloat(style.fontSize);
    return size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
}

function box_in(svg, text) {
    const toPicture = svg.getScreenCTM().inverse().multiply(text.getScreenCTM());
    const box = text.getBBox();
    const corners = [[box.x, box.y], [box.x + box.width, box.y],
                     [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]]
        .map(c => new DOMPoint(c[0], c[1]).matrixTransform(toPicture));
    const x = corners.map(c => c.x), y = corners.map(c => c.y);
    return {left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y)};
}

window.addEventListener('load', function () {
    const lines = [];
    let texts = 0;
    const pictures = document.querySelectorAll('body > figure');
    pictures.forEach(function (figure) {
        const svg = figure.querySelector('svg'), page = svg && svg.viewBox.baseVal;
        const say = words => lines.push('FIT: ' + figure.id + ' ' + words);
        if (!page || page.width <= 0)
            return say('has no view box');
        svg.querySelectorAll('text').forEach(function (text) {
            const words = text.textContent.trim().replace(/\s+/g, ' ');
            if (!words || !text.getScreenCTM())
                return;
            const box = box_in(svg, text);
            const beyond = Math.max(page.x - box.left, page.y - box.top,
                                    box.right - page.x - page.width,
                                    box.bottom - page.y - page.height);
            texts++;
            const contrast = contrast_of(svg, text);
            if (contrast < enough_for(text))
                say('has a contrast of only ' + contrast.toFixed(1) + ' to 1 in "' + words + '"');
            if (beyond > 0)
                say('cuts off ' + beyond.toFixed(1) + ' of "' + words + '"; its view box is ' +
                    page.width + ' x ' + page.height);
        });
    });
    if (pictures.length && texts)
        lines.push('FIT: ' + pictures.length + ' pictures looked at');
    document.body.innerHTML = '<pre>\n\n' + lines.join('\n').replace(/&/g, '&amp;').replace(/</g, '&lt;') +
        '\n</pre>';
});
