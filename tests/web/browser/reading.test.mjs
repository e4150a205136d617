// SPDX-License-Identifier: MIT
// Actions of a reader, done in a browser.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import {
	drawn, startBrowser, stopBrowser, withGraph, withPage, writeTemporary,
} from "../browser.mjs";
import { clickOn, drawnAt, inspect, middle, query, searchFor, text } from "../reader.mjs";
import { PARTS, folder, source, web } from "../script.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;parse;read_file 100",
	"main;run;loop;read 350", "main;run;loop;write 150", "start_thread;worker 200"];

before(startBrowser);
after(stopBrowser);

// Two profiles: a function each that grew, shrank, is new, vanished.
const DIFFERENCE = ["a;grown 20 60", "a;same 10 10", "b;shrunk 400 33", "new 0 7",
	"gone;far 300 0"];

test("every title of a differential is what the script says", async () => {
	const options = [[], ["--diff-width", "before"], ["--diff-width", "both"],
		["--diff-normalize"],
		["--diff-normalize", "--diff-width", "both", "--factor", "0.37"]];

	for (const args of options) {
		await withGraph(DIFFERENCE, { args }, async (page) => {
			const { graph, rects } = await inspect(page);
			const { tree } = graph;
			const titles = Array.from(tree.name, (_, i) => web.titleOf(graph, tree, i));

			assert.ok(rects.length >= 6, args.join(" "));
			for (const rect of rects)
				assert.ok(titles.includes(rect.title), `${args}: ${rect.title}`);
		});
	}
});

test("every title in the file is what the script says of that frame", async () => {
	const odd = ["a<b>&\"c\";\u00e9t\u00e9 1", "a<b>&\"c\";x 7", "--;]]> 3", "1/8 1",
		"\u65e5\u672c 20"];
	const inputs = [LINES, odd, ["a 9223372036854775807", "b 9223372036854775807"],
		["eighth 1", "rest 799"], ["a 0.5", "b 2.25"]];

	for (const lines of inputs) {
		await withGraph(lines, {}, async (page) => {
			const { graph, rects } = await inspect(page);
			const { tree } = graph;
			const whole = Number(tree.width[0]);
			const titles = Array.from(tree.name, (_, i) => web.titleOf(graph, tree, i));
			const wide = titles.filter((_, i) => Number(tree.width[i]) > whole / 1170);

			for (const rect of rects)
				assert.ok(titles.includes(rect.title), rect.title);
			for (const title of wide)
				assert.ok(rects.some((rect) => rect.title === title), title);
		});
	}
});

test("the graph takes the width of the window, and follows it", async () => {
	await withGraph(LINES, { width: 1000 }, async (page) => {
		for (const width of [1000, 1500, 700]) {
			await page.setViewport({ width, height: 700 });
			await drawnAt(page, width);
			const { rects } = await inspect(page);
			const root = rects.find((rect) => rect.title.startsWith("all "));
			assert.ok(Math.abs(root.left - 10) < 0.5);
			assert.ok(Math.abs(root.right - width + 10) < 0.5);
		}
	});
});

test("labels are cut anew when the width changes", async () => {
	const long = "a_rather_long_name_of_a_function";
	const label = (page) => page.$$eval("#labels text", (labels) => {
		const found = labels.find((l) => l.textContent.startsWith("a_"));
		return [found.textContent, found.getBoundingClientRect().right];
	});

	await withGraph([long + " 1", "b 4"], { width: 1400 }, async (page) => {
		assert.equal((await label(page))[0], long);
		await page.setViewport({ width: 600, height: 700 });
		await drawnAt(page, 600);
		const [shown, right] = await label(page);
		assert.match(shown, /^a_rather.*\.\.$/);
		assert.ok(right <= 10 + 580 / 5);
	});
});

test("a graph of a given width keeps it", async () => {
	await withGraph(LINES, { args: ["--width", "800"], width: 1000 }, async (page) => {
		await page.setViewport({ width: 600, height: 700 });
		const { rects } = await inspect(page);
		const root = rects.find((rect) => rect.title.startsWith("all "));
		assert.ok(Math.abs(root.right - 790) < 0.5);
		await clickOn(page, "loop");
		assert.match(await query(page), /^\?x=300&/);
	});
});

test("pointing at a frame shows its details", async () => {
	await withGraph(LINES, {}, async (page) => {
		await page.mouse.move(...await middle(page, "loop"));
		assert.equal(await text(page, "details"), "Function: loop (500 samples, 50.00%)");
		await page.mouse.move(2, 2);
		assert.equal(await text(page, "details"), " ");
	});
});

test("a click zooms, ancestors stay, and Reset Zoom comes back", async () => {
	await withGraph(LINES, {}, async (page) => {
		const hidden = () => page.$eval("#unzoom", (e) => e.classList.contains("hide"));

		assert.equal(await hidden(), true);
		await clickOn(page, "run");
		let { rects } = await inspect(page);
		assert.equal(rects.filter((rect) => rect.parent).length, 2);
		assert.equal(rects.length, 6);
		const full = rects.filter((rect) => rect.left < 10.5 && rect.right > 1269.5);
		assert.equal(full.length, 4);
		assert.equal(await hidden(), false);
		assert.match(await query(page), /^\?x=300&y=\d+$/);
		await page.mouse.move(...await middle(page, "write", "run"));
		assert.equal(await text(page, "details"), "Function: write (150 samples, 15.00%)");
		const tips = await page.$$eval(".live title", (all) =>
			all.map((title) => title.textContent));
		assert.ok(tips.includes("write (150 samples, 15.00%)"));
		await page.click("#unzoom");
		({ rects } = await inspect(page));
		assert.equal(rects.length, 13);
		assert.equal(await hidden(), true);
		assert.equal(await query(page), "");
	});
});

test("a click on an ancestor zooms out to it", async () => {
	await withGraph(LINES, { args: ["--inverted"] }, async (page) => {
		await clickOn(page, "read");
		await clickOn(page, "run", "read");
		assert.match(await query(page), /^\?x=300&/);
		let { rects } = await inspect(page);
		assert.equal(rects.filter((rect) => rect.parent).length, 2);
		await clickOn(page, "all", "run");
		({ rects } = await inspect(page));
		assert.equal(rects.length, 13);
		assert.equal(await query(page), "");
	});
});

test("search shows what matched and its share of what is seen", async () => {
	await withGraph(LINES, {}, async (page) => {
		const colored = () => page.$$eval("#frames rect", (all) =>
			all.filter((r) => getComputedStyle(r).fill === "rgb(230, 0, 230)").length);

		await page.click("#search");
		await page.keyboard.type("^read|term");
		await page.keyboard.press("Enter");
		assert.equal(await text(page, "matched"), "Matched: 62.0%");
		assert.equal(await text(page, "search"), "Reset Search");
		assert.equal(await colored(), 3);
		assert.equal(await query(page), "?s=%5Eread%7Cterm");
		await page.keyboard.press("Escape");
		await clickOn(page, "run");
		assert.equal(await text(page, "matched"), "Matched: 70.0%");
		assert.equal(await colored(), 1);
		await page.click("#search");
		assert.equal(await text(page, "matched"), " ");
		assert.equal(await text(page, "search"), "Search");
		assert.equal(await colored(), 0);
		assert.match(await query(page), /^\?x=300&y=\d+$/);
	});
});

test("case is ignored on demand", async () => {
	await withGraph(LINES, {}, async (page) => {
		await searchFor(page, "^READ$");
		assert.equal(await text(page, "matched"), "Matched: 0.0%");
		await page.click("#ignorecase");
		assert.equal(await text(page, "matched"), "Matched: 35.0%");
		await page.keyboard.down("Control");
		await page.keyboard.press("i");
		await page.keyboard.up("Control");
		assert.equal(await text(page, "matched"), "Matched: 0.0%");
	});
});

test("an invalid expression is said at the field, and the last search stays", async () => {
	await withGraph(LINES, {}, async (page) => {
		await searchFor(page, "loop");
		await page.keyboard.down("Control");
		await page.keyboard.press("a");
		await page.keyboard.up("Control");
		await page.keyboard.type("(loop");
		await page.keyboard.press("Enter");
		assert.match(await page.$eval("output", (e) => e.textContent), /^Invalid: ./);
		assert.equal(await text(page, "matched"), "Matched: 50.0%");
		await page.keyboard.type(")");
		assert.equal(await page.$eval("output", (e) => e.textContent), "");
		await page.keyboard.press("Enter");
		assert.equal(await text(page, "matched"), "Matched: 50.0%");
	});
});

test("a link restores zoom and search, whatever it says", async () => {
	const file = writeTemporary(drawn(LINES), ".svg");
	let state;

	await withPage(file, {}, async (page) => {
		await clickOn(page, "run");
		await searchFor(page, "wr.te|n\u00e9");
		state = await query(page);
	});
	await withPage(file, { query: state + "&other=1" }, async (page) => {
		assert.equal(await text(page, "matched"), "Matched: 30.0%");
		assert.equal((await inspect(page)).rects.filter((rect) => rect.parent).length, 2);
		await page.click("#unzoom");
		assert.match(await query(page), /^\?other=1&s=/);
	});
	for (const odd of ["x=1&y=1", "x=300", "x=-1&y=abc", "x=%&y=%", "s=%E0%A4%A", "s=("]) {
		await withPage(file, { query: "?" + odd }, async (page) => {
			assert.equal((await inspect(page)).rects.length, 13);
		});
	}
});

test("zooming reveals every frame of the data", async () => {
	const lines = Array.from({ length: 3000 }, (_, i) => `f${i % 3};g${i};h${i % 7} 1`);

	await withGraph(lines, { args: ["--minwidth", "0"] }, async (page) => {
		await page.keyboard.press("ArrowDown");
		await clickOn(page, "f1");
		await clickOn(page, "g1501", "f1");
		await page.mouse.move(...await middle(page, "g1501", "g1501"));
		assert.equal(await text(page, "details"), "Function: g1501 (1 samples, 0.03%)");
	});
});

test("keys move, zoom, flip and step back", async () => {
	await withGraph(LINES, {}, async (page) => {
		const press = async (...keys) => {
			for (const key of keys)
				await page.keyboard.press(key);
		};
		await press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight");
		assert.equal(await text(page, "details"), "Function: run (500 samples, 50.00%)");
		await press("Enter");
		assert.match(await query(page), /^\?x=300&/);
		await searchFor(page, "read|loop");
		await press("Escape", "n");
		assert.equal(await text(page, "details"), "Function: loop (500 samples, 50.00%)");
		await press("n");
		assert.equal(await text(page, "details"), "Function: read (350 samples, 35.00%)");
		await press("i");
		assert.equal((await inspect(page)).rects.length, 6);
		await press("i", "?");
		assert.ok(await page.$(".help"));
		await press("Escape");
		assert.ok(!await page.$(".help"));
		await press("Escape");
		assert.equal(await text(page, "matched"), " ");
		await press("Escape");
		assert.equal(await query(page), "");
		assert.equal((await inspect(page)).rects.length, 13);
	});
});

test("paper gets the picture of the file, the reader's view comes back", async () => {
	await withGraph(LINES, {}, async (page) => {
		const tell = (what) =>
			page.evaluate((name) => window.dispatchEvent(new Event(name)), what);

		await clickOn(page, "run");
		await searchFor(page, "loop");
		await tell("beforeprint");
		assert.equal((await inspect(page)).rects.length, 13);
		assert.equal((await page.$$(".found rect")).length, 0);
		await tell("afterprint");
		assert.equal((await inspect(page)).rects.filter((rect) => rect.parent).length, 2);
		assert.equal((await page.$$(".found rect")).length, 1);
	});
});

test("two graphs in one page leave each other and the page alone", async () => {
	const inline = (svg) => svg.slice(svg.indexOf("<svg"));
	const html = "<!DOCTYPE html><meta charset=utf-8><body style='margin:0'><input id=own>" +
		`<div id=a>${inline(drawn(LINES))}</div>` +
		`<div id=b>${inline(drawn(["x;y 3", "z 1"]))}</div>`;

	await withPage(writeTemporary(html, ".html"), { query: "?s=main&x=1" }, async (page) => {
		const inside = (selector) => page.$eval(selector, (e) => e.textContent);

		assert.equal(await inside("#a #matched"), " ");
		await page.focus("#own");
		await page.keyboard.type("/n?");
		assert.equal(await page.$eval("#own", (e) => e.value), "/n?");
		assert.equal((await page.$$("form, .help")).length, 0);
		await page.click("#b #search");
		await page.keyboard.type("y");
		await page.keyboard.press("Enter");
		assert.equal(await inside("#b #matched"), "Matched: 75.0%");
		assert.equal(await inside("#a #matched"), " ");
		assert.equal(await query(page), "?s=main&x=1");
		assert.deepEqual(await page.evaluate(() => ["GRID", "KEYS", "readGraph", "zoom"]
			.filter((name) => name in window)), []);
	});
});

test("a sandboxed frame has all but the URL", async () => {
	const svg = drawn(LINES).replace(/^[^]*?(?=<svg)/, "");
	const source = svg.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
	const html = "<!DOCTYPE html><meta charset=utf-8><iframe sandbox=allow-scripts width=900 " +
		`height=400 srcdoc="<!DOCTYPE html>${source}"></iframe>`;

	await withPage(writeTemporary(html, ".html"), {}, async (page) => {
		const frame = page.frames()[1];
		await (await frame.$("#search")).click();
		await page.keyboard.type("loop");
		await page.keyboard.press("Enter");
		assert.equal(await frame.$eval("#matched", (e) => e.textContent), "Matched: 50.0%");
	});
});

test("the preview shows the script as it is", async () => {
	const loaded = source("preview.svg").matchAll(/<script xlink:href="(.*)"/g);

	assert.deepEqual(Array.from(loaded, ([, name]) => name), PARTS);
	await withPage(folder + "preview.svg", { query: "?x=2&y=53" }, async (page) => {
		await clickOn(page, "text", "draw");
		await page.mouse.move(...await middle(page, "main", "text"));
		assert.equal(await text(page, "details"), "Function: main (6 samples, 75.00%)");
		await page.keyboard.press("Escape");
		assert.equal((await inspect(page)).rects.length, 7);
	});
});
