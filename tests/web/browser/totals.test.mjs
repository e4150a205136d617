// SPDX-License-Identifier: MIT
// Whatever the total, neighbours meet, and no part of the picture is missing.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { inspect, unpainted } from "../reader.mjs";

const WAYS = [["flamegraph", []], ["flamegraph", ["--markup", "full"]], ["flamegraph.pl", []]];
const TOTALS = [1n, 10n ** 6n, 10n ** 8n, 10n ** 9n, 10n ** 12n, 2n ** 53n + 1n, 2n ** 63n];

before(startBrowser);
after(stopBrowser);

const left = 10;
const right = 1190; /* of the frames, in a window of 1200 px */

function near(a, b) {
	assert.ok(Math.abs(a - b) < 0.5, `${a} is not ${b}`);
}

// `rects` stand side by side, from end to end.
function checkMeeting(rects) {
	near(rects[0].left, left);
	near(rects.at(-1).right, right);
	for (let i = 1; i < rects.length; i++)
		near(rects[i].left, rects[i - 1].right);
}

function linesOf(total) {
	const half = total / 2n;

	if (total === 1n)
		return ["left;x 1"];
	return [`left ${half}`, `right;rest ${total - half - 10n}`,
		...Array.from({ length: 10 }, (_, i) => `right;ten;c${i} 1`)];
}

// Zooms to the parent of the ten: too narrow for a mouse, but not for a link.
async function zoomToTen(page) {
	const { graph, top } = await inspect(page);
	const { tree } = graph;
	const ten = tree.name.findIndex((name) => graph.names[name] === "ten");
	const y = top + (tree.rows.length - 3) * graph.row + 1;

	await page.goto(page.url() + `?x=${tree.start[ten]}&y=${y}`);
}

for (const [as, args] of WAYS) {
	for (const total of TOTALS) {
		test(`${[as, ...args].join(" ")}: a total of ${total}`, async () => {
			const options = { as, args: [...args, "--minwidth", "0"], width: 1200 };
			await withGraph(linesOf(total), options, async (page) => {
				const { rects } = await inspect(page);
				checkMeeting(rects.filter((r) => /^(left|right) /.test(r.title)));
				assert.deepEqual(await unpainted(page, [0, 1]), []);
				if (total === 1n)
					return;
				await zoomToTen(page);
				const seen = (await inspect(page)).rects;
				const children = seen.filter((rect) => !rect.parent).slice(1);
				assert.equal(children.length, 10);
				checkMeeting(children);
				assert.deepEqual(await unpainted(page, [0, 1, 2, 3]), []);
			});
		});
	}
}
