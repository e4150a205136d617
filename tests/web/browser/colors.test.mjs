// SPDX-License-Identifier: MIT
// Colours of the reader's choice in the picture, and searches that stay.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { startBrowser, stopBrowser, withGraph } from "../browser.mjs";
import { middle, query, searchFor, text } from "../reader.mjs";

const LINES = ["acme::db::find;acme::db::scan 60", "acme::net::send 30", "main 10"];

before(startBrowser);
after(stopBrowser);

const footOf = (page) => page.$eval(".foot", (foot) =>
	foot.classList.contains("hide") ? null : foot.textContent);

// The computed colour of what is drawn of a frame.
const colorOf = async (page, name) => page.evaluate(([x, y]) =>
	getComputedStyle(document.elementFromPoint(x, y)).fill.replace(/ /g, ""),
await middle(page, name));

async function choose(page, title) {
	await page.keyboard.press("m");
	await page.evaluate((wanted) => Array.from(document.querySelectorAll(".menu button"))
		.find((button) => button.textContent.startsWith(wanted)).click(), title);
}

async function choosePin(page) {
	await page.keyboard.down("Control");
	await page.keyboard.press("Enter");
	await page.keyboard.up("Control");
}

test("colours are by the reader's choice, with a legend, in the URL", async () => {
	await withGraph(LINES, {}, async (page) => {
		const usual = await colorOf(page, "main");
		assert.equal(await footOf(page), null);
		const height = await page.$eval("svg", (svg) => svg.getAttribute("height"));
		await choose(page, "Colours by module");
		assert.equal(await query(page), "?color=module");
		assert.equal(await footOf(page), "acme::db 60%acme::net 30%other 10%");
		assert.equal(await colorOf(page, "acme::db::find"),
			await colorOf(page, "acme::db::scan"));
		assert.notEqual(await colorOf(page, "acme::db::find"),
			await colorOf(page, "acme::net::send"));
		await choose(page, "Colours by language");
		assert.equal(await footOf(page), "C++, Rust 90%other 10%");
		await choose(page, "Colours by language");
		assert.equal(await query(page), "");
		assert.equal(await footOf(page), null);
		assert.equal(await colorOf(page, "main"), usual);
		assert.equal(await page.$eval("svg", (svg) => svg.getAttribute("height")), height);
	});
});

test("a link has the colours; on paper the picture is that of the file", async () => {
	await withGraph(LINES, { query: "?color=self" }, async (page) => {
		assert.equal(await colorOf(page, "acme::net::send"), "rgb(142,32,16)");
		assert.equal(await footOf(page), "0% own50% own100% own");
		await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
		assert.notEqual(await colorOf(page, "acme::net::send"), "rgb(142,32,16)");
		await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
		assert.equal(await colorOf(page, "acme::net::send"), "rgb(142,32,16)");
		assert.equal(await query(page), "?color=self");
	});
	await withGraph(LINES, { query: "?color=none" }, async (page) => {
		assert.equal(await footOf(page), null);
		assert.equal(await query(page), "");
	});
});

test("a comparison in orange and blue has these in its legend", async () => {
	await withGraph(["a;grown 20 60", "b;shrunk 400 340"], {}, async (page) => {
		const legend = () => page.$$eval("#legend rect", (all) =>
			all.map((rect) => getComputedStyle(rect).fill.replace(/ /g, "")));
		const usual = await legend();
		const grown = await colorOf(page, "grown");
		await choose(page, "Orange and blue");
		assert.equal(await query(page), "?color=orange");
		assert.deepEqual(await legend(), ["rgb(60,150,240)", usual[1], "rgb(240,125,15)"]);
		assert.notEqual(await colorOf(page, "grown"), grown);
		assert.equal(await colorOf(page, "shrunk"), "rgb(60,150,240)");
		await choose(page, "Orange and blue");
		assert.deepEqual(await legend(), usual);
		assert.equal(await colorOf(page, "grown"), grown);
	});
});

test("a search that is kept has a colour and a total of its own", async () => {
	await withGraph(LINES, {}, async (page) => {
		await searchFor(page, "db");
		await choosePin(page);
		assert.equal(await query(page), "?pin=db");
		assert.equal(await text(page, "matched"), " ");
		await page.keyboard.type("main");
		await choosePin(page);
		assert.equal(await query(page), "?pin=db&pin=main");
		assert.equal(await footOf(page),
			"db 60 samples, 60.0% \u00d7main 10 samples, 10.0% \u00d7");
		const spots = await page.$$eval(".foot i", (all) =>
			all.map((spot) => spot.style.background.replace(/ /g, "")));
		assert.deepEqual(spots, [await colorOf(page, "acme::db::scan"),
			await colorOf(page, "main")]);
		await page.focus(".foot button");
		await page.keyboard.press("Enter");
		assert.equal(await query(page), "?pin=main");
	});
});

test("an expression that may take for ever is not kept, nor one that is none", async () => {
	await withGraph(LINES, { query: "?pin=(a*)*b&pin=(" }, async (page) => {
		assert.equal(await footOf(page), null);
	});
	await withGraph(LINES, {}, async (page) => {
		await page.keyboard.press("/");
		await page.keyboard.type("(");
		await choosePin(page);
		assert.match(await page.$eval(".field output", (e) => e.textContent), /^Invalid: /);
		assert.equal(await query(page), "");
	});
});

test("above a tall graph the legend stays at the lower end of the window", async () => {
	const tall = [Array.from({ length: 120 }, (_, i) => `f${i}`).join(";") + " 3"];
	const options = { width: 800, height: 400, query: "?color=module" };

	await withGraph(tall, options, async (page) => {
		for (const top of [0, 300, 1e6]) {
			await page.evaluate((y) => window.scrollTo(0, y), top);
			await page.waitForFunction(() => {
				const row = document.querySelector(".foot div");
				const { bottom } = row.getBoundingClientRect();
				return Math.abs(window.innerHeight - 6 - bottom) < 8;
			});
		}
		assert.equal(await footOf(page), "other 100%");
	});
});
