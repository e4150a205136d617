// SPDX-License-Identifier: MIT
// A graph of a million frames opens, zooms and is searched.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { manyLines } from "../many.mjs";
import { labels, query, searchFor, text } from "../reader.mjs";
import { checkRegion } from "../region.mjs";

before(startBrowser);
after(stopBrowser);

test("1,000,000 frames: zooming shows all that was too narrow", async () => {
	const args = ["--minwidth", "0"];

	await withGraph(manyLines(1000000), { args, width: 1200 }, async (page) => {
		const open = await labels(page);
		await checkRegion(page, 1200);
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "");
		assert.deepEqual(await labels(page), open);
		await searchFor(page, "^lib7::");
		assert.match(await text(page, "matched"), /^Matched: [1-9][\d.]*%$/);
		const found = await page.$eval(".matches", (element) => element.textContent);
		assert.match(found, /^[\d,]+ samples, \d,\d{3} frames$/);
	});
});
