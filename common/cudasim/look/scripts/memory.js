// memory.js - the accesses to shared memory of a recorded block, as the recording writes them: offsets
// at equal distances are {from, by}, equal values are one value. With vectors, a lane has several
// values. The last member is the mask of the lanes if it is not the step's; 0: an asynchronous copy.

// [step, kind, offsets, width, values, lanes], each element of a vector for itself.
function unpackMemory([step, kind, offsets, width, values, mask], stepMask) {
    const own = mask === undefined ? stepMask : mask;
    const lanes = own ? lanesOf(own) : [undefined];
    const at = Array.isArray(offsets) ? offsets : lanes.map((lane, i) => offsets.from + i * offsets.by);
    if (!values && values !== 0)
        return [step, kind, at, width, null, lanes];
    const list = Array.isArray(values) ? values : null;
    const each = list ? Math.max(1, Math.round(list.length / at.length)) : 1;
    const part = width / each;
    const out = [[], [], []];
    at.forEach((offset, i) => {
        for (let k = 0; k < each; k++) {
            out[0].push(offset + k * part);
            out[1].push(list ? list[i * each + k] : values);
            out[2].push(lanes[i]);
        }
    });
    return [step, kind, out[0], part, out[1], out[2]];
}
