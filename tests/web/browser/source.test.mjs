// SPDX-License-Identifier: MIT
// The Source view: lines with what they cost, their callers, what is inlined; sources of strangers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test, { after, before } from "node:test";
import { BROWSER, startBrowser, stopBrowser, writeTemporary } from "../browser.mjs";
import { copied, keepCopies, shownText, withHtml } from "../pages.mjs";
import { takeRequests } from "../server.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STACKS = ["main;parse 60", "main;run;parse 20", "main;run 20"];
const FILE = "/src/parse.c";

function lineOf(line, self, total, source, more = {}) {
	return { line, file: FILE, self, total, source, ...more };
}

function functionOf(name, self, total, lines) {
	return { function: name, module: "/bin/program", start: 10, self, total, lines };
}

const PARSE = functionOf("parse", 80, 80, [
	lineOf(10, 0, 0, "int parse(void)"),
	lineOf(11, 60, 60, "\treturn lex() + 1;", {
		inlined: [{ line: 3, file: "/src/lex.h", function: "lex", self: 50 }],
		callers: [{ function: "main", total: 40 }, { function: "run", total: 20 }] }),
	lineOf(40, 20, 20, "\treturn 0;", { callers: [{ function: "main", total: 20 }] }),
]);
const RUN = functionOf("run", 20, 40, [lineOf(70, 20, 40, "parse();",
	{ callers: [{ function: "main", total: 40 }] })]);

function dataOf(functions) {
	return writeTemporary(JSON.stringify({ format: "flambeau-lines", version: 1,
		unit: "samples", total: 100, functions }), ".json");
}

async function withSource(functions, options, use) {
	await withHtml(STACKS, { ...options, args: ["--line-data", dataOf(functions)] }, use);
}

// The rows of the source, in order, as texts of their cells.
const linesOf = (page) => page.$$eval(".source .column .space .line", (all) =>
	all.sort((a, b) => a.dataset.row - b.dataset.row)
		.map((line) => Array.from(line.children, (cell) => cell.textContent)));

const clickLine = (page, text) => page.$$eval(".source .column .line", (all, wanted) =>
	all.find((line) => line.textContent.includes(wanted)).click(), text);

const clickRow = (page, list, row) =>
	page.$eval(`${list} .space .line[data-row='${row}']`, (line) => line.click());

const queryOf = (page) => page.evaluate(() => location.search);

before(startBrowser);
after(stopBrowser);

test("a function has its lines with their shares, and gaps", async () => {
	await withSource([PARSE, RUN], { query: "?view=source" }, async (page) => {
		assert.equal(await shownText(page, ".picked h2"), "parse");
		assert.equal(await shownText(page, ".picked p"),
			"self 80.00% \u00b7 total 80.00% \u00b7 /bin/program");
		assert.deepEqual(await linesOf(page), [
			["", "", "", FILE],
			["", "", "10", "int parse(void)"],
			["60.00%", "60.00%", "11", "\treturn lex() + 1;"],
			["50.00%", "", "", "\u2192 lex lex.h:3"],
			["", "", "", "\u22ef"],
			["20.00%", "20.00%", "40", "\treturn 0;"],
		]);
		assert.equal(await page.$eval(".source .column .line[data-row='2'] .bar",
			(cell) => cell.style.getPropertyValue("--bar")), "1");
	});
});

test("a click on a line shows its callers, a click on one of them its lines", async () => {
	await withSource([PARSE, RUN], { query: "?view=source" }, async (page) => {
		await clickLine(page, "return lex");
		const callers = [["", "40.00%", "", "\u2190 main"],
			["", "20.00%", "", "\u2190 run"]];
		assert.deepEqual((await linesOf(page)).slice(4, 6), callers);
		assert.equal(await queryOf(page), "?view=source&fn=parse&line=11");
		await clickLine(page, "\u2190 run");
		assert.equal(await shownText(page, ".picked h2"), "run");
		await page.keyboard.press("Escape");
		assert.deepEqual((await linesOf(page)).slice(4, 6), callers);
		await clickLine(page, "\u2190 main"); // has no lines here
		assert.equal(await queryOf(page), "?view=sandwich&fn=main&line=11");
	});
});

test("keys move in the lines, and open what the graph is at", async () => {
	await withSource([PARSE, RUN], { query: "?view=sandwich&fn=run" }, async (page) => {
		await page.keyboard.press("6");
		assert.equal(await shownText(page, ".picked h2"), "run");
		await page.focus(".source .column .list");
		for (const key of ["Home", "ArrowDown", "Enter"])
			await page.keyboard.press(key);
		assert.equal((await linesOf(page))[2][3], "\u2190 main");
		await page.keyboard.press("s");
		assert.match(await queryOf(page), /view=sandwich&fn=run/);
	});
});

test("the list of functions has those that a search finds", async () => {
	await withSource([PARSE, RUN], { query: "?view=source&s=un" }, async (page) => {
		assert.deepEqual(await page.$$eval(".source > .list .space .name.cell",
			(cells) => cells.map((cell) => cell.textContent)), ["run"]);
	});
});

test("without lines there is no such view", async () => {
	await withHtml(STACKS, { query: "?view=source" }, async (page) => {
		assert.equal(await page.$eval("#tab-source", (tab) => tab.hidden), true);
		assert.equal(await page.$eval("#tab-graph", (tab) => tab.ariaSelected), "true");
	});
	await withSource([PARSE], { query: "?view=source&fn=main" }, async (page) => {
		assert.match(await shownText(page, ".picked"), /no lines of this function/);
	});
});

// Each would set window.hacked, open a dialog, or ask for a file named hacked.
const ATTACKS = ["</script><script>hacked=1,alert(1)</script>",
	"</style></noscript><img src=hacked onerror=hacked=1>", "*{background:url(hacked)}",
	"\"}]}]},\"names\":[\"x\"],\"y\":{\"", "${hacked=1}`+(hacked=1)+`", "javascript:hacked=1",
	"=HYPERLINK(\"hacked\")", "/* \u202e } \u2066if (admin)\u2069 \u2066 */ \u001b[31m\u0000"];

test("hostile names, paths and sources are text", async () => {
	const functions = ATTACKS.map((text) => ({ ...functionOf(text, 12, 12, [
		{ line: 1, file: text, self: 12, total: 12, source: text,
			inlined: [{ line: 1, file: text, function: text, self: 1 }],
			callers: [{ function: text, total: 1 }] }]), module: text }));

	takeRequests();
	await withSource(functions, { over: "http", query: "?view=source" }, async (page) => {
		await keepCopies(page);
		for (const at of ATTACKS.keys()) {
			await clickRow(page, ".source > .list", at);
			await clickRow(page, ".source .column", 1);
			await page.keyboard.press("t");
			const rows = await linesOf(page);
			assert.equal(rows.length, 4); // file, line, inlined, caller
			assert.ok(rows.flat().every((text) => !/\p{Cc}|\p{Bidi_C}/u.test(text)));
			assert.doesNotMatch(await copied(page), /\t=/);
			assert.equal(await page.evaluate(() => window.hacked), undefined);
			assert.equal((await page.$$("img, script[src], iframe")).length, 0);
		}
	});
	assert.deepEqual(takeRequests().filter((name) => name.includes("hacked")), []);
});

for (const dark of [false, true]) {
	test(`axe finds nothing in the source, ${dark ? "dark" : "light"}`, async () => {
		const prepare = (page) => BROWSER === "chromium" ? page.setBypassCSP(true) : null;
		const query = "?view=source&fn=parse&line=11";
		await withSource([PARSE, RUN], { dark, query, prepare }, async (page) => {
			if (BROWSER !== "chromium")
				return;
			const bad = await page.evaluate(async (code) => {
				(0, eval)(code);
				return (await window.axe.run(document)).violations.map(
					({ id, nodes }) => id + nodes.map(({ html }) => html));
			}, AXE);
			assert.deepEqual(bad, []);
		});
	});
}

test("a narrow window shows the list above the lines, which fit by scrolling", async () => {
	await withSource([PARSE, RUN], { query: "?view=source", width: 390 }, async (page) => {
		const [list, lines] = await page.$$eval(".source .list", (all) =>
			all.map((one) => one.getBoundingClientRect().toJSON()));
		assert.ok(list.bottom <= lines.top && lines.right <= 390);
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
	});
});
