// SPDX-License-Identifier: MIT
// Other trees of the same counts, compared with what the folded lines say by themselves.
import assert from "node:assert/strict";
import test from "node:test";
import { dataBlock } from "./block.mjs";
import { web } from "./script.mjs";

const LINES = ["main 2", "main;lex 3", "main;parse;expr;term 20", "main;parse;expr 5",
	"main;parse;read_file 12", "main;run;expr;read 40", "other 20"];
const KINDS = ["hidden", "dropped", "focus", "reversed", "folded"];

function graphOf(lines, options) {
	return web.readGraph(dataBlock(lines, options));
}

function refined(graph, change) {
	const numbers = (names) => names.map((name) => graph.names.indexOf(name));
	const refine = { ...web.NOTHING, ...change };

	refine.hidden = numbers(refine.hidden);
	refine.dropped = numbers(refine.dropped);
	refine.focus = refine.focus === -1 ? -1 : graph.names.indexOf(refine.focus);
	return web.refinedTree(graph, refine);
}

// Lines of small alphabets: recursion, equal names in many places. Always the same ones.
function randomLines(seed, count, unit, { names = "abcdef", depth = 7 } = {}) {
	let state = seed;
	const next = (n) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % n;
	};
	const lines = new Map();
	for (let i = 0; i < count; i++) {
		const path = Array.from({ length: 1 + next(depth) },
			() => names[next(names.length)]).join(";");
		lines.set(path, (lines.get(path) || 0n) + BigInt(1 + next(9)) * unit);
	}
	return Array.from(lines.keys()).sort().map((path) => `${path} ${lines.get(path)}`);
}

// { name, run } of a stack's frames, equal ones in a row as one where they are to be folded, and
// the second round of a cycle as the first.
function framesOf(names, folded) {
	const frames = [];
	const text = (part) => part.map((frame) => frame.name).join(";");

	for (const name of names) {
		if (folded && frames.length > 0 && frames.at(-1).name === name)
			frames.at(-1).run++;
		else
			frames.push({ name, run: 1 });
		const most = folded > 1 ? Math.min(12, frames.length >> 1) : 0;
		for (let round = 2; round <= most; round++) {
			if (text(frames.slice(-round)) !== text(frames.slice(-2 * round, -round)))
				continue;
			const again = frames.splice(-round);
			again.forEach(({ run }, i) => {
				frames.at(i - round).run += run;
			});
			break;
		}
	}
	return frames;
}

// "name;name" from the root (or the function in focus) -> count and longest row of equal frames,
// as the lines say.
function expected(lines, { hidden = [], dropped = [], focus, reversed, folded },
	side) {
	const counts = new Map();
	const add = (frames, run, count) => {
		const path = frames.map((frame) => frame.name).join(";");
		const [before, longest] = counts.get(path) || [0n, 1];
		counts.set(path, [before + count, Math.max(longest, run)]);
	};

	for (const line of lines) {
		const at = line.lastIndexOf(" ");
		const all = line.slice(0, at).split(";");
		let path = framesOf(all.filter((name) => !hidden.includes(name)),
			focus ? folded > 0 : folded);
		let run = 1;
		if (all.some((name) => dropped.includes(name)))
			continue;
		if (focus) {
			const cut = path.findIndex((frame) => frame.name === focus);
			if (cut < 0)
				continue;
			({ run } = path[cut]);
			path = side > 0 ? path.slice(cut + 1) : path.slice(0, cut).reverse();
		} else if (reversed) {
			path.reverse();
		}
		const count = BigInt(line.slice(at + 1));
		add([], run, count);
		path.forEach((frame, i) => add(path.slice(0, i + 1), frame.run, count));
	}
	return counts;
}

function found(graph, tree, side) {
	const paths = [];
	const counts = new Map();

	for (let i = 0; i < tree.size; i++) {
		const parent = tree.parent[i];
		const name = graph.names[tree.name[i]];
		paths[i] = i === 0 ? "" : paths[parent] ? paths[parent] + ";" + name : name;
		const isBelow = tree.split > 0 && i >= tree.split;
		if (i === 0 || isBelow === side < 0) {
			assert.ok(!counts.has(paths[i]), `${paths[i]} is there twice`);
			counts.set(paths[i], [BigInt(tree.width[i]), tree.run ? tree.run[i] : 1]);
		}
	}
	return counts;
}

// Check invariants of every tree: frames lie in their parents, side by side, in pre-order.
function checkShape(tree) {
	const ends = new Map();

	for (let i = 0; i < tree.size; i++) {
		const parent = tree.parent[i];
		assert.ok(tree.next[i] > i && tree.next[i] <= tree.size);
		assert.ok(tree.rows[tree.depth[i]].includes(i));
		if (i === 0)
			continue;
		const side = tree.split > 0 && i >= tree.split ? -1 : 1;
		const key = `${parent} ${side}`;
		assert.ok(parent < i && i < tree.next[parent] && tree.next[i] <= tree.next[parent]);
		assert.equal(tree.depth[i], tree.depth[parent] + side);
		assert.ok(tree.start[i] >= (ends.get(key) || tree.start[parent]));
		ends.set(key, tree.start[i] + tree.width[i]);
		assert.ok(ends.get(key) <= tree.start[parent] + tree.width[parent]);
	}
	for (const row of tree.rows) {
		for (let i = 1; i < row.length; i++)
			assert.ok(tree.start[row[i]] >=
				tree.start[row[i - 1]] + tree.width[row[i - 1]]);
	}
}

function checkCounts(lines, change, unit) {
	const graph = graphOf(lines);
	const tree = refined(graph, change);
	const label = `${JSON.stringify(change)} x ${unit}`;

	for (const side of change.focus ? [1, -1] : [1]) {
		const want = expected(lines, change, side);
		if (!want.has("")) {
			assert.equal(tree, null, label);
			return;
		}
		assert.deepEqual(new Map(Array.from(found(graph, tree, side)).sort()),
			new Map(Array.from(want).sort()), label);
	}
	checkShape(tree);
}

for (const unit of [1n, 2n ** 50n]) {
	test(`refined trees count what the lines count, in units of ${unit}`, () => {
		const values = { hidden: [[], ["b"], ["a", "f"]], dropped: [[], ["c"], ["d", "e"]],
			focus: [undefined, "a", "c"], reversed: [false, true],
			folded: [false, true] };
		for (let seed = 1; seed < 6; seed++) {
			const lines = randomLines(seed, 60, unit);
			for (let n = 0; n < 108; n++) {
				let rest = n;
				const change = {};
				for (const kind of KINDS) {
					const all = values[kind];
					const value = all[rest % all.length];
					rest = Math.floor(rest / all.length);
					if (value !== undefined)
						change[kind] = value;
				}
				/* leaf first, callees are on the other side: a test of its own */
				if (!change.focus || !change.reversed)
					checkCounts(lines, change, unit);
			}
		}
	});
}

for (const unit of [1n, 2n ** 50n]) {
	test(`a cycle is its first round, in units of ${unit}`, () => {
		for (let seed = 1; seed < 20; seed++) {
			const names = "abcd".slice(0, 2 + seed % 3);
			const lines = randomLines(seed, 80, unit, { names, depth: 5 + seed });
			for (const hidden of [[], ["b"]]) {
				for (const dropped of [[], ["c"]]) {
					for (const reversed of [false, true])
						checkCounts(lines, { hidden, dropped, reversed,
							folded: 2 }, unit);
				}
			}
			checkCounts(lines, { focus: "a", folded: 2 }, unit);
		}
	});
}

test("a cycle says how often its functions are there, and is folded by a number of its own", () => {
	const lines = ["m;a;b;a;b;a 1", "m;a;b;a;b;a;b;c 2", "m;a;b;d 4", "m;x;y;x 8"];
	const graph = graphOf(lines);
	const tree = refined(graph, { folded: 2 });
	const names = Array.from(tree.name, (_, f) => web.nameOf(graph, tree, f));

	assert.deepEqual(names, ["all", "m", "a", "b", "a", "c", "d", "x", "y", "x"]);
	assert.deepEqual(Array.from(tree.run), [1, 1, 3, 3, 1, 1, 1, 1, 1, 1]);
	assert.equal(web.titleOf(graph, tree, 3), "b up to \u00d73 (7 samples, 46.67%)");
	assert.deepEqual(web.foldOf(graph), { folded: 2, saved: 4 });
	assert.deepEqual(web.foldOf(graphOf(["a;a;a;a;b;c;b 1"])), { folded: 1, saved: 3 });
	assert.deepEqual(web.foldOf(graphOf(LINES)), { folded: 0, saved: 0 });
});

test("towers of recursion and of cycles are folded at the beginning where they are thin", () => {
	const tower = (round, height) => Array.from({ length: height },
		(_, i) => round[i % round.length]).join(";");
	const opening = (...lines) => web.openingFold(graphOf(lines));

	assert.equal(opening("m;f;g 99", `m;${tower("r", 40)} 1`), 1);
	assert.equal(opening("m;f;g 99", `m;${tower("pq", 40)} 1`), 2);
	assert.equal(opening("m;f;g 99", `m;${tower("abcdefghijkl", 60)} 1`), 2);
	assert.equal(opening("m;f;g 9", `m;${tower("pq", 40)} 1`), 0, "not thin");
	assert.equal(opening("m;f;g 99", `m;${tower("pq", 20)} 1`), 0, "not high");
	assert.equal(opening("m;f;g 99", `m;${tower("abcdefghijklm", 65)} 1`), 0, "a long round");
	assert.equal(opening("q 98", `m;${tower("pq", 40)} 1`, "q 1"), 0, "a flame chart");
});

test("leaf first, callers and callees change sides", () => {
	const lines = randomLines(7, 80, 1n);
	const graph = graphOf(lines);
	const sides = (tree) => [1, -1].map((side) => Array.from(found(graph, tree, side)).sort());
	const straight = sides(refined(graph, { focus: "c" }));
	const turned = refined(graph, { focus: "c", reversed: true });

	checkShape(turned);
	assert.deepEqual(sides(turned), straight.reverse());
});

test("the one call of a function is copied as it would be merged", () => {
	for (const unit of [1n, 2n ** 58n]) {
		const lines = ["a;b;c", "a;b;only", "a;b;only;b;c", "a;b;only;b;d", "a;b;only;e",
			"f"].map((path, i) => `${path} ${BigInt(i + 1) * unit}`);
		const graph = graphOf(lines);
		const copied = refined({ ...graph, chart: false }, { focus: "only" });
		const merged = refined(graph, { focus: "only" });

		checkShape(copied);
		assert.deepEqual(copied, merged);
		assert.equal(copied.size, 7);
	}
});

test("a refinement of nothing is the tree of the file", () => {
	const graph = graphOf(LINES);

	assert.equal(refined(graph, {}), graph.tree);
	assert.ok(web.isPlain(web.NOTHING));
	assert.equal(refined(graph, { dropped: ["main", "other"] }), null);
});

test("order by width puts the widest left, order by name keeps the file's", () => {
	const sorted = [...LINES].sort();
	const graph = graphOf(sorted);
	const names = (tree, depth) =>
		Array.from(tree.rows[depth], (f) => web.nameOf(graph, tree, f));
	const wide = refined(graph, { order: "width" });
	const named = refined(graph, { order: "name" });

	assert.deepEqual(names(wide, 2), ["run", "parse", "lex"]);
	assert.equal(wide.start[wide.rows[2][0]], wide.start[wide.rows[1][0]]);
	for (const field of ["name", "depth", "width", "parent", "next"])
		assert.deepEqual(Array.from(named[field]), Array.from(graph.tree[field]));
	checkShape(wide);
	checkShape(named);
});

test("a flame chart keeps its time when frames go", () => {
	const chart = ["a;b;x 5", "a;c 3", "a;b;x 2", "b;y 4", "a 1"];
	const graph = graphOf(chart);
	const { tree } = graph;
	const of = (t) => Array.from(t.name, (_, f) =>
		[web.nameOf(graph, t, f), t.depth[f], t.start[f], t.width[f]].join(" "));

	assert.ok(web.isChart(graph) && !web.isChart(graphOf(LINES)));
	assert.deepEqual(of(refined(graph, { hidden: ["b"] })),
		["all 0 0 15", "a 1 0 10", "x 2 0 5", "c 2 5 3", "x 2 8 2", "y 1 10 4",
			"a 1 14 1"]);
	const dropped = refined(graph, { dropped: ["c", "y"] });
	assert.deepEqual(of(dropped), ["all 0 0 8", "a 1 0 7", "b 2 0 5", "x 3 0 5", "b 2 5 2",
		"x 3 5 2", "b 1 7 0", "a 1 7 1"]);
	checkShape(dropped);
	checkShape(refined(graph, { hidden: ["a"], dropped: ["x"] }));
	assert.equal(tree.width[0], 15);
	checkCounts(chart.slice(0, 2), { reversed: true }, 1n);
});

test("titles of refined frames have the shares of the whole profile", () => {
	const plain = graphOf(LINES);
	const graph = graphOf(LINES,
		{ titles: { 0: "whole", 2: "Lexing", 1: "main (82 u, 80%)" } });
	const titles = (tree) => Array.from(tree.name, (_, f) => web.titleOf(graph, tree, f));

	const half = refined(graph, { dropped: ["run", "other"] });
	assert.deepEqual(titles(half).slice(0, 3),
		["whole", "main (42 samples, 41.18%)", "Lexing"]);
	const focus = refined(graph, { focus: "expr" });
	assert.deepEqual(titles(focus), ["expr (65 samples, 63.73%)",
		"read (40 samples, 39.22%)", "term (20 samples, 19.61%)",
		"parse (25 samples, 24.51%)", "main (25 samples, 24.51%)",
		"run (40 samples, 39.22%)", "main (40 samples, 39.22%)"]);
	assert.equal(web.titleOf(plain, refined(plain, { dropped: ["other"] }), 0),
		"all (82 samples, 80.39%)");
});

test("stacks are copied root first, whichever way the tree is turned", () => {
	const graph = graphOf(["a;b;c 1", "a;d;c 2"]);
	const stacks = (change) => {
		const tree = refined(graph, change);
		return Array.from(tree.name, (_, f) => web.stackOf(graph, tree, f));
	};

	assert.deepEqual(stacks({ reversed: true }), ["", "c", "b;c", "a;b;c", "d;c", "a;d;c"]);
	assert.deepEqual(stacks({ hidden: ["b"] }), ["", "a", "a;c", "a;d", "a;d;c"]);
	assert.deepEqual(stacks({ focus: "d" }), ["d", "d;c", "a;d"]);
	assert.deepEqual(stacks({ focus: "d", reversed: true }), ["d", "a;d", "d;c"]);
});

test("in a focused tree keys go up to callees and down to callers", () => {
	const graph = graphOf(["a;b;c 1", "a;d;c 2"]);
	const tree = refined(graph, { focus: "d" });
	const win = web.windowOn(tree, 0);

	assert.deepEqual([1, -1].map((by) => web.stepFrom(tree, win, 0, by)), [1, 2]);
	assert.deepEqual([1, -1].map((by) => web.stepFrom(tree, win, 2, by)), [0, -1]);
	assert.deepEqual([1, -1].map((by) => web.stepFrom(tree, win, 1, by)), [-1, 0]);
	const callers = web.windowOn(tree, 2);
	assert.equal(web.frameAt(tree, callers, 1, 5), 0);
	assert.equal(web.frameAt(tree, callers, 0, 5), 2);
	assert.equal(web.frameAt(tree, callers, 2, 5), -1);
});

test("a row of equal frames is one frame that says how many they were", () => {
	const lines = ["a;f;f;f;g 1", "a;f;f;x;f 2", "a;f 4", "f;f 8"];
	const graph = graphOf(lines, { titles: { 3: "f (7 samples, 46.67%)", 2: "Given" } });
	const tree = refined(graph, { folded: true });
	const of = (what) => Array.from(tree.name, (_, f) => what(graph, tree, f));

	assert.deepEqual(of(web.nameOf), ["all", "a", "f", "g", "x", "f", "f"]);
	assert.deepEqual(Array.from(tree.run), [1, 1, 3, 1, 1, 1, 2]);
	assert.deepEqual(Array.from(tree.width), [15, 7, 7, 1, 2, 2, 8]);
	assert.equal(web.titleOf(graph, tree, 6), "f up to \u00d72 (8 samples, 53.33%)");
	assert.equal(web.titleOf(graph, tree, 2), "Given up to \u00d73");
	assert.equal(web.titleOf(graph, tree, 4), "x (2 samples, 13.33%)");
	assert.deepEqual(web.longestRun(graph.tree).run, 3);
	assert.equal(web.longestRun(tree).run, 1);
	assert.equal(web.longestRun(graphOf(LINES).tree).run, 1);
	assert.equal(web.longestRun(graphOf([";; 1"]).tree).run, 3);
	assert.equal(web.refinementText(graph, { ...web.NOTHING, folded: true }),
		"recursion folded");
	assert.ok(!web.isPlain({ ...web.NOTHING, folded: true }));
});

test("in a flame chart rows of equal frames become one, too, and keep their time", () => {
	const graph = graphOf(["a;a;x 5", "a;b 3", "a;a;a;x 2", "b 4"]);
	const tree = refined(graph, { folded: true });

	assert.ok(web.isChart(graph));
	checkShape(tree);
	assert.deepEqual(Array.from(tree.name, (_, f) => [web.nameOf(graph, tree, f), tree.depth[f],
		tree.start[f], tree.width[f], tree.run[f]].join(" ")),
	["all 0 0 14 1", "a 1 0 10 3", "x 2 0 5 1", "b 2 5 3 1", "x 2 8 2 1", "b 1 10 4 1"]);
});

test("a zoom stays where it was when recursion is folded and unfolded", () => {
	const graph = graphOf(["a;f;f;f;g;h 1", "a;f;x 4", "f;g 1"]);
	const tree = refined(graph, { folded: true });
	const stack = (t, f) => web.stackOf(graph, t, f);
	const at = (t, names) => Array.from(t.name).findIndex((_, f) => stack(t, f) === names);
	const there = (names) => stack(tree,
		web.samePlace(graph.tree, at(graph.tree, names), tree, []));
	const back = (names) =>
		stack(graph.tree, web.samePlace(tree, at(tree, names), graph.tree, []));

	assert.equal(there("a;f;f;f;g"), "a;f;g");
	assert.equal(there("a;f;f"), "a;f");
	assert.equal(there("a;f;x"), "a;f;x");
	assert.equal(back("a;f;g;h"), "a;f;f;f;g;h");
	assert.equal(back("a;f"), "a;f");
	assert.equal(back("a;f;x"), "a;f;x");
	assert.equal(back("f;g"), "f;g");
});

test("a label is cut in the name, not in what it was made of", () => {
	const cut = (room, side = "right") =>
		web.fittedName("function", " x120", room, side, (text) => text.length);

	assert.deepEqual([13, 12, 9, 8, 7, 3].map((room) => cut(room)),
		["function x120", "funct.. x120", "fu.. x120", "f.. x120", "funct..", "f.."]);
	assert.equal(cut(12, "left"), "..ction x120");
});

test("matches of a focused tree are the matching stacks, counted once", () => {
	const graph = graphOf(LINES);
	const share = (term) => web.focusCoverage(graph,
		{ ...web.NOTHING, focus: graph.names.indexOf("expr") },
		web.search(graph, web.compiled(term).pattern));

	assert.equal(share("expr"), 65);
	assert.equal(share("term|parse"), 25);
	assert.equal(share("read"), 40);
	assert.equal(share("lex|other"), 0);
});

test("a zoom stays where it was as long as its stack is there", () => {
	const graph = graphOf(LINES);
	const { tree } = graph;
	const at = (name) => tree.name.findIndex((n) => graph.names[n] === name);
	const hidden = [graph.names.indexOf("parse")];
	const other = web.refinedTree(graph, { ...web.NOTHING, hidden });
	const name = (frame) =>
		web.nameOf(graph, other, web.samePlace(tree, frame, other, hidden));

	assert.equal(name(at("term")), "term");
	assert.equal(name(at("parse")), "main");
	assert.equal(name(0), "all");
	assert.equal(web.samePlace(other, 1, tree, []), 1);
});

test("changes are added up, and coloured as the file colours them", () => {
	const delta = { max: "40", byframe: false, negate: false, same: [250, 250, 250],
		more: [[255, 250, 250], [255, 100, 100]],
		less: [[250, 250, 255], [100, 100, 255]] };
	const graph = graphOf(["a;x 20", "b;x 80"], { beforetotal: 100, delta,
		before: [100, 60, 60, 40, 40], framefills: [0, 0, 0, 0, 0] });
	const tree = refined(graph, { reversed: true });

	assert.deepEqual(Array.from(tree.before), [100, 100, 60, 40]);
	assert.equal(web.titleOf(graph, tree, 2),
		"a (20 samples, was 60: -40, x0.33, 60.00% -> 20.00%)");
	assert.deepEqual(Array.from(tree.name, (_, f) => web.fillOf(graph, tree, f)),
		["rgb(250,250,250)", "rgb(250,250,250)", "rgb(100,100,255)", "rgb(255,100,100)"]);
	assert.equal(web.deltaColor(delta, 0, 20), "rgb(255,175,175)");
	assert.equal(web.deltaColor(delta, 0, 500), "rgb(255,100,100)");
	assert.equal(web.deltaColor({ ...delta, negate: true }, 0, 20), "rgb(175,175,255)");
	assert.equal(web.deltaColor({ ...delta, byframe: true }, 10, 20), "rgb(255,175,175)");
	assert.equal(web.deltaColor({ ...delta, byframe: true }, 0, 0), "rgb(250,250,250)");
});

test("marks say what the file says of them", () => {
	const graph = graphOf(["a 10"],
		{ beforetotal: 200, before: [200, 100], diffwidth: "after" });

	assert.equal(web.markTitle(graph, { frames: 1, name: 1, count: 50n }),
		"1 frame vanished here: a (was 50 samples, 25.00%)");
	assert.equal(web.markTitle(graph, { frames: 2, name: 1, count: 50n }),
		"2 frames vanished here, the largest: a (was 50 samples, 25.00%)");
});

test("marks stand for enough of what fills the width, and the largest is the strongest", () => {
	const strong = (minmark, diffwidth, frame, ...sums) => {
		const graph = { minmark, diffwidth };
		const tree = { before: [1000, 200], after: [400, 100] };
		const marks = sums.map((sum) => ({ sum: BigInt(sum) }));
		const whole = web.wholeOfMarks(graph, tree, { frame });
		return web.strongMarks(graph, marks, whole)
			.map(({ sum, strength }) => [Number(sum), strength]);
	};

	assert.deepEqual(strong(0.5, "after", 0, 4, 5, 50), [[5, 0.28], [50, 1]]);
	assert.deepEqual(strong(0.5, "after", 1, 0, 1), [[1, 1]]);
	assert.deepEqual(strong(0.5, "before", 0, 1, 2, 4), [[2, 0.6], [4, 1]]);
	assert.deepEqual(strong(0, "after", 0, 1, 1000), [[1, 0.2], [1000, 1]]);
	assert.deepEqual(strong(100, "after", 0, 999), []);
	const big = { before: [2n ** 63n] };
	assert.equal(web.wholeOfMarks({}, big, { frame: 0 }), 2n ** 63n);
	assert.equal(web.strongMarks({ minmark: 50 }, [{ sum: 2n ** 62n }, { sum: 2n ** 62n - 1n }],
		2n ** 63n).length, 1);
});

test("titles are cut in the name, counts stay", () => {
	const cut = (text, room) => web.fittedTitle(text, room, "right", (t) => t.length);

	assert.equal(cut("name (1 samples)", 20), "name (1 samples)");
	assert.equal(cut("a_long_name (1 samples)", 20), "a_long.. (1 samples)");
	assert.equal(cut("a_long_name (1 samples)", 10), "a_long_n..");
	assert.equal(cut("Copied: a_long_name", 10), "Copied: ..");
});
