// fit_pictures.js - fit.sh adds this to a page of pictures: it compares the box of every text with
// the view box of its picture, and writes one line for each text that is cut off. fit.sh reads
// these lines.
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
