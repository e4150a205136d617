// SPDX-License-Identifier: MIT
// Hiding, leaving out, focusing, turning and sorting, with keys and in the menu.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { NAMES_HERE, drawn, drawnAs, startBrowser, stopBrowser, withGraph, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, inspect, middle, query, searchFor, text, unpainted } from "../reader.mjs";

const LINES = ["main;parse;lex 60", "main;parse;expr;term 140", "main;parse;read 100",
	"main;run;loop;read 350", "main;run;loop;write 150", "start_thread;worker 200"];

before(startBrowser);
after(stopBrowser);

async function press(page, ...keys) {
	for (const key of keys)
		await page.keyboard.press(key);
}

async function pointAt(page, name) {
	await page.mouse.move(...await middle(page, name));
}

// Labels by row, from the root's side: "a b|c d", each row from left to right.
async function rows(page) {
	const labels = await page.$$eval("#labels text", (all) => all.map((label) =>
		[Number(label.getAttribute("y")), parseFloat(label.getAttribute("x")),
			label.textContent]));
	const ys = Array.from(new Set(labels.map(([y]) => y))).sort((a, b) => b - a);

	return ys.map((row) => labels.filter(([y]) => y === row)
		.sort((a, b) => a[1] - b[1]).map((label) => label[2]).join(" ")).join("|");
}

const PLAIN = "main start_thread|parse run worker|expr lex read loop|term read write";

// [key, what it is about, rows, the URL]
const CHANGES = [
	["h", "parse", "main start_thread|expr lex read run worker|term loop|read write",
		"?hide=parse"],
	["x", "loop", "main start_thread|parse worker|expr lex read|term", "?drop=loop"],
	["f", "loop", "main|run|loop|read write", "?focus=loop"],
	["r", "all", "lex read term worker write|parse loop parse expr start_thread loop|" +
		"main run main parse run|main main main", "?reverse=1"],
	["o", "all", "main start_thread|run parse worker|loop expr read lex|read write term",
		"?order=width"],
];

for (const as of NAMES_HERE) {
	const keys = CHANGES.map(([key]) => key).join(", ");

	test(`${as}: ${keys} change the tree, Esc takes it back`, async () => {
		const args = ["--width", "1200"];
		await withGraph(LINES, { as, args, width: 1200 }, async (page) => {
			const still = await rows(page);
			assert.equal(still, PLAIN);
			for (const [key, name, seen, url] of CHANGES) {
				await pointAt(page, name);
				await press(page, key);
				assert.equal(await rows(page), seen);
				assert.equal(await query(page), url);
				assert.match(await text(page, "title"), / \u2013 ./);
				await press(page, "Escape");
				assert.equal(await rows(page), still);
				assert.equal(await query(page), "");
				assert.equal(await text(page, "title"), "Flame Graph");
			}
		});
	});
}

test("focus shows a function's callers below it and its callees above", async () => {
	await withGraph(LINES, { width: 1200 }, async (page) => {
		await pointAt(page, "loop");
		await press(page, "f");
		assert.equal(await rows(page), "main|run|loop|read write");
		assert.equal(await query(page), "?focus=loop");
		await press(page, "Escape");
		await searchFor(page, "^read$");
		await press(page, "Escape", "n", "f");
		assert.equal(await rows(page), "main|run main|loop parse|read");
		assert.equal(await query(page), "?s=%5Eread%24&focus=read");
		assert.equal(await text(page, "matched"), "Matched: 100%");
	});
});

test("a search is of what is visible, and stays", async () => {
	await withGraph(LINES, {}, async (page) => {
		const matched = () => text(page, "matched");

		await searchFor(page, "^read$");
		await press(page, "Escape");
		assert.equal(await matched(), "Matched: 45.0%");
		await pointAt(page, "worker");
		await press(page, "x");
		assert.equal(await matched(), "Matched: 56.3%");
		await pointAt(page, "main");
		await press(page, "h");
		assert.equal(await matched(), "Matched: 56.3%");
		assert.equal(await query(page), "?s=%5Eread%24&hide=main&drop=worker");
		await press(page, "r");
		assert.equal(await matched(), "Matched: 56.3%");
		await press(page, "Escape"); /* the search goes first */
		assert.equal(await matched(), " ");
		await press(page, "Escape");
		assert.equal(await query(page), "?hide=main&drop=worker");
		await press(page, "Escape", "Escape");
		assert.equal(await query(page), "");
		assert.equal((await inspect(page)).rects.length, 13);
	});
});

test("a zoom stays where its stack stays, and steps back are in order", async () => {
	await withGraph(LINES, { width: 1200 }, async (page) => {
		await clickOn(page, "run");
		await page.mouse.move(...await middle(page, "loop", "run"));
		await press(page, "h");
		assert.equal(await rows(page), "all|main|run|read write");
		assert.match(await query(page), /^\?x=300&y=\d+&hide=loop$/);
		await press(page, "Escape");
		assert.equal(await rows(page), "all|main|run|loop|read write");
		assert.match(await query(page), /^\?x=300&y=\d+$/);
		await press(page, "Escape");
		assert.equal(await rows(page), PLAIN);
	});
});

test("Undo takes the last change back, with the zooms after it", async () => {
	await withGraph(LINES, { width: 1200 }, async (page) => {
		await press(page, "o", "ArrowUp", "ArrowUp", "Enter");
		assert.match(await query(page), /^\?x=0&y=\d+&order=width$/);
		await page.click(".undo");
		assert.equal(await query(page), "");
		assert.equal(await rows(page), PLAIN);
		assert.ok(await page.$(".undo.hide"));
	});
});

test("a link restores all of it", async () => {
	const file = writeTemporary(drawn(LINES), ".svg");
	const changes = "hide=parse&hide=loop&drop=worker&reverse=1&order=width";
	let state, seen;

	const first = { query: "?s=RU&ic=1&flip=1&" + changes, width: 1200 };
	await withPage(file, first, async (page) => {
		assert.equal(await text(page, "matched"), "Matched: 62.5%");
		await press(page, "ArrowDown", "ArrowDown", "Enter");
		assert.equal(await text(page, "matched"), "Matched: 77.8%");
		seen = await rows(page);
		state = await query(page);
	});
	assert.match(state, /^\?x=0&y=\d+&s=RU&ic=1&flip=1&/);
	await withPage(file, { query: state, width: 1200 }, async (page) => {
		assert.equal(await query(page), state);
		assert.equal(await rows(page), seen);
		assert.equal(await text(page, "matched"), "Matched: 77.8%");
		await press(page, "Escape", "Escape", "Escape");
		assert.equal(await query(page), "?flip=1");
		await press(page, "i");
		assert.equal(await query(page), "");
	});
	for (const odd of ["focus=nothing", "hide=%", "order=x&reverse=2",
		"drop=main&drop=start_thread"]) {
		await withPage(file, { query: "?" + odd }, async (page) => {
			assert.equal((await inspect(page)).rects.length, 13);
		});
	}
});

test("nothing is left out that would leave nothing", async () => {
	await withGraph(LINES, {}, async (page) => {
		await pointAt(page, "main");
		await press(page, "x");
		await pointAt(page, "all");
		await press(page, "ArrowUp", "ArrowUp", "x");
		assert.equal(await text(page, "details"), "Nothing would be left");
		assert.equal(await query(page), "?drop=main");
		await press(page, "Escape");
		assert.equal(await query(page), "");
	});
});

test("the menu does the same, with a mouse", async () => {
	await withGraph(LINES, { width: 1200, height: 600 }, async (page) => {
		const choose = (what) => page.$$eval(".menu button", (all, wanted) =>
			all.find((button) => button.textContent.startsWith(wanted)).click(), what);
		const heading = () => page.$eval(".menu p", (p) => p.textContent);

		await page.click(".burger");
		assert.match(await heading(), /first/);
		assert.ok((await page.$$(".menu button:disabled")).length >= 5);
		await choose("By width");
		assert.equal(await query(page), "?order=width");
		assert.equal((await page.$$(".panel")).length, 0);
		await page.click(".burger");
		const on = await page.$$eval("[aria-checked=true]", (all) => all.map((e) =>
			e.firstChild.textContent));
		assert.deepEqual(on, ["By width", "Colours by name"]);
		await choose("Show everything");
		assert.equal(await query(page), "");
		await page.mouse.click(...await middle(page, "loop"), { button: "right" });
		assert.equal(await heading(), "loop");
		await choose("Focus");
		assert.equal(await query(page), "?focus=loop");
		await page.click(".burger");
		await page.mouse.click(1100, 250);
		assert.equal((await page.$$(".panel")).length, 0);
	});
});

test("the menu is open to the keyboard", async () => {
	await withGraph(LINES, {}, async (page) => {
		const focused = () => page.evaluate(() => document.activeElement.textContent);
		const open = async () => (await page.$$(".menu")).length === 1;

		await press(page, "ArrowUp", "ArrowUp", "ArrowUp", "m");
		assert.match(await focused(), /^Focus/);
		assert.ok(await page.$(".burger[aria-expanded=true]"));
		await press(page, "ArrowDown");
		assert.match(await focused(), /^Hide/);
		await press(page, "ArrowUp", "ArrowUp");
		assert.match(await focused(), /^Colours by own share/);
		await press(page, "Home", "Escape");
		assert.ok(!await open());
		assert.ok(await page.evaluate(() => document.activeElement.matches(".cursor")));
		await page.$eval(".burger", (e) => e.focus());
		await press(page, "Enter");
		assert.ok(await open());
		await press(page, "ArrowDown", "Enter");
		assert.equal(await query(page), "?hide=parse");
		await press(page, "m", "r");
		assert.equal(await query(page), "?hide=parse&reverse=1");
		assert.ok(!await open());
		await press(page, "m", "?");
		assert.ok(await page.$(".help"));
		assert.equal((await page.$$(".menu")).length, 0);
	});
});

test("the browser's own menu stays on links, with Shift, and beside frames", async () => {
	const attr = writeTemporary("loop\thref=https://localhost/\n", ".attr");

	await withGraph(LINES, { args: ["--nameattr", attr] }, async (page) => {
		const prevented = (where, more) => page.evaluate((x, y, options) => {
			const event = new window.MouseEvent("contextmenu", { bubbles: true,
				cancelable: true, clientX: x, clientY: y, ...options });
			document.elementFromPoint(x, y).dispatchEvent(event);
			return event.defaultPrevented;
		}, ...where, more || {});

		const run = await middle(page, "run");
		assert.equal(await prevented(await middle(page, "loop")), false);
		assert.equal(await prevented(run, { shiftKey: true }), false);
		assert.equal(await prevented([5, 5]), false);
		assert.equal(await prevented(run), true);
	});
});

for (const unit of [1n, 10n ** 12n, 2n ** 55n + 1n]) {
	test(`turned and focused trees have no holes, in units of ${unit}`, async () => {
		const lines = Array.from({ length: 30 }, (_, i) =>
			`a${i % 3};b${i % 7};c${i % 2} ${unit * BigInt(1 + i % 4)}`);
		await withGraph(lines, { args: ["--minwidth", "0"], width: 1200 }, async (page) => {
			await press(page, "r");
			assert.deepEqual(await unpainted(page, [0, 1, 2, 3]), []);
			await press(page, "Escape", "o");
			assert.deepEqual(await unpainted(page, [0, 1, 2, 3]), []);
			await searchFor(page, "b3");
			await press(page, "Escape", "n", "f", "Escape");
			assert.deepEqual(await unpainted(page, [0, 1, 2]), []);
			assert.match(await query(page), /^\?focus=b3&order=width$/);
		});
	});
}

const DIFFERENCE = ["a;grown 20 60", "a;same 10 10", "b;shrunk 400 33", "new;- 0 7"];

test("a sorted differential has the colours and the titles of the file", async () => {
	const looks = (page, selector) => page.$$eval(selector, (all) =>
		all.map((rect) => getComputedStyle(rect).fill).sort());
	const options = [[], ["--negate"], ["--diff-scale", "frame"], ["--diff-width", "both"],
		["--diff-palette", "blue-orange"], ["--colordiffusion"], ["--diff-normalize"]];

	for (const args of options) {
		await withGraph(DIFFERENCE, { args }, async (page) => {
			const fills = await looks(page, ".row rect");
			const titles = (await inspect(page)).rects.map((rect) => rect.title).sort();
			await press(page, "o");
			assert.deepEqual(await looks(page, ".live rect"), fills);
			const said = [];
			for (const rect of await page.$$(".live rect")) {
				await rect.hover();
				said.push(await rect.$eval("title", (title) => title.textContent));
			}
			assert.deepEqual(said.sort(), titles, args.join(" "));
		});
	}
});

test("marks of frames without width are there when zoomed, too", async () => {
	const lines = ["a;b 100 100", "a;gone 50 0", "a;z 20 20", "c;lost;deep 7 0", "c;d 100 100"];

	await withGraph(lines, { width: 1200 }, async (page) => {
		const marks = (layer) => page.$$eval(layer + " rect", (all) => all.map((rect) => ({
			title: rect.textContent, left: rect.getBoundingClientRect().left,
			top: rect.getBoundingClientRect().top })));
		const still = await marks("#marks");
		assert.equal(still.length, 2);
		await press(page, "i", "i");
		await clickOn(page, "c");
		const [only, ...others] = await marks(".marks");
		assert.equal(others.length, 0);
		assert.equal(only.title, still[1].title);
		assert.equal(only.top, still[1].top);
		await page.mouse.move(only.left + 1, only.top + 5);
		assert.equal(await text(page, "details"), only.title);
		const seen = await page.$eval("#marks", (e) => getComputedStyle(e).display);
		assert.equal(seen, "none");
		await press(page, "0", "i", "i");
		await clickOn(page, "a");
		const [first] = await marks(".marks");
		const { rects } = await inspect(page);
		const left = rects.find((rect) => rect.title && rect.title.startsWith("z ")) ||
			rects.filter((rect) => !rect.parent).at(-1);
		assert.ok(Math.abs(first.left + 1 - left.left) < 1);
		assert.match(await page.$eval(".marks", (e) => getComputedStyle(e).fill), /hatch/);
		await press(page, "0");
		assert.equal((await marks(".marks")).length, 0);
		await pointAt(page, "b");
		await press(page, "h");
		assert.deepEqual((await marks(".marks")).map((mark) => mark.title),
			still.map((mark) => mark.title));
	});
});

test("folded recursion is searched, zoomed, named and unfolded like other frames", async () => {
	const lines = [`main;${"walk;".repeat(30)}leaf 30`, "main;walk;walk 20", "main;other 50"];

	await withGraph(lines, { width: 1200 }, async (page) => {
		assert.equal(await text(page, "details"),
			"The key u folds 30 equal frames in a row: walk");
		await press(page, "u");
		assert.equal(await text(page, "details"), "The key u unfolds the recursion");
		assert.match(await text(page, "title"), /recursion folded$/);
		const atLabel = (name) => page.$$eval("#labels text", (all, wanted) => {
			const box = all.find((label) => label.textContent === wanted)
				.getBoundingClientRect();
			return [box.left + 2, box.top + box.height / 2];
		}, name);
		await page.mouse.move(...await atLabel("walk up to \u00d730"));
		assert.equal(await text(page, "details"),
			"Function: walk up to \u00d730 (50 samples, 50.00%)");
		await searchFor(page, "^walk$");
		await press(page, "Escape");
		assert.equal(await text(page, "matched"), "Matched: 50.0%");
		await page.mouse.click(...await atLabel("walk up to \u00d730"));
		assert.equal(await text(page, "matched"), "Matched: 100%");
		assert.equal(await text(page, "details"),
			"Function: walk up to \u00d730 (50 samples, 50.00%)");
		await page.mouse.click(...await atLabel("leaf"));
		assert.match(await query(page), /^\?x=70&.*fold=1/);
		await page.reload();
		assert.match(await text(page, "title"), /recursion folded$/);
		assert.equal(await text(page, "matched"), "Matched: 0.0%");
		assert.ok((await rows(page)).endsWith("main|walk up to \u00d730|leaf"));
		await press(page, "u");
		assert.equal(await text(page, "title"), "Flame Graph");
		assert.match(await query(page), /^\?x=70&(?!.*fold)/);
		assert.ok((await rows(page)).endsWith("walk|walk|leaf"));
		await press(page, "0", "Escape", "u", "r");
		assert.match(await text(page, "title"), /leaf first, recursion folded$/);
		await press(page, "u");
		assert.match(await text(page, "title"), /leaf first$/);
		await press(page, "?");
		assert.match(await page.$eval(".help", (e) => e.textContent), /ufold recursion/);
	});
});

test("a zoom shows smaller marks, and their strength is that of the file", async () => {
	const lines = ["a;gone 50 0", "a;x 850 850", "c;some 5 0", "c;tiny 4 0", "c;w 1 1",
		"d 90 90"];

	await withGraph(lines, { width: 1200 }, async (page) => {
		const marks = (layer) => page.$$eval(layer + " rect", (all) => all.map((rect) =>
			`${rect.textContent} ${rect.getAttribute("fill-opacity") || 1}`));
		const still = await marks("#marks");
		assert.equal(still.length, 2);
		await press(page, "i");
		assert.deepEqual(await marks(".marks"), still);
		await press(page, "i");
		await clickOn(page, "c");
		assert.deepEqual(await marks(".marks"),
			["2 frames vanished here, the largest: some (was 5 samples, 0.50%) 1"]);
		await press(page, "0");
		await pointAt(page, "d");
		await press(page, "x");
		assert.deepEqual(await marks(".marks"), still);
	});
	await withGraph(lines, { width: 1200, args: ["--min-vanished", "1"] }, async (page) => {
		const count = (layer) => page.$$eval(layer + " rect", (all) => all.length);
		assert.equal(await count("#marks"), 1);
		await clickOn(page, "c");
		assert.equal(await count(".marks"), 1);
	});
});

test("a higher tree makes room, and gives it back", async () => {
	const lines = ["a;b;c;f 1", "f;g;h;i 1", "x 1"];

	const pictures = [["flamegraph", []], ["flamegraph", ["-i"]], ["flamegraph.pl", []],
		["inferno-flamegraph", ["-i"]]];
	const parts = ["details", "frames", "background"];
	const boxes = (page) => Promise.all(parts.map((id) =>
		page.$eval("#" + id, (e) => e.getBoundingClientRect().toJSON())));
	const matched = (page) => page.$eval("#matched", (e) => Number(e.getAttribute("y")));

	for (const [as, args] of pictures) {
		const file = writeTemporary(drawnAs(as, lines, ...args), ".svg");
		await withPage(file, {}, async (page) => {
			const open = await boxes(page);
			const low = await matched(page);
			await pointAt(page, "f");
			await press(page, "f");
			assert.match(await query(page), /focus=f/);
			const [details, frames, background] = await boxes(page);
			assert.equal(frames.height, open[1].height + 2 * 16);
			assert.equal(background.height, open[2].height + 2 * 16);
			assert.equal(await matched(page), low + 2 * 16);
			assert.ok(details.top >= frames.bottom || details.bottom <= frames.top);
			assert.equal((await page.$$("#labels text")).length, 7);
			await press(page, "Escape");
			await page.mouse.move(2, 2);
			assert.deepEqual(await boxes(page), open);
			assert.equal(await matched(page), low);
		});
	}
});

test("a tower of recursion that is narrow opens folded; a step back unfolds it", async () => {
	const tower = (count) => [`main;${"walk;".repeat(120)}leaf ${count}`, "main;run 900"];
	const height = (page) => page.$eval("svg", (svg) => Number(svg.getAttribute("height")));

	await withGraph(tower(20), {}, async (page) => {
		assert.match(await text(page, "title"), /recursion folded$/);
		assert.equal(await query(page), "?fold=1");
		assert.ok(await height(page) < 300);
		await page.keyboard.press("Escape");
		assert.equal(await text(page, "title"), "Flame Graph");
		assert.ok(await height(page) > 1900);
	});
	const cycle = [`main;${"value;list;".repeat(60)}leaf 20`, "main;run 900"];
	await withGraph(cycle, {}, async (page) => {
		assert.match(await text(page, "title"), /recursion folded$/);
		assert.equal(await query(page), "?fold=2");
		assert.ok(await height(page) < 300);
		assert.equal(await text(page, "details"), "The key u unfolds the recursion");
		await page.keyboard.press("Escape");
		assert.equal(await text(page, "details"), "The key u folds 118 frames of cycles");
		assert.ok(await height(page) > 1900);
		await page.keyboard.press("u");
		assert.equal(await query(page), "?fold=2");
		await page.keyboard.press("u");
		assert.equal(await query(page), "");
	});
	await withGraph(cycle, { query: "?fold=1" }, async (page) =>
		assert.ok(await height(page) > 1900, "a link folds what it folded"));
	await withGraph(tower(100), {}, async (page) => assert.equal(await query(page), ""));
	await withGraph(tower(20), { query: "?s=run" }, async (page) =>
		assert.equal(await query(page), "?s=run"));
});
