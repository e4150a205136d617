// SPDX-License-Identifier: MIT
// measure.mjs [FRAMES | FILE.folded | FILE.svg]... - how long a graph takes to open, zoom and
// search in a browser, and what memory it needs. Numbers are made-up graphs of that size
// (25000, 100000 and 1000000 if nothing is given).
//
// FLAMBEAU_BIN: the folder of the built programs; FLAMBEAU_BROWSER: chromium or firefox;
// RUNS: how often, 3 if not given; the table has the medians, but the most memory. Times are
// until two frames have been painted. Memory is what all processes of the browser have more
// than before; what an earlier run gave back is used again.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { BROWSER, browserProcess, drawn, startBrowser, stopBrowser, withPage,
	writeTemporary } from "./browser.mjs";
import { manyLines } from "./many.mjs";
import { painted, timed, timedZoom } from "./timing.mjs";

const runs = Number(process.env.RUNS || 3);
const sizes = process.argv.length > 2 ? process.argv.slice(2) : ["25000", "100000", "1000000"];

// The parent of a process, and its resident memory in MB; null: it has ended. (Linux.)
function processOf(pid) {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		const [, parent] = /^PPid:\s+(\d+)/m.exec(status);
		const [, size] = /^VmRSS:\s+(\d+)/m.exec(status) || ["", "0"];
		return { parent: Number(parent), size: size / 1024 };
	} catch {
		return null;
	}
}

// Memory of a process and of all that it started.
function memoryOf(root) {
	const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	const all = new Map(pids.map((pid) => [Number(pid), processOf(pid)]));
	let sum = 0;

	for (const [pid, { size }] of Array.from(all).filter(([, found]) => found)) {
		let at = pid;
		while (at !== root && all.get(at))
			at = all.get(at).parent;
		if (at === root)
			sum += size;
	}
	return sum;
}

function fileOf(what) {
	if (what.endsWith(".svg"))
		return what;
	const lines = /^\d+$/.test(what) ? manyLines(Number(what)) : readFileSync(what);
	return writeTemporary(drawn(lines, "--minwidth", "0"), ".svg");
}

const clickUnzoom = () =>
	document.querySelector("#unzoom").dispatchEvent(new MouseEvent("click", { bubbles: true }));

async function measure(file) {
	const row = {};
	const before = memoryOf(browserProcess());
	const start = performance.now();

	await withPage(file, { height: 900 }, async (page) => {
		await painted(page);
		row.load = performance.now() - start;
		row.memory = memoryOf(browserProcess()) - before;
		row.nodes = await page.evaluate(() => document.querySelectorAll("*").length);
		if (!await page.$("#unzoom"))
			return;
		row.zoom = await timedZoom(page, "#frames .row rect");
		row.unzoom = await timed(page, () => page.evaluate(clickUnzoom));
		await page.keyboard.press("/");
		await page.keyboard.type("a");
		row.search = await timed(page, () => page.keyboard.press("Enter"));
	});
	return row;
}

function summary(name, rows) {
	const numbers = rows.map((row) => row[name]).sort((a, b) => a - b);

	if (numbers[0] === undefined)
		return "-";
	return String(Math.round(name === "memory" ? numbers.at(-1) :
		numbers[numbers.length >> 1]));
}

const COLUMNS = ["load", "zoom", "unzoom", "search", "memory", "nodes"];

await startBrowser();
await withPage(writeTemporary("<!DOCTYPE html><p>warm", ".html"), {}, painted);
console.log(`${BROWSER}, ${runs} runs; ms, MB`);
console.log(["graph", "bytes", ...COLUMNS].map((name) => name.padStart(10)).join(" "));
for (const size of sizes) {
	const file = fileOf(size);
	const rows = [];
	for (let run = 0; run < runs; run++)
		rows.push(await measure(file));
	const name = size.replace(/^.*\//, "").slice(-10);
	const cells = COLUMNS.map((column) => summary(column, rows));
	const fields = [name, statSync(file).size, ...cells];
	console.log(fields.map((field) => String(field).padStart(10)).join(" "));
}
await stopBrowser();
