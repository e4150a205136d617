// SPDX-License-Identifier: MIT
// screenshots.mjs [light] [dark] [page] - draws the pictures of README.md again, all or some:
// .github/flamegraph.png and flamegraph-dark.png, a graph in the reader's hands; page.png, a page
// with a time selected in its heat map.
//
// FLAMBEAU_BIN: the folder of the built programs. optipng makes them smaller, if it is there.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawn, startBrowser, stopBrowser, withPage, writeTemporary } from "./browser.mjs";
import { middle, searchFor, text } from "./reader.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const FILES = { light: ".github/flamegraph.png", dark: ".github/flamegraph-dark.png" };
const PAGE = ".github/page.png";
const WIDTH = 1000;

const foldedWith = (...options) => execFileSync(process.env.FLAMBEAU_BIN + "/collapse-perf",
	["--header", ...options, root + "fixtures/demo/sqlite.perf.gz"],
	{ stdio: ["ignore", "pipe", "ignore"] });
const folded = foldedWith();
const svg = drawn(folded, "--title", "SQLite: fill, index, query and clean a database",
	"--minwidth", "1");
const height = Math.ceil(/ height="([\d.]+)"/.exec(svg)[1]);

async function shoot(file, dark) {
	const options = { width: WIDTH, height, dark };

	await withPage(writeTemporary(svg, ".svg"), options, async (page) => {
		await searchFor(page, "[Cc]ompare");
		await page.keyboard.press("Escape");
		await page.mouse.move(...await middle(page, "readDbPage"));
		assert.match(await text(page, "details"), /readDbPage/);
		assert.match(await text(page, "matched"), /^Matched: /);
		await page.screenshot({ path: file });
	});
	pack(file);
}

function pack(file) {
	spawnSync("optipng", ["-quiet", "-o5", "-strip", "all", file]);
	console.log(file, statSync(file).size);
}

async function shootPage(file) {
	const html = drawn(foldedWith("--labels", "time=20ms,tid"), "--html",
		"--title", "SQLite: fill, index, query and clean a database");
	const options = { width: WIDTH, height: 640, query: "?view=time&t=245-325" };

	await withPage(writeTemporary(html, ".html"), options, async (page) => {
		await page.waitForSelector(".heat canvas");
		await page.screenshot({ path: file });
	});
	pack(file);
}

await startBrowser();
const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...Object.keys(FILES), "page"];
for (const name of wanted) {
	if (name === "page")
		await shootPage(root + PAGE);
	else
		await shoot(root + FILES[name], name === "dark");
}
await stopBrowser();
