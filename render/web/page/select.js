/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * select.js - the graph of what is selected of a profile. Pure functions.
 *
 * Widths are weights[0] * before + weights[1] * after, integers as the counts are, so that widths
 * of callees never add up to more than their caller's. Weights other than 0 and 1 make the totals
 * of two profiles count alike.
 */

const ROW = 18; /* px */

/* A text of the block's may have these; the SVG's data block has them written. */
const PLAIN = { titles: {}, links: {}, marks: [], given: new Map(), white: new Set(), row: ROW,
	fontsize: 12, fontwidth: 0.61, minmark: 0, samples: "", sides: ["was"] };

const SUMS = new WeakMap(); /* what inclusive() and restOf() have of columns of own counts */

/* Own counts become those of the frame and all that it calls. */
function inclusive({ size, parent }, own) {
	const counts = SUMS.get(own) || own.slice();

	if (!SUMS.has(own)) {
		for (let i = size - 1; i > 0; i--)
			counts[parent[i]] += counts[i];
		SUMS.set(own, counts);
	}
	return counts;
}

/* Own counts of all that is not in a column of them. Their sums are what is left of sums, too. */
function restOf(stacks, own) {
	const [whole] = stacks.own;
	const rest = weighted([whole, own], [1, -1]);

	SUMS.set(rest, weighted([inclusive(stacks, whole), inclusive(stacks, own)], [1, -1]));
	return rest;
}

/* Which frames have a count in one or both columns: their places in the tree, -1 for the others. */
function placesOf(stacks, [before, after = before]) {
	const places = new Int32Array(stacks.size).fill(-1);
	let size = 0;

	for (let i = 0; i < stacks.size; i++) {
		if (i === 0 || before[i] > 0 || after[i] > 0)
			places[i] = size++;
	}
	return { places, size };
}

/* weights[0] * before + weights[1] * after */
function weighted(columns, weights) {
	const [before, after] = columns;
	const big = before instanceof BigUint64Array;
	const [b, a] = big ? weights.map(BigInt) : weights;
	const sums = new before.constructor(before.length);

	for (let i = 0; i < sums.length; i++)
		sums[i] = b * before[i] + a * after[i];
	return sums;
}

/* A tree of all frames: only counts are its own. */
function wholeTree(stacks, Counts) {
	const { size, name, depth, parent, next } = stacks;

	stacks.rows = stacks.rows || treeRows(stacks);
	return { ...newTree(0, Counts === BigUint64Array), size, name, depth, parent, next,
		rows: stacks.rows, start: new Counts(size) };
}

/* A tree of the frames that have a place. */
function placedTree(stacks, { places, size }, Counts) {
	const tree = newTree(size, Counts === BigUint64Array);

	for (let i = 0; i < stacks.size; i++) {
		const at = places[i];
		if (at < 0)
			continue;
		tree.name[at] = stacks.name[i];
		tree.depth[at] = stacks.depth[i];
		tree.parent[at] = i > 0 ? places[stacks.parent[i]] : -1;
	}
	return finished(tree);
}

function placedCounts({ places, size }, column) {
	const counts = new column.constructor(size);

	for (let i = 0; i < column.length; i++) {
		if (places[i] >= 0)
			counts[places[i]] = column[i];
	}
	return counts;
}

/*
 * The tree of the frames that have counts, with `start` and `width`; own counts are in columns, as
 * `sums` are: one, or two of a differential.
 */
function selectedTree(stacks, own, sums, weights) {
	const Counts = sums[0].constructor;
	const placed = placesOf(stacks, sums);
	const isWhole = placed.size === stacks.size;
	const tree = isWhole ? wholeTree(stacks, Counts) : placedTree(stacks, placed, Counts);
	const shown = (columns) => isWhole ? columns :
		columns.map((column) => placedCounts(placed, column));
	const columns = shown(sums);
	const { parent, start, size } = tree;
	const isTwo = columns.length > 1;
	const width = isTwo ? weighted(columns, weights) : columns[0];
	/* Where the next callee goes: what is the caller's own is first. */
	const ends = isTwo ? weighted(shown(own), weights) : shown(own)[0].slice();

	if (isTwo)
		[tree.before, tree.after] = columns;
	tree.width = width;
	for (let i = 1; i < size; i++) {
		const from = ends[parent[i]];
		start[i] = from;
		ends[parent[i]] = from + width[i];
		ends[i] += from;
	}
	return tree;
}

/*
 * The weights of the two columns of a differential: `shown` is before, after or both. With `alike`
 * both profiles weigh the same, as exactly as widths of at most 2^52 allow.
 */
function weightsOf(shown, alike, totals) {
	const largest = Math.max(...totals.map(Number), 1);
	const step = Math.max(1, largest / 2 ** 50 * largest);
	const weights = alike && totals.every((total) => total > 0) ?
		[1, 0].map((other) => Math.max(1, Math.round(Number(totals[other]) / step))) :
		[1, 1];

	return weights.map((weight, i) =>
		shown === "both" || (shown === "after") === (i === 1) ? weight : 0);
}

/* The greatest change of a frame, weighed, as text: what has the strongest colour. */
function largestChange({ size, before, after, zero }, weights) {
	const big = before instanceof BigUint64Array;
	const [b, a] = big ? weights.map(BigInt) : weights;
	let most = zero;

	for (let i = 0; i < size; i++) {
		const change = a * after[i] - b * before[i];
		if (change > most)
			most = change;
		else if (-change > most)
			most = -change;
	}
	return String(most);
}

/*
 * The graph of columns of own counts. `shown` is the column that widths show in a differential;
 * with `alike` its shares are compared, not its counts.
 */
function selectedGraph(profile, own, shown, alike) {
	const sums = own.map((column) => inclusive(profile.stacks, column));
	const totals = sums.map(([total]) => total);
	const tree = selectedTree(profile.stacks, own, sums, weightsOf(shown, alike, totals));
	const graph = { ...PLAIN, ...profile, tree,
		ratio: displayRatio(profile.scale, profile.factor), delta: undefined,
		chart: false };

	if (own.length > 1) {
		const weights = weightsOf("both", alike, totals);
		Object.assign(graph, { alike, beforetotal: totals[0], aftertotal: totals[1],
			diffwidth: shown,
			delta: { ...profile.delta, weights, max: largestChange(tree, weights),
				/* what shares show as 0.00, with weights that are not exact */
				least: alike ? weights[0] * Number(totals[0]) / 20000 : 0 } });
	}
	if (tree.width[0] > 0 && String(tree.width[0]) === profile.total[1] && own.length === 1)
		graph.samples = profile.sampled;
	else
		graph.samples = "";
	return graph;
}
