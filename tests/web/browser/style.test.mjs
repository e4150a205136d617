// SPDX-License-Identifier: MIT
// What options say about looks is seen, zoomed or not.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { clickOn, inspect, searchFor } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr 270", "main;run;read 350",
	"main;run;write 150", "other 200"];

before(startBrowser);
after(stopBrowser);

// The different values of a property that elements have.
function style(page, selector, property) {
	return page.$$eval(selector, (all, name) =>
		Array.from(new Set(all.map((e) => getComputedStyle(e)[name]))), property);
}

// Runs `check` on the picture of the file and on a zoomed one, with a search.
async function bothWays(options, check) {
	await withGraph(LINES, options, async (page) => {
		await page.mouse.move(2, 2);
		await check(page, ".row rect");
		await clickOn(page, "run");
		await searchFor(page, "read");
		await page.mouse.move(2, 2);
		await check(page, ".live rect");
	});
}

for (const as of ["flamegraph", "inferno-flamegraph"]) {
	test(`${as}: --stroke-color is round every frame`, async () => {
		for (const [given, seen] of [["#00ff00", "rgb(0, 255, 0)"], ["none", "none"]]) {
			const args = ["--stroke-color", given];
			await bothWays({ as, args }, async (page, frames) => {
				assert.deepEqual(await style(page, frames, "stroke"), [seen]);
				assert.deepEqual(await style(page, frames, "strokeOpacity"), ["1"]);
			});
		}
	});

	test(`${as}: --uicolor is that of the texts around, not of labels`, async () => {
		await bothWays({ as, args: ["--uicolor", "#123456"] }, async (page) => {
			const around = "#title, #details, #unzoom, #search, #matched, .matches";
			assert.deepEqual(await style(page, around, "fill"), ["rgb(18, 52, 86)"]);
			for (const fill of await style(page, "#labels text", "fill"))
				assert.match(fill, /^rgb\((0|255), (0|255), (0|255)\)$/);
		});
	});

	test(`${as}: --search-color is that of what was found`, async () => {
		const args = ["--search-color", "#00007f"];
		await withGraph(LINES, { as, args }, async (page) => {
			await searchFor(page, "read");
			const found = await style(page, ".found rect", "fill");
			assert.deepEqual(found, ["rgb(0, 0, 127)"]);
			const label = await page.$$eval("#labels text", (all) =>
				all.find((e) => e.textContent === "read").getAttribute("class"));
			assert.equal(label, "w");
		});
	});
}

for (const as of ["flamegraph", "flamegraph.pl", "inferno-flamegraph"]) {
	test(`${as}: fonts are those given, and labels keep to their frames`, async () => {
		const family = "\"Foo \\\"Bar\\\"\", serif";
		const args = ["--fonttype", "Foo \"Bar\", serif", "--fontsize", "20",
			"--fontwidth", "0.3", "--height", "30", "--width", "400"];
		await bothWays({ as, args, width: 400 }, async (page) => {
			const texts = "#title, #labels text, #search";
			assert.deepEqual(await style(page, texts, "fontFamily"), [family]);
			assert.deepEqual(await style(page, "#labels text", "fontSize"), ["20px"]);
			const { rects } = await inspect(page);
			const boxes = await page.$$eval("#labels text", (all) =>
				all.map((label) => label.getBoundingClientRect().toJSON()));
			assert.ok(boxes.length > 2);
			for (const { left, right, top, bottom } of boxes) {
				const rect = rects.find((r) => Math.abs(r.left + 3 - left) < 1.5 &&
					r.top <= top + 3 && r.bottom >= bottom - 3);
				assert.ok(rect && right <= rect.right + 0.5);
			}
		});
	});

	test(`${as}: the frame under the mouse has an outline`, async () => {
		await bothWays({ as }, async (page, frames) => {
			const all = await page.$$(frames);
			await all.at(-1).hover(); /* with the search field above it */
			const stroke = await style(page, frames + ":hover", "stroke");
			assert.deepEqual(stroke, ["rgb(0, 0, 0)"]);
			assert.deepEqual(await style(page, frames, "cursor"), ["pointer"]);
		});
	});
}

test("a graph without script shows all, and offers nothing", async () => {
	for (const as of ["flamegraph", "inferno-flamegraph"]) {
		await withGraph(LINES, { as, args: ["--no-javascript"] }, async (page) => {
			const buttons = await page.$$("script, #search, #unzoom, #ignorecase");
			assert.equal(buttons.length, 0);
			assert.equal((await page.$$(".row rect > title")).length, 9);
			assert.ok((await page.$$("#labels text")).length >= 8);
		});
	}
});
