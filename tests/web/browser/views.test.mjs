// SPDX-License-Identifier: MIT
// The views of the page, with mouse and keys.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawn, notIn, startBrowser, stopBrowser, withPage,
	writeTemporary } from "../browser.mjs";
import { clickFrame, copied, keepCopies, labelsOf, middleOf, pointAt, rowsOf, shownText,
	withHtml } from "../pages.mjs";
import { query } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;run;read 500",
	"main;run;lex 100", "other 200"];
const CHANGED = ["main;grown 1000 3000", "main;same 5000 5000", "main;shrunk 4000 2000"];

before(startBrowser);
after(stopBrowser);

test("the page opens with the graph, and says what it is of", async () => {
	await withHtml(LINES, { args: ["--title", "nginx, 60 s"] }, async (page) => {
		assert.equal(await shownText(page, "h1"), "nginx, 60 s");
		assert.equal(await shownText(page, ".sub"), "1,000 samples \u00b7 8 functions");
		assert.deepEqual((await labelsOf(page)).sort(), ["expr", "lex", "lex", "main",
			"other", "parse", "read", "run", "term"]);
		assert.equal(await page.title(), "nginx, 60 s");
	});
});

test("a tall graph opens at its root", async () => {
	const tall = [Array.from({ length: 100 }, (_, i) => `f${i}`).join(";") + " 10", "f0;g 5"];

	await withHtml(tall, {}, async (page) => {
		const [, y] = await middleOf(page, "f0");
		const { height } = page.viewport();
		assert.ok(y > height - 160 && y < height - 30, String(y));
	});
	await withHtml(tall, { args: ["--inverted"] }, async (page) => {
		const [, y] = await middleOf(page, "f0");
		assert.ok(y < 160, String(y));
	});
});

test("frames too narrow for a label are pixels, which the mouse is on all the same", async () => {
	const lines = Array.from({ length: 200 }, (_, i) => `f${String(i).padStart(3, "0")} 1`);

	await withHtml(lines, {}, async (page) => {
		assert.deepEqual(await labelsOf(page), ["200 smaller, 100%"]);
		assert.equal((await page.$$("#frames .live rect")).length, 1); /* the root */
		const [x, y] = await page.$eval(".pixels canvas", (canvas) => {
			const { left, top, width } = canvas.getBoundingClientRect();
			return [left + width * 150.5 / 200, top + 9];
		});
		const pixel = await page.$eval(".pixels canvas", (canvas) => {
			const pen = canvas.getContext("2d");
			return Array.from(pen.getImageData(canvas.width * 0.7525, 0, 1, 1).data);
		});
		assert.equal(pixel[3], 255);
		await page.mouse.move(x, y);
		assert.match(await shownText(page, ".details"), /^f150/);
		await page.waitForSelector(".tip:not([hidden])");
		assert.match(await shownText(page, ".tip"), /^f1501 samples, 0\.50%self 1 samples/);
		await page.mouse.click(x, y);
		assert.deepEqual(await labelsOf(page), ["all", "f150"]);
	});
});

test("a graph of very many rows has outlines for narrow frames, and a small minimap", async () => {
	const chain = Array.from({ length: 5000 }, (_, i) => `;d${i}`).join("");
	const lines = [`a${chain} 100`, ...Array.from({ length: 900 }, (_, i) => `a;n${i} 1`)];

	await withHtml(lines, { query: "?map=1" }, async (page) => {
		assert.equal(await page.$eval(".pixels canvas", ({ height }) => height), 0);
		const drawn = await page.$$eval("#frames .live > path", (paths) =>
			paths.map((path) => path.getAttribute("d").match(/M/g).length));
		assert.ok(drawn.reduce((sum, count) => sum + count, 0) > 400);
		assert.equal(await page.$eval(".minimap canvas", ({ height }) => height), 400);
	});
});

test("the minimap has the whole graph, and a click in it zooms", async () => {
	await withHtml(LINES, {}, async (page) => {
		assert.ok(await page.$(".minimap[hidden]"));
		await page.keyboard.press("p");
		assert.equal(await query(page), "?map=1");
		const box = await page.$eval(".minimap canvas", (canvas) => {
			const { left, top, width, height } = canvas.getBoundingClientRect();
			return { left, top, width, height };
		});
		/* main;parse;... other: the row of parse is the third of five from below */
		await page.mouse.click(box.left + box.width * 0.05, box.top + box.height * 0.5);
		assert.deepEqual((await labelsOf(page)).filter((name) => name !== "main").sort(),
			["all", "expr", "lex", "parse", "term"]);
		const mark = await page.$eval(".minimap .mark",
			(e) => [e.style.left, e.style.width]);
		assert.deepEqual(mark.map((text) => Math.round(parseFloat(text))), [0, 20]);
		await page.keyboard.press("p");
		assert.doesNotMatch(await query(page), /map/);
	});
});

test("a click zooms, the URL has it, and Escape goes back", async () => {
	await withHtml(LINES, {}, async (page) => {
		await clickFrame(page, "run");
		assert.deepEqual((await labelsOf(page)).sort(),
			["all", "lex", "main", "read", "run"]);
		const state = await query(page);
		assert.match(state, /^\?x=\d+&y=2$/);
		await page.goto(page.url());
		await page.waitForSelector("#labels text");
		assert.equal(await query(page), state);
		assert.ok(!(await labelsOf(page)).includes("parse"));
		await page.keyboard.press("0");
		assert.equal(await query(page), "");
		await page.keyboard.press("Escape");
		assert.equal(await query(page), state);
	});
});

test("pointing at a frame says its counts, its own, and its share of its caller", async () => {
	await withHtml(LINES, {}, async (page) => {
		await pointAt(page, "run");
		assert.equal(await shownText(page, ".details"),
			"run600 samples, 60.00%self 0 samples, 0.00% \u00b7 75.00% of main");
	});
});

test("the search marks what it finds, counts it, and says what is no expression", async () => {
	await withHtml(LINES, {}, async (page) => {
		await page.keyboard.press("/");
		await page.keyboard.type("lex|read");
		assert.equal(await shownText(page, ".matched"), "630 samples, 63.0%, 3 frames");
		const colors = await page.$$eval("#frames .found rect", (all) =>
			all.map((rect) => getComputedStyle(rect).fill));
		assert.deepEqual(new Set(colors), new Set(["rgb(230, 0, 230)"]));
		assert.ok(await page.$eval("#frames .found", (found) => found.children.length) > 0);
		await page.keyboard.type("(");
		assert.match(await shownText(page, ".matched"), /^Invalid: /);
		await page.keyboard.press("Backspace");
		await page.keyboard.press("Escape"); /* leaves the field, */
		assert.equal(await query(page), "?s=lex%7Cread");
		await page.keyboard.press("Escape"); /* takes the search back */
		assert.equal(await query(page), "");
		await page.keyboard.press("/");
		await page.keyboard.type("LEX");
		assert.equal(await shownText(page, ".matched"), "0 samples, 0.0%, 0 frames");
		await page.keyboard.down("Control");
		await page.keyboard.press("i");
		await page.keyboard.up("Control");
		assert.equal(await shownText(page, ".matched"), "130 samples, 13.0%, 2 frames");
		await page.keyboard.press("Enter");
		assert.match(await shownText(page, ".details"), /^lex/);
	});
});

test("the sandwich has callers above and callees below, of all places", async () => {
	await withHtml(LINES, {}, async (page) => {
		await page.keyboard.press("2");
		assert.match(await shownText(page, ".empty"), /^Pick a function/);
		const names = (await rowsOf(page)).map(([name]) => name);
		assert.deepEqual(names.slice(0, 3), ["main", "run", "read"]);
		await page.evaluate(() => {
			Array.from(document.querySelectorAll(".space .line"))
				.find((line) => line.textContent.startsWith("lex")).click();
		});
		assert.equal(await shownText(page, ".picked"), "lextotal 130 samples, 13.00% " +
			"\u00b7 self 130 samples, 13.00% \u00b7 in 2 places");
		const tops = await page.$$eval("#labels text", (all) => all.map((text) =>
			[text.textContent, text.getBoundingClientRect().y]));
		const y = (name) => tops.find(([text]) => text === name)[1];
		assert.ok(y("main") < y("run") && y("run") < y("lex"));
		assert.equal(await query(page), "?view=sandwich&fn=lex");
		await page.keyboard.press("Escape");
		assert.match(await shownText(page, ".empty"), /^Pick a function/);
	});
});

test("s opens the sandwich of what is pointed at", async () => {
	await withHtml(LINES, {}, async (page) => {
		await pointAt(page, "parse");
		await page.keyboard.press("s");
		assert.equal(await shownText(page, ".picked h2"), "parse");
		assert.deepEqual((await labelsOf(page)).sort(),
			["expr", "lex", "main", "parse", "term"]);
	});
});

test("the table sorts by the title that is clicked, and opens the sandwich", async () => {
	await withHtml(LINES, {}, async (page) => {
		const first = async () => (await rowsOf(page))[0];
		await page.keyboard.press("3");
		assert.deepEqual(await first(), ["read", "500", "50.00%", "500", "50.00%"]);
		await page.click(".titles .cell:nth-child(4) button");
		assert.deepEqual(await first(), ["main", "0", "0.00%", "800", "80.00%"]);
		assert.equal(await shownText(page, "[aria-sort=descending]"), "Total");
		await page.click(".titles .cell:nth-child(1) button");
		assert.deepEqual((await first())[0], "expr");
		await page.keyboard.press("/");
		await page.keyboard.type("^r");
		assert.deepEqual((await rowsOf(page)).map(([name]) => name), ["read", "run"]);
		await page.click(".space .line");
		assert.match(await query(page), /view=sandwich&fn=read/);
	});
});

test("the search filters the table", async () => {
	await withHtml(LINES, { query: "?view=table&s=%5Elex" }, async (page) => {
		const names = (await rowsOf(page)).map(([name]) => name);
		assert.ok(names.length > 0 && names.every((name) => name.startsWith("lex")), names);
		assert.equal(await shownText(page, ".matched"),
			"1 function, 130 samples, 13.0%");
		await page.keyboard.press("1");
		await page.keyboard.press("3");
		assert.equal((await rowsOf(page)).length, names.length);
	});
});

test("counts above 2^53 are exact in the table and in the graph", async () => {
	const lines = ["main;a 9007199254740993", "main;b 9007199254740995"];

	await withHtml(lines, { query: "?view=table&sort=name" }, async (page) => {
		const row = (await rowsOf(page)).find(([name]) => name === "a");
		assert.ok(row.includes("9,007,199,254,740,993"), row.join());
		await page.keyboard.press("1");
		assert.match(await shownText(page, ".sub"), /18,014,398,509,481,988/);
	});
});

test("the table goes by keyboard alone", async () => {
	await withHtml(LINES, {}, async (page) => {
		await page.keyboard.press("3");
		for (const key of ["ArrowDown", "ArrowDown", "ArrowDown"])
			await page.keyboard.press(key);
		const row = await page.$eval("[role=grid]", (e) =>
			document.getElementById(e.getAttribute("aria-activedescendant"))
				.textContent);
		assert.match(row, /^term|^other/);
		await page.keyboard.press("Enter");
		assert.match(await query(page), /view=sandwich&fn=(term|other)/);
	});
});

test("a table of 100,000 functions has the rows in sight alone", async () => {
	const many = Array.from({ length: 100000 }, (_, i) => `f${i} ${1 + i % 7}`);

	await withHtml(many, { query: "?view=table&sort=name" }, async (page) => {
		const count = () => page.$$eval(".space .line", (all) => all.length);
		assert.ok(await count() < 100);
		assert.ok(await page.$("[role=grid][aria-rowcount='100001']"));
		await page.$eval("[role=grid]", (e) => {
			e.scrollTop = 1200000;
			e.dispatchEvent(new Event("scroll"));
		});
		assert.ok(await count() < 100);
		const rows = await rowsOf(page);
		assert.ok(rows.length > 20);
		await page.focus("[role=grid]");
		await page.keyboard.press("End");
		assert.equal((await rowsOf(page)).at(-1)[0], "f99999");
	});
});

test("hiding, leaving out and focusing change all views, each a step back", async () => {
	await withHtml(LINES, {}, async (page) => {
		await pointAt(page, "run");
		await page.keyboard.press("x");
		assert.equal(await shownText(page, ".sub"), "1,000 samples \u00b7 8 functions");
		assert.ok(!(await labelsOf(page)).includes("read"));
		assert.match(await shownText(page, ".chips"), /^without run/);
		await page.keyboard.press("3");
		assert.ok(!(await rowsOf(page)).some(([name]) => name === "read"));
		await page.click(".chip");
		assert.ok((await rowsOf(page)).some(([name]) => name === "read"));
		await page.keyboard.press("1");
		await pointAt(page, "parse");
		await page.keyboard.press("f");
		assert.deepEqual((await labelsOf(page)).sort(),
			["expr", "lex", "main", "parse", "term"]);
		await page.keyboard.press("Escape");
		assert.ok((await labelsOf(page)).includes("other"));
	});
});

test("recursion of more than 20 frames is offered to be folded", async () => {
	const lines = [`main;${"walk;".repeat(120)}leaf 30`, "main;other 70"];

	await withHtml(lines, {}, async (page) => {
		assert.equal(await shownText(page, ".hints"),
			"u folds 120 equal frames in a row: walk");
		await page.keyboard.press("u");
		assert.ok((await labelsOf(page)).includes("walk up to \u00d7120"));
	});
});

test("a differential has colours, columns and changes in all views", async () => {
	await withHtml(CHANGED, {}, async (page) => {
		const fills = await page.$$eval("#frames .live rect", (all) =>
			new Set(all.map((rect) => rect.getAttribute("fill"))).size);
		assert.ok(fills >= 3);
		await pointAt(page, "grown +2,000");
		assert.match(await shownText(page, ".details"),
			/3,000 samples, was 1,000: \+2,000, x3\.00, 10\.00% -> 30\.00%/);
		await page.keyboard.press("d");
		assert.equal(await query(page), "?column=both");
		await page.keyboard.press("3");
		assert.deepEqual((await rowsOf(page))[0],
			["grown", "1,000", "3,000", "+2,000", "+2,000", "x3.00", "+20.00", "***"]);
		assert.equal(await shownText(page, ".legend"), "\u22122,000+2,000");
		assert.ok((await titlesOf(page)).join().startsWith("Function,Before,After,"));
		await page.keyboard.press("2");
		assert.deepEqual((await rowsOf(page)).at(-1), ["shrunk", "\u22122,000"]);
	});
});

const titlesOf = (page) => page.$$eval("#panel .titles .cell", (all) =>
	all.map((cell) => cell.textContent));

test("a change is written on its frame: it survives grey, light and dark", async () => {
	const lines = ["# flambeau: unit=ns", "main;hash 695000000 1160000000",
		"main;parse 300000000 250000000", "main;same 9000000 9000000"];

	for (const dark of [false, true]) {
		await withHtml(lines, { dark }, async (page) => {
			assert.deepEqual((await labelsOf(page)).sort(),
				["hash +465 ms", "main +415 ms", "parse -50.0 ms"]);
			await pointAt(page, "hash +465 ms");
			assert.match(await shownText(page, ".details"),
				/^hash1\.16 s, was 695 ms: \+465 ms, x1\.67, 69\.22% -> 81\.75%/);
		});
	}
});

test("a comparison of a selection names its sides", async () => {
	const lines = ["@time=0.02;a;x 9", "@time=0.02;a;y 1", "@time=0.04;a;x 5",
		"@time=0.04;a;y 5"];

	await withHtml(lines, { query: "?view=table&t=2-3&cmp=1" }, async (page) => {
		assert.deepEqual((await titlesOf(page)).slice(1, 5),
			["Rest", "Selection", "Self, points", "Change, points"]);
		assert.deepEqual((await rowsOf(page))[0].slice(0, 5),
			["y", "10.00%", "50.00%", "+40.00", "+40.00"]);
		assert.equal(await page.$$eval(".tools .choice button", (all) =>
			all.map((e) => e.textContent).join()), "Rest,Selection,Both");
		assert.equal(await shownText(page, ".legend"), "\u221240.00 points+40.00 points");
		await page.keyboard.press("1");
		await pointAt(page, "y +40.00");
		assert.match(await shownText(page, ".details"),
			/^y5 samples, rest 1: 10\.00% -> 50\.00%/);
	});
});

test("names, stacks and lists can be copied, without formulas", async () => {
	await withHtml(["=cmd;+x 30", "=cmd;y 10"], {}, async (page) => {
		await keepCopies(page);
		await pointAt(page, "+x");
		await page.keyboard.press("c");
		assert.equal(await copied(page), "+x");
		await page.keyboard.down("Shift");
		await page.keyboard.press("c");
		await page.keyboard.up("Shift");
		assert.equal(await copied(page), "=cmd;+x");
		await page.keyboard.press("t");
		assert.equal(await copied(page), "Function\tSelf\tSelf %\tTotal\tTotal %\n" +
			"'+x\t30\t75.00%\t30\t75.00%\ny\t10\t25.00%\t10\t25.00%\n" +
			"'=cmd\t0\t0.00%\t40\t100.00%\n");
	});
});

test("the menu and the list of keys open, do something, and close", async () => {
	await withHtml(LINES, {}, async (page) => {
		await page.keyboard.press("m");
		await page.keyboard.press("Enter"); /* Leaf first */
		assert.equal(await query(page), "?reverse=1");
		assert.equal(await page.$(".popup"), null);
		await page.keyboard.press("?");
		assert.ok(await page.$("dialog[open]"));
		await page.keyboard.press("Escape");
		assert.equal(await page.$("dialog"), null);
		await page.mouse.click(...await middleOf(page, "read"), { button: "right" });
		assert.equal(await shownText(page, ".popup p"), "read");
		await page.keyboard.press("Escape");
		assert.equal(await page.$(".popup"), null);
	});
});

const NO_SWITCH = notIn("firefox", "nothing switches scripting off there");

test("without scripting the page is a picture", NO_SWITCH, async () => {
	const prepare = (page) => page.setJavaScriptEnabled(false);
	const html = drawn(LINES, "--html");

	await withPage(writeTemporary(html, ".html"), { prepare }, async (page) => {
		assert.ok(await page.$("noscript svg path"));
	});
	assert.match(html, /<text [^>]*>parse<\/text>/);
});

test("the picture without scripting is at most a tenth of the page", () => {
	const many = Array.from({ length: 20000 }, (_, i) => `main;f${i % 700};g${i} ${1 + i % 7}`);
	const html = drawn(many, "--html");
	const [picture] = /<noscript>[^]*<\/noscript>/.exec(html);

	assert.ok(picture.length > 1000 && picture.length <= html.length / 10,
		`${picture.length} of ${html.length}`);
});

const tall = [`main;${Array.from({ length: 90 }, (_, i) => `f${i}`).join(";")} 30`,
	"main;other 70"];

// The root's top, and whether the window of the graph shows it.
const rootInSight = (page) => page.$eval("#panel .graph:has(svg.flamegraph)", (host) => {
	const { bottom } = host.getBoundingClientRect();
	const svg = host.querySelector("svg").getBoundingClientRect();
	return svg.bottom <= bottom + 1 && svg.bottom > 0;
});

test("a tall graph stays at its root, or where it was scrolled to, from view to view", async () => {
	const lines = tall.map((line) => `@time=0.02;${line}`);

	await withHtml(lines, { height: 500 }, async (page) => {
		assert.ok(await rootInSight(page));
		for (const key of ["4", "1", "3", "1", "4"]) {
			await page.keyboard.press(key);
			assert.ok(key === "3" || await rootInSight(page), key);
		}
		await page.keyboard.press("1");
		await page.$eval("#panel .graph", (e) => {
			e.scrollTop = 200;
		});
		await page.waitForFunction(() =>
			document.querySelector("#panel .graph").scrollTop === 200);
		await new Promise((resolve) => setTimeout(resolve, 100));
		await page.keyboard.press("4");
		await page.keyboard.press("1");
		assert.equal(await page.$eval("#panel .graph", (e) => e.scrollTop), 200);
	});
});

test("what a link opened can be taken back, and the zoom has a chip", async () => {
	const run = "?s=lex&hide=term&x=0&y=1"; /* zoomed to main */

	await withHtml(LINES, { query: run }, async (page) => {
		assert.match(await shownText(page, ".chips"), /^hide term×zoom main×Undo$/);
		const seen = [];
		for (let i = 0; i < 4; i++) {
			await page.keyboard.press("Escape");
			seen.push(await query(page));
		}
		assert.deepEqual(seen, ["?hide=term&x=0&y=1", "?hide=term", "", ""]);
		assert.equal(await shownText(page, ".chips"), "");
	});
	await withHtml(LINES, {}, async (page) => {
		await clickFrame(page, "run");
		await page.click(".chip");
		assert.equal(await query(page), "");
	});
});

test("Back of the browser is a step back, Forward a step again", async () => {
	await withHtml(LINES, {}, async (page) => {
		const back = (by) => page.evaluate((n) => new Promise((resolve) => {
			addEventListener("popstate", () => setTimeout(resolve, 50), { once: true });
			history.go(n);
		}), by);
		await clickFrame(page, "run");
		const zoomed = await query(page);
		await page.keyboard.press("r");
		await back(-1);
		assert.equal(await query(page), zoomed);
		assert.ok(!(await labelsOf(page)).includes("parse"));
		await back(-1);
		assert.equal(await query(page), "");
		assert.ok((await labelsOf(page)).includes("parse"));
		await back(1);
		assert.equal(await query(page), zoomed);
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "");
		assert.ok((await labelsOf(page)).includes("parse"));
	});
});

test("the link to the view is copied, with a word about the file", async () => {
	await withHtml(LINES, { query: "?s=lex" }, async (page) => {
		await keepCopies(page);
		await page.click(".tools .link");
		assert.match(await copied(page), /^file:.*\?s=lex$/);
		assert.match(await shownText(page, ".status"), /send the file, too$/);
	});
	await withHtml(LINES, { over: "http" }, async (page) => {
		await keepCopies(page);
		await page.keyboard.press("l");
		assert.match(await copied(page), /^http:/);
		assert.equal(await shownText(page, ".status"), "Copied: the link to this view");
	});
});

test("long names are wrapped, and leave their room to the numbers", async () => {
	const name = `ns::${"Sharded<std::pair<int, long>, ".repeat(12)}>::find(int) const`;

	for (const width of [390, 700, 1400]) {
		await withHtml([`main;${name} 30`, "main;x 10"], { width }, async (page) => {
			const label = (await labelsOf(page)).find((text) => text.startsWith("ns"));
			await pointAt(page, label);
			const isIn = await page.$$eval(".details > *", (all) => all.map((e) => {
				const { left, right } = e.getBoundingClientRect();
				return left >= 0 && right <= innerWidth;
			}));
			assert.deepEqual(isIn, [true, true, true]);
			assert.match(await shownText(page, ".details"),
				/30 samples, 75\.00%self 30 /);
			await page.waitForSelector(".tip:not([hidden])");
			const tip = await page.$eval(".tip", (e) => {
				const { left, right, top, bottom } = e.getBoundingClientRect();
				return [left >= 0 && right <= innerWidth,
					top >= 0 && bottom <= innerHeight, e.textContent];
			});
			assert.deepEqual(tip, [true, true,
				`${name}30 samples, 75.00%self 30 samples, 75.00%75.00% of main`]);
		});
	}
});

test("what is neutral is seen against the page, and does not glare", async () => {
	for (const dark of [false, true]) {
		await withHtml(CHANGED, { dark }, async (page) => {
			const [paper, same] = await page.evaluate(() => [
				getComputedStyle(document.body).backgroundColor,
				Array.from(document.querySelectorAll("#frames .live rect"),
					(e) => getComputedStyle(e).fill)[0]]
				.map((color) => color.match(/\d+/g).slice(0, 3).map(Number)));
			assert.ok(Math.abs(paper[1] - same[1]) > 35, `${paper} ${same}`);
			assert.ok(!dark || same[1] < 150, String(same));
		});
	}
});

const ON_PAPER = notIn("firefox", "its driver prints no PDF with media events");

test("in a window as small as 400 % makes it, the graph is below the head", async () => {
	await withHtml(LINES, { width: 320, height: 200 }, async (page) => {
		const { wide, high } = await page.evaluate(() => ({
			wide: document.documentElement.scrollWidth,
			high: document.querySelector(".graph").clientHeight,
		}));
		assert.ok(wide <= 320 && high >= 100, `${wide} ${high}`);
	});
});

test("the list of keys is seen as a whole", async () => {
	await withHtml(LINES, { width: 1000, height: 600 }, async (page) => {
		await page.keyboard.press("?");
		assert.ok(await page.$eval(".keys", (e) => e.scrollHeight <= e.clientHeight));
	});
});

for (const [dark, colors] of [[false, "rgb(163, 157, 148) rgb(251, 250, 248)"],
	[true, "rgb(102, 102, 110) rgb(23, 23, 26)"]]) {
	test(`scrollbars are ${dark ? "dark" : "light"} where the page is`, async () => {
		await withHtml(LINES, { dark }, async (page) => {
			assert.equal(await page.$eval(".graph", (host) =>
				getComputedStyle(host).scrollbarColor), colors);
		});
	});
}

test("on paper nothing of the graph is cut off, however tall", ON_PAPER, async () => {
	await withHtml(tall, {}, async (page) => {
		await page.emulateMediaType("print");
		for (const [width, height] of [[700, 990], [990, 700]]) {
			await page.setViewport({ width, height });
			await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
			const boxes = await page.$$eval(".flamegraph, #labels text", (all) =>
				all.map((e) => e.getBoundingClientRect().toJSON()));
			assert.ok(boxes.length > 5);
			for (const { left, right, bottom } of boxes)
				assert.ok(left >= 0 && right <= width && bottom <= height,
					`${left} ${right} ${bottom}`);
			await page.evaluate(() => dispatchEvent(new Event("afterprint")));
		}
		await page.emulateMediaType("screen");
		assert.equal(await page.$(".flamegraph[viewBox]"), null);
	});
});

test("a narrow tower of recursion opens folded, with a chip that unfolds it", async () => {
	const lines = [`main;${"walk;".repeat(120)}leaf 20`, "main;run 900"];

	await withHtml(lines, {}, async (page) => {
		assert.match(await shownText(page, ".chips"), /^recursion folded/);
		assert.equal(await query(page), "?fold=1");
		await page.click(".chip");
		assert.equal(await query(page), "");
	});
	const cycle = [`main;${"value;list;".repeat(60)}leaf 20`, "main;run 900"];
	await withHtml(cycle, {}, async (page) => {
		const rows = () => page.$eval("#frames", (frames) =>
			Math.round(frames.getBoundingClientRect().height / 16));
		assert.match(await shownText(page, ".chips"), /^recursion folded/);
		assert.equal(await page.$eval(".chip", (chip) => chip.title), "Unfold (u)");
		assert.equal(await shownText(page, ".hints"), "u unfolds the recursion");
		assert.equal(await query(page), "?fold=2");
		assert.ok(await rows() < 8);
		await page.click(".chip");
		assert.equal(await shownText(page, ".hints"), "u folds 118 frames of cycles");
		assert.equal(await query(page), "");
		assert.ok(await rows() > 30);
		await page.keyboard.press("u");
		assert.equal(await query(page), "?fold=2");
	});
});

const fillAt = async (page, name) => page.$$eval("#frames .live rect", (all, [x, y]) =>
	all.map((rect) => [rect.getBoundingClientRect(), rect.getAttribute("fill")])
		.find(([box]) => x > box.left && x < box.right && y > box.top && y < box.bottom)[1],
await middleOf(page, name));

test("colours are by the reader's choice, with a legend, in the URL and undone", async () => {
	const lines = ["acme::db::find;acme::db::scan 60", "acme::net::send 30", "main 10"];

	await withHtml(lines, {}, async (page) => {
		await page.keyboard.press("m");
		await page.evaluate(() => Array.from(document.querySelectorAll(".popup button"))
			.find((e) => e.textContent.startsWith("Colours by module")).click());
		assert.equal(await query(page), "?color=module");
		assert.equal(await shownText(page, ".legend"),
			"acme::db 60% acme::net 30% other 10% ");
		assert.equal(await fillAt(page, "acme::db::find"),
			await fillAt(page, "acme::db::scan"));
		assert.notEqual(await fillAt(page, "acme::db::find"),
			await fillAt(page, "acme::net::send"));
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "");
		assert.ok(await page.$(".legend[hidden]"));
	});
	await withHtml(CHANGED, { query: "?color=orange" }, async (page) =>
		assert.equal(await fillAt(page, "grown +2,000"), "rgb(240,125,15)"));
});

test("a search that is pinned stays, with a colour and a total of its own", async () => {
	await withHtml(LINES, {}, async (page) => {
		for (const term of ["lex", "read"]) {
			await page.keyboard.press("/");
			await page.keyboard.type(term);
			await page.click(".search button:not([hidden])");
		}
		assert.equal(await query(page), "?pin=lex&pin=read");
		assert.match(await shownText(page, ".chips"),
			/^lex 130 samples, 13\.0%×read 500 samples, 50\.0%×Undo$/);
		assert.equal(await fillAt(page, "read"), await page.$eval(
			".chip:nth-child(2) .swatch", (e) => e.style.background.replace(/ /g, "")));
		await page.click(".chip");
		assert.equal(await query(page), "?pin=read");
	});
});

test("the list beside the sandwich is sorted by its titles", async () => {
	await withHtml(LINES, { query: "?view=sandwich" }, async (page) => {
		const first = async () => (await rowsOf(page))[0][0];
		assert.equal(await first(), "main");
		await page.click(".titles .cell:nth-child(1) button");
		assert.equal(await first(), "expr");
		assert.equal(await query(page), "?view=sandwich&nsort=name");
	});
});

test("the right button on a row has the menu of its function", async () => {
	await withHtml(LINES, { query: "?view=table&sort=name" }, async (page) => {
		await page.click(".space .line", { button: "right" });
		assert.equal(await shownText(page, ".popup p"), (await rowsOf(page))[0][0]);
	});
});

test("on a phone all columns of a comparison can be reached", async () => {
	await withHtml(CHANGED, { query: "?view=table", width: 390 }, async (page) => {
		const right = await page.$eval("#panel .list", (list) => {
			list.scrollLeft = 10000;
			return list.querySelector(".space .line").lastChild
				.getBoundingClientRect().right;
		});
		assert.ok(right > 200 && right <= 390, String(right));
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
	});
});
