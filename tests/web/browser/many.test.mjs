// SPDX-License-Identifier: MIT
// A graph of 100,000 frames, most of them narrower than a pixel.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { manyLines } from "../many.mjs";
import { inspect, query, searchFor, text } from "../reader.mjs";
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
