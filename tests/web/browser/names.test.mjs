// SPDX-License-Identifier: MIT
// Graphs under each name of the program do the same in the reader's hands.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { NAMES, drawnAs, startBrowser, stopBrowser, withGraph, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, drawnAt, holding, hoverAll, inspect, labels, middle, query, searchFor,
	text } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr;term 170", "main;parse;read_file 100",
	"main;run;loop;read 350", "main;run;loop;write 150", "start_thread;worker 200"];
const BEFORE_AFTER = ["main;lex 100 130", "main;parse;expr 50 20", "main;parse 5 5", "run 45 0"];
const FRACTIONS = ["a;b 2.5", "a;c 1.25", "d 0.5"];

before(startBrowser);
after(stopBrowser);

// Everything that the titles in the file say is said of the frames, zoomed or not.
async function checkHover(page, nametype) {
	const { rects } = await inspect(page);
	const titles = rects.filter((rect) => rect.right > rect.left).map((rect) => rect.title);

	assert.ok(titles.length > 3);
	assert.deepEqual(await hoverAll(page),
		titles.map((title) => [nametype + " " + title, title]));
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	const zoomed = await hoverAll(page);
	assert.ok(zoomed.length > 1);
	for (const [details, title] of zoomed) {
		assert.equal(details, nametype + " " + title);
		assert.ok(titles.includes(title), title);
	}
}

function fullWidth(rects) {
	const [root] = rects.filter((rect) => rect.title && rect.title.startsWith("all "));

	return root.right - root.left;
}

for (const as of NAMES) {
	test(`${as}: pointing at a frame says its title`, async () => {
		const inferno = as === "inferno-flamegraph";
		const special = inferno ? ["--factor", "0"] : ["--total", "9999"];
		const huge = ["a;b 4611686018427387905", "a;c 4611686018427387903"];
		const cases = [[LINES, []], [LINES, ["--inverted", "--nametype", "Fn"]],
			[LINES, ["--factor", "0.37", "--countname", "ms (wall)"]],
			[LINES, ["--flamechart"]], [LINES, ["--reverse"]],
			[FRACTIONS, []], [FRACTIONS, ["--factor", "10"]],
			[BEFORE_AFTER, []], [BEFORE_AFTER, ["--negate"]],
			[LINES, special], [huge, []],
			[["a;b_[k] 7", "a;c_[j] 5", "a;x<&>\"' 9"], ["--colors", "java"]]];

		for (const [lines, args] of cases) {
			const nametype = args.includes("--nametype") ? "Fn" : "Function:";
			await withGraph(lines, { as, args: [...args, "--minwidth", "0"] }, (page) =>
				checkHover(page, nametype));
		}
	});

	test(`${as}: zoom, ancestor, reset`, async () => {
		for (const args of [[], ["--inverted"]]) {
			await withGraph(LINES, { as, args, width: 1200 }, async (page) => {
				const open = await labels(page);
				const parents = async () => (await inspect(page)).rects
					.filter((rect) => rect.parent).length;

				await clickOn(page, "loop");
				assert.equal(await parents(), 3);
				assert.match(await query(page), /^\?x=300&y=\d+$/);
				assert.ok((await labels(page)).some((label) => label[3] === "all"));
				await clickOn(page, "run", "loop");
				assert.equal(await parents(), 2);
				await page.click("#unzoom");
				assert.equal((await inspect(page)).rects.length, 13);
				assert.equal(await query(page), "");
				assert.deepEqual(await labels(page), open);
				assert.ok(!open.some((label) => label[3] === "all"));
				await clickOn(page, "worker");
				await clickOn(page, "all", "worker");
				assert.equal(await query(page), "");
				assert.deepEqual(await labels(page), open);
			});
		}
	});

	test(`${as}: search, its share, and case`, async () => {
		await withGraph(LINES, { as }, async (page) => {
			await searchFor(page, "^READ|term");
			assert.equal(await text(page, "matched"), "Matched: 17.0%");
			await page.click("#ignorecase");
			assert.equal(await text(page, "matched"), "Matched: 62.0%");
			await clickOn(page, "run");
			assert.equal(await text(page, "matched"), "Matched: 70.0%");
			await holding(page, "Control", () => page.keyboard.press("i"));
			assert.equal(await text(page, "matched"), "Matched: 0.0%");
			await page.click("#search");
			assert.equal(await text(page, "search"), "Search");
			assert.match(await query(page), /^\?x=300&y=\d+$/);
		});
	});

	test(`${as}: a link restores zoom and search`, async () => {
		const file = writeTemporary(drawnAs(as, LINES), ".svg");
		let state;
		await withPage(file, {}, async (page) => {
			await clickOn(page, "parse");
			await searchFor(page, "r(ead|un)");
			state = await query(page);
		});
		assert.match(state, /^\?x=0&y=\d+&s=r\(ead%7Cun\)$/);
		await withPage(file, { query: state }, async (page) => {
			assert.equal(await query(page), state);
			assert.equal(await text(page, "matched"), "Matched: 33.3%");
			const { rects } = await inspect(page);
			assert.equal(rects.filter((rect) => rect.parent).length, 2);
		});
	});

	test(`${as}: the width is the window's, or the one given`, async () => {
		const widths = async (args) => {
			const seen = [];
			await withGraph(LINES, { as, args, width: 1000 }, async (page) => {
				for (const width of [1000, 700, 1200]) {
					await page.setViewport({ width, height: 700 });
					if (await page.$("svg[width='100%']"))
						await drawnAt(page, width);
					const { rects } = await inspect(page);
					seen.push(Math.round(fullWidth(rects)));
				}
				await clickOn(page, "run");
				assert.match(await query(page), /^\?x=300&/);
			});
			return seen;
		};
		const fixed = as === "flamegraph.pl";

		assert.deepEqual(await widths([]), fixed ? [1180, 1180, 1180] : [980, 680, 1180]);
		assert.deepEqual(await widths(["--width", "600"]), [580, 580, 580]);
	});

	test(`${as}: labels are the same before and after a zoom`, async () => {
		const names = ["a_long_name_of_a_function", "operator()(int)", "\u65e5\u672c"];
		const lines = names.flatMap((name, i) =>
			[`m;${name};${name}x ${3 + i}`, `m;${name} 9`]);
		for (const width of [1200, 900]) {
			await withGraph(lines, { as, width }, async (page) => {
				const open = await labels(page);
				await clickOn(page, "m");
				await page.click("#unzoom");
				assert.deepEqual(await labels(page), open);
				await searchFor(page, "x");
				await page.click("#search");
				assert.deepEqual(await labels(page), open);
			});
		}
	});

	test(`${as}: in a flame chart time runs from left to right`, async () => {
		const chart = ["a 10", "b 20", "a 30"];
		const backwards = as === "inferno-flamegraph";
		const inOrder = backwards ? [...chart].reverse() : chart;
		await withGraph(inOrder, { as, args: ["--flamechart"] }, async (page) => {
			const { rects } = await inspect(page);
			rects.sort((a, b) => a.left - b.left || b.right - a.right);
			const names = rects.map((rect) => rect.title.split(" ")[0]);

			assert.deepEqual(names, ["all", "a", "b", "a"]);
			assert.equal(await text(page, "title"), "Flame Chart");
			await page.mouse.move(...await middle(page, "b"));
			assert.match(await text(page, "details"), /^Function: b \(20 samples, 33/);
		});
	});

	test(`${as}: a frame keeps its colour when zoomed`, async () => {
		const fills = (page, selector) => page.$$eval(selector, (all) =>
			all.map((rect) => getComputedStyle(rect).fill));
		const option = as === "flamegraph.pl" ? "--hash" : "--colordiffusion";
		const cases = [[LINES, []], [BEFORE_AFTER, []], [LINES, [option]]];

		for (const [lines, args] of cases) {
			await withGraph(lines, { as, args }, async (page) => {
				const open = await fills(page, ".row rect");
				await page.keyboard.press("i");
				const flipped = await fills(page, ".live rect");
				assert.deepEqual(flipped.sort(), open.sort());
			});
		}
	});
}
