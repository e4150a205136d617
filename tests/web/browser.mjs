// SPDX-License-Identifier: MIT
// browser.mjs - graphs drawn by the built flamegraph, open in a headless browser.
// run.sh sees to FLAMBEAU_BIN, FLAMBEAU_BROWSER and the path of the browser in BROWSER_PATH.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { startServer, stopServer, urlServed } from "./server.mjs";

// The browser of the tests: "chromium" or "firefox".
export const BROWSER = process.env.FLAMBEAU_BROWSER || "chromium";

const folder = mkdtempSync(path.join(os.tmpdir(), "flambeau-web-"));
let browser = null;
let darkBrowser = null; /* where the reader's preference is one of the browser's */
let files = 0;

const FLAGS = {
	chromium: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync"],
	firefox: [],
};

// Firefox is spoken to by WebDriver BiDi.
const PREFERENCES = {
	"app.update.auto": false,
	"browser.sessionhistory.max_total_viewers": 0, /* going back loads */
	"datareporting.policy.dataSubmissionEnabled": false,
};

function launch(preferences) {
	const paths = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };

	return puppeteer.launch({
		browser: BROWSER === "firefox" ? "firefox" : "chrome",
		executablePath: process.env.BROWSER_PATH || paths[BROWSER],
		headless: true,
		args: FLAGS[BROWSER],
		extraPrefsFirefox: { ...PREFERENCES, ...preferences },
		userDataDir: BROWSER === "chromium" ? path.join(folder, "profile") : undefined,
	});
}

export async function startBrowser() {
	browser = await launch({});
	await startServer(folder);
}

export async function stopBrowser() {
	await browser.close();
	if (darkBrowser)
		await darkBrowser.close();
	await stopServer();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function browserProcess() {
	return browser.process().pid;
}

// Options of a test that has nothing to say in one of the browsers.
export function notIn(name, reason) {
	return { skip: name === BROWSER && reason };
}

export function writeTemporary(text, suffix) {
	const file = path.join(folder, ++files + suffix);

	writeFileSync(file, text);
	return file;
}

// flamegraph behaves as the tool by whose name it is called.
export const NAMES = ["flamegraph", "flamegraph.pl", "inferno-flamegraph"];

// Differences by name are equal in every browser: all names are tested in one of them.
export const NAMES_HERE = BROWSER === "chromium" ? NAMES : NAMES.slice(0, 1);

// A link to the built program, of its own: a build folder has links for some names only.
function programNamed(name) {
	const link = path.join(folder, name);

	if (!existsSync(link))
		symlinkSync(path.resolve(process.env.FLAMBEAU_BIN, "flamegraph"), link);
	return link;
}

// The SVG of folded lines, or of the bytes of a file of them, as text.
export function drawnAs(name, lines, ...options) {
	const bytes = Array.isArray(lines) ? lines.join("\n") + "\n" : lines;
	const input = writeTemporary(bytes, ".folded");

	return execFileSync(programNamed(name), [...options, input],
		{ encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
}

export function drawn(lines, ...options) {
	return drawnAs("flamegraph", lines, ...options);
}

// A page with the preference for a dark or light scheme.
async function newPage(dark) {
	if (BROWSER === "firefox" && dark) {
		const preferences = { "layout.css.prefers-color-scheme.content-override": 0 };
		darkBrowser = darkBrowser || await launch(preferences);
		return darkBrowser.newPage();
	}
	const page = await browser.newPage();
	if (BROWSER === "chromium") {
		await page.emulateMediaFeatures([{ name: "prefers-color-scheme",
			value: dark ? "dark" : "light" }]);
	}
	return page;
}

// Runs `use` with a page that shows the file; fails if the page complained about anything.
// `width` and `height` are the window's, `query` follows the URL, `over` is "http" for a
// server on this machine, `dark` is what the reader prefers.
export async function withPage(file, options, use) {
	const page = await newPage(options.dark);
	const complaints = [];
	const url = options.over === "http" ? urlServed(file) : pathToFileURL(file);

	page.on("console", (message) => complaints.push(message.text()));
	// Firefox asks for an icon by itself, and reports that the policy of the page forbids it.
	page.on("pageerror", (error) => {
		if (!/Content-Security-Policy.*\/favicon\.ico /.test(String(error)))
			complaints.push(String(error));
	});
	await page.setViewport({ width: options.width || 1280, height: options.height || 700 });
	if (options.prepare)
		await options.prepare(page);
	await page.goto(url + (options.query || ""));
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
