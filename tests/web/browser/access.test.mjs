// SPDX-License-Identifier: MIT
// axe finds nothing serious for readers with screen readers, keyboards, or weak eyes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test, { after, before } from "node:test";
import { drawn, notIn, startBrowser, stopBrowser, withGraph, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, searchFor } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;run;read 600", "other 200"];
const DIFFERENCE = ["a;grown 20 60", "a;same 10 10", "b;shrunk 400 33", "new 0 7", "gone 300 0"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

before(startBrowser);
after(stopBrowser);

// Problems that are serious or critical, as "rule: element".
async function problems(page) {
	await page.evaluate(AXE + ";0");
	const found = await page.evaluate(async () => {
		const { violations, passes } = await window.axe.run(document.documentElement);
		const serious = violations.filter(({ impact }) => /serious|critical/.test(impact));
		return {
			serious: serious.flatMap(({ id, nodes }) =>
				nodes.map(({ html, failureSummary }) =>
					`${id}: ${html.slice(0, 200)} ${failureSummary}`)),
			passed: passes.length,
		};
	});

	assert.ok(found.passed > 0);
	return found.serious;
}

// A page around the pictures, as a file. (Of a document that is SVG axe knows less.)
function inPage(...svgs) {
	const graphs = svgs.map((svg) => svg.slice(svg.indexOf("<svg"))).join("");

	return writeTemporary("<!DOCTYPE html><html lang=en><meta charset=utf-8><title>A</title>" +
		`<body style="margin:0"><main><h1>Graphs</h1>${graphs}</main>`, ".html");
}

const STATES = {
	"as it opens": async () => {},
	"zoomed": (page) => clickOn(page, "run"),
	"searched": (page) => searchFor(page, "re"),
	"zoomed and searched": async (page) => {
		await clickOn(page, "main");
		await searchFor(page, "re");
	},
	"with a wrong expression": (page) => searchFor(page, "("),
	"with a frame in focus": async (page) => {
		await page.keyboard.press("ArrowUp");
		await page.keyboard.press("ArrowUp");
	},
	"with the list of keys": (page) => page.keyboard.press("?"),
};

for (const dark of [false, true]) {
	const how = dark ? "dark" : "light";

	for (const [state, reach] of Object.entries(STATES)) {
		test(`${how}: a graph ${state}`, async () => {
			await withGraph(LINES, { dark }, async (page) => {
				const prefers = await page.evaluate(() =>
					window.matchMedia("(prefers-color-scheme: dark)").matches);
				assert.equal(prefers, dark);
				await reach(page);
				assert.deepEqual(await problems(page), []);
			});
			await withPage(inPage(drawn(LINES)), { dark }, async (page) => {
				await page.$eval("svg", (svg) => svg.focus());
				await reach(page);
				assert.deepEqual(await problems(page), []);
			});
		});
	}

	test(`${how}: a differential, and an icicle graph`, async () => {
		await withGraph(DIFFERENCE, { dark }, async (page) => {
			assert.deepEqual(await problems(page), []);
		});
		await withGraph(LINES, { dark, args: ["--inverted"] }, async (page) => {
			await clickOn(page, "run");
			assert.deepEqual(await problems(page), []);
		});
	});

	test(`${how}: two graphs in a page`, async () => {
		const html = inPage(drawn(LINES), drawn(DIFFERENCE, "--inverted"));
		await withPage(html, { dark }, async (page) => {
			assert.deepEqual(await problems(page), []);
		});
	});
}

// Of what is chosen, or not, in the view of time.
async function adjustments(page, chosen) {
	return page.$$eval(`.timebar [aria-pressed=${chosen}], [role=tab][aria-selected=${chosen}]`,
		(all) => all.map((element) => getComputedStyle(element).forcedColorAdjust)
			.filter((adjust, i, list) => list.indexOf(adjust) === i));
}

const CHROMIUM = notIn("firefox", "it has no such switch");

test("what is chosen keeps its ground where colours are forced", CHROMIUM, async () => {
	const lines = ["@time=0.00;@tid=1;main;f 1", "@time=0.50;@tid=2;main;g 1"];
	const features = [{ name: "forced-colors", value: "active" }];
	const prepare = async (page) => (await page.createCDPSession()).send(
		"Emulation.setEmulatedMedia", { features });
	const file = writeTemporary(drawn(lines, "--html"), ".html");

	await withPage(file, { query: "?view=time", prepare }, async (page) => {
		await page.waitForSelector(".timebar [aria-pressed=true]");
		assert.deepEqual(await adjustments(page, true), ["none"]);
		assert.deepEqual(await adjustments(page, false), ["auto"]);
	});
});
