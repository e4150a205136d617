// SPDX-License-Identifier: MIT
// Samples with labels: chosen by time and labels, and added up, without a page.
import assert from "node:assert/strict";
import test from "node:test";
import { page } from "./script.mjs";

// Samples { time, tid, cpu, end, count }, by bins of 20 ms; -1 is not a time or no label.
function samplesOf(rows, bin = 20000000n) {
	const sets = Array.from(new Set(rows.map(({ tid, cpu }) => `${tid} ${cpu}`)));
	const column = (Column, of) => Column.from(rows, of);
	const label = (name, at) => {
		const all = sets.map((set) => set.split(" ")[at]);
		const values = Array.from(new Set(all.filter((value) => value !== "-1")));
		return { name, values, of: Int32Array.from(all, (value) => values.indexOf(value)) };
	};

	return { size: rows.length, bin, bins: Math.max(...rows.map(({ time }) => time)) + 1,
		sets: sets.length, starts: Uint32Array.of(0, ...sets.map((set) =>
			1 + rows.findLastIndex(({ tid, cpu }) => `${tid} ${cpu}` === set))),
		set: column(Uint32Array, ({ tid, cpu }) => sets.indexOf(`${tid} ${cpu}`)),
		time: column(Float64Array, ({ time }) => time),
		end: column(Uint32Array, ({ end }) => end),
		count: column(Float64Array, ({ count }) => count),
		counts: [column(Float64Array, ({ count }) => count)],
		labels: [label("tid", 0), label("cpu", 1)] };
}

const ROWS = [
	{ time: 0, tid: 7, cpu: 0, end: 2, count: 1 },
	{ time: 1, tid: 7, cpu: 1, end: 2, count: 2 },
	{ time: 60, tid: 7, cpu: 1, end: 3, count: 4 },
	{ time: 60, tid: 8, cpu: 0, end: 2, count: 8 },
	{ time: 99, tid: -1, cpu: 0, end: 1, count: 16 },
	{ time: -1, tid: 8, cpu: 1, end: 3, count: 32 },
];
const PROFILE = { samples: samplesOf(ROWS), stacks: { size: 4, name: [0, 1, 2, 3],
	parent: [-1, 0, 1, 1], own: [Float64Array.of(0, 16, 11, 36)] } };
const NOTHING = { range: null, second: null, compare: false, keep: [], not: [] };

function chosen(selection) {
	const own = page.selectedOwn(PROFILE, { ...NOTHING, ...selection });

	return own && own.map((column) => Array.from(column));
}

test("a column of varints is read as it was written", () => {
	const bytes = Uint8Array.of(1, 128, 1, 255, 255, 255, 255, 255, 255, 255, 15);
	const numbers = new Float64Array(3);

	page.readVarints({ bytes, at: 0 }, numbers);
	assert.deepEqual(Array.from(numbers), [1, 128, 2 ** 53 - 1]);
	const big = Uint8Array.of(...Array(9).fill(255), 1);
	assert.equal(page.readVarints({ bytes: big, at: 0 }, new BigUint64Array(1))[0],
		2n ** 64n - 1n);
});

test("samples are read by set and time", () => {
	const head = { rows: 3, sets: 2, ends: 2, bin: "2", timedigits: 2,
		labels: [{ name: "tid", values: ["7", "8"] }] };
	const columns = [[1, 2], [2, 1], [9, 5], [0, 6, 4], [1, 0, 1], [1, 2, 3]]; /* as below */
	const reader = { bytes: Uint8Array.from(columns.flat()), at: 0 };
	const samples = page.readSamples(reader, head, Float64Array);

	assert.deepEqual(Array.from(samples.labels[0].of), [0, 1]);
	assert.equal(samples.timed, true);
	assert.equal(reader.at, 6); /* columns of samples are read when they are asked for */
	assert.deepEqual(Array.from(samples.set), [0, 0, 1]);
	assert.deepEqual(Array.from(samples.starts), [0, 2, 3]);
	assert.deepEqual(Array.from(samples.time), [-1, 5, 3]);
	assert.deepEqual(Array.from(samples.end), [5, 9, 5]);
	assert.deepEqual(Array.from(samples.count), [1, 2, 3]);
	assert.equal(samples.bin, 20000000n);
	assert.equal(samples.bins, 6);
	assert.equal(page.readSamples(reader, {}, Float64Array), null);
});

test("a differential has two counts of each sample, of which one or the sum is shown", () => {
	const head = { rows: 2, sets: 1, ends: 1, bin: "1", timedigits: 0, labels: [],
		differential: true };
	const reader = { bytes: Uint8Array.of(2, 7, 1, 1, 0, 0, 1, 2, 30, 40), at: 0 };
	const samples = page.readSamples(reader, head, Float64Array);
	const shown = (column) => {
		page.showCounts(samples, column);
		return Array.from(samples.count);
	};

	assert.deepEqual(["before", "after", "both"].map(shown), [[1, 2], [30, 40], [31, 42]]);
	assert.equal(reader.at, 10);
	assert.deepEqual(page.selectedOwn({ samples, stacks: { size: 8 } },
		{ range: [1, 2], keep: [], not: [], compare: true }).map((own) => own[7]), [2, 40]);
});

test("a range of time selects what is in it, its end being out", () => {
	assert.equal(chosen({}), null);
	assert.deepEqual(chosen({ range: [0, 60] }), [[0, 0, 3, 0]]);
	assert.deepEqual(chosen({ range: [60, 100] }), [[0, 16, 8, 4]]);
});

test("facets of one label add up, those of several meet", () => {
	assert.deepEqual(chosen({ keep: ["tid=7"] }), [[0, 0, 3, 4]]);
	assert.deepEqual(chosen({ keep: ["tid=7", "tid=8"] }), [[0, 0, 11, 36]]);
	assert.deepEqual(chosen({ keep: ["tid=7", "cpu=1"] }), [[0, 0, 2, 4]]);
	assert.deepEqual(chosen({ not: ["tid=7"] }), [[0, 16, 8, 32]]);
	assert.deepEqual(chosen({ keep: ["tid=7"], not: ["cpu=1"], range: [0, 5] }),
		[[0, 0, 1, 0]]);
});

test("a comparison has all else and the selection, or both ranges", () => {
	assert.deepEqual(chosen({ range: [60, 61], compare: true }),
		[[0, 16, 3, 32], [0, 0, 8, 4]]);
	assert.deepEqual(
		chosen({ range: [0, 2], second: [60, 61], keep: ["tid=7"], compare: true }),
		[[0, 0, 3, 0], [0, 0, 0, 4]]);
});

test("values of a label are counted, the busiest first", () => {
	const [tid] = PROFILE.samples.labels;
	const counts = page.countsByValue(PROFILE.samples, tid, () => true);

	assert.deepEqual(Array.from(counts), [7, 40, 16]);
	assert.deepEqual(page.busiestValues(tid, counts), [1, 0]);
	assert.equal(page.busiestValues({ values: Array.from({ length: 3000 }, String) },
		new Float64Array(3001).fill(1)).length, 1000);
	assert.equal(page.othersText([1, 0], counts, String), "");
	assert.equal(page.othersText([1], counts, String), "1 other: 7");
});

test("a heat map has a second a column, or as many as there is room for", () => {
	const second = { bin: 20000000n };
	const grid = (range, most) => page.heatGrid(second, range, most);

	assert.deepEqual(grid([0, 5000], 300),
		{ from: 0, period: 50, step: 1, columns: 100, rows: 50 });
	assert.deepEqual(grid([75, 5000], 300),
		{ from: 50, period: 50, step: 1, columns: 99, rows: 50 });
	const day = grid([0, 86400 * 50], 300);
	assert.ok(day.columns <= 300 && day.rows <= 50 && day.period % 50 === 0);
	assert.ok(grid([0, 3 * 365 * 86400 * 50], 300).columns <= 301);
	assert.deepEqual(grid([10, 11], 300),
		{ from: 10, period: 1, step: 1, columns: 1, rows: 1 });
});

test("less than a minute is a histogram, of the columns that lanes have", () => {
	const second = { bin: 20000000n };

	for (const range of [[0, 500], [75, 500], [0, 7]])
		assert.deepEqual(page.heatGrid(second, range, 300), page.laneGrid(range, 300));
	assert.deepEqual(page.laneGrid([75, 500], 300),
		{ from: 75, period: 2, step: 2, columns: 213, rows: 1 });
	assert.deepEqual(page.laneGrid([0, 7], 300),
		{ from: 0, period: 1, step: 1, columns: 7, rows: 1 });
});

test("colours are by rank where nearly all is nearly full", () => {
	assert.equal(page.usualScale([97, 98, 99, 100, 100, 100, 100, 100, 0]), "rank");
	assert.equal(page.usualScale([1, 2, 3, 50, 100]), "sqrt");
	assert.equal(page.usualScale([]), "sqrt");
});

test("ticks are at round times, as many as there is room for", () => {
	const ticks = (range, most, bin = 20000000n) =>
		page.ticksOf({ bin }, range, most).map(({ text }) => text);

	assert.deepEqual(ticks([0, 500], 12), Array.from({ length: 10 }, (_, i) => `${i} s`));
	assert.deepEqual(ticks([310, 330], 5), ["6.2 s", "6.3 s", "6.4 s", "6.5 s"]);
	assert.deepEqual(ticks([0, 50 * 7200], 4), ["0 s", "30:00", "1:00:00", "1:30:00"]);
	assert.deepEqual(page.ticksOf({ bin: 20000000n }, [50, 150], 4).map(({ at }) => at),
		[0, 0.5]);
});

test("cells have the counts of their bins, and nothing is lost", () => {
	const { samples } = PROFILE;
	const grid = page.heatGrid(samples, [0, 100], 300);
	const counts = page.heatCounts(samples, grid, () => true);

	assert.equal(counts.reduce((a, b) => a + b), 31); /* all that have a time */
	const { rows, step, period } = grid;
	const cell = Math.floor(60 / period) * rows + Math.floor(60 % period / step);
	assert.equal(counts[cell], 12);
});

test("times are written with the decimals of a bin", () => {
	assert.equal(page.binText({ bin: 20000000n }, 1560), "31.20 s");
	assert.equal(page.binText({ bin: 1000000000n }, 59), "59 s");
	assert.equal(page.binText({ bin: 500000n }, 250001), "2:05.0005");
	assert.equal(page.binText({ bin: 20000000n }, 50 * 3725), "1:02:05.00");
});

test("a zoom in time keeps what the mouse is at, down to a bin and up to all", () => {
	assert.deepEqual(page.zoomedRange([0, 500], 500, 0.5, 0.5), [125, 375]);
	assert.deepEqual(page.zoomedRange([0, 500], 500, 0.8, 1), [100, 500]);
	assert.deepEqual(page.zoomedRange([7, 9], 500, 0.9, 0), [7, 8]);
	assert.deepEqual(page.zoomedRange([7, 8], 500, 0.5, 0), [7, 8]);
	assert.deepEqual(page.zoomedRange([7, 8], 500, 1.1, 0), [7, 9]);
	assert.deepEqual(page.zoomedRange([490, 500], 500, 2, 0.1), [480, 500]);
	assert.equal(page.zoomedRange([10, 400], 500, 2, 0.5), null);
});

test("a range in the URL is two numbers, the smaller first", () => {
	assert.deepEqual(page.rangeOf("5-7"), [5, 7]);
	for (const wrong of ["7-5", "5-5", "a-b", "5", "", null, "-1-5", "5-6-7"])
		assert.equal(page.rangeOf(wrong), null);
});

test("a stack chart has stacks in order of time; what meets is one frame", () => {
	const rows = [[0, 2], [1, 2], [1, 3], [3, 2]].map(([time, end]) =>
		({ time, end, tid: 1, cpu: 0, count: 1 }));
	const profile = { ...PROFILE, samples: samplesOf(rows) };
	const { tree, unit } = page.chartGraph(profile, {}, [0, 4], () => true);
	const frames = Array.from(tree.name, (name, i) => [name, tree.start[i], tree.width[i]]);

	assert.deepEqual(frames, [[0, 0, 4000], [1, 0, 2000], [2, 0, 1500], [3, 1500, 500],
		[1, 3000, 1000], [2, 3000, 1000]]);
	assert.deepEqual(Array.from(tree.parent), [-1, 0, 1, 1, 0, 4]);
	assert.equal(unit.size, "20000");
});

test("a drag from any corner is a range of time, and looks like one", () => {
	const grid = page.heatGrid({ bin: 20000000n }, [0, 5000], 300);

	assert.deepEqual(page.rangeOfCells(grid, 120, 60), [60, 121]);
	assert.equal(page.lookOf(null, null, 5), 1);
	assert.deepEqual([4, 5, 9, 10].map((bin) => page.lookOf([5, 10], null, bin)), [0, 1, 1, 0]);
	assert.equal(page.lookOf([5, 10], [7, 8], 7), 2);
});

test("few samples are seen in the colours, too", () => {
	const strength = (count, scale) => page.strengthsOf([0, 1, 98, 99, 100], scale)(count);

	assert.equal(strength(0, "sqrt"), 0);
	assert.ok(strength(1, "sqrt") > strength(1, "linear"));
	assert.equal(strength(100, "linear"), 1);
	assert.ok(strength(99, "rank") - strength(98, "rank") > 0.2); /* nearly equal, yet seen */
	assert.deepEqual(page.rampColor([[0, 0, 0], [10, 20, 30]], 0.5), [5, 10, 15]);
});
