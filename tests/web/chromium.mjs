// SPDX-License-Identifier: MIT
// chromium.mjs - graphs drawn by the built flamegraph, open in headless Chromium.
// run.sh sees to FLAMBEAU_BIN and CHROMIUM.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
	"--disable-background-networking", "--disable-component-update", "--disable-sync"];

const folder = mkdtempSync(path.join(os.tmpdir(), "flambeau-web-"));
let browser = null;
let files = 0;

export async function startBrowser() {
	browser = await puppeteer.launch({
		executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
		args: FLAGS,
		userDataDir: path.join(folder, "profile"),
	});
}

export async function stopBrowser() {
	await browser.close();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function writeTemporary(text, suffix) {
	const file = path.join(folder, ++files + suffix);

	writeFileSync(file, text);
	return file;
}

// flamegraph behaves as the tool by whose name it is called.
export const NAMES = ["flamegraph", "flamegraph.pl", "inferno-flamegraph"];

// A link to the built program, of its own: a build folder has links for some names only.
function programNamed(name) {
	const link = path.join(folder, name);

	if (!existsSync(link))
		symlinkSync(path.resolve(process.env.FLAMBEAU_BIN, "flamegraph"), link);
	return link;
}

// The SVG of folded lines, as text.
export function drawnAs(name, lines, ...options) {
	const input = writeTemporary(lines.join("\n") + "\n", ".folded");

	return execFileSync(programNamed(name), [...options, input],
		{ encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
}

export function drawn(lines, ...options) {
	return drawnAs("flamegraph", lines, ...options);
}

// Runs `use` with a page that shows the file; fails if the page complained about anything.
export async function withPage(file, options, use) {
	const page = await browser.newPage();
	const complaints = [];

	page.on("console", (message) => complaints.push(message.text()));
	page.on("pageerror", (error) => complaints.push(String(error)));
	await page.setViewport({ width: options.width || 1280, height: options.height || 700 });
	await page.goto(pathToFileURL(file) + (options.query || ""));
	try {
		await use(page);
		assert.deepEqual(complaints, []);
	} finally {
		await page.close();
	}
}

// `as` is the name of the program, `args` its options; the rest is for withPage().
export async function withGraph(lines, options, use) {
	const svg = drawnAs(options.as || "flamegraph", lines, ...(options.args || []));

	await withPage(writeTemporary(svg, ".svg"), options, use);
}
