// graphs.js - the graphs that a program launches, each as a picture: a box for each node, with the
// nodes that depend on it further down. What is within a node is a picture of its own.

const BOX = {width: 168, height: 30, right: 18, down: 26};

const nodeWords = node => (node.name ? node.name.replace(/\(.*/, '') : node.type) + (node.off ? ' (left out)' : '');

// How far each node is from the beginning: one more than the furthest node that it depends on.
function layersOf(nodes, edges) {
    const layer = new Map(nodes.map(i => [i, 0]));
    for (let round = 0, moved = true; moved && round < nodes.length; round++) {
        moved = false;
        for (const [from, to] of edges)
            if (layer.get(to) <= layer.get(from)) {
                layer.set(to, layer.get(from) + 1);
                moved = true;
            }
    }
    return layer;
}

function graphPicture(graph, nodes, words) {
    const edges = graph.edges.filter(([from]) => nodes.includes(from)), layer = layersOf(nodes, edges), places = new Map(), used = [];
    nodes.forEach(i => {
        const row = layer.get(i);
        used[row] = (used[row] || 0) + 1;
        places.set(i, [8 + (used[row] - 1) * (BOX.width + BOX.right), 8 + row * (BOX.height + BOX.down)]);
    });
    const width = 8 + Math.max(...used.map(n => n || 0)) * (BOX.width + BOX.right), height = 12 + used.length * (BOX.height + BOX.down) - BOX.down;
    return svg('svg', {width, height, viewBox: '0 0 ' + width + ' ' + height, class: 'task-graph', role: 'group',
        'aria-label': words + ': ' + plural(nodes.length, 'node') + ', ' + plural(edges.length, 'edge')},
    svg('defs', {}, svg('marker', {id: 'edge-end', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto', markerUnits: 'userSpaceOnUse'},
        svg('path', {d: 'M0 0L8 4L0 8z', class: 'arrowhead'}))),
    edges.map(([from, to]) => {
        const [x1, y1] = places.get(from), [x2, y2] = places.get(to), bend = BOX.down;
        return svg('path', {class: 'graph-edge', 'data-edge': from + '-' + to, 'marker-end': 'url(#edge-end)',
            d: 'M' + (x1 + BOX.width / 2) + ' ' + (y1 + BOX.height) + 'C' + (x1 + BOX.width / 2) + ' ' + (y1 + BOX.height + bend) + ' ' +
                (x2 + BOX.width / 2) + ' ' + (y2 - bend) + ' ' + (x2 + BOX.width / 2) + ' ' + y2});
    }),
    nodes.map(i => graphNode(graph.nodes[i], i, places.get(i))));
}

function graphNode(node, i, [x, y]) {
    const words = nodeWords(node), most = 22, line = node.line ? ', ' + lineWords(node.source || 0, node.line) : '';
    const open = () => go({tab: 'source', file: String(node.source || 0), line: (node.source || 0) + ':' + node.line});
    return svg('g', Object.assign({class: 'graph-node', 'data-node': i, transform: 'translate(' + x + ' ' + y + ')'},
        node.line ? {role: 'button', tabindex: 0, 'aria-label': 'node ' + i + ', ' + words + line, onclick: open,
            onkeydown: event => (event.key === 'Enter' || event.key === ' ') && (event.preventDefault(), open())} : {}),
    svg('title', {}, 'node ' + i + ', ' + (node.name || node.type) + line),
    svg('rect', {width: BOX.width, height: BOX.height, rx: 4, class: node.off ? 'off' : null}),
    svg('text', {x: BOX.width / 2, y: 20, 'text-anchor': 'middle'}, i + ' ' + (words.length > most ? words.slice(0, most - 1) + '\u2026' : words)));
}

// All graphs of a run; null: it has launched none.
function graphsOf(run) {
    const graphs = run.timeline.graphs || [];
    return graphs.length ? el('section', {class: 'graphs'}, el('h3', {}, 'Graphs'),
        el('p', {class: 'note'}, 'A node waits for the nodes above it from which an arrow comes. A press on a node shows the line that made it.'),
        graphs.map(graph => [undefined, ...new Set(graph.nodes.map(node => node.in).filter(i => i !== undefined))].map(outer => {
            const nodes = graph.nodes.map((node, i) => i).filter(i => graph.nodes[i].in === outer);
            const words = graph.name + (outer === undefined ? '' : ', within node ' + outer + ' (' + graph.nodes[outer].type + ')');
            return nodes.length ? el('figure', {}, el('figcaption', {}, words), el('div', {class: 'scroll'}, graphPicture(graph, nodes, words))) : null;
        }))) : null;
}
