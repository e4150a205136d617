// SPDX-License-Identifier: MIT
// measure-page.mjs FILE.folded... - how long the page takes to open, zoom, show the sandwich of the
// function with the most frames, sort the table and, with labels, select and compare a time; beside
// it how long speedscope and our SVG take to open the same stacks.
//
// FLAMBEAU_BIN: the folder of the built programs; RUNS: how often, 5 if not given; medians in ms.
// PEERS=0 leaves speedscope and the SVG out. A time ends when two frames have been painted.
import { execFileSync } from "node:child_process";
import { createReadStream, readFileSync, statSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { BROWSER, drawn, startBrowser, stopBrowser, withPage, writeTemporary } from "./browser.mjs";
import { painted, timed, timedZoom } from "./timing.mjs";

const runs = Number(process.env.RUNS || 5);
const PATIENCE = 120000; /* ms */
const speedscope = fileURLToPath(new URL("node_modules/speedscope/dist/release",
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

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css",
	".wasm": "application/wasm", ".woff2": "font/woff2" };

// speedscope's own page from its package, over HTTP, with the stacks beside it as peer.txt.
function serveSpeedscope(folded) {
	const server = http.createServer((request, response) => {
		const name = path.basename(new URL(request.url, "http://localhost").pathname);
		const type = TYPES[path.extname(name)] || "text/plain";

		response.setHeader("Content-Type", type);
		if (name === "peer.txt")
			response.end(folded);
		else
			createReadStream(path.join(speedscope, name)).on("error", () =>
				response.writeHead(404).end()).pipe(response);
	});

	return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

// It fetches what its address names; its title has the name when it is drawn. NaN: it never was.
async function measureSpeedscope(server) {
	const at = `http://127.0.0.1:${server.address().port}`;
	const url = `${at}/index.html#profileURL=${at}/peer.txt&title=peer`;
	const start = performance.now();
	let load = NaN;

	await withPage("", { height: 900, url }, async (page) => {
		await page.waitForFunction(() => document.title.includes("peer") &&
			document.querySelector("canvas"), { timeout: PATIENCE }).then(async () => {
			await painted(page);
			load = performance.now() - start;
		}, () => null);
	});
	return { load };
}

// The medians of a row; a page that is never drawn is waited for once.
async function medians(measure) {
	const rows = [];

	for (let run = 0; run < runs && !(run > 0 && Number.isNaN(rows[0].load)); run++)
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
	const server = await serveSpeedscope(folded);
	console.log(`  speedscope: ${await medians(() => measureSpeedscope(server))}`);
	server.close();
}
await stopBrowser();
