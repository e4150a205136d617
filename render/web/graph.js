/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * graph.js - a flame graph without a page: a tree, windows on the tree, and search. Pure functions.
 *
 * Counts are Numbers, or BigInts where the total passes 2^53 - 1. The code is the
 * same for both: counts meet only counts and tree.zero, never literals.
 *
 * The build joins the files that CMakeLists.txt names, in its order, into one closed
 * function: nothing here is global.
 */

/* Columns of a drawing. Browsers keep geometry in 32-bit floats: counts would not fit. */
const GRID = 1048576;

function newTree(size, big) {
	const counts = big ? BigUint64Array : Float64Array;

	return {
		size,
		zero: big ? 0n : 0,
		name: new Uint32Array(size),
		depth: new Uint32Array(size),
		parent: new Int32Array(size), /* -1: the root's */
		next: new Uint32Array(size), /* the first frame after this one's descendants */
		start: new counts(size),
		width: new counts(size),
		rows: [], /* per depth: the frames, left to right, ascending */
		split: 0, /* see refine.js */
		reversed: false,
		folded: false,
	};
}

function treeRows(tree) {
	const { size, depth } = tree;
	const used = [];

	for (let i = 0; i < size; i++)
		used[depth[i]] = (used[depth[i]] || 0) + 1;
	const rows = used.map((count) => new Uint32Array(count));
	used.fill(0);
	for (let i = 0; i < size; i++)
		rows[depth[i]][used[depth[i]]++] = i;
	return rows;
}

/* The root is not a function. In a focused tree the function is at its place. */
function isRoot(tree, frame) {
	return frame === 0 && !tree.split;
}

/* The number of the frame's colour or, where the file has none for it, "rgb(r,g,b)". */
function fillOf(graph, tree, frame) {
	const { chosen, delta, recolored } = graph;

	if (chosen && chosen[tree.name[frame]] && !isRoot(tree, frame))
		return chosen[tree.name[frame]];
	if (tree === graph.tree && graph.framefills && !(delta && recolored))
		return graph.framefills[frame];
	if (graph.delta && !/^--?$/.test(nameOf(graph, tree, frame)))
		return deltaColor(graph.delta, tree.before[frame], countOf(graph, tree, frame));
	return graph.framefills ? graph.framefills[tree.look[frame]] :
		graph.fills[tree.name[frame]];
}

/* The link of a frame, [href, target], or undefined. */
function linkOf(graph, tree, frame) {
	return graph.links[tree.name[frame]];
}

/* The window when `frame` fills the width: itself, descendants, and ancestors as wide. */
function windowOn(tree, frame) {
	return {
		frame,
		depth: tree.depth[frame],
		start: tree.start[frame],
		width: tree.width[frame],
	};
}

/* The column where `count` (not left of the window) lies; equal counts, equal columns. */
function place(win, count) {
	const offset = count - win.start;

	if (typeof offset === "bigint")
		return Number((offset * BigInt(2 * GRID) + win.width) / (2n * win.width));
	return Math.round(offset * GRID / win.width);
}

/* The first index in an ascending row whose value is not below `value`. */
function lowerBound(row, value, valueAt) {
	let low = 0;
	let high = row.length;

	while (low < high) {
		const middle = (low + high) >> 1;
		if ((valueAt ? valueAt(row[middle]) : row[middle]) < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The frame at `depth` on the way from the window's frame to the root, or -1. */
function ancestorAt(tree, win, depth) {
	let frame = tree.parent[win.frame];

	while (frame >= 0 && tree.depth[frame] !== depth)
		frame = tree.parent[frame];
	return frame;
}

/* The window's frames of one row at or above its own depth: indices from, to. */
function rowRange(tree, win, row) {
	return [lowerBound(row, win.frame), lowerBound(row, tree.next[win.frame])];
}

/* True if the window shows the frame: below the window's frame, itself, or above. */
function inWindow(tree, win, frame) {
	return frame >= win.frame ? frame < tree.next[win.frame] : tree.next[frame] > win.frame;
}

/* True if the frame is a match of the search, or nothing was searched. */
function isFound(found, tree, frame) {
	if (!found)
		return true;
	return isRoot(tree, frame) ? found.root : found.names[tree.name[frame]] === 1;
}

function ancestorBoxes(tree, win) {
	const boxes = [];

	for (let frame = tree.parent[win.frame]; frame >= 0; frame = tree.parent[frame])
		boxes.push({ frame, x: 0, width: GRID, frames: 1, ancestor: true });
	return boxes;
}

/* Makes a box of what is not yet one, if it has at least `least` columns. */
function endBox(tree, win, { boxes, first, last, frame, frames }, least) {
	const x = place(win, tree.start[first]);
	const width = place(win, tree.start[last] + tree.width[last]) - x;

	if (width >= least)
		boxes.push({ frame, x, width, frames });
}

/*
 * Boxes of the rows, as lists. Frames narrower than a pixel are joined with their neighbours
 * until together they make one, so that a row never has more boxes than pixels; the
 * widest of them lends the colour, `frames` says how many there are. Which ones are joined is
 * decided in doubles, where they are drawn is exact. The frames are visited in the order in which
 * they are in memory: row by row takes many times longer where there are a million.
 */
function boxesByRow(tree, win, { pixel, least, found, sight: [low, high] }) {
	const { depth, start, width } = tree;
	const unit = Number(win.width) * pixel / GRID; /* counts of a pixel */
	const end = tree.next[win.frame];
	const rows = tree.rows.map(() => ({ boxes: [], first: -1, last: -1, frame: -1, frames: 0,
		start: 0, end: 0, widest: 0 })); /* what is not yet a box, and its widest frame */

	for (let i = win.frame; i < end; i++) {
		const at = depth[i];
		if (at < low || at >= high || found && !isFound(found, tree, i))
			continue;
		const row = rows[at];
		const left = Number(start[i]);
		const wide = Number(width[i]);
		const joins = wide < unit && row.end - row.start < unit &&
			left - row.end < unit / 2;
		if (row.frames > 0 && joins) {
			row.frames++;
		} else {
			if (row.frames > 0)
				endBox(tree, win, row, least);
			row.first = i;
			row.frames = 1;
			row.start = left;
			row.widest = -1;
		}
		if (wide > row.widest) {
			row.frame = i;
			row.widest = wide;
		}
		row.last = i;
		row.end = left + wide;
	}
	for (const row of rows) {
		if (row.frames > 0)
			endBox(tree, win, row, least);
	}
	return rows.map(({ boxes }) => boxes);
}

/*
 * The boxes to draw of a window, in columns. `pixel` is a pixel's width in columns; boxes below
 * `least` columns are left out. Ancestors are as wide as the window. `sight` are the rows to
 * draw, from one up to before another.
 */
function visibleBoxes(tree, win, pixel, least, found, sight = [0, Infinity]) {
	const boxes = ancestorBoxes(tree, win).filter(({ frame }) =>
		isFound(found, tree, frame) && isInSight(tree, frame, sight));

	return boxes.concat(boxesByRow(tree, win, { pixel, least, found, sight }).flat());
}

function isInSight(tree, frame, [from, end]) {
	return tree.depth[frame] >= from && tree.depth[frame] < end;
}

/* The boxes of at least `least` columns: no frame is wider than the one it stands on. */
function wideBoxes(tree, win, least, sight = [0, Infinity]) {
	const boxes = ancestorBoxes(tree, win).filter(({ frame }) => isInSight(tree, frame, sight));
	let i = win.frame;

	while (i < tree.next[win.frame]) {
		const x = place(win, tree.start[i]);
		const width = place(win, tree.start[i] + tree.width[i]) - x;
		if (width >= least && isInSight(tree, i, sight))
			boxes.push({ frame: i, x, width });
		i = width >= least ? i + 1 : tree.next[i];
	}
	return boxes;
}

const DUST = 20; /* narrow neighbours that are worth to be counted */

/*
 * Rows of narrow neighbours among the callees of the frame that fills the width, as { frames, x,
 * end, width }: at least DUST frames of less than `least` columns each, and as many together as
 * `most`.
 */
function dustOf(tree, win, least, most) {
	const runs = [];
	let run = null;

	for (let i = win.frame + 1; i < tree.next[win.frame]; i = tree.next[i]) {
		const x = place(win, tree.start[i]);
		const end = place(win, tree.start[i] + tree.width[i]);
		if (end - x >= least) {
			run = null;
			continue;
		}
		if (!run)
			runs.push(run = { frames: 0, x, end, width: tree.zero });
		run.frames++;
		run.end = end;
		run.width += tree.width[i];
	}
	return runs.filter(({ frames, x, end }) => frames >= DUST && end - x >= most);
}

/* The frame seen at a column of a row, or -1. */
function frameAt(tree, win, depth, column) {
	if (depth < 0 || depth >= tree.rows.length || column < 0 || column >= GRID)
		return -1;
	const ancestor = ancestorAt(tree, win, depth);
	if (ancestor >= 0)
		return ancestor;
	const row = tree.rows[depth];
	const [from, to] = rowRange(tree, win, row);
	const shown = row.subarray(from, to);
	const i = lowerBound(shown, column + 1, (f) => place(win, tree.start[f])) - 1;
	if (i < 0 || column >= place(win, tree.start[shown[i]] + tree.width[shown[i]]))
		return -1;
	return shown[i];
}

/* The frame of a row that starts exactly there and has a width, or -1. */
function frameStarting(tree, depth, start) {
	const row = tree.rows[depth] || [];

	for (let i = lowerBound(row, start, (f) => tree.start[f]); i < row.length; i++) {
		if (tree.start[row[i]] !== start)
			break;
		if (tree.width[row[i]] > tree.zero)
			return row[i];
	}
	return -1;
}

/* The frame to the left (by -1) or right (by 1) in the same row of the window, or -1. */
function neighbour(tree, win, frame, by) {
	const row = tree.rows[tree.depth[frame]];
	const [from, to] = rowRange(tree, win, row);
	const i = lowerBound(row, frame) + by;

	return i >= from && i < to ? row[i] : -1;
}

/* The first child that the window shows, or -1. In a focused tree the root has two sides. */
function childOf(tree, win, frame, below) {
	let child = below && frame === 0 ? tree.split : frame + 1;

	if (frame < win.frame) {
		for (child = win.frame; tree.parent[child] !== frame;)
			child = tree.parent[child];
	}
	return child < tree.next[frame] && tree.parent[child] === frame ? child : -1;
}

/* The frame one row up (by 1, away from the root of most graphs) or down, or -1. */
function stepFrom(tree, win, frame, by) {
	const depth = tree.depth[frame] + by;
	const parent = tree.parent[frame];
	const child = childOf(tree, win, frame, by < 0);

	if (parent >= 0 && tree.depth[parent] === depth)
		return parent;
	return child >= 0 && tree.depth[child] === depth ? child : -1;
}

/* The expression as { pattern } or, if it is none, { error: what is wrong }. */
function compiled(term, ignoreCase) {
	try {
		return { pattern: new RegExp(term, ignoreCase ? "i" : "") };
	} catch (error) {
		return { error: String(error.message).replace(/^.*\/[a-z]*: /, "") };
	}
}

const TOKENS = new RegExp([
	/\\(?:[1-9k]|[^])/, /\[(?:\\[^]|[^\]\\])*\]/, /\(\?(?:<?[:=!]|<\w+>)/,
	/(?:[*+?]|\{\d+(?:,\d*)?\})\??/, /[^]/,
].map(({ source }) => source).join("|"), "g");

/*
 * The steps, at worst, of an engine that backtracks, for a name of so many characters: it begins
 * at each of them, a quantifier takes any number of them, "|" in a group one of two ways. No
 * number is known where a group is repeated or a group's text is asked for again.
 */
function stepsOf(term) {
	let [quantifiers, ways, depth, before] = [0, 1, 0, ""];

	for (const [token] of term.matchAll(TOKENS)) {
		if (/^[*+?]|^\{\d/.test(token)) {
			if (before === ")")
				return () => Infinity;
			quantifiers++;
		} else if (/^\\[1-9k]/.test(token)) {
			return () => Infinity;
		} else if (token === "|" && depth > 0) {
			ways *= 2;
		}
		depth += token[0] === "(" ? 1 : token === ")" ? -1 : 0;
		before = token;
	}
	return (length) => term.length * ways * (length + 1) ** (quantifiers + 1);
}

const MOST_STEPS = 1e8; /* a second, about */

/* True if a search takes a moment at most, whatever the expression is: links have any. */
function isQuick(graph, term) {
	const steps = stepsOf(term);
	const all = graph.names.reduce((sum, name, key) =>
		sum + steps(soughtText(graph, name, key).length), 0);

	return all <= MOST_STEPS;
}

/* What is matched: the title given to a name, or the name. */
function soughtText(graph, name, key) {
	return graph.given.get(key) || name;
}

/*
 * Matches, by name or by the title given to it: { names: 0 or 1 by name, root }. Each distinct name
 * is tested once.
 */
function search(graph, pattern) {
	const matches = (name, key) => pattern.test(soughtText(graph, name, key));

	return {
		names: Uint8Array.from(graph.names, (name, key) => matches(name, key) ? 1 : 0),
		root: matches("all", "root"),
	};
}

/* How many of the window's frames were found, and the width they cover together. */
function coverage(tree, win, found) {
	let frames = 0;
	let width = tree.zero;
	let covered = win.start;

	for (let i = win.frame; i < tree.next[win.frame]; i++) {
		if (!isFound(found, tree, i))
			continue;
		frames++;
		if (tree.start[i] < covered)
			continue;
		width += tree.width[i];
		covered = tree.start[i] + tree.width[i];
	}
	return { frames, width };
}

/* The next (by 1) or previous (by -1) frame that was found, round the window, or -1. */
function nextFound(tree, win, found, frame, by) {
	const size = tree.next[win.frame] - win.frame;
	const inside = frame >= win.frame && frame < win.frame + size;
	let at = inside ? frame - win.frame : by > 0 ? size - 1 : 0;

	for (let step = 0; step < size; step++) {
		at = (at + by + size) % size;
		if (isFound(found, tree, win.frame + at))
			return win.frame + at;
	}
	return -1;
}
