/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * samples.js - samples with their labels: read, chosen by time and labels, and added up. Pure
 * functions. Times are numbers of bins from 0; a range is [first, end), in bins.
 */

/*
 * Adds `samples` to the profile, if it has any: { size, sets, starts, bin, bins, first, set, time,
 * end, counts, count, labels, timed, sides }, columns by sample, -1 being no time. `counts` has
 * those of the one profile, or of both of a differential, `sides` is how many these are; `count` is
 * the column that is shown: see showCounts(). `starts` is where the samples of a set begin.
 * `labels` are { name, values, of }: `of` is, by set, a number of a value, -1 for none. `bin` is in
 * nanoseconds, a BigInt; `bins` is how many there are, `first` the first one that has samples;
 * `timed` is true if there are any. What has a number for each sample is read when something of it
 * is asked for: it is most of what a page has.
 */
function readSamples(reader, head, Counts) {
	const { rows: size, sets } = head;

	if (!size)
		return null;
	const labels = head.labels.map(({ name, values }) => ({ name, values,
		of: readVarints(reader, new Int32Array(sets)).map((value) => value - 1) }));
	const lengths = readVarints(reader, new Uint32Array(sets));
	const ends = readVarints(reader, new Uint32Array(head.ends));
	const times = reader.bytes.subarray(reader.at, reader.at + size); /* 0: not known */
	const samples = { size, sets, labels, timed: times.some((byte) => byte > 0),
		sides: head.differential ? 2 : 1,
		bin: BigInt(head.bin) * 10n ** BigInt(9 - head.timedigits) };

	return withLazy(samples, ["starts", "bins", "first", "set", "time", "end", "counts",
		"count"], () => sampleColumns(reader, samples, lengths, ends, Counts));
}

/* The object with more members, which compute() makes when one of them is asked for first. */
function withLazy(object, names, compute) {
	const replace = (name) => {
		for (const [key, value] of Object.entries(compute()))
			Object.defineProperty(object, key, { value, writable: true,
				enumerable: true });
		return object[name];
	};

	for (const name of names)
		Object.defineProperty(object, name, { configurable: true,
			get: () => replace(name) });
	return object;
}

function sampleColumns(reader, { size, sets, sides }, lengths, ends, Counts) {
	const set = new Uint32Array(size);
	const time = readVarints(reader, new Float64Array(size));
	const end = readVarints(reader, new Uint32Array(size));
	const counts = Array.from({ length: sides },
		() => readVarints(reader, new Counts(size)));
	const starts = new Uint32Array(sets + 1);
	let at = 0;
	let most = 0;
	let least = Infinity;

	lengths.forEach((length, number) => {
		let last = 0;
		starts[number + 1] = at + length;
		for (const stop = at + length; at < stop; at++) {
			set[at] = number;
			end[at] = ends[end[at]];
			last += time[at];
			time[at] = last - 1;
			most = Math.max(most, last);
			least = last > 0 ? Math.min(least, last) : least;
		}
	});
	return { starts, bins: most, first: Math.min(least, most) - 1, set, time, end, counts,
		count: counts.at(-1) };
}

/* Lets time and facets show one side of a differential: "before", "after", or "both", added up. */
function showCounts(samples, column) {
	if (samples.sides < 2)
		return;
	const [before, after] = samples.counts;

	if (column === "both")
		samples.both = samples.both || before.map((count, i) => count + after[i]);
	samples.count = { before, both: samples.both }[column] || after;
}

/* "12-40" -> [12, 40], null for anything else. */
function rangeOf(text) {
	const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text || "") || [];

	return from !== undefined && Number(from) < Number(to) ? [Number(from), Number(to)] : null;
}

/* "tid=7" -> ["tid", "7"] */
function pairOf(text) {
	const at = text.indexOf("=");

	return [text.slice(0, at), text.slice(at + 1)];
}

/*
 * Which sets pass the facets, 1 by set: of each label one of the values in `keep`, if there are any
 * of it, and none of `not`; values are "NAME=VALUE". `but` is a label whose facets are not asked.
 */
function setsOf({ labels }, sets, { keep, not }, but = "") {
	const passes = new Uint8Array(sets).fill(1);
	const has = (list, name) => new Set(list.map(pairOf).filter(([of]) => of === name)
		.map(([, value]) => value));

	for (const { name, values, of } of labels) {
		const [kept, left] = [has(keep, name), has(not, name)];
		if (name === but || kept.size + left.size === 0)
			continue;
		const good = values.map((value) => (kept.size === 0 || kept.has(value)) &&
			!left.has(value));
		for (let i = 0; i < sets; i++) {
			if (of[i] < 0 ? kept.size > 0 : !good[of[i]])
				passes[i] = 0;
		}
	}
	return passes;
}

/*
 * A column of own counts, of the samples in a range of time whose sets pass. They are in order of
 * sets, and in these of time.
 */
function ownOf(samples, frames, { passes, range }, count) {
	const own = new count.constructor(frames);
	const { end, time, starts } = samples;

	for (let set = 0; set < samples.sets; set++) {
		const times = time.subarray(starts[set], starts[set + 1]);
		const [first, last] = range ? range.map((bin) => lowerBound(times, bin)) :
			[0, times.length];
		if (passes[set] === 0)
			continue;
		for (let i = starts[set] + first; i < starts[set] + last; i++)
			own[end[i]] += count[i];
	}
	return own;
}

function inRange(samples, range, i) {
	return !range || (samples.time[i] >= range[0] && samples.time[i] < range[1]);
}

/*
 * Own counts of what is selected, as columns: one, of a differential before and after; with
 * `compare` two: of the first range and of the second or, with one range or none, of all else and
 * of what is selected. null: of everything.
 */
function selectedOwn(profile, selection) {
	const { samples, stacks } = profile;
	const { range, second, compare, keep, not } = selection;
	const anything = range || second || keep.length + not.length > 0;

	if (!samples || !anything)
		return null;
	const passes = setsOf(samples, samples.sets, selection);
	const { counts } = samples;
	const own = (part) => counts.map((count) =>
		ownOf(samples, stacks.size, { passes, range: part }, count));
	const key = JSON.stringify([range, keep, not]);

	if (samples.key !== key) /* a comparison follows the selection */
		Object.assign(samples, { key, selected: own(range) });
	const { selected } = samples;
	if (!compare || counts.length > 1)
		return selected;
	return second && range ? [...selected, ...own(second)] :
		[restOf(stacks, selected[0]), selected[0]];
}

/* Counts by value of a label, of the samples for which wants(sample) says yes. */
function countsByValue(samples, label, wants) {
	const counts = new Float64Array(label.values.length + 1); /* the last: without */

	for (let i = 0; i < samples.size; i++) {
		if (wants(i)) {
			const value = label.of[samples.set[i]];
			counts[value < 0 ? counts.length - 1 : value] += Number(samples.count[i]);
		}
	}
	return counts;
}

/* Numbers of values with counts, the busiest first, then by text; at most 1,000. */
function busiestValues(label, counts) {
	const order = label.values.map((_, i) => i).filter((i) => counts[i] > 0);
	const texts = new Intl.Collator("en", { numeric: true });

	order.sort((a, b) => counts[b] - counts[a] || texts.compare(label.values[a],
		label.values[b]));
	return order.slice(0, 1000);
}

/* A sentence about values that busiestValues() left out; "" if there are none. */
function othersText(values, counts, print) {
	const rest = counts.slice(0, counts.length - 1); /* the last: without the label */
	let sum = 0;

	values.forEach((value) => {
		rest[value] = 0;
	});
	const others = rest.reduce((n, count) => n + (count > 0 ? 1 : 0), 0);
	rest.forEach((count) => {
		sum += count;
	});
	return others === 0 ? "" : `${others} ${others === 1 ? "other" : "others"}: ` +
		print(BigInt(sum));
}

/* The range that is `times` as long, at least a bin; null if it is the whole of `bins`. */
function zoomedRange([from, to], bins, times, at) {
	const now = to - from;
	const wanted = times < 1 ? Math.min(Math.round(now * times), now - 1) :
		Math.max(Math.round(now * times), now + 1);
	const length = Math.min(Math.max(wanted, 1), bins);
	const first = Math.min(Math.max(Math.round(from + (now - length) * at), 0), bins - length);

	return length >= bins ? null : [first, first + length];
}

/* Round times. */
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400,
	604800, 2592000, 31536000];

/*
 * The grid of all samples by time: columns of `period` bins, in rows of `step` bins. Of less than a
 * minute it has one row, and columns as lanes have.
 */
function heatGrid(samples, [from, to], most) {
	const second = Math.max(1, Math.round(1e9 / Number(samples.bin)));
	const bins = to - from;

	if (bins < 60 * second)
		return laneGrid([from, to], most);
	const columns = (period) => Math.ceil(bins / period);
	const period = (SECONDS.find((seconds) => columns(seconds * second) <= most) ||
		Math.ceil(bins / second / most)) * second;
	const step = Math.max(1, Math.ceil(period / 50));
	const first = from - from % period;

	return { from: first, period, step, columns: Math.max(Math.ceil((to - first) / period), 1),
		rows: Math.ceil(period / step) };
}

/* The grid of a lane: at most so many columns, each of the same number of whole bins. */
function laneGrid([from, to], most) {
	const period = Math.max(1, Math.ceil((to - from) / most));

	return { from, period, step: period, columns: Math.max(Math.ceil((to - from) / period), 1),
		rows: 1 };
}

/* Counts of the cells of a grid, column by column, of the samples that wants(sample) wants. */
function heatCounts(samples, grid, wants) {
	const counts = new Float64Array(grid.columns * grid.rows);

	for (let i = 0; i < samples.size; i++) {
		const offset = samples.time[i] - grid.from;
		const column = Math.floor(offset / grid.period);
		if (offset < 0 || column >= grid.columns || !wants(i))
			continue;
		const row = Math.floor(offset % grid.period / grid.step);
		counts[column * grid.rows + row] += Number(samples.count[i]);
	}
	return counts;
}

/*
 * Bins as a time: "31.20 s", "2:05.50", with as many decimals as a bin needs or, `short`, as this
 * time does.
 */
function binText(samples, bins, short = false) {
	const ns = samples.bin * BigInt(Math.round(bins));
	const whole = ns / 1000000000n;
	const fraction = (short ? ns : samples.bin) % 1000000000n;
	const digits = fraction === 0n ? 0 : /[1-9](?=0*$)/.exec(String(fraction).padStart(9, "0"))
		.index + 1;
	const part = digits > 0 ?
		"." + String(ns % 1000000000n).padStart(9, "0").slice(0, digits) : "";

	if (whole < 60n)
		return `${whole}${part} s`;
	const [h, m, s] = [whole / 3600n, whole / 60n % 60n, whole % 60n].map(String);
	return (h !== "0" ? `${h}:${m.padStart(2, "0")}` : m) + `:${s.padStart(2, "0")}${part}`;
}

const UNITS = 1000; /* of a bin, in the width of a stack chart */

/*
 * Stacks in order of time: [{ end, start, stop }], in units from the start of the range. A bin's
 * samples share it, in the order of the tree.
 */
function chartParts(samples, range, wants) {
	const list = [];
	const parts = [];

	for (let i = 0; i < samples.size; i++) {
		if (samples.time[i] >= 0 && inRange(samples, range, i) && wants(i))
			list.push(i);
	}
	list.sort((a, b) => samples.time[a] - samples.time[b] || samples.end[a] - samples.end[b]);
	for (let at = 0; at < list.length;) {
		const time = samples.time[list[at]];
		let next = at;
		let sum = 0;
		for (; next < list.length && samples.time[list[next]] === time; next++)
			sum += Number(samples.count[list[next]]);
		let done = 0;
		for (; at < next; at++) {
			const start = (time - range[0]) * UNITS;
			const from = start + Math.round(UNITS * done / sum);
			done += Number(samples.count[list[at]]);
			parts.push({ end: samples.end[list[at]], start: from,
				stop: start + Math.round(UNITS * done / sum) });
		}
	}
	return parts;
}

/* The tree of such parts: what meets and has the same callers is one frame. */
function chartTree(stacks, parts, width) {
	const frames = [{ name: 0, depth: 0, start: 0, stop: width, parent: -1 }];
	let open = [0]; /* by depth: places in frames */
	let path = [];

	for (const { end, start, stop } of parts) {
		const names = [];
		for (let f = end; f > 0; f = stacks.parent[f])
			names.push(stacks.name[f]);
		names.reverse();
		const meets = open.length < 2 || frames[open[1]].stop === start;
		let same = 0;
		while (meets && same < path.length && same < names.length &&
			path[same] === names[same])
			same++;
		open = open.slice(0, same + 1);
		for (let depth = 1; depth <= same; depth++)
			frames[open[depth]].stop = stop;
		for (let depth = same; depth < names.length; depth++) {
			open.push(frames.length);
			frames.push({ name: names[depth], depth: depth + 1, start, stop,
				parent: open[depth] });
		}
		path = names;
	}
	const tree = newTree(frames.length, false);
	frames.forEach((frame, i) => {
		tree.name[i] = frame.name;
		tree.depth[i] = frame.depth;
		tree.start[i] = frame.start;
		tree.width[i] = frame.stop - frame.start;
		tree.parent[i] = frame.parent;
	});
	return finished(tree);
}

/* A graph of a range in order of time, widths being time. */
function chartGraph(profile, graph, range, wants) {
	const { samples, stacks } = profile;
	const tree = chartTree(stacks, chartParts(samples, range, wants),
		(range[1] - range[0]) * UNITS);
	const big = samples.bin % BigInt(UNITS) === 0n;

	return { ...graph, tree, chart: true, delta: undefined, samples: "", scale: 0, factor: 1,
		ratio: displayRatio(0, 1), unit: big ?
			{ kind: "time", size: String(samples.bin / BigInt(UNITS)) } : graph.unit };
}

/*
 * Names of values: "worker (1234)" for thread 1234 where samples have names of threads; of several
 * names the last one in the order of the labels.
 */
function valueNames({ labels }, label) {
	const comm = labels.find(({ name }) => name === "comm");
	const names = label.values.slice();

	if (!comm || label.name !== "tid" && label.name !== "pid")
		return names;
	label.of.forEach((value, set) => {
		const name = comm.values[comm.of[set]];
		if (value >= 0 && name)
			names[value] = `${name} (${label.values[value]})`;
	});
	return names;
}

/* The name of a value outside of a list of such: with its label where it is a number alone. */
function valueName(samples, pair) {
	const [of, value] = pairOf(pair);
	const label = samples.labels.find(({ name }) => name === of);
	const name = label ? valueNames(samples, label)[label.values.indexOf(value)] : undefined;

	return name === undefined || name === value ? `${of} ${value}` : name;
}
