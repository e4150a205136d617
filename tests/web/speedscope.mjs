// SPDX-License-Identifier: MIT
// speedscope.mjs - speedscope opens what export-pprof and export-speedscope write; its page is in
// its npm package. The stacks that it saves are those of the folded text, and those of a thread
// follow each other as their times do. run.sh sets FLAMBEAU_BIN and BROWSER_PATH.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const fixtures = path.join(here, "../../fixtures");
const page = path.join(here, "node_modules/speedscope/dist/release/index.html");
const bin = process.env.FLAMBEAU_BIN;
const folder = mkdtempSync(path.join(os.tmpdir(), "flambeau-speedscope-"));

function run(tool, args, input) {
	return execFileSync(path.join(bin, tool), args, { input, maxBuffer: 1 << 28 });
}

// Stack to count; the header aside.
function stacksOf(folded) {
	const stacks = {}, lines = folded.toString("utf8").split("\n");

	for (const line of lines.filter((line) => /^[^#]/.test(line))) {
		const blank = line.lastIndexOf(" ");
		stacks[line.slice(0, blank)] = Number(line.slice(blank + 1));
	}
	return stacks;
}

// Stacks of a profile in speedscope's own format: frames open and close at the sum of the counts
// before them.
function stacksSaved(saved) {
	const open = [], stacks = {};
	let last = 0;

	assert.equal(saved.profiles.length, 1);
	assert.equal(saved.profiles[0].type, "evented");
	for (const event of saved.profiles[0].events) {
		if (event.at > last) {
			const stack = open.join(";");
			stacks[stack] = (stacks[stack] || 0) + event.at - last;
		}
		last = event.at;
		if (event.type === "O")
			open.push(saved.shared.frames[event.frame].name);
		else
			assert.equal(open.pop(), saved.shared.frames[event.frame].name);
	}
	assert.equal(open.length, 0);
	return stacks;
}

// The order of stacks in a saved profile: pairs of a stack and its duration.
function sequenceSaved(saved, profile) {
	const open = [], sequence = [];
	let last = 0;

	for (const event of profile.events) {
		if (event.at > last && open.length > 0)
			sequence.push([open.join(";"), event.at - last]);
		last = event.at;
		if (event.type === "O")
			open.push(saved.shared.frames[event.frame].name);
		else
			open.pop();
	}
	return joined(sequence);
}

// Neighbours that are the same are one.
function joined(sequence) {
	const whole = [];

	for (const [stack, count] of sequence) {
		if (whole.length > 0 && whole[whole.length - 1][0] === stack)
			whole[whole.length - 1][1] += count;
		else
			whole.push([stack, count]);
	}
	return whole;
}

// sequenceSaved() for labelled folded text, by thread: the text is in the order of time.
function sequencesOf(folded) {
	const threads = {};

	for (const line of folded.toString("utf8").split("\n").filter((line) => /^@/.test(line))) {
		const blank = line.lastIndexOf(" "), thread = /;@tid=(\d+);/.exec(line)[1];
		const stack = line.slice(0, blank).replace(/^(@[^;]*;)*/, "");

		(threads[thread] ||= []).push([stack, Number(line.slice(blank + 1))]);
	}
	return Object.keys(threads).sort((a, b) => a - b).map((thread) => joined(threads[thread]));
}

// Opened as the program speedscope opens a file, and saved by its key.
async function openAndSave(browser, name, kind, bytes) {
	const script = path.join(folder, `${name}.js`);
	const tab = await browser.newPage();

	writeFileSync(script, `speedscope.loadFileFromBase64("${name}.${kind}", ` +
		`"${bytes.toString("base64")}")`);
	await tab.evaluateOnNewDocument(() => {
		window.saved = null;
		URL.createObjectURL = (blob) => {
			blob.text().then((text) => { window.saved = text; });
			return "data:,";
		};
	});
	await tab.goto(`${pathToFileURL(page)}#localProfilePath=${script}`);
	await tab.waitForFunction((title) => document.title.includes(title), { timeout: 60000 },
		name);
	await tab.evaluate(() => window.dispatchEvent(new window.KeyboardEvent("keydown",
		{ key: "s", ctrlKey: true, bubbles: true })));
	await tab.waitForFunction(() => window.saved !== null, { timeout: 60000 });
	const saved = JSON.parse(await tab.evaluate(() => window.saved));
	await tab.close();
	return saved;
}

const inputs = {
	made: "main;a b;(c) 4503599627370497\nmain;\u00e9\u{1f525} 3\nx:1;y 4\n",
	cxx: run("collapse-perf", ["-q", path.join(fixtures, "perf/cxx-fp.txt")]),
	plain: run("collapse-filter", ["-q"],
		readFileSync(path.join(fixtures, "folded/plain.folded"))),
};
const browser = await puppeteer.launch({
	executablePath: process.env.BROWSER_PATH || "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--allow-file-access-from-files"],
	userDataDir: path.join(folder, "profile"),
});
try {
	for (const [name, folded] of Object.entries(inputs)) {
		const saved = await openAndSave(browser, name, "pb.gz",
			run("export-pprof", [], folded));
		assert.deepEqual(stacksSaved(saved), stacksOf(folded), name);
	}
	const labelled = run("collapse-perf", ["-q", "--header", "--labels", "time=1ms,tid,comm",
		path.join(fixtures, "perf/threads-fp.txt")]);
	const saved = await openAndSave(browser, "threads", "json",
		run("export-speedscope", ["--name", "threads"], labelled));
	assert.deepEqual(saved.profiles.map((profile) => sequenceSaved(saved, profile)),
		sequencesOf(labelled));
	assert.deepEqual(saved.profiles.map((profile) => profile.name),
		["my worker 1 10869", "my worker 2 10870", "1234 10871", "x: y z 10872"]);
	console.log(`${Object.keys(inputs).length} profiles and ${saved.profiles.length} threads ` +
		"are the same in speedscope");
} finally {
	await browser.close();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
