// SPDX-License-Identifier: MIT
// Options about looks are visible, zoomed or not.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { NAMES, drawnAs, notIn, startBrowser, stopBrowser, withGraph, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, drawnAt, inspect, searchFor } from "../reader.mjs";

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

test("buttons are faint until they are pointed at or in use", async () => {
	await withGraph(LINES, {}, async (page) => {
		const clear = (id) => page.waitForFunction((selector) =>
			getComputedStyle(document.querySelector(selector)).opacity === "1", {}, id);
		const buttons = "#search, #ignorecase, .burger";
		assert.deepEqual(await style(page, buttons, "opacity"), ["0.65"]);
		await (await page.$("#ignorecase")).hover();
		await clear("#ignorecase");
		await page.mouse.move(2, 300);
		await searchFor(page, "r");
		await page.keyboard.press("Escape");
		await clear("#search");
		assert.deepEqual(await style(page, ".burger", "opacity"), ["0.65"]);
	});
});

test("a graph without script shows all, and offers nothing", async () => {
	const args = ["--no-javascript", "--title", "A \"title\""];

	for (const as of ["flamegraph", "inferno-flamegraph"]) {
		await withGraph(LINES, { as, args }, async (page) => {
			const buttons = await page.$$("script, #search, #unzoom, #ignorecase");
			assert.equal(buttons.length, 0);
			const [root] = await page.$$eval("svg", (all) => all.map((e) =>
				[e.getAttribute("role"), e.getAttribute("aria-label")].join()));
			assert.equal(root, "group,A \"title\"");
			assert.equal((await page.$$(".row rect > title")).length, 9);
			assert.ok((await page.$$("#labels text")).length >= 8);
		});
	}
});

// Shown, of what only the script makes useful, by id.
const shownTools = (page) => page.$$eval("#search, #ignorecase, #unzoom, .burger", (all) =>
	all.filter((e) => getComputedStyle(e).display !== "none").map((e) => e.id).join());

test("without the script nothing is offered that needs it", async () => {
	const others = "search,ignorecase"; /* as readers of their pictures know it */

	for (const [as, still] of NAMES.map((name, i) => [name, i > 0 ? others : ""])) {
		const svg = drawnAs(as, LINES);
		const image = writeTemporary(svg.replace(/<script>.*<\/script>/s, ""), ".svg");
		await withPage(image, {}, async (page) =>
			assert.equal(await shownTools(page), still));
		await withPage(writeTemporary(svg, ".svg"), {}, async (page) =>
			assert.equal(await shownTools(page), ",search,ignorecase"));
	}
});

const SCRIPTLESS = notIn("firefox", "its driver cannot switch scripts off");

test("the pointer is not a hand when scripts are off", SCRIPTLESS, async () => {
	const prepare = (page) => page.setJavaScriptEnabled(false);

	await withGraph(LINES, { prepare }, async (page) => {
		assert.deepEqual(await style(page, ".row rect", "cursor"), ["auto"]);
		assert.equal(await shownTools(page), "");
	});
});

test("a title that is cut has a tooltip with the whole", async () => {
	const title = "A title that is rather long for a window " + "as this one is";

	await withGraph(LINES, { args: ["--title", title], width: 500 }, async (page) => {
		const whole = () => page.$$eval("#title title", (all) =>
			all.map((e) => e.textContent));
		const seen = () => page.$eval("#title", (e) => e.firstChild.data);
		assert.match(await seen(), /^A title.*\.\.$/);
		assert.deepEqual(await whole(), [title]);
		await page.keyboard.press("r");
		assert.deepEqual(await whole(), [title + " \u2013 leaf first"]);
		await page.keyboard.press("r");
		await page.setViewport({ width: 1900, height: 700 });
		await drawnAt(page, 1900);
		assert.equal(await seen(), title);
		assert.deepEqual(await whole(), []);
	});
});
