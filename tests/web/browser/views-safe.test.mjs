// SPDX-License-Identifier: MIT
// Names that would like to be more than text, in the page; and what axe finds in its views.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test, { after, before } from "node:test";
import { BROWSER, drawn, startBrowser, stopBrowser } from "../browser.mjs";
import { copied, keepCopies, labelsOf, rowsOf, withHtml } from "../pages.mjs";
import { takeRequests } from "../server.mjs";
import { spikeLines } from "../spike.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;run;read 600", "other 200"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Each would set window.hacked, open a dialog, or ask for a file named hacked.
const ATTACKS = [
	"</script><script>hacked=1,alert(1)</script>",
	"</title><script>hacked=1,alert(1)</script>",
	"</style></noscript><img src=hacked onerror=hacked=1>",
	"\"><img src=hacked onerror=hacked=1,alert(1)>",
	"&lt;script&gt;hacked=1&lt;/script&gt;&#60;script>hacked=1</script>",
	"\"},\"names\":[\"x\"],\"y\":{\"",
	"${hacked=1}`+(hacked=1)+`",
	"*{fill:url(hacked)}</style><style>*{background:url(hacked)}",
	"=HYPERLINK(\"hacked\")",
	"\u202egnirts\u202c",
	"javascript:hacked=1",
];

before(startBrowser);
after(stopBrowser);

test("hostile names are text in every view, and in what is copied", async () => {
	const lines = ATTACKS.map((name, i) => `main;${name.replaceAll(";", ":")} ${100 + i}`);
	const args = ["--title", ATTACKS[1], "--subtitle", ATTACKS[2], "--countname", ATTACKS[3],
		"--nametype", ATTACKS[0]];

	takeRequests();
	for (const view of ["graph", "sandwich&fn=main", "table"]) {
		const options = { args, over: "http", query: `?view=${view}` };
		await withHtml(lines, options, async (page) => {
			await keepCopies(page);
			for (const key of ["ArrowDown", "ArrowDown", "t", "m", "Escape"])
				await page.keyboard.press(key);
			const text = await copied(page);
			assert.ok(text.includes("\n'=HYPERLINK(\"hacked\")\t"));
			const shown = view === "graph" ? await labelsOf(page) :
				(await rowsOf(page)).map(([name]) => name);
			assert.ok(shown.some((name) => name.startsWith("</script")));
			assert.equal(await page.evaluate(() => window.hacked), undefined);
			assert.equal((await page.$$("img, script[src], iframe")).length, 0);
		});
	}
	assert.deepEqual(takeRequests().filter((name) => name.includes("hacked")), []);
});

test("scripts added to the page do not run", async () => {
	const { withPage, writeTemporary } = await import("../browser.mjs");
	const html = drawn(LINES, "--html").replace("</body>",
		"<script>window.hacked = 1</script><img src=hacked></body>");
	const complaints = [];
	const prepare = async (page) => {
		page.removeAllListeners("console"); // where Chromium says what it blocked
		page.removeAllListeners("pageerror"); // where Firefox does
		page.on("console", (message) => complaints.push(message.text()));
		page.on("pageerror", (error) => complaints.push(String(error)));
	};

	takeRequests();
	await withPage(writeTemporary(html, ".html"), { over: "http", prepare }, async (page) => {
		await page.waitForSelector("#panel > *");
		assert.equal(await page.evaluate(() => window.hacked), undefined);
	});
	assert.deepEqual(takeRequests().filter((name) => name.includes("hacked")), []);
	assert.ok(complaints.some((text) => /Content.Security.Policy/.test(text)));
});

// Problems that are moderate or worse, as "rule: element".
async function problems(page) {
	const found = await page.evaluate(async (code) => {
		(0, eval)(code);
		const { violations, passes } = await window.axe.run(document);
		return { passed: passes.length, bad: violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ` +
				failureSummary)) };
	}, AXE);

	assert.ok(found.passed > 10);
	return found.bad;
}

const STATES = { "the graph": ["?", []], "a zoom": ["?x=0&y=1&map=1", []],
	"a search": ["?s=re", []],
	"the sandwich without a function": ["?view=sandwich", []],
	"the sandwich": ["?view=sandwich&fn=parse", []], "the table": ["?view=table", []],
	"changes": ["?hide=lex&drop=other&fold=1", ["ArrowUp"]], "the menu": ["?", ["m"]],
	"the keys": ["?", ["?"]], "a wrong expression": ["?s=(", []] };

const LABELLED = { "the time": ["?view=time", []], "a comparison": ["?view=time&t=9-99&cmp=1", []],
	"a stack chart": ["?view=time&chart=1240&t2=1-9", []], "the facets": ["?view=facets", []],
	"chosen facets": ["?view=facets&keep=tid%3d1240&not=cpu%3d1", []] };

for (const dark of [false, true]) {
	for (const [name, [query, keys]] of Object.entries({ ...STATES, ...LABELLED })) {
		const lines = name in STATES ? LINES : spikeLines();
		test(`axe finds nothing in ${name}, ${dark ? "dark" : "light"}`, async () => {
			const prepare = (page) =>
				BROWSER === "chromium" ? page.setBypassCSP(true) : null;
			await withHtml(lines, { dark, query, prepare }, async (page) => {
				for (const key of keys)
					await page.keyboard.press(key);
				if (BROWSER === "chromium")
					assert.deepEqual(await problems(page), []);
			});
		});
	}
}
