// SPDX-License-Identifier: MIT
// measure-page.mjs FILE.folded... - how long the page takes to open, zoom, show the sandwich of the
// function with the most frames, sort the table and, with labels, select and compare a time; beside
// it how long speedscope and our SVG take to open the same stacks.
//
// FLAMBEAU_BIN: the folder of the built programs; RUNS: how often, 5 if not given; medians in ms.
// PEERS=0 leaves speedscope and the SVG out. A time ends when two frames have been painted.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { BROWSER, drawn, startBrowser, stopBrowser, withPage, writeTemporary } from "./browser.mjs";
import { painted, timed, timedZoom } from "./timing.mjs";

const runs = Number(process.env.RUNS || 5);
const PATIENCE = 120000; /* ms */
const speedscope = fileURLToPath(new URL("node_modules/speedscope/dist/release/index.html",
	import.meta.url));

const clickRow = () => document.querySelector("#panel .space .line").click();
const clickTitle = (at) => document.querySelectorAll(".titles button")[at].click();

async function dragHeat(page) {
	const box = await page.$eval(".heat canvas", (e) => {
		const { left, top, width, height } = e.getBoundingClientRect();
		return { left, top, width, height };
	});
	await page.mouse.move(box.left + box.width * 0.3, box.top + box.height / 2);
	await page.mouse.down();
	await page.mouse.move(box.left + box.width * 0.4, box.top + box.height / 2);
	return timed(page, () => page.mouse.up());
}

async function measurePage(file, labelled) {
	const row = {};
	const start = performance.now();

	await withPage(file, { height: 900 }, async (page) => {
		page.setDefaultTimeout(PATIENCE);
		await page.waitForSelector("#frames .live rect");
		await painted(page);
		row.load = performance.now() - start;
		row.zoom = await timedZoom(page, "#frames .live rect");
		await page.keyboard.press("0");
		await page.keyboard.press("3");
		row.sort = await timed(page, () => page.evaluate(clickTitle, 3));
		row.sandwich = await timed(page, () => page.evaluate(clickRow));
		if (!labelled)
			return;
		await page.keyboard.press("4");
		await painted(page);
		row.select = await dragHeat(page);
		row.compare = await timed(page, () => page.keyboard.press("k"));
	});
	return row;
}

async function measureSvg(file) {
	const start = performance.now();
	let load = 0;

	await withPage(file, { height: 900 }, async (page) => {
		await painted(page);
		load = performance.now() - start;
	});
	return { load };
}

// speedscope opens a file by a script that calls it; its title has the name when it is drawn.
async function measureSpeedscope(folded) {
	const script = writeTemporary("speedscope.loadFileFromBase64(\"peer.txt\", " +
		`"${folded.toString("base64")}")`, ".js");
	const start = performance.now();
	let load = 0;

	await withPage(speedscope, { height: 900, query: `#localProfilePath=${script}` },
		async (page) => {
			await page.waitForFunction(() => document.title.includes("peer") &&
				document.querySelector("canvas"), { timeout: PATIENCE });
			await painted(page);
			load = performance.now() - start;
		}).catch(() => { load = NaN; });
	return { load };
}

async function medians(measure) {
	const rows = [];

	for (let run = 0; run < runs; run++)
		rows.push(await measure());
	return Object.entries(rows[0]).map(([name]) => {
		const numbers = rows.map((row) => row[name]).sort((a, b) => a - b);
		return `${name} ${Math.round(numbers[numbers.length >> 1])}`;
	}).join(", ");
}

await startBrowser();
await withPage(writeTemporary("<!DOCTYPE html><p>warm", ".html"), {}, painted);
console.log(`${BROWSER}, medians of ${runs}; ms`);
for (const file of process.argv.slice(2)) {
	const folded = readFileSync(file);
	const labelled = folded.subarray(0, 4096).includes("@time=");
	const html = writeTemporary(drawn(folded, "--html"), ".html");
	console.log(`${path.basename(file)}: ${statSync(html).size} bytes`);
	if (labelled) {
		const bare = execFileSync(path.join(process.env.FLAMBEAU_BIN, "collapse-filter"),
			["-q", "--drop-label", "all"], { input: folded, maxBuffer: 1 << 30 });
		console.log(`  gzip -9 without labels: ${gzipSync(bare,
			{ level: 9 }).length} bytes`);
	}
	console.log(`  page: ${await medians(() => measurePage(html, labelled))}`);
	if (process.env.PEERS === "0")
		continue;
	const svg = writeTemporary(drawn(folded), ".svg");
	console.log(`  SVG: ${await medians(() => measureSvg(svg))}`);
	console.log(`  speedscope: ${await medians(() => measureSpeedscope(folded))}`);
}
await stopBrowser();
