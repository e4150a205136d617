// SPDX-License-Identifier: MIT
// The part of the script that knows no page: text.js and graph.js of render/web.
import assert from "node:assert/strict";
import test from "node:test";
import { dataBlock } from "./block.mjs";
import { PARTS, source, web } from "./script.mjs";

const LINES = ["main;lex 3", "main;parse;expr;term 20", "main;parse;expr 5",
	"main;parse;read_file 12", "main;run;expr;read 40", "other 20"];

function graphOf(lines, options, hidden) {
	return web.readGraph(dataBlock(lines, options, hidden));
}

function frameNamed(graph, name) {
	for (let i = 0; i < graph.tree.size; i++) {
		if (web.nameOf(graph, graph.tree, i) === name)
			return i;
	}
	throw new Error("no frame " + name);
}

// Ten children of one count, in a parent that is `whole` - 10 counts away from the left edge.
function tenOf(whole) {
	const children = Array.from({ length: 10 }, (_, i) => `ten;c${i} 1`);
	return graphOf([`rest ${BigInt(whole) - 10n}`, ...children]);
}

test("counts are grouped by three digits", () => {
	assert.equal(web.grouped(0), "0");
	assert.equal(web.grouped(999), "999");
	assert.equal(web.grouped(1000), "1,000");
	assert.equal(web.grouped(1234567), "1,234,567");
	assert.equal(web.grouped(18446744073709551615n), "18,446,744,073,709,551,615");
});

// x * 10^2 as the exact fraction that the double is, rounded half to even.
function exactFixed2(x) {
	let shift = 0n;
	let y = x;
	while (!Number.isInteger(y)) {
		y *= 2;
		shift++;
	}
	const scaled = BigInt(y) * 100n;
	const unit = 1n << shift;
	let n = scaled / unit;
	const twice = 2n * (scaled % unit);
	if (twice > unit || (twice === unit && n % 2n === 1n))
		n++;
	return `${n / 100n}.${String(n % 100n).padStart(2, "0")}`;
}

test("two decimals are those of printf: the exact double, ties to even", () => {
	const known = { 0.125: "0.12", 0.375: "0.38", 0.625: "0.62", 0.875: "0.88", 1.005: "1.00",
		2.5: "2.50", 100: "100.00", 33.125: "33.12", 33.375: "33.38", 0: "0.00" };

	for (const [x, text] of Object.entries(known))
		assert.equal(web.fixed2(Number(x)), text);
	for (let i = 0; i <= 8000; i++)
		assert.equal(web.fixed2(i / 8), exactFixed2(i / 8));
	for (let i = 1; i < 3000; i++)
		assert.equal(web.fixed2(100 * i / 2999), exactFixed2(100 * i / 2999));
});

test("the tree holds starts, widths, parents and subtrees", () => {
	const graph = graphOf(LINES);
	const { tree } = graph;
	const expr = frameNamed(graph, "expr");
	const names = Array.from(tree.name, (_, i) => web.nameOf(graph, tree, i));

	assert.deepEqual(names, ["all", "main", "lex", "parse", "expr", "term", "read_file", "run",
		"expr", "read", "other"]);
	assert.deepEqual(Array.from(tree.depth), [0, 1, 2, 2, 3, 4, 3, 2, 3, 4, 1]);
	assert.deepEqual(Array.from(tree.start), [0, 0, 0, 3, 3, 3, 28, 40, 40, 40, 80]);
	assert.deepEqual(Array.from(tree.width), [100, 80, 3, 37, 25, 20, 12, 40, 40, 40, 20]);
	assert.deepEqual(Array.from(tree.next), [11, 10, 3, 7, 6, 6, 7, 10, 10, 10, 11]);
	assert.deepEqual(Array.from(tree.parent), [-1, 0, 1, 1, 3, 4, 3, 1, 7, 8, 0]);
	assert.deepEqual(tree.rows.map((row) => Array.from(row)),
		[[0], [1, 10], [2, 3, 7], [4, 6, 8], [5, 9]]);
	assert.equal(web.stackOf(graph, tree, expr), "main;parse;expr");
});

test("frames that the minimum width hid leave gaps", () => {
	const { tree } = graphOf(LINES, {}, (f) => ["lex", "term", "main;"].includes(f.name));

	assert.deepEqual(Array.from(tree.start), [0, 0, 3, 3, 28, 40, 40, 40, 80]);
	assert.deepEqual(Array.from(tree.next), [9, 8, 5, 4, 5, 8, 8, 8, 9]);
});

test("titles are the ones of the static picture", () => {
	const graph = graphOf(LINES);

	assert.equal(web.titleOf(graph, graph.tree, 0), "all (100 samples, 100%)");
	assert.equal(web.titleOf(graph, graph.tree, 3), "parse (37 samples, 37.00%)");
	const big = graphOf(["a 9223372036854775807", "b 1"]);
	assert.equal(web.titleOf(big, big.tree, 0),
		"all (9,223,372,036,854,775,808 samples, 100%)");
	assert.equal(web.titleOf(big, big.tree, 2), "b (1 samples, 0.00%)");
});

test("titles that the file lists stand for the ones made of counts", () => {
	const titles = { 0: "whole (x)", 1: "main (80 samples, 79.99%)", 3: "Parsing: f(x) (slow)",
		7: "(idle)", 10: "" };
	const graph = graphOf(LINES, { titles });
	const { tree } = graph;
	const frames = [0, 1, 3, 7, 10, 2];

	assert.deepEqual(frames.map((frame) => web.titleOf(graph, tree, frame)),
		[...Object.values(titles), "lex (3 samples, 3.00%)"]);
	assert.deepEqual(frames.map((frame) => web.labelOf(graph, tree, frame)),
		["whole", "main", "Parsing: f(x)", "(idle)", "other", "lex"]);
	assert.equal(web.nameOf(graph, tree, 3), "parse");
	assert.equal(web.stackOf(graph, tree, 3), "main;parse");
});

test("a search finds a name by the title that was given to it", () => {
	const graph = graphOf(LINES, { titles: { 0: "whole", 3: "Parsing", 4: "expr (9 u, 1%)" } });
	const frames = (term) => {
		const found = web.search(graph, web.compiled(term).pattern);
		return web.coverage(graph.tree, web.windowOn(graph.tree, 0), found).frames;
	};

	assert.equal(frames("Parsing"), 1);
	assert.equal(frames("parse"), 0);
	assert.equal(frames("^expr$"), 2);
	assert.equal(frames("whole"), 1);
	assert.equal(frames("all"), 0);
});

test("a title given to the root is not that of nameless frames", () => {
	const graph = graphOf(["a;;b 1", " 2"], { titles: { 0: "whole" } });

	assert.equal(web.labelOf(graph, graph.tree, 0), "whole");
	assert.equal(web.labelOf(graph, graph.tree, 2), "");
});

test("names lead where the file says, and nowhere else", () => {
	const data = dataBlock(LINES);
	const links = { [data.names.indexOf("expr")]: ["http://localhost/", "_top"] };
	const graph = web.readGraph({ ...data, links });
	const leading = Array.from(graph.tree.name, (_, frame) => frame)
		.filter((frame) => web.linkOf(graph, graph.tree, frame));

	assert.deepEqual(leading, [4, 8]);
	assert.equal(web.linkOf(graphOf(LINES), graphOf(LINES).tree, 4), undefined);
});

test("fills of frames go before fills of names", () => {
	const graph = graphOf(LINES, { fills: [], framefills: [0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] });

	assert.equal(web.fillOf(graph, graph.tree, 4), 6);
	assert.equal(web.fillOf(graph, graph.tree, 8), 2);
});

test("displayed counts are scaled, then rounded half away from zero", () => {
	const shown = (count, scale, factor) =>
		web.displayed(graphOf(LINES, { scale, factor }), count);

	assert.equal(shown(25, 1, 1), 3n);
	assert.equal(shown(24, 1, 1), 2n);
	assert.equal(shown(5, 0, 0.5), 3n);
	assert.equal(shown(5, 0, 1000), 5000n);
	assert.equal(shown(5, 3, 1e-7), 0n);
	assert.equal(shown(15, 1, 2), 3n);
	assert.equal(shown(9223372036854775807n, 0, 1), 9223372036854775807n);
});

test("counts of a known unit are said in it, as the file does", () => {
	const said = (count, kind, size, scale = 0) =>
		web.countText(graphOf(LINES, { scale, unit: { kind, size } }), count);

	assert.deepEqual([0, 999, 1000, 9994, 9995, 999499, 999500, 2004008]
		.map((count) => said(count, "time", 1)), ["0 ns", "999 ns", "1.00 \u00B5s",
		"9.99 \u00B5s", "10.0 \u00B5s", "999 \u00B5s", "1.00 ms", "2.00 ms"]);
	assert.equal(said(18446744073709551615n, "time", 1), "18,446,744,074 s");
	assert.equal(said(15, "time", 1000000000, 1), "1.50 s");
	assert.deepEqual([0, 1023, 1024, 1048524, 1048525, 4509715661]
		.map((count) => said(count, "memory", 1)),
	["0 B", "1023 B", "1.0 KiB", "1,023.9 KiB", "1.0 MiB", "4.2 GiB"]);
	assert.equal(said(18446744073709551615n, "memory", 1), "16.0 EiB");
});

test("counts have two decimals at most", () => {
	const said = (count, scale) => web.countText(graphOf(LINES, { scale }), count);

	assert.deepEqual([said(15, 1), said(10, 1), said(1999, 3), said(1234567, 2)],
		["1.5 samples", "1 samples", "2 samples", "12,345.67 samples"]);
});

test("the root tells the number of samples", () => {
	const graph = graphOf(LINES, { unit: { kind: "time", size: 1 }, samples: "7 samples" });

	assert.equal(web.titleOf(graph, graph.tree, 0), "all (100 ns, 7 samples, 100%)");
	assert.equal(web.titleOf(graph, graph.tree, 3), "parse (37 ns, 37.00%)");
});

for (const whole of [10n ** 6n, 10n ** 12n, 2n ** 53n + 1n, 2n ** 63n]) {
	test(`with a total of ${whole}, neighbours meet and fill the window`, () => {
		const graph = tenOf(whole);
		const { tree } = graph;
		const boxes = (at) => web.visibleBoxes(tree, web.windowOn(tree, at), 1, 0, null);
		const zoomed = boxes(frameNamed(graph, "ten")).slice(2);

		assert.equal(zoomed.length, 10);
		let x = 0;
		for (const box of zoomed) {
			assert.equal(box.x, x);
			assert.ok(Math.abs(box.width - web.GRID / 10) <= 1);
			x += box.width;
		}
		assert.equal(x, web.GRID);
		assert.equal(Math.max(...boxes(0).map((box) => box.x + box.width)), web.GRID);
		assert.equal(tree.start[tree.size - 1] + tree.width[tree.size - 1], tree.width[0]);
		assert.equal(BigInt(tree.width[0]), whole);
	});
}

test("places are rounded to the nearest column, halves up", () => {
	const win = (start, width) => ({ start, width });

	for (const big of [Number, BigInt]) {
		assert.equal(web.place(win(big(0), big(3)), big(1)), 349525);
		assert.equal(web.place(win(big(5), big(2 ** 21)), big(6)), 1);
		assert.equal(web.place(win(big(5), big(7)), big(12)), web.GRID);
	}
});

test("every column of a frame is that frame's", () => {
	const graph = graphOf(LINES);
	const { tree } = graph;

	for (let zoomed = 0; zoomed < tree.size; zoomed++) {
		const win = web.windowOn(tree, zoomed);
		for (const box of web.visibleBoxes(tree, win, 1, 1, null)) {
			const depth = tree.depth[box.frame];
			const at = (column) => web.frameAt(tree, win, depth, column);
			assert.equal(at(box.x), box.frame);
			assert.equal(at(box.x + box.width - 1), box.frame);
			assert.notEqual(at(box.x + box.width), box.frame);
			assert.notEqual(at(box.x - 1), box.frame);
		}
	}
	const root = web.windowOn(tree, 0);
	assert.equal(web.frameAt(tree, root, 2, 0.9 * web.GRID), -1);
	assert.equal(web.frameAt(tree, root, 99, 0), -1);
	assert.equal(web.frameAt(tree, root, -1, 0), -1);
	assert.equal(web.frameAt(tree, root, 0, NaN), -1);
});

test("narrow frames are joined, and none is counted twice or lost", () => {
	const lines = Array.from({ length: 5000 }, (_, i) => `f${i} ${1 + i % 3}`);
	const { tree } = graphOf(lines);
	const boxes = web.visibleBoxes(tree, web.windowOn(tree, 0), web.GRID / 1000, 0, null)
		.filter((box) => box.frame > 0);

	assert.ok(boxes.length <= 1000);
	assert.equal(boxes.reduce((sum, box) => sum + box.frames, 0), 5000);
	assert.equal(boxes.reduce((sum, box) => sum + box.width, 0), web.GRID);
	for (const box of boxes)
		assert.ok(box.frames === 1 || box.width < 2 * web.GRID / 1000);
});

test("frames are found by start and row, zero widths are passed over", () => {
	for (const count of [5, 2n ** 63n]) {
		const graph = graphOf(["gone 0", "a;x 5", `b ${count}`]);
		const { tree } = graph;
		const five = tree.width[frameNamed(graph, "a")];

		assert.equal(web.frameStarting(tree, 1, five), frameNamed(graph, "b"));
		assert.equal(web.frameStarting(tree, 1, tree.zero), frameNamed(graph, "a"));
		assert.equal(web.frameStarting(tree, 2, five), -1);
		assert.equal(web.frameStarting(tree, -1, five), -1);
	}
});

test("keys move to neighbours, children and no further than the window", () => {
	const graph = graphOf(LINES);
	const { tree } = graph;
	const root = web.windowOn(tree, 0);
	const parse = web.windowOn(tree, frameNamed(graph, "parse"));

	assert.equal(web.neighbour(tree, root, 3, 1), 7);
	assert.equal(web.neighbour(tree, root, 3, -1), 2);
	assert.equal(web.neighbour(tree, root, 2, -1), -1);
	assert.equal(web.neighbour(tree, parse, 3, 1), -1);
	assert.equal(web.childOf(tree, root, 1), 2);
	assert.equal(web.childOf(tree, parse, 1), 3);
	assert.equal(web.childOf(tree, root, 10), -1);
	assert.ok(web.inWindow(tree, parse, 0) && web.inWindow(tree, parse, 6));
	assert.ok(!web.inWindow(tree, parse, 2) && !web.inWindow(tree, parse, 7));
});

test("coverage counts overlap once, relative to the window", () => {
	const graph = graphOf(LINES);
	const { tree } = graph;
	const covered = (term, frame, ignoreCase) => {
		const found = web.search(graph, web.compiled(term, ignoreCase).pattern);
		return web.coverage(tree, web.windowOn(tree, frame), found);
	};

	assert.deepEqual(covered("expr|term", 0), { frames: 3, width: 65 });
	assert.deepEqual(covered("^read", 0), { frames: 2, width: 52 });
	assert.deepEqual(covered("expr", frameNamed(graph, "parse")), { frames: 1, width: 25 });
	assert.deepEqual(covered("main", frameNamed(graph, "parse")), { frames: 0, width: 0 });
	assert.deepEqual(covered("all", 0), { frames: 1, width: 100 });
	assert.deepEqual(covered("READ_", 0), { frames: 0, width: 0 });
	assert.deepEqual(covered("READ_", 0, true), { frames: 1, width: 12 });
	assert.equal(web.shareText(25, 37), "67.6%");
	assert.equal(web.shareText(2n ** 63n, 2n ** 63n), "100%");
	assert.equal(web.shareText(1n, 2n ** 63n), "0.0%");
});

test("a search is quick if no expression of its shape could take long", () => {
	const short = graphOf(LINES);
	const long = graphOf([`main;${"a".repeat(20000)} 1`]);
	const quick = ["", "read", "a|b", "^ma.*in$", "x?", "[+*?(]+", "\\(a\\)+", "(?:a|b)c",
		"a{2}", "{", "a{,3}*"];
	const slow = ["(a+)+$", "(a|a)*$", "(?:a?)+b", "(a)\\1", "(?<x>a)\\k<x>", "(?=a)+",
		`${"a?".repeat(30)}${"a".repeat(30)}`, `${"(a|a)".repeat(30)}b`, "a*a*a*a*a*a*a*b"];

	for (const term of quick)
		assert.ok(web.isQuick(short, term), term);
	for (const term of slow)
		assert.ok(!web.isQuick(short, term), term);
	assert.ok(web.isQuick(long, "a|b") && !web.isQuick(long, "a.*b"));
});

test("matches follow each other round the window", () => {
	const graph = graphOf(LINES);
	const { tree } = graph;
	const found = web.search(graph, /expr/);
	const next = (win, frame, by) =>
		web.nextFound(tree, web.windowOn(tree, win), found, frame, by);

	assert.equal(next(0, -1, 1), 4);
	assert.equal(next(0, 4, 1), 8);
	assert.equal(next(0, 8, 1), 4);
	assert.equal(next(0, -1, -1), 8);
	assert.equal(next(7, 4, 1), 8);
	assert.equal(next(10, -1, 1), -1);
});

test("an expression that is none is an error, not an exception", () => {
	for (const term of ["(", "[", "*", "a{2,1}", "\\"])
		assert.ok(web.compiled(term).error.length > 0);
	assert.ok(!web.compiled("(").error.includes("/"));
});

test("labels are cut to the room they have", () => {
	const measure = (text) => 10 * Array.from(text).length;
	const fit = (text, room, side = "right") => web.fitted(text, room, side, measure);

	assert.equal(fit("function", 80), "function");
	assert.equal(fit("function", 79), "funct..");
	assert.equal(fit("function", 79, "left"), "..ction");
	assert.equal(fit("function", 30), "f..");
	assert.equal(fit("function", 29), "");
	assert.equal(fit("ab", 20), "ab");
	assert.equal(fit("ab", 19), "");
	assert.equal(fit("\u{1F600}\u{1F601}\u{1F602}\u{1F603}", 30), "\u{1F600}..");
	assert.equal(fit("", 0), "");
	assert.equal(fit("x", -5), "");
});

test("the files can stand in a CDATA section, and anywhere in a page", () => {
	for (const name of ["begin.js", ...PARTS, "end.js"]) {
		assert.doesNotMatch(source(name), /\]\]>|<\/script|<!--/i, name);
		assert.match(source(name), /^[\t\n -~]*$/, name);
	}
});

test("every rule of the style is the graph's own", () => {
	const style = source("flamegraph.css").replace(/\/\*[^]*?\*\//g, "");

	for (const [, selectors] of style.matchAll(/([^{}]+)\{/g)) {
		if (selectors.trim().startsWith("@"))
			continue;
		for (const selector of selectors.split(","))
			assert.match(selector.trim(), /^\.flamegraph( |\.|$)/);
	}
});

test("white is for dark fills", () => {
	assert.equal(web.needsWhite("rgb(0,0,128)"), true);
	assert.equal(web.needsWhite("rgb(230,0,230)"), false);
	assert.equal(web.needsWhite("rgb(255,255,0)"), false);
});

test("the state is read from and written to the query; other parameters stay", () => {
	const none = { x: null, y: null, s: null, ic: null, flip: null, focus: null, hide: [],
		drop: [], reverse: null, fold: null, order: null, color: null, pin: [] };

	assert.deepEqual(web.readState(""), none);
	assert.deepEqual(web.readState("?x=12&y=34&s=a%2Bb%20c"),
		{ ...none, x: "12", y: "34", s: "a+b c" });
	assert.deepEqual(web.readState("?s=%&x"), { ...none, s: "%" });
	assert.deepEqual(web.readState("?hide=a%26b&order=width&hide=c"),
		{ ...none, hide: ["a&b", "c"], order: "width" });
	assert.deepEqual(web.readState("?a-s=1&s=2&b-s=3", "b-"), { ...none, s: "3" });
	assert.deepEqual(web.readState("?xx=1&__proto__=2"), none);
	assert.equal(web.writeState("", none), "");
	assert.equal(web.writeState("?a=%20b&x=1&y=2&c", none), "?a=%20b&c");
	assert.equal(web.writeState("?x=1&q=2", { x: "9007199254740993", y: "37", s: "a&b|c d" }),
		"?q=2&x=9007199254740993&y=37&s=a%26b%7Cc%20d");
	assert.equal(web.writeState("?hide=z&q", { ...none, hide: ["a", "b"], reverse: 1 }),
		"?q&hide=a&hide=b&reverse=1");
	assert.deepEqual(web.readState("?fold=1&x=2"), { ...none, fold: "1", x: "2" });
	assert.equal(web.writeState("?fold=1&q", { ...none, reverse: 1, fold: 1 }),
		"?q&reverse=1&fold=1");
	assert.equal(web.writeState("?s=1&b-s=2", { ...none, s: "3" }, "b-"), "?s=1&b-s=3");
	assert.equal(web.readState(web.writeState("", { ...none, s: "50%&x=\u00e9\ud800" })).s,
		"50%&x=\u00e9\ufffd");
});
