// SPDX-License-Identifier: MIT
// opens.mjs - graphs in a browser that only prints the page, once the script has run. Needs no
// packages of npm; what a reader does with mouse and keys is tested in browser/.
// run.sh sees to FLAMBEAU_BIN and the path of the browser in BROWSER_PATH.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;run;read 600", "other 200"];
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
	"--disable-background-networking", "--enable-logging=stderr", "--dump-dom"];
const folder = mkdtempSync(path.join(os.tmpdir(), "flambeau-opens-"));

after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

// The page, as text, that the graph of the lines is once it is open; `query` follows its URL.
function opened(name, lines, query, ...options) {
	const program = path.join(folder, name);
	const svg = program + ".svg";

	rmSync(program, { force: true });
	symlinkSync(path.resolve(process.env.FLAMBEAU_BIN, "flamegraph"), program);
	writeFileSync(svg, execFileSync(program, options,
		{ input: lines.join("\n") + "\n", maxBuffer: 1 << 30 }));
	const profile = "--user-data-dir=" + path.join(folder, "profile");
	const { stdout, stderr, status } = spawnSync(process.env.BROWSER_PATH,
		[...FLAGS, profile, pathToFileURL(svg) + query],
		{ encoding: "utf8", maxBuffer: 1 << 30 });
	assert.equal(status, 0, stderr);
	assert.doesNotMatch(stderr, /CONSOLE/); /* where complaints of the page appear */
	return stdout;
}

function content(page, id) {
	return page.match(new RegExp(`id="${id}"[^>]*>([^<]*)<`))[1];
}

function classes(page, id) {
	const [element] = page.match(id ? new RegExp(`<[^>]*id="${id}"[^>]*>`) : /<svg[^>]*>/);
	const found = element.match(/ class="([^"]*)"/);

	return found ? found[1].split(" ") : [];
}

for (const name of ["flamegraph", "flamegraph.pl", "inferno-flamegraph"]) {
	test(`${name}: the script runs, and shows what is in the file`, () => {
		const page = opened(name, LINES, "");
		assert.ok(classes(page).includes("on"));
		assert.ok(!classes(page, "frames").includes("zoomed"));
		const frames = ["main", "parse", "lex", "expr", "term", "run", "read", "other"];
		for (const frame of frames)
			assert.ok(page.includes(`<title>${frame} (`), frame);
	});

	test(`${name}: a search that the URL names`, () => {
		const matched = (term) => content(opened(name, LINES, "?s=" + term), "matched");
		assert.equal(matched("^e"), "Matched: 17.0%");
		assert.equal(matched("read|o"), "Matched: 80.0%");
		assert.equal(matched("nothing"), "Matched: 0.0%");
	});
}

test("a zoom that the URL names", () => {
	const page = opened("flamegraph", LINES, "?x=200&y=69"); /* "run", the third of five rows */

	assert.ok(classes(page, "frames").includes("zoomed"));
});

test("labels stand at whole pixels, where underscores are not pale", () => {
	for (const query of ["", "?x=200&y=69"]) {
		const page = opened("flamegraph", LINES, query, "--height", "16");
		const [labels] = page.match(/<svg id="labels"[^]*?<\/svg>/);
		const lines = Array.from(labels.matchAll(/<text[^>]* y="([^"]*)"/g), ([, y]) => y);
		assert.ok(lines.length > 2);
		assert.deepEqual(lines.filter((y) => !/^\d+$/.test(y)), []);
	}
});

test("names are text, whatever is in them", () => {
	const bad = "</title></style><script>document.documentElement.id = \"bad\"</script>";
	const page = opened("flamegraph", [`main;${bad} 3`, "main;b 1"], "?s=script");

	assert.doesNotMatch(page, /<svg[^>]* id="bad"/);
	assert.equal(content(page, "matched"), "Matched: 75.0%");
});

test("without its script a graph is still a picture", () => {
	const page = opened("flamegraph", LINES, "?s=read", "--no-javascript");

	assert.ok(!classes(page).includes("on"));
	assert.ok(page.includes("<title>read (600 samples, 60.00%)</title>"));
});
