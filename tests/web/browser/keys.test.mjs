// SPDX-License-Identifier: MIT
// The keyboard, the focus, and announcements to screen readers.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { clickOn, holding, inspect, middle, query, searchFor, text } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;parse;read_file 100",
	"main;run;loop;read 350", "main;run;loop;write 150", "start_thread;worker 200"];

before(startBrowser);
after(stopBrowser);

async function press(page, ...keys) {
	for (const key of keys) {
		const [last, ...held] = key.split("-").reverse();
		for (const down of held)
			await page.keyboard.down(down);
		await page.keyboard.press(last);
		for (const up of held)
			await page.keyboard.up(up);
	}
}

const details = (page) => text(page, "details");
const fieldShown = async (page) => await page.$(".field:not(.hide)") !== null;

test("Ctrl-F and F3 ask for a search, and for the next one", async () => {
	await withGraph(LINES, {}, async (page) => {
		for (const key of ["Control-f", "F3"]) {
			await press(page, key);
			assert.ok(await fieldShown(page));
			await page.keyboard.type("loop");
			await press(page, "Enter");
			assert.equal(await text(page, "matched"), "Matched: 50.0%");
			await press(page, "Escape");
			assert.ok(!await fieldShown(page));
			await press(page, key);
			assert.equal(await text(page, "matched"), " ");
			assert.ok(await fieldShown(page));
			assert.equal(await page.$eval(".field input", (e) => e.value), "loop");
			await press(page, "Escape");
		}
	});
});

test("Enter goes from match to match, Shift-Enter and Shift-n back", async () => {
	await withGraph(LINES, {}, async (page) => {
		await searchFor(page, "r(ead|un)");
		assert.equal(await page.$eval(".matches", (e) => e.textContent),
			"800 samples, 4 frames");
		const seen = [];
		for (const key of ["Enter", "Enter", "Enter", "Enter", "Enter", "Shift-Enter"]) {
			await press(page, key);
			seen.push((await details(page)).split(" ")[1]);
		}
		assert.deepEqual(seen,
			["read_file", "run", "read", "start_thread", "read_file", "start_thread"]);
		await press(page, "Escape", "n");
		assert.match(await details(page), / read_file /);
		await press(page, "Shift-n", "Shift-n");
		assert.match(await details(page), / read /);
	});
});

test("0 resets the zoom, and arrows go no further than the graph", async () => {
	await withGraph(LINES, {}, async (page) => {
		await clickOn(page, "loop");
		await page.mouse.move(1, 1); // else a frame is pointed at when it is drawn
		await press(page, "0");
		assert.equal(await query(page), "");
		await press(page, "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft");
		assert.match(await details(page), /^Function: main /);
		await press(page, "ArrowDown", "ArrowDown", "ArrowDown");
		assert.match(await details(page), /^Function: all /);
	});
	await withGraph(LINES, { args: ["--inverted"] }, async (page) => {
		await press(page, "ArrowUp", "ArrowDown", "ArrowRight");
		assert.match(await details(page), /^Function: start_thread /);
		await press(page, "i", "ArrowUp");
		assert.match(await details(page), /^Function: worker /);
	});
});

test("c copies the name, Shift-c the stack; where that is blocked, it is said", async () => {
	await withGraph(LINES, { over: "http" }, async (page) => {
		await page.evaluate(() => {
			navigator.clipboard.writeText = async (copied) => {
				window.copied = copied;
			};
		});
		await page.mouse.move(...await middle(page, "loop"));
		await press(page, "c");
		assert.equal(await page.evaluate(() => window.copied), "loop");
		assert.equal(await details(page), "Copied: loop");
		await press(page, "Shift-c");
		assert.equal(await page.evaluate(() => window.copied), "main;run;loop");
		await page.evaluate(() => {
			navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
		});
		await press(page, "c");
		await page.waitForFunction(() => /^Copying is blocked: loop$/.test(
			document.querySelector("#details").textContent));
	});
});

test("the list of keys has a line for every key, and goes", async () => {
	await withGraph(LINES, {}, async (page) => {
		await press(page, "?");
		const keys = await page.$$eval(".help th", (all) => all.map((e) => e.textContent));
		for (const key of "/ n Shift-n Arrows Enter 0 Escape i c ?".split(" "))
			assert.ok(keys.includes(key), key);
		await press(page, "?");
		assert.equal(await page.$(".help"), null);
		await press(page, "?", "Escape");
		assert.equal(await page.$(".help"), null);
	});
});

test("the focus is seen: on a frame, and on each button", async () => {
	await withGraph(LINES, {}, async (page) => {
		await press(page, "ArrowUp", "ArrowUp");
		const shown = await page.$eval(".cursor", (cursor) => {
			const { stroke, strokeWidth, display } = getComputedStyle(cursor);
			return [stroke, strokeWidth, display === "none",
				document.activeElement === cursor];
		});
		assert.deepEqual(shown, ["rgb(0, 0, 255)", "2px", false, true]);
		const { rects } = await inspect(page);
		const main = rects.find((rect) => rect.title.startsWith("main "));
		const cursor = await page.$eval(".cursor", (element) =>
			element.getBoundingClientRect().toJSON());
		assert.ok(Math.abs(cursor.left - main.left) < 2);
		assert.ok(Math.abs(cursor.right - main.right) < 2);
		await clickOn(page, "run");
		const reached = new Set();
		for (let i = 0; i < 6; i++) {
			await press(page, "Tab");
			const at = await page.evaluate(() => {
				const { activeElement } = document;
				if (!activeElement)
					return "";
				const { outlineStyle } = getComputedStyle(activeElement);
				return [activeElement.id, outlineStyle !== "none"].join();
			});
			reached.add(at);
		}
		for (const id of ["unzoom", "search", "ignorecase"])
			assert.ok(reached.has(`${id},true`), `${id} of ${[...reached]}`);
	});
});

test("buttons are pressed by Enter and by the space bar", async () => {
	await withGraph(LINES, {}, async (page) => {
		await clickOn(page, "run");
		await page.$eval("#unzoom", (button) => button.focus());
		await press(page, "Enter");
		assert.equal(await query(page), "");
		await page.$eval("#search", (button) => button.focus());
		await press(page, " ");
		assert.ok(await fieldShown(page));
		await press(page, "Escape");
		await page.$eval("#ignorecase", (button) => button.focus());
		await press(page, " ");
		assert.ok(await page.$("#ignorecase[aria-pressed=true]"));
	});
});

test("screen readers are told what graph and which frame it is", async () => {
	await withGraph(LINES, { args: ["--title", "Of <mine>"] }, async (page) => {
		const name = (selector) => page.$eval(selector, (element) =>
			[element.getAttribute("role"), element.getAttribute("aria-label")]);
		assert.deepEqual(await name("svg"), ["group", "Of <mine>"]);
		await press(page, "ArrowUp", "ArrowUp");
		assert.deepEqual(await name(".cursor"), ["img", "main (800 samples, 80.00%)"]);
		for (const id of ["unzoom", "search", "ignorecase"])
			assert.equal((await name("#" + id))[0], "button");
		await press(page, "/");
		assert.match((await name(".field input"))[1], /^Search for frames/);
	});
});

test("keys of the browser stay the browser's", async () => {
	await withGraph(LINES, {}, async (page) => {
		await page.evaluate(() => {
			window.stopped = [];
			window.addEventListener("keydown", (event) =>
				window.stopped.push([event.key, event.defaultPrevented].join()));
		});
		await press(page, "a", "ArrowUp");
		await holding(page, "Alt", () => page.keyboard.press("i"));
		const stopped = await page.evaluate(() => window.stopped);
		assert.deepEqual(stopped, ["a,false", "ArrowUp,true", "Alt,false", "i,false"]);
	});
});
