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

function drawn(name, lines, ...options) {
	const program = path.join(folder, name);

	rmSync(program, { force: true });
	symlinkSync(path.resolve(process.env.FLAMBEAU_BIN, "flamegraph"), program);
	return execFileSync(program, options,
		{ encoding: "utf8", input: lines.join("\n") + "\n", maxBuffer: 1 << 30 });
}

// The file, once it is open, as text; `query` follows its URL.
function openedFile(file, query, ...flags) {
	const profile = "--user-data-dir=" + path.join(folder, "profile");
	const { stdout, stderr, status } = spawnSync(process.env.BROWSER_PATH,
		[...FLAGS, ...flags, profile, pathToFileURL(file) + query],
		{ encoding: "utf8", maxBuffer: 1 << 30 });

	assert.equal(status, 0, stderr);
	assert.doesNotMatch(stderr, /CONSOLE/); /* where complaints of the page appear */
	return stdout;
}

function written(name, text) {
	const file = path.join(folder, name);

	writeFileSync(file, text);
	return file;
}

// The page, as text, that the graph of the lines is once it is open; `query` follows its URL.
function opened(name, lines, query, ...options) {
	return openedFile(written(name + ".svg", drawn(name, lines, ...options)), query);
}

// The result of use(press) in the open page; press(key) presses a key there.
function asked(lines, query, options, use) {
	const press = (key) => (document.activeElement || document.documentElement)
		.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
	const script = "window.addEventListener(\"load\", () => document.documentElement." +
		`setAttribute("data-answer", JSON.stringify((${use})(${press}))));`;
	const svg = drawn("flamegraph", lines, ...options).replace(/<\/svg>\n$/,
		`<script><![CDATA[${script}]]></script></svg>`);
	const page = openedFile(written("asked.svg", svg), query);

	return JSON.parse(page.match(/data-answer="([^"]*)"/)[1].replaceAll("&quot;", "\""));
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

test("a link's search that may take for ever is not done", () => {
	const lines = [`main;${"a".repeat(50)}b 1`];
	const query = "?s=(a%2B)%2B%24";
	const page = opened("flamegraph", lines, query);
	const html = written("page.html", drawn("flamegraph", lines, "--html"));

	assert.match(page, /Not searched, for it may take long: press Enter/);
	assert.match(openedFile(html, query, "--virtual-time-budget=10000"),
		/not searched, for it may take long/);
});

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

// As high as 120 rows, which no window here is.
const DEEP = Array.from({ length: 120 }, (_, i) => `f${i}`).join(";");
const TALL = [`main;${DEEP} 30`, "main;other 70"];

test("a graph that is taller than the window opens where it begins", () => {
	const below = () =>
		document.documentElement.getBoundingClientRect().bottom - window.innerHeight;
	const above = () => window.scrollY;

	assert.equal(asked(TALL, "", [], below), 0);
	assert.ok(asked(TALL, "", [], above) > 1000);
	assert.equal(asked(TALL, "?s=f1", [], below), 0);
	assert.equal(asked(TALL, "?flip=1", ["--inverted"], below), 0);
	for (const [query, options] of [["#top", []], ["", ["--inverted"]], ["?flip=1", []]])
		assert.equal(asked(TALL, query, options, above), 0, query + options);
	assert.equal(asked(LINES, "", [], above), 0);
});

test("a tall graph opens at the frame that the URL zooms to", () => {
	const y = 1013; /* of f58, on 60 of 122 rows */
	const [top, bottom] = asked(TALL, `?x=0&y=${y}`, [],
		() => [window.scrollY, window.scrollY + window.innerHeight]);

	assert.ok(top > 100 && top < y && bottom > y + 16 && bottom < y + 64, `${top} ${bottom}`);
});

test("a tall graph leaves the page around it where it is", () => {
	const url = pathToFileURL(written("tall.svg", drawn("flamegraph", TALL)));
	const elements = `<img src="${url}"><iframe src="${url}"></iframe>`;
	const answer = "document.body.id = [scrollY, document.images[0].height > 1900]";
	const page = written("page.html", `<body onload="${answer}">${elements}</body>`);

	assert.match(openedFile(page, ""), /<body [^>]*id="0,true"/);
});

test("panels opened by keys are in the window at any scroll position", () => {
	const inside = asked(TALL, "", [], (press) => ["/", "?", "m"].map((key) => {
		press(key);
		const all = document.querySelectorAll(".field:not(.hide), .panel");
		const { top, bottom } = all[all.length - 1].getBoundingClientRect();
		press("Escape");
		return top >= 0 && bottom <= window.innerHeight;
	}));

	assert.deepEqual(inside, [true, true, true]);
});

test("recursion becomes one frame with a key, and with the URL", () => {
	const tower = (height) => [`main;${"walk;".repeat(height)}leaf 30`, "main;other 70"];
	const look = (press) => ["", "u", "u"].map((key) => {
		if (key)
			press(key);
		const texts = (selector) => [...document.querySelectorAll(selector)]
			.map((element) => element.textContent);
		return [texts("#labels text").filter((label) => label.startsWith("walk")),
			texts("#details")[0], window.location.search];
	});
	const all = Array.from({ length: 120 }, () => "walk");
	const hint = "The key u folds 120 equal frames in a row: walk";
	const folded = [["walk up to \u00d7120"], "The key u unfolds the recursion", "?fold=1"];

	assert.deepEqual(asked(tower(120), "", [], look),
		[[all, hint, ""], folded, [all, hint, ""]]);
	assert.deepEqual(asked(tower(120), "?fold=1", [], look)[0], folded);
	assert.equal(asked(tower(20), "", [], look)[0][1], " ");
	assert.deepEqual(asked(tower(120), "", [], (press) => ["0", "u", "u"].map((key) => {
		press(key);
		const { bottom } = document.documentElement.getBoundingClientRect();
		return bottom <= window.innerHeight;
	})), [true, true, true]); /* the root stays in sight */
	assert.equal(asked(tower(1), "", [], look)[1][1], "There is no recursion to fold");
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

test("the page opens, with any name as text, where its view is that of the URL", () => {
	const attack = "</script><script>document.title = 1</script>";
	const html = drawn("flamegraph", [`main;${attack} 3`, "main;b 1"], "--html");
	const file = written("page.html", html);
	const page = openedFile(file, "?view=table&s=script", "--virtual-time-budget=10000");

	assert.match(page, /<bdi class="name">&lt;\/script&gt;&lt;script&gt;/);
	assert.match(page, /aria-rowcount="2"/);
	assert.match(page, /<title>Flame Graph<\/title>/);
	assert.match(openedFile(file, "?view=sandwich&fn=b", "--virtual-time-budget=10000"),
		/in 1 place</);
});

test("the page of which everything is dropped shows each view, with nothing in it", () => {
	const file = written("page.html", drawn("flamegraph", LINES, "--html"));

	for (const view of ["graph", "sandwich", "table"]) {
		const page = openedFile(file, `?drop=main&drop=other&fn=main&view=${view}`,
			"--virtual-time-budget=10000");

		const nothing = view === "table" ?
			/aria-rowcount="0"|role="columnheader"/ : /class="empty"/;

		assert.match(page, nothing);
		assert.doesNotMatch(page, /NaN/);
	}
});

test("the page draws what is in sight of a stack of 65,000 frames", () => {
	const deep = "r;" + "a;b;".repeat(32000) + "c 1";
	const stacks = [deep, deep.replace("r", "q")];
	const file = written("page.html", drawn("flamegraph", stacks, "--html"));
	const page = openedFile(file, "", "--virtual-time-budget=10000");
	const boxes = page.match(/<rect/g).length;

	assert.ok(boxes > 100 && boxes < 2000, `${boxes} boxes`);
	assert.ok(page.match(/<text/g).length < 2000);
});
