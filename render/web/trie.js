/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * trie.js - stacks, merged: the trees that refine.js makes, before their frames have places.
 * Pure functions.
 */

/*
 * A trie merges stacks. Node 0 is where they begin. Arrays have room for more than `size` nodes:
 * for `nodes` at first.
 */
function newTrie(columns, nodes = 0) {
	const room = 2 ** Math.ceil(Math.log2(Math.max(nodes + 1, 512)));

	return {
		size: 1,
		name: new Uint32Array(room),
		parent: new Int32Array(room).fill(-1, 0, 1),
		sole: new Int32Array(room).fill(-1, 0, 1),
		look: new Int32Array(room).fill(-1, 0, 1),
		run: new Uint32Array(room).fill(1, 0, 1),
		counts: columns.map((column) => new column.constructor(room)),
		slots: new Uint32Array(4 * room), /* a hash of (parent, name); 0 is free */
	};
}

function widened(array) {
	const wide = new array.constructor(2 * array.length);

	wide.set(array);
	return wide;
}

function slotOf(trie, parent, name) {
	const mask = trie.slots.length - 1;
	const hash = Math.imul(Math.imul(parent, 0x9e3779b1) + name, 0x85ebca6b);
	let at = Math.imul(hash ^ hash >>> 16, 0xc2b2ae35) >>> 4 & mask;

	for (;;) {
		const node = trie.slots[at];
		if (node === 0 || (trie.parent[node] === parent && trie.name[node] === name))
			return at;
		at = (at + 1) & mask;
	}
}

/* Room for twice as many nodes. */
function widenTrie(trie) {
	for (const field of ["name", "parent", "sole", "look", "run"])
		trie[field] = widened(trie[field]);
	trie.counts = trie.counts.map(widened);
	trie.slots = new Uint32Array(2 * trie.slots.length);
	for (let node = 1; node < trie.size; node++)
		trie.slots[slotOf(trie, trie.parent[node], trie.name[node])] = node;
}

/* Says of a node that it stands for a frame of `tree`. */
function markNode(trie, node, tree, frame) {
	if (trie.sole[node] !== frame)
		trie.sole[node] = -1;
	if (trie.look[node] < 0 || tree.width[frame] > tree.width[trie.look[node]])
		trie.look[node] = frame;
}

/* Says of a node that it stands for `run` equal frames, one on the other. */
function markRun(trie, node, run) {
	trie.run[node] = Math.max(trie.run[node], run);
}

/* A new child, which childNode() does not find: for frames that have no equal siblings. */
function appendNode(trie, parent, tree, frame) {
	const node = trie.size++;

	trie.name[node] = tree.name[frame];
	trie.parent[node] = parent;
	trie.sole[node] = trie.look[node] = frame;
	trie.run[node] = 1;
	if (trie.size === trie.name.length)
		widenTrie(trie);
	return node;
}

/* The child that has the frame's name, made if need be. */
function childNode(trie, parent, tree, frame) {
	const at = slotOf(trie, parent, tree.name[frame]);
	const node = trie.slots[at];

	if (node !== 0) {
		markNode(trie, node, tree, frame);
		return node;
	}
	trie.slots[at] = trie.size;
	return appendNode(trie, parent, tree, frame);
}

/* Counts of a node become those of it and all above it. */
function sumUp(trie) {
	for (const counts of trie.counts) {
		for (let node = trie.size - 1; node > 0; node--)
			counts[trie.parent[node]] += counts[node];
	}
}

/* The children of node n, in order, are list[first[n]] up to, without, list[first[n + 1]]. */
function childrenOf(trie, compare) {
	const { size } = trie;
	const first = new Uint32Array(size + 1);
	const list = new Uint32Array(size - 1);

	for (let node = 1; node < size; node++)
		first[trie.parent[node] + 1]++;
	for (let node = 0; node < size; node++)
		first[node + 1] += first[node];
	const at = first.slice();
	for (let node = 1; node < size; node++)
		list[at[trie.parent[node]]++] = node;
	for (let node = 0; node < size; node++) {
		if (first[node + 1] - first[node] > 1)
			list.subarray(first[node], first[node + 1]).sort(compare);
	}
	return { first, list };
}

/* The greatest depth of a node. */
function heightOf(trie) {
	const depth = new Uint32Array(trie.size);

	for (let node = 1; node < trie.size; node++)
		depth[node] = depth[trie.parent[node]] + 1;
	return depth.reduce((a, b) => Math.max(a, b));
}
