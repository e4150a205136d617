/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * rows.js - the functions as rows of a table, sorted, and lists as text that a spreadsheet does not
 * take for formulas. Pure functions.
 */

/*
 * Columns of the table: { key, title, of(functions, name) -> a count, a number or a string }. `is`
 * says how it is written: name, count, share, points, mark.
 */
const ONE_COLUMN = [
	{ key: "name", title: "Function", is: "name" },
	{ key: "self", title: "Self", is: "count", of: (f, n) => f.self[0][n] },
	{ key: "selfshare", title: "Self %", is: "share", of: (f, n) => f.self[0][n] },
	{ key: "total", title: "Total", is: "count", of: (f, n) => f.total[0][n] },
	{ key: "share", title: "Total %", is: "bar", of: (f, n) => f.total[0][n] },
];

const MARK_HINT = "Chance makes a change this large to one of all functions in less than " +
	"5 % (*), 0.1 % (**), 0.0001 % (***) of cases, if counts are independent samples";

/* Columns of a differential, by time or what else is counted. */
const TWO_COLUMNS = [
	{ key: "name", title: "Function", is: "name" },
	{ key: "before", is: "count", side: 0, of: (f, n) => f.total[0][n] },
	{ key: "after", is: "count", side: 1, of: (f, n) => f.total[1][n] },
	{ key: "selfchange", title: "Self change", is: "difference",
		of: (f, n) => f.self[1][n] - f.self[0][n] },
	{ key: "change", title: "Change", is: "change",
		of: (f, n) => f.total[1][n] - f.total[0][n] },
	{ key: "ratio", title: "Ratio", is: "ratio",
		of: (f, n) => Number(f.total[1][n]) / Number(f.total[0][n]) },
	{ key: "points", title: "Share, points", is: "points",
		of: (f, n) => pointsOf(f, f.total, n) },
	{ key: "mark", title: "Sig.", is: "mark", hint: MARK_HINT, of: (f, n) => sureness(f, n) },
];

/* The same of profiles that are compared by shares. */
const ALIKE_COLUMNS = [
	{ key: "name", title: "Function", is: "name" },
	{ key: "before", is: "share", side: 0, of: (f, n) => f.total[0][n] },
	{ key: "after", is: "share", side: 1, of: (f, n) => f.total[1][n] },
	{ key: "selfchange", title: "Self, points", is: "points",
		of: (f, n) => pointsOf(f, f.self, n) },
	{ key: "change", title: "Change, points", is: "pointbar",
		of: (f, n) => pointsOf(f, f.total, n) },
	{ key: "mark", title: "Sig.", is: "mark", hint: MARK_HINT, of: (f, n) => sureness(f, n) },
];

/* How the two sides of a comparison are called: { sides: in texts, titles }. */
const SIDES = {
	files: { sides: ["was", "now"], titles: ["Before", "After"] },
	rest: { sides: ["rest", "selection"], titles: ["Rest", "Selection"] },
	ranges: { sides: ["first time", "second time"], titles: ["First", "Second"] },
};

function sidesOf({ cmp, t, t2 }) {
	return cmp === null ? SIDES.files : t !== null && t2 !== null ? SIDES.ranges : SIDES.rest;
}

/* Percentage points by which a function's share grew. */
function pointsOf({ totals }, counts, name) {
	return percentOf(counts[1][name], totals[1]) - percentOf(counts[0][name], totals[0]);
}

/*
 * The decimals of a probability, 0 to 300: Fisher's exact test of a function's samples before and
 * after, as diffreport does it. It holds for few samples, and for a short time compared with a long
 * one. Counts that are not samples have none.
 */
function sureness({ total, totals, sampling = 1 }, name) {
	const counted = (count) => Math.round(sampling * Number(count));
	const hits = total.map((column) => counted(column[name]));

	return -Math.log10(Math.max(fisher(hits, totals.map(counted)), 1e-300));
}

/*
 * The probability of hits at least as uneven, in either direction, if both sides are equal: twice
 * the smaller tail. The hits after, x, are hypergeometric. Ratios of neighbours are summed from the
 * mode, which weighs 1: there are no factorials.
 */
function fisher([before, x], [others, samples]) {
	const hits = before + x;
	const slack = others - hits;
	const mode = Math.floor((hits + 1) * (samples + 1) / (others + samples + 2));
	const up = (i) => (hits - i) * (samples - i) / ((i + 1) * (slack + i + 1));
	const down = (i) => i * (slack + i) / ((hits - i + 1) * (samples - i + 1));

	if (x === mode)
		return 1;
	const above = tailSums((step) => up(mode + step - 1), x - mode);
	const below = tailSums((step) => down(mode - step + 1), mode - x);
	const tail = x > mode ? above.tail : below.tail;
	return Math.min(2 * tail / (1 + above.all + below.all), 1);
}

/* The sum of weights on one side of the mode, and of those at `distance` from it or more. */
function tailSums(ratio, distance) {
	let [all, tail, first, weight] = [0, 0, 0, 1];

	for (let step = 1; weight > 1e-290 && weight >= first * 1e-30; step++) {
		weight *= ratio(step);
		all += weight;
		if (step >= distance) {
			tail += weight;
			first = first || weight;
		}
	}
	return { all, tail };
}

/*
 * How many samples a count stands for: nanoseconds and cycles are no samples. 0, with which nothing
 * is sure, where the profile does not say how many there are.
 */
function samplingOf({ sampled = "", total, differential, countname, scale }) {
	const samples = Number(sampled.replace(/\D/g, ""));

	if (samples > 0 && !differential)
		return samples / Number(total[1]);
	return countname === "samples" ? 10 ** -scale : 0;
}

/*
 * More than chance would do to one in 20 (*), 1,000 (**), 1,000,000 (***) of so many functions;
 * `decimals` are those of sureness().
 */
function markOf(decimals, functions) {
	const least = [0.05, 0.001, 0.000001].filter((p) => decimals > -Math.log10(p / functions));

	return "*".repeat(least.length);
}

/* Names of `functions` that have counts and, with `found`, were found. */
function shownNames(functions, found) {
	const names = [];

	for (let name = 0; name < functions.calls.length; name++) {
		if (functions.calls[name] > 0 && (!found || found.names[name] === 1))
			names.push(name);
	}
	return names;
}

/* Names in the order of a column: "-KEY" is the largest first. Equal ones are in that of names. */
function sortedNames(functions, names, columns, sort, ranks) {
	const column = columns.find(({ key }) => key === sort.replace("-", "")) || columns[0];
	const by = sort.startsWith("-") ? -1 : 1;

	if (!column.of)
		return Uint32Array.from(names).sort((a, b) => by * (ranks[a] - ranks[b]));
	const list = names.map((name) => ({ name, value: column.of(functions, name) }));
	list.sort((a, b) => a.value < b.value ? -by : a.value > b.value ? by :
		ranks[a.name] - ranks[b.name]);
	return Uint32Array.from(list, ({ name }) => name);
}

/* A cell of tab-separated text: without what would end it or begin a formula. */
function cellText(value) {
	const text = String(value).replace(/[\t\r\n]/g, " ");

	return /^[=+\-@]/.test(text) ? "'" + text : text;
}

/* Rows of cells as text that spreadsheets paste. */
function tsvOf(rows) {
	return rows.map((row) => row.map(cellText).join("\t") + "\n").join("");
}
