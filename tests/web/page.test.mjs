// SPDX-License-Identifier: MIT
// Parts of the page that need no document: the data block, selections, the state, rows of tables.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { page } from "./script.mjs";

const HEAD = { version: 1, title: "T", subtitle: "", nametype: "Function:", scale: 0, factor: 1,
	countname: "samples", inverted: false, truncate: "right", searchcolor: "rgb(230,0,230)",
	normalized: false, diffwidth: "after",
	delta: { max: "0", byframe: false, negate: false, same: [240, 240, 240],
		more: [[255, 200, 200], [255, 0, 0]], less: [[200, 200, 255], [0, 0, 255]] } };

function varint(value) {
	const bytes = [];
	let rest = BigInt(value);

	for (; rest >= 128n; rest >>= 7n)
		bytes.push(Number(rest & 127n) | 128);
	return [...bytes, Number(rest)];
}

// The bytes of a block of stacks [names, count or [before, after]], in order.
function blockOf(stacks, more = {}) {
	const names = [""];
	const pops = [];
	const called = [];
	const own = [[0n, 0n]];
	let open = [];
	let places = [0];

	for (const [text, counts] of stacks) {
		const frames = text.split(";");
		let same = 0;
		while (same < open.length && open[same] === frames[same])
			same++;
		let pop = open.length - same;
		places = places.slice(0, same + 1);
		for (const name of frames.slice(same)) {
			const known = names.indexOf(name, 1);
			pops.push(...varint(pop));
			called.push(...varint(known > 0 ? known : 0));
			if (known < 0)
				names.push(name);
			pop = 0;
			places.push(own.length);
			own.push([0n, 0n]);
		}
		const [before, after] = Array.isArray(counts) ? counts : [0, counts];
		own[places.at(-1)][0] += BigInt(before);
		own[places.at(-1)][1] += BigInt(after);
		open = frames;
	}
	const differential = stacks.some(([, counts]) => Array.isArray(counts));
	const total = [0, 1].map((c) => String(own.reduce((sum, pair) => sum + pair[c], 0n)));
	const head = { ...HEAD, frames: own.length, names, total, differential, ...more };
	const json = new TextEncoder().encode(JSON.stringify(head));
	const columns = differential ? [0, 1] : [1];

	return Uint8Array.from([json.length & 255, json.length >> 8 & 255, json.length >> 16, 0,
		...json, ...names.slice(1).flatMap((_, i) => [i, 10, 20]), ...pops, ...called,
		...columns.flatMap((c) => own.flatMap((pair) => varint(pair[c])))]);
}

const STACKS = [["main", 5], ["main;lex", 3], ["main;parse;expr;expr", 20], ["main;run;expr", 40],
	["other", 20]];

function profileOf(stacks, more) {
	const profile = page.readProfile(blockOf(stacks, more));

	profile.numbers = new Map(profile.names.map((name, number) => [name, number]));
	return profile;
}

function graphOf(stacks, shown = "after", alike = false, more = {}) {
	const profile = profileOf(stacks, more);

	return page.selectedGraph(profile, profile.stacks.own, shown, alike);
}

test("a block is unpacked as it was packed, compressed or not", async () => {
	const bytes = blockOf(STACKS);
	const text = (packed) => Buffer.from(packed).toString("base64");

	assert.deepEqual(await page.inflated(page.bytesOf(text(bytes)), "none"), bytes);
	assert.deepEqual(await page.inflated(page.bytesOf(text(gzipSync(bytes))), "gzip"), bytes);
});

test("the block's tree is that of its stacks", () => {
	const { stacks, names, fills } = profileOf(STACKS);

	assert.deepEqual(Array.from(stacks.name, (n) => names[n]),
		["", "main", "lex", "parse", "expr", "expr", "run", "expr", "other"]);
	assert.deepEqual(Array.from(stacks.depth), [0, 1, 2, 2, 3, 4, 2, 3, 1]);
	assert.deepEqual(Array.from(stacks.parent), [-1, 0, 1, 1, 3, 4, 1, 6, 0]);
	assert.deepEqual(Array.from(stacks.next), [9, 8, 3, 6, 6, 6, 8, 8, 9]);
	assert.deepEqual(Array.from(stacks.own[0]), [0, 5, 3, 0, 0, 20, 0, 40, 20]);
	assert.equal(fills[2], "rgb(1,10,20)");
});

test("a graph's own counts are on the left of what it calls", () => {
	const { tree } = graphOf(STACKS);

	assert.deepEqual(Array.from(tree.width), [88, 68, 3, 20, 20, 20, 40, 40, 20]);
	assert.deepEqual(Array.from(tree.start), [0, 0, 5, 8, 8, 8, 28, 28, 68]);
	assert.deepEqual(tree.rows.map((row) => row.length), [1, 2, 3, 2, 1]);
});

test("counts above 2^53 are exact", () => {
	const big = 2n ** 63n - 9n;
	const { tree } = graphOf([["a", 1], ["a;b", big], ["c", 3]]);

	assert.deepEqual(Array.from(tree.width), [big + 4n, big + 1n, big, 3n]);
	assert.deepEqual(Array.from(tree.start), [0n, 0n, 1n, big + 1n]);
});

test("frames without counts are no frames of a selection", () => {
	const { tree, names } = graphOf([["a;b", 0], ["a;c", 2], ["d", 0]]);

	assert.deepEqual(Array.from(tree.name, (n) => names[n]), ["", "a", "c"]);
	assert.deepEqual(Array.from(tree.next), [3, 3, 3]);
});

const CHANGED = [["a;b", [10, 30]], ["a;c", [30, 10]], ["gone", [60, 0]], ["new", [0, 10]]];

test("a differential shows the column that is asked for", () => {
	const widths = (shown) => Array.from(graphOf(CHANGED, shown).tree.width);

	assert.deepEqual(widths("after"), [50, 40, 30, 10, 0, 10]);
	assert.deepEqual(widths("before"), [100, 40, 10, 30, 60, 0]);
	assert.deepEqual(widths("both"), [150, 80, 40, 40, 60, 10]);
	assert.equal(graphOf(CHANGED).delta.max, "60");
});

test("profiles that count alike have halves of the width, and colours by share", () => {
	const graph = graphOf(CHANGED, "both", true);
	const { tree } = graph;
	const half = tree.width[0] / 2;
	const share = (column, i) => Math.round(100 * Number(column[i]) / Number(column[0]));

	assert.equal(tree.before[0] * graph.delta.weights[0], half);
	assert.equal(tree.after[0] * graph.delta.weights[1], half);
	assert.equal(10 * tree.width[1] / half, 12);
	assert.deepEqual([share(tree.before, 1), share(tree.after, 1)], [40, 80]);
	assert.notEqual(page.fillOf(graph, tree, 1), "rgb(240,240,240)");
	assert.equal(page.fillOf(graph, tree, 0), "rgb(240,240,240)");
});

test("of profiles that count alike what a share shows as unchanged is neutral", () => {
	const graph = graphOf([["main;a", [1850000007, 90000001]],
		["main;b", [230000001, 140000003]]], "after", true);
	const { tree, delta } = graph;
	const fills = Array.from(tree.name, (_, frame) => page.fillOf(graph, tree, frame));

	assert.notEqual(delta.weights[0] * tree.before[1], delta.weights[1] * tree.after[1]);
	assert.equal(fills[1], `rgb(${delta.same})`);
	assert.notEqual(fills[2], fills[1]);
	assert.equal(page.labelRest(graph, tree, 1), "");
	assert.match(page.labelRest(graph, tree, 3), /^ \+[\d.]+$/);
});

test("weights leave room for widths, whatever the totals", () => {
	for (const totals of [[1, 1], [3, 1e15], [2 ** 60, 5], [1e9, 2e9]]) {
		const [b, a] = page.weightsOf("both", true, totals);
		assert.ok(b >= 1 && a >= 1 && b * totals[0] + a * totals[1] < 2 ** 64);
		assert.ok(Number.isInteger(b) && Number.isInteger(a));
	}
	assert.deepEqual(page.weightsOf("after", false, [3, 4]), [0, 1]);
	assert.deepEqual(page.weightsOf("both", true, [3, 0]), [1, 1]);
});

test("functions count recursion once, and themselves where they are the leaf", () => {
	const { tree, names } = graphOf(STACKS);
	const { self, total, calls } = page.functionsOf(tree, names.length);
	const of = (column) => Object.fromEntries(
		names.map((name, n) => [name, column[n]]).slice(1));

	assert.deepEqual(of(total[0]),
		{ main: 68, lex: 3, parse: 20, expr: 60, run: 40, other: 20 });
	assert.deepEqual(of(self[0]), { main: 5, lex: 3, parse: 0, expr: 60, run: 0, other: 20 });
	assert.equal(of(calls).expr, 3);
});

// Stacks of a few functions, in the order of a page; `counts` makes the counts of one.
function randomStacks(size, counts) {
	let state = 7;
	const roll = (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor(state / 2 ** 32 * limit);
	};
	const texts = Array.from({ length: size }, () => Array.from({ length: 1 + roll(7) },
		() => "abcdefgh"[roll(8)]).join(";"));

	return Array.from(new Set(texts)).sort().map((text) => [text, counts(roll)]);
}

for (const [what, counts] of [["counts", (roll) => roll(3)],
	["counts above 2^53", (roll) => BigInt(roll(3)) << 56n],
	["a differential", (roll) => [roll(3), roll(4)]]]) {
	test(`leaf first is the tree that merged stacks make, of ${what}`, () => {
		const graph = graphOf(randomStacks(600, counts));
		const all = graph.names.map((_, number) => number).slice(1);
		for (const order of page.ORDERS) {
			for (const hidden of [[], [2], [3, 5, 7], all]) {
				for (const dropped of [[], [1], [4, 6], all]) {
					const refine = { ...page.NOTHING, reversed: true, order,
						hidden, dropped };
					assert.ok(page.isLeafFirst(refine));
					assert.deepEqual(page.leafFirstTree(graph, refine),
						page.refinedTree(graph, refine));
				}
			}
		}
	});
}

test("rows are sorted by a column, and by name where it is equal", () => {
	const graph = graphOf(STACKS);
	const functions = page.functionsOf(graph.tree, graph.names.length);
	const names = page.shownNames(functions, null);
	const sorted = (sort) => Array.from(page.sortedNames(functions, names, page.ONE_COLUMN,
		sort, page.nameRanks(graph)), (name) => graph.names[name]).join(" ");

	assert.equal(sorted("-total"), "main expr run other parse lex");
	assert.equal(sorted("self"), "parse run lex main other expr");
	assert.equal(sorted("name"), "expr lex main other parse run");
	assert.equal(sorted("-name"), "run parse other main lex expr");
});

test("marks need more than chance, the more the more functions there are", () => {
	const functions = { total: [[1000, 10], [1100, 40]], totals: [10000, 10000] };

	assert.equal(page.markOf(page.sureness(functions, 1), 1), "**");
	assert.equal(page.markOf(page.sureness(functions, 1), 10000), "");
	assert.equal(page.markOf(page.sureness({ total: [[5], [5]], totals: [9, 9] }, 0), 1), "");
	assert.equal(page.markOf(page.sureness({ total: [[0], [0]], totals: [9, 9] }, 0), 1), "");
});

test("significance is Fisher's exact test: few samples in a short time are no finding", () => {
	const near = (a, b) => assert.ok(Math.abs(a / b - 1) < 1e-9, `${a} ${b}`);

	near(page.fisher([1, 3], [4, 4]), 34 / 70);
	near(page.fisher([3, 1], [4, 4]), 34 / 70);
	near(page.fisher([0, 5], [10, 10]), 2 * 252 / 15504);
	near(page.fisher([0, 1], [1000000, 10]), 2 * 10 / 1000010);
	assert.equal(page.fisher([5, 5], [9, 9]), 1);
	assert.equal(page.fisher([0, 1000000], [1000000, 1000000]), 0);
	const functions = { total: [[0], [1]], totals: [1000000, 10] };
	assert.equal(page.markOf(page.sureness(functions, 0), 10000), "");
	assert.ok(page.sureness({ total: [[9e5], [1]], totals: [1e6, 1e6] }, 0) > 290);
});

test("marks count samples, not the nanoseconds that these stand for", () => {
	const functions = { total: [[3e6], [9e6]], totals: [9e8, 1e8] };
	const profile = { sampled: "1,000 samples", total: ["0", "1000000000"], scale: 0,
		differential: false, countname: "ns" };
	const marks = (more) => page.markOf(page.sureness({ ...functions,
		sampling: page.samplingOf({ ...profile, ...more }) }, 0), 10);

	assert.equal(marks({}), "**");
	assert.equal(marks({ sampled: "100 samples" }), "");
	assert.equal(marks({ sampled: "" }), "");
	assert.equal(marks({ sampled: undefined, countname: "samples" }), "***");
	assert.equal(page.samplingOf({ ...profile, sampled: "", countname: "samples", scale: 2 }),
		0.01);
});

test("copied cells are no formulas, and stay in their cells", () => {
	assert.equal(page.tsvOf([["a", "=1+1", "+x", "-x", "@x"],
		["b\tc\nd\re", "'=", "", 7, "\u2212"]]),
		"a\t'=1+1\t'+x\t'-x\t'@x\nb c d e\t'=\t\t7\t\u2212\n");
});

test("a state is in the URL and comes back, names and all", () => {
	const state = { ...page.FIRST, view: "sandwich", fn: "a&b=%;", s: "(x",
		hide: ["\u00e9", "&"], x: "12", y: "3", sort: "-total", reverse: "1",
		column: "both" };
	const query = page.queryOfState("?own=1", state);

	assert.match(query, /^\?own=1&view=sandwich&/);
	assert.deepEqual(page.stateOfQuery(query), state);
	assert.equal(page.queryOfState("", page.FIRST), "");
});

test("impossible values in a URL are ignored", () => {
	const state = page.stateOfQuery(
		"?view=nowhere&column=no&x=-1&y=a&order=by&sort=<b>&hide=%");

	assert.deepEqual(state, { ...page.FIRST, hide: ["%"] });
	assert.equal(page.refinementOf(profileOf(STACKS), state), page.NOTHING);
});

test("each change of the graph can be taken back", () => {
	const state = { ...page.FIRST, focus: "f", hide: ["a", "b"], drop: ["c"], fold: "1",
		reverse: "1", order: "name", x: "1", y: "1" };
	const changes = page.changesOf(state, null, "main");

	assert.deepEqual(changes.map(({ what }) => what), ["focus f", "hide a", "hide b",
		"without c", "leaf first", "recursion folded", "by name", "zoom main"]);
	assert.deepEqual(changes[1].change.hide, ["b"]);
	const back = changes.reduce((at, { change }) => ({ ...at, ...change }), state);
	assert.deepEqual({ ...back, hide: [] }, page.FIRST);
});

test("lanes of threads have the threads' names, lanes of other labels their values", () => {
	const tid = { name: "tid", values: ["7", "8", "9"], of: [0, 1, 2, -1] };
	const comm = { name: "comm", values: ["main", "worker"], of: [0, 1, -1, 1] };
	const cpu = { name: "cpu", values: ["0"], of: [0, 0, 0, 0] };
	const samples = { labels: [tid, comm, cpu] };

	assert.deepEqual(page.valueNames(samples, tid), ["main (7)", "worker (8)", "9"]);
	assert.deepEqual(page.valueNames(samples, cpu), ["0"]);
	assert.deepEqual(page.valueNames({ labels: [tid] }, tid), ["7", "8", "9"]);
	assert.equal(page.valueName(samples, "tid=7"), "main (7)");
	assert.equal(page.valueName(samples, "tid=9"), "tid 9");
	assert.equal(page.valueName(samples, "host=h=1"), "host h=1");
});

test("colours can be those of languages and of modules", () => {
	const language = Object.entries({ "do_syscall_64_[k]": "kernel", "[unknown]": "unknown",
		"run (app.py:12)": "Python", "render app.js:3": "JavaScript",
		"java/lang/String.length_[j]": "Java", "net/http.(*conn).serve": "Go",
		"ns::Table<int>::find": "C++, Rust", "main": "other", "read": "other" });
	const module = Object.entries({ "do_syscall_64_[k]": "kernel",
		"libc.so.6`malloc": "libc.so.6",
		"malloc [libc.so.6]": "libc.so.6",
		"finish_task_switch.isra.0": "other", "a::b::c.part.0": "a::b",
		"org/acme/db/Table.find_[j]": "org/acme/db",
		"acme::storage::Index<int>::find": "acme::storage", "main": "other" });

	assert.deepEqual(language.map(([name]) => page.languageOf(name)),
		language.map(([, what]) => what));
	assert.deepEqual(module.map(([name]) => page.moduleOf(name)),
		module.map(([, what]) => what));
});
