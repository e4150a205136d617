// SPDX-License-Identifier: MIT
// States of threads on the page: lanes and histogram in their colours, and who woke whom.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser } from "../browser.mjs";
import { copied, keepCopies, middleOf, pointAt, shownText, withHtml } from "../pages.mjs";
import { query } from "../reader.mjs";

const BINS = 100; /* of 20 ms */
const RUNNING = "238,119,51";
const RUNNABLE = "240,216,90";
const LOCK = "40,85,160";

// Two seconds of two threads: `waiter` waits from bin 50 on, `slow` runs and is runnable in turn.
function waitingLines() {
	return Array.from({ length: BINS }, (_, bin) => {
		const time = `@time=${(bin * 0.02).toFixed(2)}`;
		const at = (comm, tid, state) =>
			`${time};@comm=${comm};@state=${state};@tid=${tid}`;
		const wait = `${at("waiter", 7, "blocked:lock")};waiter;get;futex`;
		return [
			...bin < 50 ? [`${at("waiter", 7, "running")};waiter;main 20000000`] :
				bin % 10 ? [`${wait};--;wake;put;work;slow 20000000`] :
					[`${wait};--;[timer] 20000000`],
			`${at("slow", 8, "running")};slow;work 5000000`,
			`${at("slow", 8, "runnable")};slow;work 15000000`,
		];
	}).flat();
}

const LINES = ["# flambeau: unit=ns", ...waitingLines()];

before(startBrowser);
after(stopBrowser);

// The colours of a bin on a canvas, at shares of its height from the foot on.
const colorsAt = (page, selector, bin, ...heights) => page.$$eval(selector,
	([canvas], share, wanted) => {
		const { width, height } = canvas;
		const copy = Object.assign(document.createElement("canvas"), { width, height });
		const pen = copy.getContext("2d", { willReadFrequently: true });
		pen.drawImage(canvas, 0, 0);
		const { data } = pen.getImageData(0, 0, width, height);
		return wanted.map((high) => {
			const row = height - 1 - Math.floor(height * high);
			const at = 4 * (row * width + Math.floor(width * share));
			return Array.from(data.subarray(at, at + 3)).join();
		});
	}, (bin + 0.5) / BINS, heights);

const lane = (row) => `.lanes .line[data-row='${row}']`;

async function pointAtLane(page, row, bin) {
	const { x, y, width, height } = await (await page.$(`${lane(row)} .strip`)).boundingBox();

	await page.mouse.move(x + width * (bin + 0.5) / BINS, y + height / 2);
}

const tipOf = (page) => page.$$eval(".tip:not([hidden]) > *", (rows) =>
	rows.map((row) => row.textContent));

test("lanes and histogram have the states of each moment, in the colours of their legend",
	async () => {
		await withHtml(LINES, { query: "?view=time" }, async (page) => {
			assert.deepEqual(await page.$$eval(".lanes .cell.name", (all) =>
				all.map((name) => name.textContent).filter(Boolean)),
			["waiter (7)", "slow (8)"]);
			const waiter = `${lane(0)} canvas`;
			assert.deepEqual(await colorsAt(page, waiter, 20, 0.1, 0.9),
				[RUNNING, RUNNING]);
			assert.deepEqual(await colorsAt(page, waiter, 70, 0.1, 0.9), [LOCK, LOCK]);
			const slow = `${lane(1)} canvas`;
			assert.deepEqual(await colorsAt(page, slow, 20, 0.2, 0.3, 0.9),
				[RUNNING, RUNNABLE, RUNNABLE]);
			/* both threads above each other */
			assert.deepEqual(await colorsAt(page, ".heat canvas", 20, 0.6, 0.7),
				[RUNNING, RUNNABLE]);
			assert.equal(await shownText(page, ".timebar .legend"),
				"running 38 % runnable 38 % blocked:lock 25 % ");
			assert.deepEqual(await page.$$eval(".timebar .legend .swatch", (all) =>
				all.map((swatch) => swatch.style.background.replace(/ /g, ""))),
			[RUNNING, RUNNABLE, LOCK].map((color) => `rgb(${color})`));
			for (const label of ["Colours", "Lanes have"])
				assert.ok(await page.$(`[aria-label='${label}'][hidden]`), label);
		});
	});

test("by state, a function has the mix of what it did at the time that is shown", async () => {
	const fillOf = async (page, name) => page.evaluate(([x, y]) =>
		getComputedStyle(document.elementFromPoint(x, y)).fill.replace(/ /g, ""),
	await middleOf(page, name));

	await withHtml(LINES, { query: "?color=state" }, async (page) => {
		assert.equal(await fillOf(page, "main"), `rgb(${RUNNING})`);
		assert.equal(await fillOf(page, "futex"), `rgb(${LOCK})`);
		assert.equal(await fillOf(page, "waiter"), "rgb(139,102,106)"); /* 1 : 1 */
		assert.equal(await shownText(page, ".tools .legend"),
			"running 38% runnable 38% blocked:lock 25% ");
	});
	await withHtml(LINES, { query: "?color=state&t=60-100" }, async (page) => {
		assert.equal(await fillOf(page, "waiter"), `rgb(${LOCK})`);
		assert.equal(await shownText(page, ".tools .legend"),
			"running 13% runnable 38% blocked:lock 50% ");
	});
});

test("a page of --colors wall opens by state, if no link says more", async () => {
	const args = ["--colors", "wall"];

	await withHtml(LINES, { args }, async (page) => {
		assert.equal(await query(page), "?color=state");
		assert.equal(await shownText(page, ".tools .legend"),
			"running 38% runnable 38% blocked:lock 25% ");
	});
	await withHtml(LINES, { args, query: "?fold=1" }, async (page) => {
		assert.equal(await query(page), "?fold=1");
		assert.equal(await page.$(".tools .legend:not([hidden]) .swatch"), null);
	});
	await withHtml(["a;b 1"], { args }, async (page) => {
		assert.equal(await query(page), "");
	});
});

test("the box at the pointer says what a thread did, and who woke it", async () => {
	await withHtml(LINES, { query: "?view=time" }, async (page) => {
		await pointAtLane(page, 0, 72);
		assert.deepEqual(await tipOf(page), ["waiter (7)", "1.44 s \u2013 1.46 s",
			"20.0 ms, 100 % of the time", "100 % blocked:lock",
			"woken by slow 100 %: wake < put < work"]);
		await pointAtLane(page, 0, 70);
		assert.equal((await tipOf(page)).at(-1), "woken by [timer] 100 %");
		await pointAtLane(page, 1, 30);
		assert.equal((await tipOf(page)).at(-1), "25 % running, 75 % runnable");
	});
});

test("a selected time has its shares in the legend and in each lane", async () => {
	await withHtml(LINES, { query: "?view=time&t=40-60" }, async (page) => {
		await keepCopies(page);
		assert.equal(await shownText(page, ".timebar .legend"),
			"running 38 % runnable 38 % blocked:lock 25 % ");
		assert.deepEqual(await page.$$eval(".lanes .count", (all) =>
			all.map(({ title }) => title).filter(Boolean)),
		["50 % running, 50 % blocked:lock", "25 % running, 75 % runnable"]);
		assert.notDeepEqual(await colorsAt(page, `${lane(0)} canvas`, 20, 0.5), [RUNNING]);
		assert.deepEqual(await colorsAt(page, `${lane(0)} canvas`, 55, 0.5), [LOCK]);
		await page.keyboard.press("t");
		assert.equal(await copied(page),
			"tid\tns\trunning\trunnable\tblocked:lock\twithout a state\n" +
			"7\t2000000000\t200000000\t0\t200000000\t0\n" +
			"8\t2000000000\t100000000\t300000000\t0\t0\n");
	});
});

test("who ended a wait is in the details of its frames and above the sandwich", async () => {
	await withHtml(LINES, {}, async (page) => {
		await pointAt(page, "futex");
		assert.match(await shownText(page, ".details"),
			/woken by slow 90 %: wake < put < work, \[timer\] 10 %$/);
		await pointAt(page, "main");
		assert.doesNotMatch(await shownText(page, ".details"), /woken/);
	});
	await withHtml(LINES, { query: "?view=sandwich&fn=get" }, async (page) => {
		assert.equal(await shownText(page, ".wakers"), "woken by slow 90 %[timer] 10 %");
		await page.click(".wakers button");
		assert.equal(await query(page), "?view=sandwich&fn=wake");
	});
});

test("samples without a state are grey, and other states are no states of threads", async () => {
	const some = ["@time=0.00;@state=running;@tid=7;main 1", "@time=0.00;@tid=8;main 1"];

	await withHtml(some, { query: "?view=time" }, async (page) => {
		assert.equal(await shownText(page, ".timebar .legend"),
			"running 50 % without a state 50 % ");
	});
	const other = [...some, "@time=0.00;@state=WAITING;@tid=9;main 1"];
	await withHtml(other, { query: "?view=time" }, async (page) => {
		assert.equal(await page.$(".timebar .legend"), null);
		assert.ok(await page.$("[aria-label='Lanes have']:not([hidden])"));
	});
});
