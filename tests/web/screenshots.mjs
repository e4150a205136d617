// SPDX-License-Identifier: MIT
// screenshots.mjs [light] [dark] - draws the pictures of README.md again, all or some:
// .github/flamegraph.png and flamegraph-dark.png, a graph in the reader's hands.
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
const WIDTH = 1000;

const folded = execFileSync(process.env.FLAMBEAU_BIN + "/collapse-perf",
	["--header", root + "fixtures/demo/sqlite.perf.gz"],
	{ stdio: ["ignore", "pipe", "ignore"] });
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
	spawnSync("optipng", ["-quiet", "-o5", "-strip", "all", file]);
	console.log(file, statSync(file).size);
}

await startBrowser();
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(FILES))
	await shoot(root + FILES[name], name === "dark");
await stopBrowser();
