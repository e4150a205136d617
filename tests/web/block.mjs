// SPDX-License-Identifier: MIT
// block.mjs - the data block of a graph, made from folded lines in the order given.
// Counts may be BigInts; they become strings where the total needs it, as in a file.

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function framesOf(lines) {
	const frames = [{ name: "", depth: 0, start: 0n, end: 0n }];
	let open = [frames[0]];
	let now = 0n;

	for (const line of lines) {
		const at = line.lastIndexOf(" ");
		const names = ["", ...line.slice(0, at).split(";")];
		let same = 0;
		while (same < open.length && open[same].name === names[same])
			same++;
		open = open.slice(0, same);
		for (let depth = same; depth < names.length; depth++) {
			open.push({ name: names[depth], depth, start: now, end: now });
			frames.push(open[depth]);
		}
		now += BigInt(line.slice(at + 1));
		for (const frame of open)
			frame.end = now;
	}
	return frames;
}

// `hidden(frame)` says which frames the picture leaves out, with all below them.
export function dataBlock(lines, options = {}, hidden = () => false) {
	const all = framesOf(lines);
	const exact = all[0].end > SAFE ? String : Number;
	const names = [""];
	const list = [];
	const ends = [];
	let last = null;

	for (const frame of all.filter((f) => !hidden(f))) {
		if (!names.includes(frame.name))
			names.push(frame.name);
		const pop = last ? last.depth + 1 - frame.depth : 0;
		const left = pop > 0 ? ends[frame.depth] : last ? last.start : 0n;
		list.push(2 * pop + (frame.start > left ? 1 : 0));
		if (frame.start > left)
			list.push(exact(frame.start - left));
		list.push(exact(frame.end - frame.start), names.indexOf(frame.name));
		ends[frame.depth] = frame.end;
		last = frame;
	}
	return {
		total: exact(all[0].end), scale: 0, factor: 1, countname: "samples",
		nametype: "Function:", names, fills: names.map(() => 0), white: [], frames: list,
		...options,
	};
}
