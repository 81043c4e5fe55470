// fit.js - fit.sh adds this to a deck: it measures every slide, and writes one line for each
// thing that does not fit into the page. fit.sh reads these lines.
window.addEventListener('load', function () {
    const lines = [];
    const slides = document.querySelectorAll('main > section');
    slides.forEach(function (slide) {
        const number = slide.querySelector('.number').textContent;
        const page = slide.getBoundingClientRect();
        const scale = page.width / 1600;
        const say = words => lines.push('FIT: slide ' + number + ' ' + words);
        let right = 0, bottom = 0, inside = 0, small = 0;
        slide.querySelectorAll('*').forEach(function (e) {
            if (e.classList.contains('number'))
                return;
            const box = e.getBoundingClientRect();
            right = Math.max(right, (box.right - page.right) / scale + 40);
            bottom = Math.max(bottom, (box.bottom - page.bottom) / scale + 50);
            if (e.tagName === 'PRE')
                right = Math.max(right, e.scrollWidth - e.clientWidth);
            if (e.tagName === 'DIV' && !e.classList.contains('figure'))
                inside = Math.max(inside, e.scrollHeight - e.clientHeight - 8);
            if (e.tagName === 'IMG' && box.height / scale < 260)
                small = box.height / scale;
        });
        if (bottom > 0)
            say('is ' + Math.ceil(bottom) + ' of 900 too high');
        if (inside > 0)
            say('has columns that are ' + Math.ceil(inside) + ' of 900 too high');
        if (right > 0)
            say('is ' + Math.ceil(right) + ' of 1600 too wide');
        if (small > 0)
            say('leaves a picture only ' + Math.floor(small) + ' of 900');
    });
    lines.push('FIT: ' + slides.length + ' slides looked at');
    document.body.innerHTML = '<pre>\n\n' + lines.join('\n') + '\n</pre>';
});
