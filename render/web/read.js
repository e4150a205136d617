/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * read.js - the data block of an SVG: its frames, its titles, its marks. Pure functions.
 */

/* The titles that were given to names, by titleKey(): not name and counts, "NAME (...%)". */
function givenTitles(graph) {
	const { tree, titles } = graph;
	const given = new Map();

	for (const frame of Object.keys(titles).map(Number)) {
		const name = nameOf(graph, tree, frame);
		const title = titles[frame];
		const counts = title.startsWith(name + " (") && title.endsWith("%)");
		if (!counts && title !== "")
			given.set(titleKey(tree, frame), title);
	}
	return given;
}

/* The mark of frames without width: "3 frames vanished here, the largest: b (was 10 ...". */
function markTitle(graph, { frames, name, count }) {
	const isNew = graph.diffwidth === "before";
	const share = percentOf(count, isNew ? graph.aftertotal : graph.beforetotal);
	const many = frames === 1 ? "frame" : "frames";

	return grouped(frames) + (isNew ? ` new ${many} here` : ` ${many} vanished here`) +
		(frames === 1 ? ": " : ", the largest: ") + graph.names[name] +
		(isNew ? " (" : " (was ") + `${countText(graph, count)}, ${fixed2(share)}%)`;
}

function countFrames(list) {
	let frames = 0;

	for (let at = 0; at + 2 < list.length; at += list[at] & 1 ? 4 : 3)
		frames++;
	return frames;
}

/* `list` is HEAD, [GAP,] WIDTH, NAME a frame in pre-order; HEAD = 2 * pop + (1 with GAP). */
function readTree(list, big) {
	const tree = newTree(countFrames(list), big);
	const exact = big ? BigInt : Number;
	const open = []; /* per depth: the frame that is open, or was last */
	let depth = -1;
	let at = 0;

	for (let i = 0; i < tree.size; i++) {
		const head = list[at++];
		const last = depth;
		depth += 1 - (head >> 1);
		const closed = depth <= last ? open[depth] : -1;
		let start = i === 0 ? tree.zero : tree.start[i - 1];
		if (closed >= 0)
			start = tree.start[closed] + tree.width[closed];
		for (let d = depth; d <= last; d++)
			tree.next[open[d]] = i;
		tree.start[i] = head & 1 ? start + exact(list[at++]) : start;
		tree.width[i] = exact(list[at++]);
		tree.name[i] = list[at++];
		tree.depth[i] = depth;
		tree.parent[i] = depth > 0 ? open[depth - 1] : -1;
		open[depth] = i;
	}
	for (let d = 0; d <= depth; d++)
		tree.next[open[d]] = tree.size;
	tree.rows = treeRows(tree);
	return tree;
}

/* A column of a differential; its total says whether its counts are BigInts. */
function readColumn(list, total) {
	if (!list)
		return undefined;
	return typeof total === "string" ? BigUint64Array.from(list, BigInt) :
		Float64Array.from(list);
}

/* The data block, parsed: what was drawn (`tree`) and how. */
function readGraph(data) {
	const tree = readTree(data.frames, typeof data.total === "string");
	const graph = Object.assign({ titles: {}, links: {}, marks: [], sides: ["was"] }, data, {
		tree,
		white: new Set(data.white),
		ratio: displayRatio(data.scale, data.factor),
		alike: data.normalized,
	});

	tree.before = readColumn(data.before, data.beforetotal);
	tree.after = readColumn(data.after, data.aftertotal);
	graph.given = givenTitles(graph);
	return graph;
}

/*
 * The whole for the shares of marks: the count, in their column, of the frame that fills the width.
 */
function wholeOfMarks(graph, tree, win) {
	const column = graph.diffwidth === "before" ? tree.after : tree.before;

	return column[win.frame];
}

/* The marks that stand for enough of the whole; the largest of them has the strength 1. */
function strongMarks(graph, marks, whole) {
	const least = BigInt(Math.round(graph.minmark * 1e6)) * BigInt(whole);
	const strong = marks.filter((mark) => mark.sum * 100000000n >= least);
	const largest = strong.reduce((most, { sum }) => sum > most ? sum : most, 1n);

	return strong.map((mark) => ({ ...mark,
		strength: Math.round(20 + 80 * Number(mark.sum) / Number(largest)) / 100 }));
}
