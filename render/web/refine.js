/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * refine.js - another tree of the same counts: without some functions, merged at one of them,
 * leaf first, in another order, with recursion as one frame. Pure functions. A refinement is
 * { hidden, dropped, focus, reversed, folded, order }; functions are the numbers of their names.
 * Equal frames in a row are folded and, where `folded` is 2, cycles, too: a;b;a;b is a;b. Those
 * stay in flame charts, and around a function in focus.
 * A refined tree has what a tree has, and
 *   sole   the one frame of the file that the frame stands for, or -1; of folded ones the outermost
 *   look   the widest one, which lends its colour
 *   run    of how many equal frames of a stack a folded one was made; the most count
 *   of     per frame of the file the one it went into; null where that is more than one
 *   split  in a focused tree the first caller: callees come before, callers after it
 */

const NOTHING = { hidden: [], dropped: [], focus: -1, reversed: false, folded: 0, order: "" };
const ORDERS = ["", "width", "name"]; /* "": that of the file */

function isPlain(refine) {
	return refine.hidden.length + refine.dropped.length === 0 && refine.focus < 0 &&
		!refine.reversed && !refine.folded && refine.order === "";
}

/* The columns that a tree counts: widths, and those of a differential. */
function columnsOf(tree) {
	return [tree.width, tree.before, tree.after].filter(Boolean);
}

/* The counts of each frame without its callees, by column. */
function ownCounts(tree) {
	return columnsOf(tree).map((column) => {
		const own = column.slice();
		for (let i = 1; i < tree.size; i++)
			own[tree.parent[i]] -= column[i];
		return own;
	});
}

const ROUND = 12; /* functions of a cycle, at most */

/*
 * Takes the second round of a cycle off the end of a path and keeps it in `folds`, to be put back
 * beside `depth`: a;b;a;b becomes a;b.
 */
function foldRound({ name }, path, runs, folds, depth) {
	const end = path.length;
	const isAgain = (i, by) => name[path[i]] === name[path[i - by]];

	for (let round = 2; round <= ROUND && 2 * round <= end; round++) {
		let at = end;
		while (at > end - round && isAgain(at - 1, round))
			at--;
		if (at > end - round)
			continue;
		folds.push({ depth, at: at - round, frames: path.splice(at - round),
			counts: runs.splice(at - round) });
		const { frames, counts } = folds.at(-1);
		for (let i = 0; i < round; i++) {
			path.push(frames[i]);
			runs.push(counts[i] + counts[i + round]);
		}
		return;
	}
}

/*
 * Calls use(path, frame, runs) for every frame that stays, in order: `path` holds the frames that
 * stay from below the root to that one, which is the root itself or taken out where it is not
 * the last of them. `runs` says of each frame of the path how many equal ones it stands for,
 * `folds` has the rounds of cycles that are not in the path.
 */
function eachStack(tree, refine, use) {
	const hidden = new Set(refine.hidden);
	const dropped = new Set(refine.dropped);
	const length = []; /* by depth: of the path there */
	const run = []; /* by depth: of the last frame of that path */
	const path = [];
	const runs = [];
	const folds = []; /* rounds of cycles that were taken off the path */
	let i = 0;

	while (i < tree.size) {
		const depth = tree.depth[i];
		if (i > 0 && dropped.has(tree.name[i])) {
			i = tree.next[i];
			continue;
		}
		while (folds.length > 0 && folds.at(-1).depth >= depth) {
			const { at, frames, counts } = folds.pop();
			path.splice(at, path.length, ...frames);
			runs.splice(at, runs.length, ...counts);
		}
		path.length = runs.length = i > 0 ? length[depth - 1] : 0;
		const last = path.length - 1;
		if (last >= 0)
			runs[last] = run[depth - 1];
		if (i > 0 && !hidden.has(tree.name[i])) {
			if (refine.folded && last >= 0 && tree.name[path[last]] === tree.name[i]) {
				runs[last]++;
			} else {
				path.push(i);
				runs.push(1);
				if (refine.folded > 1)
					foldRound(tree, path, runs, folds, depth);
			}
		}
		length[depth] = path.length;
		run[depth] = runs[path.length - 1];
		use(path, i, runs, folds);
		i++;
	}
}

function addOwn(trie, node, own, frame) {
	for (let c = 0; c < own.length; c++)
		trie.counts[c][node] += own[c][frame];
}

function hasOwn(own, frame) {
	return own.some((counts) => counts[frame] > 0);
}

/* Mark a path. Without cycles a frame determines the runs of its callers: they are marked, too. */
function markPath(trie, { of, marked, cycles }, path, runs) {
	for (let at = path.length - 1; at >= 0 && (cycles || marked[path[at]] !== runs[at]); at--) {
		marked[path[at]] = runs[at];
		markRun(trie, of[path[at]], runs[at]);
	}
}

/* The stacks that stay, root first: [trie, the node by frame of the file, -1 where all is gone]. */
function forwardTrie(tree, refine, own) {
	const trie = newTrie(own);
	const of = new Int32Array(tree.size).fill(-1);
	const marked = new Uint32Array(tree.size); /* by frame: its last run */

	of[0] = 0;
	eachStack(tree, refine, (path, frame, runs) => {
		let at = path.length;

		if (!hasOwn(own, frame))
			return;
		while (at > 0 && of[path[at - 1]] < 0)
			at--;
		let node = at > 0 ? of[path[at - 1]] : 0;
		for (; at < path.length; at++)
			of[path[at]] = node = childNode(trie, node, tree, path[at]);
		of[frame] = node;
		addOwn(trie, node, own, frame);
		if (refine.folded)
			markPath(trie, { of, marked, cycles: refine.folded > 1 }, path, runs);
	});
	return [trie, of];
}

function reversedTrie(tree, refine, own) {
	const trie = newTrie(own);

	eachStack(tree, refine, (path, frame, runs) => {
		let node = 0;

		if (!hasOwn(own, frame))
			return;
		for (let at = path.length - 1; at >= 0; at--) {
			node = childNode(trie, node, tree, path[at]);
			markRun(trie, node, runs[at]);
		}
		addOwn(trie, node, own, frame);
	});
	return trie;
}

/* Which frames have a count, or callees with one, that stays: 1. */
function stayingFrames(tree, refine, own) {
	const dropped = new Set(refine.dropped);
	const stays = new Uint8Array(tree.size);

	for (let i = tree.size - 1; i >= 0; i--) {
		if (i > 0 && dropped.has(tree.name[i]))
			stays[i] = 0;
		else if (stays[i] === 0 && hasOwn(own, i))
			stays[i] = 1;
		if (i > 0 && stays[i] === 1)
			stays[tree.parent[i]] = 1;
	}
	return stays;
}

/* The callers that are not hidden, the nearest first, as { frame, run }. */
function callersOf(tree, { hidden, folded }, frame) {
	const callers = [];

	for (let at = tree.parent[frame]; at > 0; at = tree.parent[at]) {
		const last = callers[callers.length - 1];
		if (hidden.includes(tree.name[at]))
			continue;
		if (folded && last && tree.name[last.frame] === tree.name[at]) {
			last.run++;
			last.frame = at; /* the outermost */
		} else {
			callers.push({ frame: at, run: 1 });
		}
	}
	return callers;
}

/* Adds an outermost call of the function in focus, with the counts of all of it. */
function addCall(trie, tree, refine, frame, counts) {
	let node = 0;

	for (const caller of callersOf(tree, refine, frame)) {
		node = childNode(trie, node, tree, caller.frame);
		markRun(trie, node, caller.run);
	}
	for (let c = 0; c < counts.length; c++)
		trie.counts[c][node] += counts[c];
}

/*
 * Callees of the outermost call `call`, whose node is 0: each frame becomes a node of its caller's.
 * Returns the counts of those that stay.
 */
function addCallees(trie, tree, own, call, { refine, stays, hidden, nodes, runs, add }) {
	const counts = own.map((column) => column[0] - column[0]);

	nodes[call] = 0;
	runs[call] = 1;
	markNode(trie, 0, tree, call);
	for (let i = call; i < tree.next[call]; i = stays[i] === 1 ? i + 1 : tree.next[i]) {
		if (stays[i] === 0)
			continue;
		const name = tree.name[i];
		const parent = tree.parent[i];
		const above = i > call ? nodes[parent] : -1;
		const again = above === 0 ? refine.focus : above > 0 ? trie.name[above] : -1;
		if (i > call && hidden.has(name)) {
			nodes[i] = above;
			runs[i] = runs[parent];
		} else if (i > call && refine.folded && again === name) {
			nodes[i] = above;
			runs[i] = runs[parent] + 1;
			markRun(trie, above, runs[i]);
		} else if (i > call) {
			nodes[i] = add(trie, above, tree, i);
			runs[i] = 1;
		}
		addOwn(trie, nodes[i], own, i);
		for (let c = 0; c < own.length; c++)
			counts[c] += own[c][i];
	}
	return counts;
}

/* The outermost calls of the function in focus that stay. */
function callsOf(tree, refine, stays) {
	const calls = [];
	let i = refine.hidden.includes(refine.focus) ? tree.size : 1;

	while (i < tree.size) {
		const isCall = stays[i] === 1 && tree.name[i] === refine.focus;
		if (isCall)
			calls.push(i);
		i = isCall || stays[i] === 0 ? tree.next[i] : i + 1;
	}
	return calls;
}

/* Callees and callers of a function, from its outermost calls in stacks. */
function focusTries(graph, refine, own, { stays, calls }) {
	const { tree } = graph;
	const nodes = calls.reduce((sum, call) => sum + tree.next[call] - call, 0);
	const [above, below] = [newTrie(own, nodes), newTrie(own)];
	const differs = calls.length > 1 || refine.folded || refine.hidden.length > 0 ||
		graph.chart !== false; /* callees of one caller may be equal */
	const walk = { refine, stays, hidden: new Set(refine.hidden),
		nodes: new Int32Array(tree.size), runs: new Uint32Array(tree.size), /* by frame */
		add: differs ? childNode : appendNode };

	for (const call of calls) {
		const counts = addCallees(above, tree, own, call, walk);
		addCall(below, tree, refine, call, counts);
		markNode(below, 0, tree, call);
	}
	below.run[0] = above.run[0];
	return refine.reversed ? [below, above] : [above, below];
}

/* Which number of name goes before which. */
function nameRanks(graph) {
	if (!graph.ranks) {
		const order = Array.from(graph.names, (_, i) => i);
		const byName = (a, b) => graph.names[a] < graph.names[b] ? -1 :
			graph.names[a] > graph.names[b] ? 1 : a - b;
		graph.ranks = new Uint32Array(order.length);
		order.sort(byName).forEach((name, rank) => {
			graph.ranks[name] = rank;
		});
	}
	return graph.ranks;
}

function comparison(graph, trie, order) {
	const ranks = nameRanks(graph);
	const [width] = trie.counts;
	const byName = (a, b) => ranks[trie.name[a]] - ranks[trie.name[b]];

	if (order !== "width")
		return byName;
	return (a, b) => width[a] < width[b] ? 1 : width[a] > width[b] ? -1 : byName(a, b);
}

/* Space for a tree like `like`, with what refined ones have besides. */
function newRefined(like, size) {
	const tree = newTree(size, typeof like.zero === "bigint");

	for (const column of ["before", "after"]) {
		if (like[column])
			tree[column] = new like[column].constructor(size);
	}
	return Object.assign(tree, {
		sole: new Int32Array(size),
		look: new Uint32Array(size),
		run: new Uint32Array(size).fill(1),
		of: null,
	});
}

function copyNode(columns, tree, frame, trie, node) {
	for (let c = 0; c < columns.length; c++)
		columns[c][frame] = trie.counts[c][node];
	tree.name[frame] = trie.name[node];
	tree.sole[frame] = trie.sole[node];
	tree.look[frame] = trie.look[node];
	tree.run[frame] = trie.run[node];
}

/*
 * Puts the nodes after the `at` frames that the tree has, `by` rows a step from node 0, which
 * is frame 0. What a frame has besides its callees is on their left; in order of width on
 * their right. Returns the frames of the nodes.
 */
function layTrie(graph, tree, trie, { at, by, order }) {
	const frames = new Int32Array(trie.size);
	const columns = columnsOf(tree);
	const ends = trie.counts[0].slice(); /* by node, where the next child goes; first its own */
	const open = [0];
	let next = at;

	sumUp(trie);
	const { first, list } = childrenOf(trie, comparison(graph, trie, order));
	while (open.length > 0) {
		const node = open.pop();
		const parent = trie.parent[node];
		const frame = node === 0 ? 0 : next++;
		frames[node] = frame;
		copyNode(columns, tree, frame, trie, node);
		if (node > 0) {
			tree.start[frame] = ends[parent];
			tree.parent[frame] = frames[parent];
			tree.depth[frame] = tree.depth[frames[parent]] + by;
			ends[parent] += tree.width[frame];
		}
		ends[node] = tree.start[frame] + (order === "width" ? tree.zero : ends[node]);
		for (let i = first[node + 1] - 1; i >= first[node]; i--)
			open.push(list[i]);
	}
	return frames;
}

/* Compute what follows from parents and depths. */
function finished(tree) {
	tree.parent[0] = -1;
	for (let i = tree.size - 1; i >= 0; i--) {
		tree.next[i] = Math.max(tree.next[i], i + 1);
		if (i > 0)
			tree.next[tree.parent[i]] = Math.max(tree.next[tree.parent[i]],
				tree.next[i]);
	}
	tree.rows = treeRows(tree);
	return tree;
}

/* True if the tree below a call is shown unchanged. In flame charts equal callees may meet. */
function isWholeCall(graph, refine, calls) {
	return calls.length === 1 && graph.chart === false && refine.dropped.length === 0 &&
		refine.hidden.length === 0 && !refine.folded && !refine.reversed &&
		refine.order === "";
}

/* Focused on the one call of a function: callees are copied, not merged. */
function focusedCall(graph, refine, call) {
	const file = graph.tree;
	const end = file.next[call];
	const size = end - call;
	const columns = columnsOf(file);
	const below = newTrie(columns);

	addCall(below, file, refine, call, columns.map((column) => column[call]));
	const tree = newRefined(file, size + below.size - 1);
	const depth = heightOf(below);
	tree.depth[0] = depth;
	layTrie(graph, tree, below, { at: size, by: -1, order: "" });
	tree.name.set(file.name.subarray(call, end));
	columnsOf(tree).forEach((column, c) => column.set(columns[c].subarray(call, end)));
	for (let i = 0; i < size; i++) {
		const frame = call + i;
		tree.depth[i] = file.depth[frame] - file.depth[call] + depth;
		tree.parent[i] = file.parent[frame] - call;
		tree.next[i] = file.next[frame] - call;
		tree.start[i] = file.start[frame] - file.start[call];
		tree.sole[i] = tree.look[i] = frame;
	}
	tree.sole[0] = -1;
	tree.split = size;
	return tree;
}

/* Node 0 of both tries is the function; the second one's frames are below it. */
function focused(graph, refine) {
	const own = ownCounts(graph.tree);
	const stays = stayingFrames(graph.tree, refine, own);
	const calls = callsOf(graph.tree, refine, stays);

	if (isWholeCall(graph, refine, calls))
		return focusedCall(graph, refine, calls[0]);
	const [above, below] = focusTries(graph, refine, own, { stays, calls });
	const { size } = above;
	const tree = newRefined(graph.tree, size + below.size - 1);
	const { order } = refine;

	above.name[0] = below.name[0] = refine.focus;
	tree.depth[0] = heightOf(below);
	layTrie(graph, tree, below, { at: size, by: -1, order });
	layTrie(graph, tree, above, { at: 1, by: 1, order });
	tree.split = size;
	return tree;
}

function merged(graph, refine, own) {
	const [trie, of] = refine.reversed ? [reversedTrie(graph.tree, refine, own), null] :
		forwardTrie(graph.tree, refine, own);
	const tree = newRefined(graph.tree, trie.size);

	trie.look[0] = trie.sole[0] = 0;
	const frames = layTrie(graph, tree, trie, { at: 1, by: 1, order: refine.order });
	tree.of = of && of.map((node) => node < 0 ? -1 : frames[node]);
	return tree;
}

/*
 * True if equal functions are adjacent, as in a flame chart, where frames have their place in time.
 */
function isChart(graph) {
	if (graph.chart === undefined) {
		const [trie, of] = forwardTrie(graph.tree, NOTHING, ownCounts(graph.tree));
		graph.chart = trie.size < of.filter((node) => node >= 0).length;
	}
	return graph.chart;
}

/* The dropped count inside each frame, by column; the whole count at a dropped frame. */
function droppedCounts(tree, of) {
	return columnsOf(tree).map((column) => {
		const lost = new column.constructor(tree.size);
		for (let i = tree.size - 1; i > 0; i--) {
			const parent = tree.parent[i];
			if (of[i] < 0 && of[parent] >= 0)
				lost[i] = column[i];
			if (of[parent] >= 0)
				lost[parent] += lost[i];
		}
		return lost;
	});
}

/* A flame chart keeps its order: frames go, what is right of dropped ones moves up. */
function thinned(graph, refine) {
	const file = graph.tree;
	const of = new Int32Array(file.size).fill(-1);
	const kept = []; /* { frame, depth, run } */

	eachStack(file, refine, (path, frame, runs) => {
		const depth = path.length;
		if (frame === 0 || path[depth - 1] === frame)
			kept.push({ frame, depth, run: 1 });
		of[frame] = kept.length - 1;
		if (path[depth - 1] !== frame && frame > 0)
			of[frame] = depth > 0 ? of[path[depth - 1]] : 0;
		if (depth > 0)
			kept[of[frame]].run = Math.max(kept[of[frame]].run, runs[depth - 1]);
	});
	const lost = droppedCounts(file, of);
	const tree = newRefined(file, kept.length);
	const gone = new file.start.constructor(file.size + 1); /* left of each frame */
	for (let i = 0; i < file.size; i++) {
		const isTop = of[i] < 0 && of[file.parent[i]] >= 0;
		gone[i + 1] = gone[i] + (isTop ? lost[0][i] : file.zero);
	}
	const open = [];
	const from = columnsOf(file);
	const to = columnsOf(tree);
	kept.forEach(({ frame, depth, run }, at) => {
		tree.name[at] = file.name[frame];
		tree.run[at] = run;
		tree.sole[at] = tree.look[at] = frame;
		tree.depth[at] = depth;
		tree.parent[at] = depth > 0 ? open[depth - 1] : -1;
		tree.start[at] = file.start[frame] - gone[frame];
		for (let c = 0; c < to.length; c++)
			to[c][at] = from[c][frame] - lost[c][frame];
		open[depth] = at;
	});
	tree.of = of;
	return tree;
}

/* The tree of the refinement, or null if nothing would be left of it. */
function refinedTree(graph, refine) {
	let tree;

	if (isPlain(refine))
		return graph.tree;
	if (refine.focus < 0 && !refine.reversed && refine.order === "" && isChart(graph))
		tree = thinned(graph, { ...refine, folded: refine.folded > 0 });
	else if (refine.focus >= 0)
		tree = focused(graph, refine);
	else
		tree = merged(graph, refine, ownCounts(graph.tree));
	tree.reversed = refine.reversed;
	tree.folded = refine.folded;
	return tree.width[0] > tree.zero ? finished(tree) : null;
}

/*
 * Width of the stacks of a focused tree in which something was found: their callers and callees
 * do not stand on each other.
 */
function focusCoverage(graph, refine, found) {
	const { tree } = graph;
	const [own] = ownCounts(tree);
	let width = tree.zero;

	eachStack(tree, refine, (path, frame) => {
		if (own[frame] > tree.zero && path.some((f) => tree.name[f] === refine.focus) &&
			path.some((f) => found.names[tree.name[f]] === 1))
			width += own[frame];
	});
	return width;
}

/*
 * How much of a window was found: "4.21 s, 10.7%" and, where asked for, "1,130 frames". Widths of a
 * differential are no counts of one profile: it has shares alone.
 */
function coverageText(graph, tree, win, found, { refine, frames }) {
	const part = coverage(tree, win, found);
	const width = refine && tree.split && win.frame === 0 ?
		focusCoverage(graph, refine, found) : part.width;

	return [...tree.before ? [] : [countText(graph, width)], shareText(width, win.width),
		...frames ? [plural(part.frames, "frame")] : []].join(", ");
}

const TOWER = 20; /* equal frames on each other: more of them are offered to be folded */

/* The frame that ends the longest row of equal ones on each other, and how many these are. */
function longestRun(tree) {
	const run = new Uint32Array(tree.size);
	let frame = 0;

	for (let i = 1; i < tree.size; i++) {
		const parent = tree.parent[i];
		const again = !isRoot(tree, parent) && tree.name[parent] === tree.name[i];
		run[i] = again ? run[parent] + 1 : 1;
		if (run[i] > run[frame])
			frame = i;
	}
	return { frame, run: run[frame] };
}

/* What folds a graph: 2 where it has cycles, 1 where rows of equal frames; and the frames saved. */
function foldOf({ tree }) {
	let [folded, saved] = [0, 0]; /* of the stack that loses most frames */

	eachStack(tree, { ...NOTHING, folded: 2 }, (path, frame, runs, folds) => {
		saved = Math.max(saved, tree.depth[frame] - path.length);
		folded = Math.max(folded, folds.length > 0 ? 2 : saved > 0 ? 1 : 0);
	});
	return { folded, saved };
}

/* One of the tallest stacks, as a tree for foldOf(). */
function tallestStack(tree) {
	const name = [];

	for (let [at] = tree.rows.at(-1); at >= 0; at = tree.parent[at])
		name.push(tree.name[at]);
	return { size: name.length, name: name.reverse(), depth: name.map((_, depth) => depth) };
}

/* What the key u does, if that is worth a hint: "folds 120 equal frames in a row: walk"; or "". */
function foldHint(graph, isFolded) {
	const { tree } = graph;

	if (isFolded)
		return "unfolds the recursion";
	const { frame, run } = longestRun(tree);
	if (run > TOWER)
		return `folds ${grouped(run)} equal frames in a row: ${nameOf(graph, tree, frame)}`;
	const { folded, saved } = foldOf({ tree: tallestStack(tree) });
	return folded > 1 && saved > TOWER && !isChart(graph) ?
		`folds ${grouped(saved)} frames of cycles` : "";
}

/*
 * How a graph is to be folded when it opens: where recursion and cycles make more than half of its
 * height, and less than a twentieth of its width is so high. 0: not. Most graphs are known by one
 * of their tallest stacks.
 */
function openingFold(graph) {
	const { tree } = graph;
	const { folded, saved } = foldOf({ tree: tallestStack(tree) });

	if (saved < TOWER || 2 * saved < tree.rows.length)
		return 0;
	const { rows } = refinedTree(graph, { ...NOTHING, folded });
	if (2 * rows.length > tree.rows.length)
		return 0;
	const high = tree.rows[rows.length].reduce(
		(sum, frame) => sum + Number(tree.width[frame]), 0);
	return 20 * high < Number(tree.width[0]) ? folded : 0;
}
