// SPDX-License-Identifier: MIT
// The page's views of samples with labels: time, stack charts, comparisons, facets.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser } from "../browser.mjs";
import { clickFrame, copied, keepCopies, labelsOf, rowsOf, shownText,
	withHtml } from "../pages.mjs";
import { holding, query } from "../reader.mjs";
import { spikeLines } from "../spike.mjs";

const LINES = spikeLines();

before(startBrowser);
after(stopBrowser);

const boxOf = (page, selector) => page.$eval(selector, (element) => {
	const { left, top, width, height } = element.getBoundingClientRect();
	return { left, top, width, height };
});

// The place of a bin of the 500 in the histogram.
async function placeOf(page, bin) {
	const { left, top, width, height } = await boxOf(page, ".heat");

	return [left + width * (bin + 0.5) / 500, top + height - 8];
}

async function drag(page, from, to) {
	await page.mouse.move(...from);
	await page.mouse.down();
	await page.mouse.move(...to, { steps: 4 });
	await page.mouse.up();
}

async function selectSpike(page) {
	await drag(page, await placeOf(page, 312), await placeOf(page, 326));
}

// The colour of a bin of 500 at the foot of a canvas.
const colorAt = (page, bin, selector = ".heat canvas") => page.$eval(selector, (canvas, share) => {
	const pen = document.createElement("canvas")
		.getContext("2d", { willReadFrequently: true });
	pen.drawImage(canvas, -Math.floor(canvas.width * share), 1 - canvas.height);
	return Array.from(pen.getImageData(0, 0, 1, 1).data).join();
}, (bin + 0.5) / 500);

// How many pixels of the canvas below the frames have a box.
const paintedPixels = (page) => page.$eval(".pixels canvas", (canvas) => {
	const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
	return data.filter((part, i) => i % 4 === 3 && part > 0).length;
});

test("a profile without labels has no such views, and says why", async () => {
	await withHtml(["a;b 1"], {}, async (page) => {
		await page.keyboard.press("4");
		assert.match(await shownText(page, ".status"), /no labels: collapse with --labels/);
		await page.keyboard.press("6");
		assert.match(await shownText(page, ".status"), /no lines: draw it with --line/);
		assert.equal(await query(page), "");
		assert.ok(await page.$("#tab-time[hidden]"));
	});
	await withHtml(["a;b 1"], { query: "?view=facets" }, async (page) => {
		assert.deepEqual((await labelsOf(page)).sort(), ["a", "b"]);
	});
});

test("labels are no frames: the graph is that of the stacks", async () => {
	await withHtml(LINES, {}, async (page) => {
		assert.ok((await labelsOf(page)).includes("worker"));
		assert.ok(!(await labelsOf(page)).some((label) => label.startsWith("@")));
	});
});

test("a drag in the histogram selects a time, and the graph is that of it", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		assert.match(await shownText(page, ".timebar"),
			/0\.04 s a column, the highest \d+ samples/);
		const before = await colorAt(page, 20);
		const top = (await boxOf(page, ".heat")).top;
		await selectSpike(page);
		assert.equal(await query(page), "?view=time&t=312-328");
		assert.match(await shownText(page, ".timebar"), /6\.24 s \u2013 6\.56 s/);
		assert.ok((await labelsOf(page)).includes("btree_split"));
		assert.notEqual(await colorAt(page, 20), before); /* paler */
		assert.equal((await boxOf(page, ".heat")).top, top); /* nothing jumps */
		await page.keyboard.press("1");
		assert.ok((await labelsOf(page)).includes("btree_split"));
		await page.keyboard.press("Escape");
		assert.ok((await labelsOf(page)).includes("compress"));
	});
});

test("more than a minute is a heat map: a second a column", async () => {
	const lines = Array.from({ length: 90 }, (_, i) => `@time=${String(i).padStart(2, "0")}.` +
		`${i % 2 ? "24" : "02"};main;${i === 70 ? "slow" : "fast"} ${i === 70 ? 9 : 1}`);

	await withHtml(lines, { query: "?view=time" }, async (page) => {
		assert.match(await shownText(page, ".timebar"), /1\.00 s a column, 0\.02 s a cell/);
		const { left, top, width, height } = await boxOf(page, ".heat canvas");
		const at = [left + width * 70.5 / 90, top + height * 48.5 / 50];
		await page.mouse.move(...at);
		assert.match(await shownText(page, ".tip"), /^1:10\.02 \u2013 1:10\.049 samples$/);
		await drag(page, at, at);
		assert.equal(await query(page), "?view=time&t=3501-3502");
		assert.deepEqual(Array.from(new Set(await labelsOf(page))), ["main", "slow"]);
	});
});

test("all times are on one scale: histogram, axis and lanes", async () => {
	for (const width of [390, 1400]) {
		await withHtml(LINES, { query: "?view=time", width }, async (page) => {
			const [heat, axis, strip] = await Promise.all([".heat", ".axis",
				".lanes .space .strip"].map((selector) => boxOf(page, selector)));
			for (const { left, width: wide } of [axis, strip]) {
				assert.ok(Math.abs(left - heat.left) < 1, `${left} ${heat.left}`);
				assert.ok(Math.abs(wide - heat.width) < 1, `${wide} ${heat.width}`);
			}
			const ticks = await page.$$eval(".axis span", (all) => all.map((e) =>
				[e.textContent, e.getBoundingClientRect().left]));
			assert.ok(ticks.length >= 2);
			for (const [text, left] of ticks)
				assert.ok(Math.abs(left - heat.left - heat.width *
					parseFloat(text) / 10) < 1, text);
		});
	}
});

test("a busy lane has no gaps, however far it is zoomed in", async () => {
	const busy = Array.from({ length: 500 }, (_, i) => [1, 2].map((tid) =>
		`@time=${(i * 0.02).toFixed(2)};@tid=${tid};main ${tid === 1 ? 20 : 1}`)).flat();

	for (const z of ["0-500", "100-109", "7-9", "0-361"]) {
		await withHtml(busy, { query: `?view=time&z=${z}` }, async (page) => {
			const colors = await page.$eval(".lanes .strip canvas", (canvas) => {
				const { data } = canvas.getContext("2d")
					.getImageData(0, 0, canvas.width, 1);
				const word = new Uint32Array(data.buffer);
				return new Set(word.subarray(0, word.length - 1)).size;
			});
			assert.equal(colors, 1, z);
			const [one, other] = await page.$$eval(".lanes .strip canvas", (all) =>
				all.map((e) => e.toDataURL()));
			assert.notEqual(one, other); /* one scale for all */
			await page.evaluate(() => Array.from(document.querySelectorAll("button"))
				.find((e) => e.textContent === "Each its own").click());
			assert.equal(...await page.$$eval(".lanes .strip canvas", (all) =>
				all.map((e) => e.toDataURL())));
		});
	}
});

test("Compare names the function of the spike first", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		await selectSpike(page);
		await page.keyboard.press("k");
		assert.equal(await query(page), "?view=time&t=312-328&cmp=1");
		assert.match(await shownText(page, ".below"), /against the rest/);
		await page.keyboard.press("3");
		const names = (await rowsOf(page)).map(([name]) => name);
		assert.deepEqual(names.slice(0, 2).sort(), ["btree_split", "reindex"]);
		assert.match((await rowsOf(page))[0].at(-1), /^\*+$/);
	});
});

test("a second range, by Shift-drag, is what the first is compared with", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		await drag(page, await placeOf(page, 0), await placeOf(page, 199));
		const [from, to] = [await placeOf(page, 312), await placeOf(page, 326)];
		await holding(page, "Shift", () => drag(page, from, to));
		await page.keyboard.press("k");
		assert.equal(await query(page), "?view=time&t=0-200&t2=312-328&cmp=1");
		await page.keyboard.press("3");
		assert.match((await rowsOf(page))[0][0], /btree_split|reindex/);
		assert.equal((await rowsOf(page))[0][1], "0.00%");
	});
});

test("the histogram goes by keyboard alone", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		await page.focus(".heat");
		for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "Enter", "ArrowUp",
			"ArrowUp", "Enter"])
			await page.keyboard.press(key);
		assert.equal(await query(page), "?view=time&t=4-10");
	});
});

test("lanes are the values of a label, the busiest first; one opens as a chart", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		const lanes = async () => (await rowsOf(page)).map(([name]) => name);
		assert.deepEqual(await lanes(), ["1240", "1241", "1243", "1244"]);
		await page.select("select", "cpu");
		assert.deepEqual((await lanes()).sort(), ["0", "1", "2", "3"]);
		await page.select("select", "tid");
		await page.click(".lanes .space .name");
		assert.match(await shownText(page, ".below"), /^tid 1240in order of time/);
		assert.match(await query(page), /lane=tid&chart=1240/);
		await page.evaluate(() => document.querySelector("#frames").dispatchEvent(
			new Event("mouseleave")));
		assert.ok(await paintedPixels(page) > 500); /* most are narrower than a label */
	});
});

test("a chart of one bin has its stacks, as wide as it took", async () => {
	const options = { query: "?view=time&t=312-314&chart=1240" };

	await withHtml(LINES, options, async (page) => {
		assert.deepEqual(Array.from(new Set(await labelsOf(page))).sort(),
			["btree_split", "reindex", "worker"]);
		await clickFrame(page, "reindex");
		assert.match(await query(page), /tx=\d+&ty=2/);
	});
});

test("a drag in a lane selects time and lane; z zooms, and bins split", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		const { left, top, width, height } = await boxOf(page, ".lanes .space .strip");
		const before = await colorAt(page, 100, ".lanes .strip canvas");
		await page.mouse.move(left + width * 0.5, top + height / 2);
		await page.mouse.down();
		await page.mouse.move(left + width * 0.6, top + height / 2, { steps: 4 });
		assert.notEqual(await colorAt(page, 100, ".lanes .strip canvas"), before);
		await page.mouse.up();
		assert.match(await query(page), /t=2[45]\d-30\d&keep=tid%3D1240/);
		await page.keyboard.press("z");
		assert.match(await query(page), /&z=2[45]\d-30\d/);
		assert.doesNotMatch(await shownText(page, ".timebar"), /1\.00 s a column/);
	});
});

test("the wheel zooms in time; bins split, and turns are one step back", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		const caption = () => page.$eval(".timebar > .dim", (e) => e.textContent);
		assert.match(await caption(), /^0\.04 s a column/);
		await page.mouse.move(...await placeOf(page, 320));
		for (let turn = 0; turn < 12; turn++)
			await page.mouse.wheel({ deltaY: -100 });
		await page.waitForFunction(() => /z=2[89]\d-33\d/.test(location.search));
		const [, from, to] = /z=(\d+)-(\d+)/.exec(await query(page)).map(Number);
		assert.ok(from < 325 && to > 325 && to - from < 50, `${from} ${to}`);
		assert.match(await caption(), /^0\.02 s a column/);
		await page.keyboard.press("-");
		const wider = /z=(\d+)-(\d+)/.exec(await query(page)).map(Number);
		assert.equal(wider[2] - wider[1], 2 * (to - from));
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "?view=time");
		for (let i = 0; i < 20; i++)
			await page.keyboard.press("+");
		assert.match(await query(page), /z=(\d+)-\d+$/);
		assert.match(await caption(), /^0\.02 s a column/);
		for (let i = 0; i < 20; i++)
			await page.keyboard.press("-");
		assert.equal(await query(page), "?view=time");
	});
});

test("the wheel above a lane zooms in time; where lanes are out of sight it scrolls", async () => {
	const turn = async (page) => {
		const { left, top, width, height } = await boxOf(page, ".lanes .strip canvas");
		await page.mouse.move(left + width * 0.5, top + height / 2);
		await page.mouse.wheel({ deltaY: -100 });
		await page.mouse.wheel({ deltaY: 200 });
	};

	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		const { left, top, width, height } = await boxOf(page, ".lanes .space .strip");
		await page.mouse.move(left + width * 0.5, top + height / 2);
		for (let i = 0; i < 3; i++)
			await page.mouse.wheel({ deltaY: -100 });
		await page.waitForFunction(() => /z=\d+-\d+/.test(location.search));
		const [, from, to] = /z=(\d+)-(\d+)/.exec(await query(page)).map(Number);
		assert.ok(from > 0 && from < 250 && to > 250 && to < 500, `${from} ${to}`);
	});
	const many = Array.from({ length: 200 }, (_, i) => `@time=${i % 9}.00;@tid=${i};main 1`);
	await withHtml(many, { query: "?view=time" }, async (page) => {
		await turn(page);
		await page.waitForFunction(() => document.querySelector(".lanes").scrollTop > 0);
		assert.equal(await query(page), "?view=time");
	});
});

test("lanes go by keyboard alone: arrows to one, Enter opens its stacks", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		await page.focus(".lanes");
		for (const key of ["ArrowDown", "ArrowDown"])
			await page.keyboard.press(key);
		const active = await page.$eval(".lanes", (e) =>
			document.querySelector("#" + e.getAttribute("aria-activedescendant"))
				.textContent);
		assert.match(active, /^1241/);
		await page.keyboard.press("Enter");
		assert.match(await query(page), /lane=tid&chart=1241/);
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "?view=time");
	});
});

test("colours of the heat map are by square root or linear", async () => {
	const lines = ["@time=00.00;main 1", "@time=00.02;main 100", "@time=60.98;main 25"];

	await withHtml(lines, { query: "?view=time" }, async (page) => {
		const pixels = () => page.$eval(".heat canvas", (canvas) => canvas.toDataURL());
		const before = await pixels();
		await page.evaluate(() => Array.from(document.querySelectorAll(".timebar button"))
			.find((button) => button.textContent === "Linear").click());
		assert.equal(await query(page), "?view=time&scale=linear");
		assert.notEqual(await pixels(), before);
		await page.keyboard.press("Escape");
		assert.equal(await pixels(), before);
	});
});

test("the busiest 1,000 values of a label are lanes, and the others a sum", async () => {
	const lines = Array.from({ length: 1003 }, (_, i) => `@time=0.02;@tid=${i};f ${i + 1}`);

	await withHtml(lines, { query: "?view=time" }, async (page) => {
		assert.equal((await rowsOf(page))[0][0], "1002");
		assert.ok(await page.$(".lanes[aria-rowcount='1001']"));
		assert.match(await shownText(page, ".rest"), /^3 others: 6 samples/);
	});
});

test("years at 20 ms are columns of many days, which the caption says", async () => {
	const lines = ["@time=000000000.00;main;f 1", "@time=000000000.02;main;f 1",
		"@time=099999999.98;main;g 2"];

	await withHtml(lines, { query: "?view=time" }, async (page) => {
		const caption = await page.$eval(".timebar > .dim", (e) => e.textContent);
		assert.match(caption, /^168:00:00\.00 a column/);
		assert.ok((await labelsOf(page)).includes("g"));
	});
});

test("facets go by keyboard alone: Enter keeps, Alt-Enter leaves out", async () => {
	await withHtml(LINES, { query: "?view=facets" }, async (page) => {
		await page.focus(".facet [aria-label='Values of tid']");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("Enter");
		assert.equal(await query(page), "?view=facets&keep=tid%3D1240");
		await page.keyboard.press("End");
		await holding(page, "Alt", () => page.keyboard.press("Enter"));
		assert.match(await query(page), /^\?view=facets&keep=tid%3D1240&not=tid%3D1244$/);
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		assert.equal(await query(page), "?view=facets");
	});
});

test("the root says how many samples there are, as the header does", async () => {
	const lines = ["# flambeau: unit=ns", "# flambeau: samples=3", "@time=0.02;a;b 2000000",
		"@time=0.04;a;c 1000000"];

	await withHtml(lines, {}, async (page) => {
		await page.keyboard.press("ArrowUp");
		assert.match(await shownText(page, ".details"), /^all3\.00 ms, 3 samples, 100%/);
	});
});

test("facets keep and leave out, with each other and with time", async () => {
	await withHtml(LINES, { query: "?view=facets" }, async (page) => {
		const value = (text) => page.evaluateHandle((wanted) =>
			Array.from(document.querySelectorAll(".facet .name"))
				.find((name) => name.textContent === wanted), text);
		await (await value("1241")).click();
		assert.equal(await query(page), "?view=facets&keep=tid%3D1241");
		await holding(page, "Alt", async () => (await value("2")).click());
		assert.equal(await query(page), "?view=facets&keep=tid%3D1241&not=cpu%3D2");
		assert.match(await shownText(page, ".chips"), /^tid 1241.*not cpu 2/);
		const whole = await shownText(page, ".sub");
		await (await value("1241")).click();
		assert.equal(await query(page), "?view=facets&not=cpu%3D2");
		assert.notEqual(await shownText(page, ".sub"), whole);
	});
});

test("lanes and facets are copied as text", async () => {
	for (const [view, first] of [["time", "tid\tsamples\n1240\t"],
		["facets", "label\tvalue\tsamples\ncpu\t"]]) {
		await withHtml(LINES, { query: `?view=${view}` }, async (page) => {
			await keepCopies(page);
			await page.keyboard.press("t");
			assert.ok((await copied(page)).startsWith(first), await copied(page));
		});
	}
});

test("hostile values of labels are text", async () => {
	const value = "<img src=hacked onerror=window.hacked=1>=x";
	const lines = [`@time=0.02;@tid=${value};main 1`, "@time=0.04;@tid==1+1;main 2"];

	for (const view of ["time", "facets"]) {
		await withHtml(lines, { query: `?view=${view}` }, async (page) => {
			await keepCopies(page);
			await page.click(".space .name bdi");
			await page.keyboard.press("t");
			assert.match(await copied(page), /\t?'=1\+1\t/);
			assert.equal((await page.$$("img")).length, 0);
			assert.equal(await page.evaluate(() => window.hacked), undefined);
		});
	}
});

// A differential whose samples have labels, as difffolded --keep-labels writes it.
const BOTH = [
	"@time=0.00;@tid=1;app;f 30 80", "@time=0.02;@tid=1;app;f 20 0",
	"@time=0.02;@tid=2;app;g 50 0", "@time=0.04;@tid=2;app;g 0 50",
	"@time=0.06;@tid=3;app;fresh 0 40",
];

test("of two recordings each side has its threads", async () => {
	await withHtml(BOTH, { query: "?view=facets" }, async (page) => {
		const facet = async () => (await rowsOf(page)).map((row) => row.join(" "));
		assert.deepEqual(await facet(), ["1 80 \u00b7 47.06%", "2 50 \u00b7 29.41%",
			"3 40 \u00b7 23.53%"]);
		await page.click(".choice button:first-child");
		assert.deepEqual(await facet(), ["1 50 \u00b7 50.00%", "2 50 \u00b7 50.00%"]);
		await page.click(".choice button:last-child");
		assert.deepEqual(await facet(), ["1 130 \u00b7 48.15%", "2 100 \u00b7 37.04%",
			"3 40 \u00b7 14.81%"]);
	});
});

test("a thread, and a time, of two recordings are compared before and after", async () => {
	const changes = async (page) => Object.fromEntries((await rowsOf(page)).map(
		([name, before, afterwards]) => [name, [before, afterwards]]));

	await withHtml(BOTH, { query: "?view=table" }, async (page) => {
		assert.deepEqual(await changes(page), { app: ["100", "170"], f: ["50", "80"],
			fresh: ["0", "40"], g: ["50", "50"] });
	});
	await withHtml(BOTH, { query: "?view=table&keep=tid%3D1" }, async (page) => {
		assert.deepEqual(await changes(page), { app: ["50", "80"], f: ["50", "80"] });
	});
	await withHtml(BOTH, { query: "?view=table&t=1-3&cmp=1" }, async (page) => {
		assert.deepEqual(await changes(page), { app: ["70", "50"], f: ["20", "0"],
			g: ["50", "50"] }, "each from its own start; cmp is of one recording");
		await page.keyboard.press("k");
		assert.match(await shownText(page, ".status"), /compared already/);
	});
	await withHtml(BOTH, { query: "?view=time" }, async (page) => {
		assert.match(await shownText(page, ".lanes"), /1.*80.*2.*50.*3.*40/);
		await page.click(".choice button:first-child");
		assert.ok(!/3.*40/.test(await shownText(page, ".lanes")));
	});
});

test("numbers of lanes and of a search are whole, however large", async () => {
	const lines = spikeLines().map((line) => line.replace(/ 1$/, " 10000000"));
	const cut = (page, selector) => page.$$eval(selector, (all) => all
		.filter((element) => element.scrollWidth > element.clientWidth)
		.map((element) => element.textContent));

	for (const width of [390, 700, 1400]) {
		await withHtml(lines, { query: "?view=time", width }, async (page) => {
			await page.waitForSelector(".lanes .space .count");
			assert.match(await shownText(page, ".lanes .space .count"),
				/^\d(,\d{3}){3}$/);
			assert.deepEqual(await cut(page, ".lanes .space .count"), []);
		});
	}
	await withHtml(lines, { query: "?s=worker" }, async (page) => {
		assert.match(await shownText(page, ".matched"), /samples, 100%, /);
		assert.deepEqual(await cut(page, ".matched"), []);
	});
});

test("chips of a comparison have room for what they say", async () => {
	await withHtml(spikeLines(), { query: "?view=time&t=312-327&cmp=1", width: 1400 },
		async (page) => {
			const widths = await page.$$eval(".chip .name",
				(all) => all.map((name) => name.clientWidth));
			assert.equal(widths.length, 2);
			assert.ok(Math.min(...widths) > 60, String(widths));
		});
});
