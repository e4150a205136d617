// SPDX-License-Identifier: MIT
// Graphs inlined in a page that has ids, scripts and styles of its own, and a graph that is
// a document, opened from a file and from a server.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawn, drawnAs, NAMES, startBrowser, stopBrowser, withGraph, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, holding, inspect, labels, query, searchFor, text } from "../reader.mjs";

before(startBrowser);
after(stopBrowser);

const LINES = ["main;parse;lex 30", "main;parse;expr;term 270", "main;run;read 500", "other 200"];
const OTHERS = ["top;left 3", "top;right;leaf 1", "main 4"];
const inline = (svg) => svg.slice(svg.indexOf("<svg"));

// Every id, class and global name that a graph might use, and a style for everything.
const IDS = ["frames", "search", "details", "unzoom", "title", "subtitle", "labels", "matched",
	"ignorecase", "data", "background", "legend", "marks", "vanished"];
const CLASSES = ["flamegraph", "row", "live", "found", "cursor", "field", "help", "parent", "hide",
	"zoomed", "matches", "w", "c0", "c1", "c2"];
const GLOBALS = ["init", "zoom", "search", "find", "graph", "svg", "details", "unzoom", "reset",
	"GRID", "KEYS", "start", "show", "open", "frames"];

function foreignPage(first, second) {
	const ids = IDS.map((id) => `<p id="${id}">own ${id}</p>`).join("");
	const classes = CLASSES.map((name) => `<b class="${name}">own ${name}</b>`).join(" ");
	const names = GLOBALS.filter((name) => name !== "frames")
		.map((name) => `window.${name} = "own ${name}";`).join("");

	return `<!DOCTYPE html><meta charset=utf-8><title>own page</title><style>
		body { margin: 0 } p { margin: 0; font-size: 8px } .hide { color: #123456 }
		.row { display: block } .parent { opacity: 0.25 } #frames { color: #654321 }
		</style><script>${names} window.pressed = [];
		addEventListener("keydown", (event) => pressed.push(event.key));
		Element.prototype.own = 1; Array.prototype.own = 1; Object.prototype.own = 1;
		String.prototype.own = 1;</script>
		${ids}${classes}<div id=one>${inline(first)}</div><input id=field>
		<div id=two>${inline(second)}</div>
		<script>window.last = document.scripts.length</script>`;
}

// Properties of the page outside the graphs: texts, their looks, and global names.
function ownThings(page) {
	return page.evaluate((ids, globals) => {
		const outside = Array.from(document.querySelectorAll("p, b"));
		const style = (e) => {
			const { color, opacity, display, fontSize, fontFamily, cursor } =
				getComputedStyle(e);
			return [color, opacity, display, fontSize, fontFamily, cursor].join();
		};
		return {
			texts: outside.map((e) => e.textContent),
			styles: outside.map(style),
			first: ids.map((id) => document.getElementById(id).localName),
			globals: globals.map((name) => String(window[name])),
			body: [style(document.body), document.title, document.body.className],
			url: location.search + location.hash,
			more: Object.keys(window).filter((name) => !/^\d+$/.test(name)).length,
		};
	}, IDS, GLOBALS.filter((name) => name !== "frames"));
}

// One graph of the page as far as a reader sees it.
function seen(page, place) {
	return page.$eval(place, async (element) => {
		const moving = element.getAnimations({ subtree: true });
		await Promise.all(moving.map((animation) => animation.finished));
		const shown = (e) => e.checkVisibility({ visibilityProperty: true });
		const all = Array.from(element.querySelectorAll("#frames rect, text"));
		return all.filter(shown).map((e) => {
			const { fill, stroke, opacity, fontSize } = getComputedStyle(e);
			const { x, width } = e.getBBox();
			const label = e.localName === "text" ? e.textContent : "";
			return [e.localName, label, x, width, fill, stroke, opacity, fontSize]
				.join();
		});
	});
}

async function clickIn(page, place, name) {
	const where = await page.$eval(place, (element, wanted) => {
		const label = Array.from(element.querySelectorAll("#labels text"))
			.find((e) => e.textContent === wanted);
		const { x, y, height } = label.getBoundingClientRect();
		return { x: x + 1, y: y + height / 2 };
	}, name);

	await page.mouse.click(where.x, where.y);
}

for (const as of NAMES) {
	test(`${as}: two graphs and a page of the same ids leave each other alone`, async () => {
		const other = drawnAs(as, OTHERS, "--inverted", "--colors", "io");
		const html = writeTemporary(foreignPage(drawnAs(as, LINES), other), ".html");
		const options = { query: "?x=300&s=main#here", height: 1400 };

		await withPage(html, options, async (page) => {
			const own = await ownThings(page);
			const one = await seen(page, "#one");
			const two = await seen(page, "#two");
			const inside = (selector) => page.$eval(selector, (e) => e.textContent);

			assert.ok(one.length > 10 && two.length > 8);
			await clickIn(page, "#one", "run");
			assert.equal((await page.$$("#one .zoomed")).length, 1);
			assert.deepEqual(await seen(page, "#two"), two);
			assert.deepEqual(await ownThings(page), own);

			await page.click("#two #search");
			await page.keyboard.type("le");
			await page.keyboard.press("Enter");
			assert.equal(await inside("#two #matched"), "Matched: 50.0%");
			assert.equal(await inside("#one #matched"), " ");
			await page.keyboard.press("Escape");
			await page.keyboard.press("Escape");
			await page.click("#one #unzoom");
			await page.mouse.move(1, 1);
			assert.deepEqual(await seen(page, "#one"), one);
			assert.deepEqual(await seen(page, "#two"), two);
			assert.deepEqual(await ownThings(page), own);
		});
	});
}

test("keys are the page's until a graph has the focus", async () => {
	const html = writeTemporary(foreignPage(drawn(LINES), drawn(OTHERS)), ".html");

	await withPage(html, { height: 1400 }, async (page) => {
		const prevented = () => page.evaluate(() => window.prevented.splice(0));
		await page.evaluate(() => {
			window.prevented = [];
			window.addEventListener("keydown", (event) =>
				window.prevented.push(event.defaultPrevented));
		});
		for (const key of ["/", "i", "0", "?", "ArrowUp", "F3"])
			await page.keyboard.press(key);
		await page.focus("#field");
		await page.keyboard.type("i0?n");
		assert.equal(await page.$eval("#field", (e) => e.value), "i0?n");
		assert.deepEqual(new Set(await prevented()), new Set([false]));
		assert.equal((await page.$$("form, table, svg.zoomed")).length, 0);

		await page.$eval("#two > svg", (svg) => svg.focus());
		await page.keyboard.press("i");
		assert.deepEqual(await prevented(), [true]);
		assert.equal((await page.$$("#one .zoomed")).length, 0);
		assert.equal((await page.$$("#two .zoomed")).length, 1);
	});
});

test("without the page around it, a graph in it looks as it does alone", async () => {
	const svg = drawn(LINES);
	const alone = writeTemporary(svg, ".svg");
	const html = writeTemporary(foreignPage(svg, drawn(OTHERS)), ".html");
	let wanted;

	await withPage(alone, {}, async (page) => {
		wanted = await seen(page, "svg");
	});
	await withPage(html, {}, async (page) => {
		/* in some browsers the page has a scroll bar: the width is the window's */
		const width = await page.$eval("#one", (e) => e.getBoundingClientRect().width);
		if (width === 1280)
			assert.deepEqual(await seen(page, "#one"), wanted);
		else
			assert.equal((await seen(page, "#one")).length, wanted.length);
	});
});

test("an inlined graph keeps its state in the URL where the page asks for it", async () => {
	const html = "<!DOCTYPE html><meta charset=utf-8><body style='margin:0'>" +
		inline(drawn(LINES)).replace("<svg ", "<svg data-url='' ");
	const file = writeTemporary(html, ".html");

	await withPage(file, { query: "?page=1#top", over: "http" }, async (page) => {
		await clickOn(page, "run");
		await page.$eval("svg", (svg) => svg.focus());
		await searchFor(page, "read");
		assert.match(await page.evaluate(() => location.search + location.hash),
			/^\?page=1&x=300&y=\d+&s=read#top$/);
		await page.reload();
		assert.equal(await text(page, "matched"), "Matched: 100%");
		assert.equal((await page.$$(".zoomed")).length, 1);
	});
});

for (const over of ["file", "http"]) {
	test(`${over}: zoom, search and the URL`, async () => {
		await withGraph(LINES, { over }, async (page) => {
			const open = await labels(page);
			await clickOn(page, "run");
			await searchFor(page, "READ");
			await holding(page, "Control", () => page.keyboard.press("i"));
			assert.equal(await text(page, "matched"), "Matched: 100%");
			const state = await query(page);
			assert.match(state, /^\?x=300&y=\d+&s=READ&ic=1$/);
			await page.goto(page.url());
			assert.equal(await text(page, "matched"), "Matched: 100%");
			assert.equal((await inspect(page)).rects.filter((r) => r.parent).length, 2);
			await page.reload();
			assert.equal(await text(page, "matched"), "Matched: 100%");
			assert.equal(await query(page), state);
			await page.click("#search");
			await page.click("#unzoom");
			assert.equal(await query(page), "");
			assert.deepEqual(await labels(page), open);
		});
	});
}

// Goes by so many entries of the history, until the graph has the query and the labels.
async function travel(page, by, wanted, names) {
	await page.evaluate((n) => history.go(n), by);
	await page.waitForFunction((search, inside) => location.search === search &&
		inside === Array.from(document.querySelectorAll("#labels text"),
			(label) => label.textContent).sort().join(), {}, wanted, names.join());
}

test("Back of the browser takes a step back, Forward a step again", async () => {
	await withGraph(LINES, { over: "http" }, async (page) => {
		const names = async () => (await labels(page)).map((label) => label.at(-1)).sort();
		const steps = [];
		const done = async () =>
			steps.push({ at: await query(page), names: await names() });
		const go = (by, to) => travel(page, by, steps[to].at, steps[to].names);
		await done();
		await clickOn(page, "parse");
		await done();
		await page.keyboard.press("r");
		await done();
		await searchFor(page, "^lex");
		await done();
		assert.equal(new Set(steps.map(({ at }) => at)).size, 4);
		await go(-1, 2);
		assert.equal(await text(page, "matched"), " ");
		await go(-1, 1);
		await go(-1, 0);
		await go(3, 3);
		assert.match(await text(page, "matched"), /^Matched: /);
		/* what Undo took back is passed by */
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		assert.equal(await query(page), steps[2].at);
		await page.keyboard.press("Escape");
		assert.equal(await query(page), steps[1].at);
		await go(-1, 0);
		/* and what was left before the file was loaded anew */
		await clickOn(page, "run");
		await done();
		await page.reload();
		await go(-1, 0);
		await page.waitForSelector("#unzoom.hide");
	});
});
