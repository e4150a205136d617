/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * leaves.js - the tree of a profile leaf first, made in the order in which it is laid out. The
 * script of the picture has merged stacks for it (refine.js), which takes twice as long. Pure
 * functions.
 *
 * A walk has the leaves that a frame stands for beside each other: frame by frame they are sorted
 * by their callers. { leaf, at } are frames of the file, `at` the caller that is next, 0: none.
 */

const FEW = 12; /* leaves that are sorted by insertion */

/* What leafFirstTree() makes: stacks with rows of recursion as one frame are not among it. */
function isLeafFirst({ reversed, focus, folded }) {
	return reversed && focus < 0 && !folded;
}

/*
 * The walk at the root: all leaves are beside each other. `seen` has, by frame, itself or the
 * caller that is seen in its place, `above` its next caller.
 */
function newWalk(file, { hidden, dropped }) {
	const [isHidden, isDropped] = [new Set(hidden), new Set(dropped)];
	const own = ownCounts(file);
	const seen = new Int32Array(file.size);
	const above = new Int32Array(file.size);
	const leaves = [];

	for (let i = 0; i < file.size;) {
		if (i > 0 && isDropped.has(file.name[i])) {
			i = file.next[i];
			continue;
		}
		above[i] = i > 0 ? seen[file.parent[i]] : 0;
		seen[i] = i > 0 && isHidden.has(file.name[i]) ? above[i] : i;
		if (hasOwn(own, i))
			leaves.push(i);
		i++;
	}
	return { file, own, seen, above, leaf: Int32Array.from(leaves),
		at: new Int32Array(leaves.length), keys: new Float64Array(leaves.length),
		copy: new Int32Array(2 * leaves.length) };
}

/* Sorts leaves by the rank of their callers; equal ones stay as they are. */
function sortLeaves({ leaf, at, keys, copy }, rankOf, from, end) {
	const size = end - from;
	let isSorted = true;

	for (let k = from; k < end; k++) {
		keys[k] = rankOf(at[k]);
		isSorted = isSorted && (k === from || keys[k] >= keys[k - 1]);
	}
	if (isSorted)
		return;
	if (size <= FEW) {
		for (let k = from + 1; k < end; k++) {
			const [key, one, caller] = [keys[k], leaf[k], at[k]];
			let to = k;
			for (; to > from && keys[to - 1] > key; to--) {
				keys[to] = keys[to - 1];
				leaf[to] = leaf[to - 1];
				at[to] = at[to - 1];
			}
			keys[to] = key;
			leaf[to] = one;
			at[to] = caller;
		}
		return;
	}
	for (let k = from; k < end; k++) {
		keys[k] = keys[k] * size + k - from;
		copy[2 * (k - from)] = leaf[k];
		copy[2 * (k - from) + 1] = at[k];
	}
	keys.subarray(from, end).sort();
	for (let k = from; k < end; k++) {
		const was = keys[k] % size;
		keys[k] = Math.floor(keys[k] / size);
		leaf[k] = copy[2 * was];
		at[k] = copy[2 * was + 1];
	}
}

/* Columns of frames, with room for some. */
function newColumns(file, room) {
	const counts = columnsOf(file).map((column) => new column.constructor(room));

	return { size: 0, counts, ends: new file.width.constructor(room), /* of callers, so far */
		start: new file.width.constructor(room), name: new Uint32Array(room),
		depth: new Uint32Array(room), parent: new Int32Array(room),
		sole: new Int32Array(room), look: new Uint32Array(room) };
}

function widenColumns(columns) {
	for (const key of ["ends", "start", "name", "depth", "parent", "sole", "look"])
		columns[key] = widened(columns[key]);
	columns.counts = columns.counts.map(widened);
}

/* The frame that the leaves from..end have next; their callers are on the right of its own. */
function addLeaves(columns, { file, own, leaf, at }, parent, from, end) {
	const frame = columns.size++;
	let [look, sole] = [at[from], at[from]];

	if (frame === columns.name.length)
		widenColumns(columns);
	for (let k = from + 1; k < end; k++) {
		if (at[k] !== sole)
			sole = -1;
		if (file.width[at[k]] > file.width[look])
			look = at[k];
	}
	const { counts, name, depth, start, ends } = columns;
	for (let c = 0; c < counts.length; c++) {
		for (let k = from; k < end; k++)
			counts[c][frame] += own[c][leaf[k]];
	}
	name[frame] = file.name[look];
	columns.parent[frame] = parent;
	columns.look[frame] = look;
	columns.sole[frame] = sole;
	if (parent >= 0) {
		depth[frame] = depth[parent] + 1;
		start[frame] = ends[parent];
		ends[parent] += counts[0][frame];
	}
	ends[frame] = start[frame];
	return frame;
}

/* Goes on to callers. Those of the leaves that have one stay; returns where they end. */
function goUp(columns, { own, leaf, at }, frame, isOwnLeft, callerOf, from, end) {
	let kept = from;

	for (let k = from; k < end; k++) {
		const caller = callerOf(k);
		if (caller !== 0) {
			leaf[kept] = leaf[k];
			at[kept++] = caller;
		} else if (isOwnLeft) {
			columns.ends[frame] += own[0][leaf[k]];
		}
	}
	return kept;
}

/* Parts of from..end that have one caller each, in the order of the frames they will be. */
function partsOf({ own, leaf, keys, file: { zero } }, order, parent, from, end) {
	const parts = [];

	for (let first = from, k = from; k < end; first = k) {
		let sum = zero;
		for (; k < end && keys[k] === keys[first]; k++)
			sum += own[0][leaf[k]];
		parts.push({ parent, from: first, end: k, sum });
	}
	if (order === "width")
		parts.sort((a, b) => a.sum < b.sum ? 1 : a.sum > b.sum ? -1 : 0);
	return parts;
}

function leafFirstTree(graph, refine) {
	const { tree: file } = graph;
	const { order } = refine;
	const ranks = nameRanks(graph);
	const walk = newWalk(file, refine);
	const { at, leaf, seen, above } = walk;
	const columns = newColumns(file, 8 * leaf.length + 512);
	const open = [{ parent: -1, from: 0, end: leaf.length }];
	const rankOf = (frame) => ranks[file.name[frame]];
	const first = (k) => seen[leaf[k]];
	const next = (k) => above[at[k]];

	while (open.length > 0) {
		const { parent, from, end } = open.pop();
		let frame = addLeaves(columns, walk, parent, from, end);
		const kept = goUp(columns, walk, frame, order !== "width",
			parent < 0 ? first : next, from, end);
		if (kept - from === 1) { /* all that is left are its callers */
			for (; at[from] !== 0; at[from] = above[at[from]])
				frame = addLeaves(columns, walk, frame, from, kept);
		} else {
			sortLeaves(walk, rankOf, from, kept);
			for (const part of partsOf(walk, order, frame, from, kept).reverse())
				open.push(part);
		}
	}
	return treeOfColumns(file, columns);
}

function treeOfColumns(file, { size, counts, ...columns }) {
	const tree = Object.assign(newRefined(file, 0), { size, next: new Uint32Array(size),
		run: new Uint32Array(size).fill(1), reversed: true, folded: 0 });

	for (const key of ["start", "name", "depth", "parent", "sole", "look"])
		tree[key] = columns[key].subarray(0, size);
	for (const [c, column] of counts.entries())
		tree[["width", "before", "after"][c]] = column.subarray(0, size);
	return tree.width[0] > tree.zero ? finished(tree) : null;
}

/* The tree of a refinement, or null where nothing is left. */
function treeOfRefinement(graph, refine) {
	return isLeafFirst(refine) ? leafFirstTree(graph, refine) : refinedTree(graph, refine);
}
