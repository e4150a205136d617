// SPDX-License-Identifier: MIT
// region.mjs - is everything of a part of a large graph seen when a reader zooms into it?
import assert from "node:assert/strict";
import { withGraph } from "./browser.mjs";
import { inspect, searchFor, text } from "./reader.mjs";
import { REGION } from "./many.mjs";

// Points at the middle of each box { x, y }: [details, tooltip] of each.
function pointAt(page, places) {
	return page.evaluate((all) => all.map(({ x, y }) => {
		const element = document.elementFromPoint(x, y);
		const where = { clientX: x, clientY: y, bubbles: true };
		element.dispatchEvent(new MouseEvent("mousemove", where));
		const title = element.querySelector("title");
		return [document.querySelector("#details").textContent,
			title ? title.textContent : `no title: ${element.localName}`];
	}), places);
}

// How many boxes the layer of a zoomed picture has, as elements of their own or in paths.
function boxesDrawn(page) {
	return page.$$eval(".live rect, .live path", (all) => all.reduce((sum, e) => sum +
		(e.localName === "rect" ? 1 : e.getAttribute("d").split("M").length - 1), 0));
}

// The frames of these lines when nothing else is drawn, from the root to the leaves.
async function alone(lines, width) {
	const args = ["--minwidth", "0", "--markup", "full"];
	let frames;

	await withGraph(lines, { args, width }, async (page) => {
		const { rects, top, graph } = await inspect(page);
		const bottom = top + graph.tree.rows.length * graph.row;
		frames = rects.map((rect) => {
			const [, name, count] = /^(.*) \(([\d,]+) samples, /.exec(rect.title);
			return { name, count, x: (rect.left + rect.right) / 2,
				width: rect.right - rect.left, above: bottom - rect.bottom };
		});
	});
	return frames;
}

async function zoomByKeys(page, name) {
	await searchFor(page, `^${name}$`);
	for (const key of ["Escape", "n", "Enter", "Escape"])
		await page.keyboard.press(key);
	assert.equal(await text(page, "matched"), " ");
}

// Zooms to `name` and compares what is seen with its lines drawn alone. The graph stands in
// a page of `width` px.
async function checkZoomed(page, name, lines, width) {
	const { graph, top } = await inspect(page);
	const bottom = top + graph.tree.rows.length * graph.row;
	const total = Number(graph.tree.width[0]);
	const expected = (await alone(lines, width)).filter((frame) => frame.width >= 1);

	await zoomByKeys(page, name);
	const seen = await pointAt(page, expected.map(({ x, above }) =>
		({ x, y: bottom - above - graph.row / 2 })));
	let below = false;
	for (const [i, frame] of expected.entries()) {
		if (below) {
			const { name: own, count } = frame;
			const share = 100 * Number(count.replaceAll(",", "")) / total;
			const title = `${own} (${count} samples, ${share.toFixed(2)}%)`;
			assert.deepEqual(seen[i], ["Function: " + title, title]);
		}
		/* above it are frames that have more than these lines */
		assert.ok(below || seen[i][1].startsWith(frame.name + " ("), seen[i][1]);
		below = below || frame.name === name;
	}
	return expected.length;
}

// The lines of many.mjs are open in the page: nothing of the region is missing.
export async function checkRegion(page, width) {
	const deep = REGION.filter((line) => line.includes(";deep;"));
	const still = (await inspect(page)).rects.map((rect) => rect.title);

	assert.ok(!still.some((title) => /^(tiny|a\d|b\d+|deep|c\d+) \(/.test(title)));
	/* all, main, tiny, deep, six, and sixty below; then a box or two for all in `deep` */
	const first = await checkZoomed(page, "tiny", REGION, width);
	assert.equal(first, 70);
	assert.ok(await boxesDrawn(page) > 70);
	assert.equal(await checkZoomed(page, "deep", deep, width), 304);
	assert.equal(await boxesDrawn(page), 304);
}
