// SPDX-License-Identifier: MIT
// A graph of 100,000 frames, most of them narrower than a pixel.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { manyLines } from "../many.mjs";
import { inspect, query, searchFor, text } from "../reader.mjs";
import { clickFrame, withHtml } from "../pages.mjs";
import { checkRegion } from "../region.mjs";

before(startBrowser);
after(stopBrowser);

const LINES = manyLines(100000);

test("100,000 frames: zooming shows all that was too narrow", async () => {
	await withGraph(LINES, { args: ["--minwidth", "0"], width: 1200 }, async (page) => {
		const { graph } = await inspect(page);
		assert.ok(graph.tree.size > 95000);
		await checkRegion(page, 1200);
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "");
		await searchFor(page, "^lib7::");
		assert.match(await text(page, "matched"), /^Matched: [1-9][\d.]*%$/);
	});
});

// 1,000 processes, a large one among them, which sorts after 400.
const ROOTS = Array.from({ length: 1000 }, (_, i) =>
	`p${String(i).padStart(4, "0")};main;f${i % 7} ${i === 400 ? 999 : 1}`);
const dust = (page) => page.$$eval("#labels .dust + text", (all) =>
	all.map((label) => label.textContent));

test("neighbours that are too narrow for labels are counted", async () => {
	await withGraph(ROOTS, { width: 1200 }, async (page) => {
		assert.deepEqual(await dust(page), ["400 smaller, 20.0%", "599 smaller, 30.0%"]);
		const { x, width } = await page.$eval("#labels .dust", (box) =>
			box.getBoundingClientRect().toJSON());
		assert.ok(Math.abs(x - 10) < 1 && Math.abs(width - 1180 * 400 / 1998) < 1);
		await searchFor(page, "p0");
		assert.deepEqual(await dust(page), [], "matches are not covered");
	});
	await withHtml(ROOTS, { width: 1200 }, async (page) => {
		assert.deepEqual(await dust(page), ["400 smaller, 20.0%", "599 smaller, 30.0%"]);
		await page.keyboard.press("o");
		assert.deepEqual(await dust(page), ["999 smaller, 50.0%"], "by width they meet");
		await clickFrame(page, "p0400");
		assert.deepEqual(await dust(page), []);
	});
	await withHtml(ROOTS, { width: 390 }, async (page) => {
		assert.deepEqual(await dust(page), [], "not where there is no room for the text");
	});
});
