/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * live.js - the page of a recording that goes on: its server, record/page_server.c, tells of each
 * new snapshot, and has it as the page that would be saved. The view stays: zoom and keyboard are
 * found again by names.
 */

/* The data block of a page, as { bytes, encoding }; null: the page has none. */
function blockOfPage(text) {
	const [, encoding, block] =
		/<script [^>]*id="data" data-encoding="(\w+)">([^<]*)</.exec(text) || [];

	return block === undefined ? null : { bytes: bytesOf(block), encoding };
}

/*
 * Gives the names of a profile the numbers that they have in `last`, so that what is remembered by
 * number stays; names that are gone keep theirs.
 */
function renumbered(profile, last) {
	const names = last.names.slice();
	const fills = last.fills.slice();
	const numbers = numbersOf(names).set("", 0);
	const moved = profile.names.map((name, i) => {
		const known = i === 0 ? 0 : numbers.get(name);
		if (known !== undefined)
			return known;
		fills.push(profile.fills[i]);
		numbers.set(name, names.length);
		return names.push(name) - 1;
	});

	numbers.delete("");
	profile.stacks.name.forEach((name, i) => {
		profile.stacks.name[i] = moved[name];
	});
	return { ...profile, names, fills, numbers, functions: profile.names.length - 1 };
}

/* The frames of both, each once, with own counts by column: those of `before`, of `after`. */
function joinedStacks(before, after, names) {
	const big = [before, after].some(({ own }) => own[0] instanceof BigUint64Array);
	const trie = newTrie(big ? [new BigUint64Array(), new BigUint64Array()] :
		[after.own[0], after.own[0]], before.size + after.size);

	[before, after].forEach((stacks, column) => {
		const nodes = new Uint32Array(stacks.size);
		const frames = { name: stacks.name, width: stacks.own[0] };
		for (let i = 0; i < stacks.size; i++) {
			if (i > 0)
				nodes[i] = childNode(trie, nodes[stacks.parent[i]], frames, i);
			const own = stacks.own[0][i];
			trie.counts[column][nodes[i]] += big ? BigInt(own) : own;
		}
	});
	return laidOut(trie, names);
}

/* The nodes of a trie as frames in order: callers first, callees by name. */
function laidOut(trie, names) {
	const { size } = trie;
	const { first, list } = childrenOf(trie, (a, b) =>
		names[trie.name[a]] < names[trie.name[b]] ? -1 : 1);
	const stacks = { size, name: new Uint32Array(size), depth: new Uint32Array(size),
		parent: new Int32Array(size).fill(-1), next: new Uint32Array(size).fill(size),
		own: trie.counts.map((column) => new column.constructor(size)) };
	const open = [{ node: 0, parent: -1, depth: 0 }];

	for (let i = 0; i < size; i++) {
		const { node, parent, depth } = open.pop();
		stacks.name[i] = trie.name[node];
		stacks.parent[i] = parent;
		stacks.depth[i] = depth;
		trie.counts.forEach((column, c) => {
			stacks.own[c][i] = column[node];
		});
		for (let at = first[node + 1] - 1; at >= first[node]; at--)
			open.push({ node: list[at], parent: i, depth: depth + 1 });
	}
	for (let i = size - 1; i > 0; i--) {
		const { depth, next } = stacks;
		next[i] = i + 1;
		while (next[i] < size && depth[next[i]] > depth[i])
			next[i] = next[next[i]];
	}
	return stacks;
}

/* A comparison with an earlier profile, by shares: both have the same numbers of names. */
function comparedProfile(base, profile) {
	const sum = ({ stacks: { own: [column] } }) =>
		column.reduce((all, count) => all + BigInt(count), 0n);

	const stacks = joinedStacks(base.stacks, profile.stacks, profile.names);

	return { ...profile, numbers: profile.numbers, stacks, samples: null, sampled: "",
		differential: true,
		normalized: true, diffwidth: "after",
		total: [base, profile].map((one) => String(sum(one))) };
}

/* The names from the root to a frame; null: no frame. */
function pathOfFrame(tree, frame) {
	const path = [];

	for (let at = frame; at > 0; at = tree.parent[at])
		path.push(tree.name[at]);
	return frame < 0 ? null : path.reverse();
}

/* The frame with such a path, or -1. */
function frameOfPath(tree, path) {
	let frame = path ? 0 : -1;

	for (const name of path || []) {
		const end = frame < 0 ? 0 : tree.next[frame];
		let child = frame + 1;
		while (child < end && tree.name[child] !== name)
			child = tree.next[child];
		if (frame < 0 || child >= end)
			return -1;
		frame = child;
	}
	return frame;
}

/* The tree that a view shows; undefined: it shows none that keeps its zoom. */
function treeOfView(app) {
	const { state, profile } = app;
	const refine = refinementOf(profile, state);
	const focus = profile.numbers.get(state.fn);

	if (state.view === "graph")
		return treeOf(app, "tree", refine);
	return state.view === "sandwich" && focus !== undefined ?
		treeOf(app, "sandwich", { ...refine, focus, reversed: false }) : undefined;
}

/* Shows another profile with the same names, and finds the zoom and the cursor again. */
function showProfile(app, profile) {
	const { view } = app.picture;
	const [x, y] = zoomKeys(app.state.view);
	const [zoomed, cursor] = view && hasPicture(app) ?
		[view.win.frame, view.cursor].map((frame) => pathOfFrame(view.tree, frame)) :
		[null, null];
	const host = app.picture.screen.root.parentNode;
	const top = host && host.scrollTop;

	app.profile = profile;
	app.kept.clear();
	app.made.time = app.made.facets = undefined; /* of the last one's labels */
	app.steps = app.steps.map((step) => ({ ...step, ...unzoomed({}) }));
	app.state = { ...app.state, ...unzoomed({}) };
	if (!hasView(app, app.state.view))
		app.state.view = "graph";
	app.graph = graphOf(app);
	const tree = treeOfView(app);
	const frame = tree ? frameOfPath(tree, zoomed) : -1;
	if (frame > 0)
		app.state = { ...app.state, [x]: String(tree.start[frame]),
			[y]: String(tree.depth[frame]) };
	showState(app);
	if (tree && app.picture.view && app.picture.view.tree === tree) {
		app.picture.view.cursor = frameOfPath(tree, cursor);
		drawCursor(app.picture.screen, app.picture.view);
		host.scrollTop = top;
		scrolled(app.picture, host);
	}
}

/* What to look at, unless the reader is at it. It keeps its place where there is nothing. */
function showBrief(app) {
	const { parts } = app;
	const last = parts.brief;

	if (last.querySelector(".open") || last.contains(document.activeElement))
		return;
	parts.brief = newBrief(app) || make("section", { class: "brief" }, "\u00a0");
	last.replaceWith(parts.brief);
}

/*
 * What is shown of the newest snapshot, but not while a button of the mouse is down: it, or
 * how it differs from the one that was kept.
 */
function showNewest(app) {
	const { live } = app;

	live.waits = live.held;
	if (live.held)
		return;
	showProfile(app, live.base ? comparedProfile(live.base, live.newest) : live.newest);
	showBrief(app);
	showLive(app);
}

/* Fetches the newest snapshot and shows it; those that come meanwhile, too. */
async function takeSnapshots(app) {
	const { live } = app;

	do {
		live.missed = false;
		const text = await fetch("file", { cache: "no-store" }).then((file) => file.text())
			.catch(() => endLive(app, "disconnected"));
		const block = blockOfPage(text);
		if (block && !(live.paused && live.text)) {
			const profile = readProfile(await inflated(block.bytes, block.encoding));
			useScheme(profile);
			live.newest = renumbered(profile, app.profile);
			live.text = text;
			showNewest(app);
		}
	} while (live.missed && !live.paused);
}

/* The end of takeSnapshots(), of which there is one at a time. */
function takeSnapshot(app) {
	const { live } = app;

	live.missed = true;
	live.taking = live.taking || takeSnapshots(app).finally(() => {
		live.taking = null;
	});
	return live.taking;
}

/* The recording has ended, or the server: the page stays. */
function endLive(app, is) {
	const { live } = app;

	live.source.close();
	live.is = is;
	showLive(app);
}

function showLive({ live }) {
	setText(live.sign, live.paused ? "paused" : live.is);
	live.pause.setAttribute("aria-pressed", live.paused);
	live.compare.setAttribute("aria-pressed", Boolean(live.base));
	live.pause.disabled = live.source.readyState === EventSource.CLOSED;
}

function pauseLive(app) {
	const { live } = app;

	if (live.pause.disabled)
		return;
	live.paused = !live.paused;
	showLive(app);
	if (!live.paused)
		takeSnapshot(app);
}

/* Compares what comes with what is seen now; or stops that. */
function compareLive(app) {
	const { live } = app;

	if (!live.newest)
		return;
	live.base = live.base ? null : live.newest;
	showNewest(app);
	say(app, live.base ? "What comes is compared with this moment" :
		"No longer compared");
}

/* Saves the snapshot that is seen, as the file that flamegraph --html writes. */
function saveLive(app) {
	const { live, profile } = app;

	if (!live.text)
		return;
	const url = URL.createObjectURL(new Blob([live.text], { type: "text/html" }));
	const name = profile.title.replace(/[^\w.-]+/g, "_").slice(0, 60) || "flamegraph";
	make("a", { href: url, download: `${name}.html` }).click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
	say(app, `Saved as ${name}.html`);
}

/* Listens to the server, if the page has one. */
function startLive(app) {
	const { parts, profile } = app;

	if (document.documentElement.dataset.live === undefined)
		return;
	const live = { paused: false, is: "live", base: null, newest: null, text: "", taking: null,
		missed: false, held: false, waits: false, source: new EventSource("events"),
		sign: make("output", { class: "sign" }),
		pause: makeAction("Pause", "Space", () => pauseLive(app)),
		compare: makeAction("Compare with now", "d", () => compareLive(app)),
		save: makeAction("Save", "w", () => saveLive(app)) };
	app.live = live;
	if (!parts.brief) {
		parts.brief = make("section", { class: "brief" }, "\u00a0");
		document.querySelector("main").before(parts.brief);
	}
	profile.functions = profile.names.length - 1;
	parts.tools.prepend(live.sign, live.pause, live.compare, live.save);
	const follow = (is) => {
		live.is = is;
		showLive(app);
		return live.text && (live.paused || is === "no samples") ? live.taking :
			takeSnapshot(app);
	};
	const hold = (held) => {
		live.held = held;
		if (live.waits)
			setTimeout(() => showNewest(app));
	};
	window.addEventListener("pointerdown", () => hold(true), true);
	for (const end of ["pointerup", "pointercancel"])
		window.addEventListener(end, () => hold(false), true);
	live.source.addEventListener("snapshot", () => follow("live"));
	live.source.addEventListener("idle", () => follow("no samples"));
	live.source.addEventListener("end", async () => {
		await follow("live"); /* the server waits for that as long as it is listened to */
		endLive(app, "ended");
	});
	live.source.addEventListener("error", () => endLive(app, "disconnected"));
	showLive(app);
}
