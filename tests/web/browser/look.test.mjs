// SPDX-License-Identifier: MIT
// Light and dark, paper, narrow windows, screen readers and keyboards.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawn, drawnAs, notIn, startBrowser, stopBrowser, withGraph, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, inspect, middle, query, searchFor, text } from "../reader.mjs";

const LINES = ["main;parse;lex_[k] 60", "main;parse;expr_[i];term 140", "main;parse;read::x 100",
	"main;run;loop;read 350", "main;run;loop;write 150", "start_thread;worker 200"];
const DIFFERENCE = ["a;grown 20 60", "a;same 10 10", "b;shrunk 400 33", "new 0 7", "old 9 0"];

/* Only this browser can emulate preferences, paper and names. */
const EMULATED = notIn("firefox", "its driver cannot emulate media or list names");

before(startBrowser);
after(stopBrowser);

async function prefer(page, scheme) {
	await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
}

// Contrast of each text with what is under it, by WCAG: [text, ratio, colours].
function contrasts(page) {
	return page.evaluate(() => {
		const rgb = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number);
		const luminance = (color) => color.map((part) => part / 255)
			.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
			.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0.05);
		const mixed = (top, below, share) =>
			top.map((v, i) => v * share + below[i] * (1 - share));
		const stops = Array.from(document.querySelectorAll("linearGradient stop"),
			(stop) => rgb(getComputedStyle(stop).stopColor));
		const texts = document.querySelectorAll(
			"text, .panel :is(span, kbd, p, td), .field input, .field output");
		const all = [];

		for (const text of texts) {
			const box = text.getBoundingClientRect();
			const style = getComputedStyle(text);
			const word = (text.textContent || text.value || "").trim();
			if (box.width === 0 || !word || text.closest(":disabled"))
				continue;
			const panel = text.closest("foreignObject");
			const color = rgb(panel ? style.color : style.fill);
			const [x, y] = [box.left + 1, box.top + box.height / 2];
			const frames = document.elementsFromPoint(x, y)
				.filter((e) => e.closest("#frames") && e.localName === "rect")
				.map((e) => getComputedStyle(e)).filter((e) => e.fill !== "none");
			let under = stops;
			if (panel) {
				const body = panel.querySelector("div, input");
				under = [rgb(getComputedStyle(body).backgroundColor)];
			} else if (text.closest("#labels")) {
				under = stops.map((stop) => frames.reduceRight((below, frame) =>
					mixed(rgb(frame.fill), below, Number(frame.opacity)),
				stop));
			}
			for (const back of under) {
				const front = mixed(color, back, Number(style.opacity));
				const [light, dark] = [front, back].map(luminance)
					.sort((a, b) => b - a);
				all.push([word, light / dark, String(front), String(back)]);
			}
		}
		return all;
	});
}

async function checkReadable(page, least, label) {
	const all = await contrasts(page);

	assert.ok(all.length >= least, `${label}: ${all.length} texts`);
	for (const [word, ratio, ...colors] of all)
		assert.ok(ratio >= 4.5, `${label}: ${word} has ${ratio} ${colors}`);
}

const PALETTES = ["hot", "mem", "io", "java", "js", "python", "rust", "wakeup", "red", "green",
	"blue", "yellow", "purple", "aqua", "orange", "safe"];

test("every text is readable, light and dark, zoomed and searched, in every palette",
	EMULATED, async () => {
	for (const palette of PALETTES) {
		await withGraph(LINES, { args: ["--colors", palette] }, async (page) => {
			for (const scheme of ["light", "dark"]) {
				await prefer(page, scheme);
				await checkReadable(page, 12, `${palette} ${scheme}`);
				await clickOn(page, "loop");
				await searchFor(page, "read");
				await page.keyboard.press("Escape");
				await page.mouse.move(2, 2);
				await checkReadable(page, 12, `${palette} ${scheme} zoomed`);
				await page.keyboard.press("Escape");
				await page.keyboard.press("Escape");
			}
		});
	}
});

test("differentials are readable in every palette, and so are panels", EMULATED, async () => {
	for (const palette of ["red-blue", "blue-orange"]) {
		const args = ["--diff-palette", palette, "--diff-width", "both"];
		await withGraph(DIFFERENCE, { args, height: 600 }, async (page) => {
			for (const scheme of ["light", "dark"]) {
				await prefer(page, scheme);
				await checkReadable(page, 8, `${palette} ${scheme}`);
				await clickOn(page, "shrunk");
				await page.keyboard.press("m");
				await checkReadable(page, 20, `${palette} ${scheme} menu`);
				await page.keyboard.press("?");
				await checkReadable(page, 30, `${palette} ${scheme} keys`);
				await page.keyboard.press("Escape");
				await searchFor(page, "(");
				await checkReadable(page, 10, `${palette} ${scheme} field`);
				await page.keyboard.press("Escape");
				await page.keyboard.press("0");
			}
		});
	}
});

async function backgroundOf(page) {
	const stops = await page.$$eval("linearGradient stop", (all) =>
		all.map((stop) => getComputedStyle(stop).stopColor));
	const ink = await page.$eval("#title", (title) => getComputedStyle(title).fill);

	return [...stops, ink].join(" ");
}

const LIGHT = "rgb(238, 238, 238) rgb(238, 238, 176) rgb(0, 0, 0)";
const DARK = "rgb(24, 24, 27) rgb(37, 37, 42) rgb(220, 220, 220)";
const GIVEN = "rgb(16, 24, 32) rgb(16, 24, 32) rgb(220, 220, 220)";

test("the picture is light or dark as the reader prefers, or as it was told", async () => {
	const cases = [[[], LIGHT, DARK], [["--color-scheme", "light"], LIGHT, LIGHT],
		[["--color-scheme", "dark"], DARK, DARK], [["--bgcolors", "#101820"], GIVEN, GIVEN],
		[["--no-javascript"], LIGHT, DARK],
		[["--bgcolors", "yellow"], LIGHT, LIGHT]];

	for (const [args, light, dark] of cases) {
		for (const isDark of [false, true]) {
			await withGraph(LINES, { args, dark: isDark }, async (page) =>
				assert.equal(await backgroundOf(page), isDark ? dark : light,
					args.join(" ")));
		}
	}
	for (const as of ["flamegraph.pl", "inferno-flamegraph"]) {
		await withGraph(LINES, { as, dark: true }, async (page) =>
			assert.equal(await backgroundOf(page), LIGHT));
	}
});

test("on paper the picture is light, whole and without buttons", EMULATED, async () => {
	await withGraph(LINES, { width: 1200 }, async (page) => {
		await prefer(page, "dark");
		await clickOn(page, "run");
		await page.keyboard.press("r");
		await page.keyboard.press("m");
		await page.emulateMediaType("print");
		await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
		assert.equal(await backgroundOf(page), LIGHT);
		assert.equal((await inspect(page)).rects.length, 13);
		assert.equal(await text(page, "title"), "Flame Graph");
		const tools = "[role=button], .panel, #details, #matched";
		const shown = await page.$$eval(tools, (all) =>
			all.filter((e) => getComputedStyle(e).display !== "none").length);
		assert.equal(shown, 0);
		await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
		await page.emulateMediaType("screen");
		await prefer(page, "dark");
		assert.equal(await text(page, "title"), "Flame Graph \u2013 leaf first");
		assert.equal(await backgroundOf(page), DARK);
		const pdf = await page.pdf();
		assert.equal(String.fromCharCode(...pdf.slice(0, 5)), "%PDF-");
		assert.equal(await query(page), "?reverse=1");
	});
});

test("texts in the bar don't meet, however narrow the window", async () => {
	const title = "A title that is rather long for a graph";

	for (const [as, width] of [["flamegraph", 400], ["flamegraph", 700], ["flamegraph", 2000],
		["inferno-flamegraph", 400]]) {
		await withGraph(LINES, { as, width, args: ["--title", title] }, async (page) => {
			await page.mouse.move(...await middle(page, "run"));
			await page.keyboard.press("h");
			await clickOn(page, "main");
			await page.keyboard.press("Escape");
			await page.keyboard.press("ArrowUp");
			await page.keyboard.press("ArrowUp");
			await page.keyboard.press("Enter");
			await searchFor(page, "r");
			await page.keyboard.press("Escape");
			for (const row of ["#title, .burger, #unzoom, .undo, #search, #ignorecase",
				"#details, #matched, .matches"]) {
				const boxes = await page.$$eval(row, (all) => all.map((e) =>
					Object.assign(e.getBoundingClientRect().toJSON(),
						{ words: e.textContent }))
					.filter((box) => box.width > 0)
					.sort((a, b) => a.left - b.left));
				const seen = JSON.stringify(boxes.map((box) =>
					[box.words, box.left, box.right]));
				assert.ok(boxes.length >= 3);
				assert.ok(boxes[0].left >= 0 && boxes.at(-1).right <= width);
				for (let i = 1; i < boxes.length; i++)
					assert.ok(boxes[i].left >= boxes[i - 1].right, seen);
			}
		});
	}
});

test("the graph, its buttons and the focused frame have names", EMULATED, async () => {
	await withGraph(LINES, { args: ["--title", "nginx"] }, async (page) => {
		await page.keyboard.press("ArrowUp");
		await page.keyboard.press("ArrowUp");
		const tree = await page.accessibility.snapshot({ interestingOnly: false });
		const flat = (node) => [node, ...(node.children || []).flatMap(flat)];
		const all = flat(tree).map((node) => `${node.role} ${node.name}`);

		for (const name of ["button Menu", "button Search", "button Ignore case",
			"image main (800 samples, 80.00%)"])
			assert.ok(all.includes(name), name);
		const root = await page.$eval("svg", (e) =>
			["role", "aria-label", "aria-description"]
				.map((name) => e.getAttribute(name)).join("|"));
		assert.match(root, /^group\|nginx\|13 frames\. /);
		const described = await page.$eval(".cursor", (e) =>
			e.getAttribute("aria-description"));
		assert.equal(described, "Level 1, on all, with 2 frames on it");
		assert.ok(await page.evaluate(() => document.activeElement.matches(".cursor")));
		const look = await page.$eval(".cursor", (e) => {
			const { stroke, strokeWidth } = getComputedStyle(e);
			return [stroke, strokeWidth].join(" ");
		});
		assert.equal(look, "rgb(0, 0, 255) 2px");
	});
});

test("nothing moves where the reader wants no motion", EMULATED, async () => {
	await withGraph(LINES, {}, async (page) => {
		const moving = () => page.$$eval("*", (all) => all.filter((e) =>
			parseFloat(getComputedStyle(e).transitionDuration) > 0).length);

		assert.ok(await moving() > 0);
		const calm = { name: "prefers-reduced-motion", value: "reduce" };
		await page.emulateMediaFeatures([calm]);
		assert.equal(await moving(), 0);
	});
});

test("the pointer shows where nothing can be clicked", async () => {
	const pointers = (page) => page.$$eval("*", (all) =>
		all.filter((e) => getComputedStyle(e).cursor === "pointer").length);

	for (const as of ["flamegraph", "inferno-flamegraph"]) {
		await withGraph(LINES, { as, args: ["--no-javascript"] }, async (page) =>
			assert.equal(await pointers(page), 0));
		await withGraph(LINES, { as }, async (page) =>
			assert.ok(await pointers(page) > 10));
	}
});

test("a page opened by a link learns nothing of this page", async () => {
	const given = "run\thref=x.html\ttarget=_blank\nmain\thref=x.html\n";
	const attr = writeTemporary(given, ".attr");

	for (const as of ["flamegraph", "flamegraph.pl", "inferno-flamegraph"]) {
		await withGraph(LINES, { as, args: ["--nameattr", attr] }, async (page) => {
			const links = (layer) => page.$$eval(layer + " a", (all) =>
				all.map((a) => ["target", "rel"]
					.map((name) => a.getAttribute(name)).join(" ")).sort());
			const still = await links(".row");
			assert.deepEqual(still, ["_blank noopener", "_top "]);
			await page.keyboard.press("i");
			assert.deepEqual(await links(".live"), still);
		});
	}
});

test("graphs in one page are refined, coloured and linked apart", async () => {
	const inline = (svg, more) =>
		svg.slice(svg.indexOf("<svg")).replace("<svg", "<svg" + more);
	const html = "<!DOCTYPE html><meta charset=utf-8><body><p id=p>text</p>" +
		`<div id=a>${inline(drawn(LINES), " data-url='a-'")}</div>` +
		`<div id=b>${inline(drawn(DIFFERENCE), " data-url='b-'")}</div>` +
		`<div id=c>${inline(drawnAs("inferno-flamegraph", LINES), "")}</div>`;
	const file = writeTemporary(html, ".html");
	let state;

	await withPage(file, { width: 1000, height: 1200 }, async (page) => {
		const title = (id) => page.$eval(`#${id} #title`, (e) => e.textContent);
		const focus = (id) => page.$eval(`#${id} svg`, (e) => e.focus());
		const own = await page.$eval("#p", (e) => getComputedStyle(e).cssText);
		await page.keyboard.press("r");
		assert.equal(await query(page), "");
		await focus("a");
		await page.keyboard.press("r");
		await focus("b");
		await page.keyboard.press("o");
		await focus("c");
		await page.keyboard.press("r");
		assert.equal(await query(page), "?a-reverse=1&b-order=width");
		assert.deepEqual(await Promise.all(["a", "b", "c"].map(title)),
			["Flame Graph \u2013 leaf first", "Flame Graph \u2013 by width",
				"Flame Graph \u2013 leaf first"]);
		await page.click("#b .burger");
		assert.equal((await page.$$(".menu")).length, 1);
		assert.equal((await page.$$("#b .menu")).length, 1);
		await page.keyboard.press("Escape");
		assert.equal(await page.$eval("#p", (e) => getComputedStyle(e).cssText), own);
		state = await query(page);
	});
	await withPage(file, { query: state, width: 1000, height: 1200 }, async (page) => {
		assert.equal(await page.$eval("#a #title", (e) => e.textContent),
			"Flame Graph \u2013 leaf first");
		assert.equal(await page.$eval("#c #title", (e) => e.textContent), "Flame Graph");
	});
});

const DEEP = Array.from({ length: 80 }, (_, i) => `f${i}`).join(";");
const TALL = [`main;${DEEP} 300`, "main;other 700"];

// Where in the window an element is.
const topOf = (page, selector) =>
	page.$eval(selector, (element) => element.getBoundingClientRect().top);

// Clicks on an element where it is seen: page.click() would scroll to it first.
async function clickInSight(page, selector) {
	const place = await page.$eval(selector, (element) => {
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x + width / 2, y + height / 2];
	});

	await page.mouse.click(...place);
}

// The bar follows the window by an event.
const barIsThere = (page) => page.waitForFunction(() => {
	const { top } = document.querySelector(".burger").getBoundingClientRect();
	return top >= 0 && top < 40;
});

test("the bar stays at the top of the window above a tall graph", async () => {
	await withGraph(TALL, { height: 500 }, async (page) => {
		await page.waitForFunction(() => window.scrollY > 300); /* at the root */
		await barIsThere(page);
		for (const selector of [".burger", "#title", "#search", "#ignorecase"]) {
			const top = await topOf(page, selector);
			assert.ok(top >= 0 && top < 40, `${selector} ${top}`);
		}
		const before = await page.evaluate(() => window.scrollY);
		await page.mouse.move(...await middle(page, "other"));
		assert.match(await text(page, "details"), /^Function: other /);
		await clickOn(page, "other");
		assert.equal(await page.evaluate(() => window.scrollY), before);
		await clickInSight(page, "#unzoom");
		assert.equal(await query(page), "");
		await page.keyboard.press("/");
		const top = await topOf(page, ".field input");
		assert.ok(top >= 0 && top < 40, String(top));
		await page.keyboard.press("Escape");
		await page.evaluate(() => window.scrollTo(0, 0));
		await page.waitForFunction(() => document.querySelector(".bar").getAttribute(
			"transform") === "translate(0,0)");
		assert.ok(!await page.$(".bar.up"));
	});
});

test("on a phone the document is as wide as the screen", EMULATED, async () => {
	const prepare = (page) => page.setViewport({ width: 390, height: 800, isMobile: true,
		hasTouch: true });

	await withGraph(LINES, { prepare }, async (page) =>
		assert.equal(await page.evaluate(() => window.innerWidth), 390));
	assert.doesNotMatch(drawnAs("flamegraph.pl", LINES), /viewport/);
});
