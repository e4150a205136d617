// SPDX-License-Identifier: MIT
// The page of a recording that goes on: it shows new snapshots, keeps the view, pauses, compares,
// saves, and stays when the recording has ended. A stand-in for collapse-perf writes the snapshots.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync,
	symlinkSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withPage } from "../browser.mjs";
import { clickFrame, labelsOf, rowsOf, shownText } from "../pages.mjs";

before(startBrowser);
after(stopBrowser);

const BIN = resolve(process.env.FLAMBEAU_BIN);

const snapshot = (number, ...lines) => `# flambeau: snapshot=${number}\n` +
	lines.map((line) => line + "\n").join("") + `# flambeau: end=${number}\n`;

const tool = (path, text) => writeFileSync(path, text, { mode: 0o755 });

// A recording whose snapshots write() gives; end() ends it.
async function startRecording() {
	const folder = mkdtempSync(join(tmpdir(), "flambeau-live-"));
	const bin = join(folder, "bin");
	const fifo = join(folder, "snapshots");

	mkdirSync(bin);
	copyFileSync(join(BIN, "flamegraph-record"), join(bin, "flamegraph-record"));
	symlinkSync(join(BIN, "flamegraph"), join(bin, "flamegraph"));
	tool(join(bin, "collapse-perf"), `#!/bin/sh
case $* in *--generate*) exec '${BIN}/collapse-perf' "$@" ;; esac
[ ! /dev/stdin -ef /dev/null ] || exit 0
exec cat '${fifo}'
`);
	tool(join(bin, "record-stacks"), `#!/bin/sh
case $* in *"-o /dev/null"*) exit 0 ;; esac
trap 'exit 0' INT TERM
while [ ! -e '${folder}/over' ]; do sleep 0.05; done
`);
	execFileSync("mkfifo", [fifo]);
	const child = spawn(join(bin, "flamegraph-record"),
		["--live", "--html", "--no-runtime", "--title", "server", "--", "true"],
		{ cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
	let said = "";
	const ended = new Promise((done) => child.on("exit", done));
	const url = await new Promise((done) => child.stderr.on("data", (text) => {
		said += text;
		const found = /http:\S+/.exec(said);
		if (found)
			done(found[0]);
	}));
	let fd = openSync(fifo, "w");
	const close = () => {
		if (fd >= 0)
			closeSync(fd);
		fd = -1;
	};
	return { url, folder, ended, said: () => said, write: (text) => writeSync(fd, text),
		end() {
			writeFileSync(join(folder, "over"), "");
			close();
			return ended;
		},
		stop() {
			child.kill("SIGKILL");
			child.stderr.destroy(); /* which its own children have, too */
			close();
			rmSync(folder, { recursive: true, force: true });
		} };
}

async function withLive(options, use) {
	const recording = await startRecording();
	const complaints = [];

	recording.write(snapshot(1, "main;alpha;inner 30", "main;beta 10"));
	try {
		const prepare = (page) => page.on("pageerror", (error) => complaints.push(error));
		await withPage("", { ...options, url: recording.url, prepare }, async (page) => {
			await page.waitForFunction(() => performance.getEntriesByType("resource")
				.some(({ name }) => name.endsWith("/file")));
			await page.evaluate(() => new Promise(requestAnimationFrame));
			await use(page, recording);
			assert.deepEqual(complaints, []);
		});
	} finally {
		recording.stop();
	}
}

const seen = (page, text) => page.waitForFunction((wanted) =>
	document.getElementById("panel").textContent.includes(wanted), {}, text);
const namesOf = async (page) => (await rowsOf(page)).map(([name]) => name).sort();
const sign = (page) => shownText(page, ".sign");

test("new snapshots are shown; zoom, cursor and search stay", async () => {
	await withLive({}, async (page, recording) => {
		assert.ok((await labelsOf(page)).includes("beta"));
		assert.equal(await sign(page), "live");
		await clickFrame(page, "alpha");
		await page.keyboard.press("/");
		await page.keyboard.type("inn");
		await page.keyboard.press("Escape");
		await page.keyboard.press("n");
		recording.write(snapshot(2, "aaa;first 5", "main;alpha;inner 30",
			"main;alpha;new_one 30", "main;beta 10"));
		await seen(page, "new_one");
		const labels = await labelsOf(page);
		assert.ok(!labels.includes("beta"), "alpha fills the width still");
		assert.match(await shownText(page, ".chips"), /zoom alpha/);
		assert.match(await shownText(page, ".matched"), /^30 samples, 50\.0%/);
		assert.match(await page.evaluate(() =>
			document.activeElement.getAttribute("aria-label") || ""), /inner/);
		assert.match(await shownText(page, ".sub"), /7 functions/);
	});
});

test("names that are gone are not counted, nor listed", async () => {
	await withLive({}, async (page, recording) => {
		recording.write(snapshot(3, "main;gamma 1"));
		await seen(page, "gamma");
		assert.match(await shownText(page, ".sub"), /2 functions/);
		await page.keyboard.press("3");
		assert.deepEqual(await namesOf(page), ["gamma", "main"]);
		recording.write(snapshot(4, "main;delta 1"));
		await seen(page, "delta");
		assert.deepEqual(await namesOf(page), ["delta", "main"]);
	});
});

test("Space pauses and goes on", async () => {
	await withLive({}, async (page, recording) => {
		await page.keyboard.press(" ");
		assert.equal(await sign(page), "paused");
		recording.write(snapshot(2, "main;new_one 30"));
		await new Promise((done) => setTimeout(done, 500));
		assert.ok((await labelsOf(page)).includes("beta"), "nothing moves");
		await page.keyboard.press(" ");
		await seen(page, "new_one");
		assert.ok((await labelsOf(page)).includes("new_one"));
		assert.equal(await sign(page), "live");
	});
});

test("d compares what comes with this moment, by shares", async () => {
	await withLive({}, async (page, recording) => {
		recording.write(snapshot(2, "main;alpha 30", "main;beta 10"));
		await page.waitForFunction(() =>
			!document.getElementById("panel").textContent.includes("inner"));
		await page.keyboard.press("d");
		recording.write(snapshot(3, "main;alpha 100", "main;beta 200", "main;fresh 100"));
		await seen(page, "fresh");
		await page.keyboard.press("3");
		const rows = Object.fromEntries((await rowsOf(page)).map(([name, ...cells]) =>
			[name, cells.slice(0, 2)]));
		assert.deepEqual(rows, { main: ["100.00%", "100.00%"], alpha: ["75.00%", "25.00%"],
			beta: ["25.00%", "50.00%"], fresh: ["0.00%", "25.00%"] });
		assert.match(await shownText(page, ".choice"), /Before.*After/);
		await page.keyboard.press("d");
		assert.equal((await rowsOf(page)).find(([name]) => name === "alpha")[1], "100");
	});
});

test("w saves what is seen as the file that flamegraph writes", async () => {
	await withLive({}, async (page, recording) => {
		await page.evaluate(() => {
			window.saved = [];
			const make = URL.createObjectURL;
			URL.createObjectURL = (blob) => {
				blob.text().then((text) => window.saved.push(text));
				return make.call(URL, blob);
			};
		});
		await page.waitForFunction(() => document.querySelector(".sign"));
		recording.write(snapshot(2, "main;kept 30"));
		await seen(page, "kept");
		await page.keyboard.press(" ");
		recording.write(snapshot(3, "main;later 30"));
		await new Promise((done) => setTimeout(done, 300));
		await page.keyboard.press("w");
		await page.waitForFunction(() => window.saved.length === 1);
		const text = await page.evaluate(() => window.saved[0]);
		const file = join(recording.folder, "saved.html");
		writeFileSync(file, text);
		assert.ok(!text.includes("data-live"));
		await withPage(file, {}, async (saved) => {
			await saved.waitForSelector("#panel > *");
			assert.ok((await labelsOf(saved)).includes("kept"));
			assert.equal(await saved.$(".sign"), null);
		});
	});
});

test("when the recording has ended the page stays, and its last snapshot is saved", async () => {
	await withLive({}, async (page, recording) => {
		recording.write(snapshot(2, "main;last_one 30"));
		assert.equal(await recording.end(), 0, recording.said());
		await seen(page, "last_one");
		await page.waitForFunction(() =>
			document.querySelector(".sign").textContent === "ended");
		await page.keyboard.press("3");
		assert.equal((await rowsOf(page)).length, 2);
		const saved = readFileSync(join(recording.folder, "flamegraph.html"), "utf-8");
		assert.ok(saved.includes("id=\"data\""));
	});
});

test("time and threads are those of the window, and move with it", async () => {
	await withLive({}, async (page, recording) => {
		const facets = async () => (await rowsOf(page)).map(([name, count]) =>
			`${name} ${count}`);
		const hasTab = (view) => page.$eval(`#tab-${view}`, (tab) => !tab.hidden);

		assert.equal(await hasTab("time"), false);
		recording.write(snapshot(2, "@time=100.00;@tid=7;main;alpha 3",
			"@time=100.50;@tid=8;main;beta 1"));
		await page.waitForFunction(() => !document.getElementById("tab-time").hidden);
		await page.keyboard.press("4");
		assert.match(await shownText(page, ".lanes"), /7.*3.*8.*1/);
		assert.match(await shownText(page, ".axis"), /^1:40/, "from the first sample on");
		recording.write(snapshot(3, "@time=100.50;@tid=8;main;beta 1",
			"@time=101.00;@tid=9;main;gamma 6"));
		await seen(page, "gamma");
		assert.match(await shownText(page, ".lanes"), /9.*6.*8.*1/);
		await page.keyboard.press("5");
		assert.deepEqual(await facets(), ["9 6 \u00b7 85.71%", "8 1 \u00b7 14.29%"]);
		await page.keyboard.press("4");
		await page.keyboard.press("d");
		assert.equal(await hasTab("time"), false, "compared with a moment");
		await page.keyboard.press("d");
		assert.equal(await hasTab("time"), true);
	});
});

test("while a button of the mouse is down nothing moves", async () => {
	await withLive({}, async (page, recording) => {
		await page.mouse.move(5, 400);
		await page.mouse.down();
		recording.write(snapshot(2, "main;new_one 30"));
		await new Promise((done) => setTimeout(done, 500));
		assert.ok((await labelsOf(page)).includes("beta"));
		await page.mouse.up();
		await seen(page, "new_one");
	});
});

test("a server that is killed leaves the page, which says so", async () => {
	await withLive({}, async (page, recording) => {
		recording.stop();
		await page.waitForFunction(() =>
			document.querySelector(".sign").textContent === "disconnected");
		assert.ok((await labelsOf(page)).includes("beta"));
	});
});

test("a recording without samples in its window keeps the last ones", async () => {
	await withLive({}, async (page, recording) => {
		recording.write(snapshot(2));
		await page.waitForFunction(() =>
			document.querySelector(".sign").textContent === "no samples");
		assert.ok((await labelsOf(page)).includes("beta"));
		recording.write(snapshot(3, "main;again 30"));
		await seen(page, "again");
		assert.equal(await sign(page), "live");
	});
});
