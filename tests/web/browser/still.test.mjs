// SPDX-License-Identifier: MIT
// The picture without a reader: as the file has it, as it is printed, as labels are cut.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawn, startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { clickOn, drawnAt, inspect, labels, middle, searchFor, text } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;run;read 600", "other 200"];
const NARROW = [...Array.from({ length: 300 }, (_, i) => `m;f${i} 1`), "m;wide 90000", "n 9700"];

before(startBrowser);
after(stopBrowser);

test("what every file has of script and style is small", () => {
	assert.ok(drawn(["a;b 1"]).length <= 97200);
	assert.ok(drawn(["a;b 1"], "--html").length <= 71400);
});

test("frames narrower than a pixel are one shape a row, which counts them", async () => {
	await withGraph(NARROW, { args: ["--minwidth", "0", "--no-javascript"] }, async (page) => {
		const titles = await page.$$eval(".row path", (all) =>
			all.map((path) => path.querySelector("title").textContent));
		assert.deepEqual(titles, ["300 frames narrower than 1 px"]);
		const seen = await page.$$eval(".row rect title", (all) =>
			all.map((title) => title.textContent));
		assert.deepEqual(seen.sort(), ["all (100,000 samples, 100%)",
			"m (90,300 samples, 90.30%)", "n (9,700 samples, 9.70%)",
			"wide (90,000 samples, 90.00%)"]);
	});
});

for (const [option, pattern] of [["left", /^\.\..*last$/], ["right", /^first.*\.\.$/]]) {
	test(`--truncate-text-${option}, at every width`, async () => {
		const name = "first_" + "and_then_".repeat(30) + "last";
		const args = ["--truncate-text-" + option];
		await withGraph([name + " 3", "other 1"], { args, width: 1200 }, async (page) => {
			const label = async () =>
				(await labels(page)).map((l) => l[3]).find((l) => l.includes(".."));
			assert.match(await label(), pattern);
			const before = (await label()).length;
			await page.setViewport({ width: 600, height: 700 });
			await drawnAt(page, 600);
			assert.match(await label(), pattern);
			assert.ok((await label()).length < before);
		});
	});
}

test("a print leaves the reader's view as it was", async () => {
	await withGraph(LINES, {}, async (page) => {
		await clickOn(page, "run");
		await searchFor(page, "read");
		await page.keyboard.press("Escape");
		const seen = async () => [await labels(page), await text(page, "matched"),
			(await inspect(page)).rects.length];
		const before = await seen();
		const printed = await page.pdf();
		assert.equal(String.fromCharCode(...printed.slice(0, 5)), "%PDF-");
		assert.deepEqual(await seen(), before);
	});
});

test("a differential says both counts and the change, and what its colours mean", async () => {
	const lines = ["a;grown 20 60", "b;shrunk 400 340", "new 0 20"];

	await withGraph(lines, {}, async (page) => {
		await page.mouse.move(...await middle(page, "grown"));
		assert.equal(await text(page, "details"),
			"Function: grown (60 samples, was 20: +40, x3.00, 4.76% -> 14.29%)");
		const legend = await text(page, "legend");
		for (const words of ["less", "more", "same", "Largest change: "])
			assert.ok(legend.includes(words), words);
		await clickOn(page, "b");
		assert.equal(await text(page, "legend"), legend);
	});
});
