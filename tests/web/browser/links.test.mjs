// SPDX-License-Identifier: MIT
// Titles and links that a file gave to frames.
import assert from "node:assert/strict";
import path from "node:path";
import test, { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { NAMES, startBrowser, stopBrowser, withGraph, writeTemporary } from "../browser.mjs";
import { clickOn, holding, hoverAll, inspect, labels, middle, query, searchFor,
	text } from "../reader.mjs";

const LINES = ["main;parse;lex 30", "main;parse;expr 270", "main;run;read 350",
	"main;run;write 150", "other 200", "odd 100"];

let target; /* the page that links lead to */

before(async () => {
	await startBrowser();
	target = writeTemporary("<!DOCTYPE html><title>target</title>", ".html");
});
after(stopBrowser);

function attributes(...lines) {
	return writeTemporary(lines.map((fields) => fields.join("\t") + "\n").join(""), ".attr");
}

function linked(...names) {
	const href = "href=" + path.basename(target);

	return attributes(...names.map((name) => [name, href]));
}

async function follows(page, act) {
	/* waitForNavigation() is content with an address that the script wrote */
	await Promise.all([new Promise((loaded) => page.once("load", loaded)), act()]);
	assert.equal(page.url(), pathToFileURL(target).href);
}

async function zoomedTo(page) {
	return [page.url().split("?")[0].endsWith(".svg"), await query(page)];
}

for (const as of NAMES) {
	test(`${as}: a click follows the link, and does not zoom`, async () => {
		const args = ["--nameattr", linked("run", "read")];
		await withGraph(LINES, { as, args }, async (page) => {
			await follows(page, () => clickOn(page, "run"));
			await page.goBack();
			assert.equal(await query(page), "");
			assert.equal((await page.$$(".zoomed")).length, 0);
		});
	});

	test(`${as}: Ctrl-click and Cmd-click zoom`, async () => {
		const args = ["--nameattr", linked("run", "read", "main")];
		for (const key of ["Control", "Meta"]) {
			await withGraph(LINES, { as, args }, async (page) => {
				const click = (...where) =>
					holding(page, key, () => clickOn(page, ...where));
				await click("run");
				const [here, state] = await zoomedTo(page);
				assert.ok(here);
				assert.match(state, /^\?x=300&y=\d+$/);
				await click("read", "run");
				assert.notEqual(await query(page), state);
				await click("run", "read");
				assert.equal(await query(page), state);
				await click("main", "run");
				assert.match(await query(page), /^\?x=0&/);
				assert.equal((await page.browser().pages()).length, 2);
			});
		}
	});

	test(`${as}: frames drawn by the script are links too`, async () => {
		const args = ["--nameattr", linked("run", "read", "main")];
		await withGraph(LINES, { as, args }, async (page) => {
			const zoomRead = async () => {
				await holding(page, "Control", () => clickOn(page, "run"));
				await searchFor(page, "read");
			};
			for (const name of ["read", "run", "main"]) {
				await zoomRead();
				await follows(page, () => clickOn(page, name, "run"));
				await page.goBack();
			}
			assert.match(await query(page), /^\?x=300&/);
			await clickOn(page, "write", "run");
			assert.match(await query(page), /^\?x=650&/);
		});
	});

	test(`${as}: the middle button and the keyboard are the browser's`, async () => {
		const args = ["--nameattr", linked("run")];
		await withGraph(LINES, { as, args }, async (page) => {
			const browser = page.browser();
			const { href } = pathToFileURL(target);
			const opened = browser.waitForTarget((other) => other.url() === href);
			const run = await middle(page, "run");
			await page.mouse.click(...run, { button: "middle" });
			await (await (await opened).page()).close();
			assert.equal(await query(page), "");
			await page.$eval(".row a", (link) => link.focus());
			await holding(page, "Control", () => page.keyboard.press("Enter"));
			assert.match(await query(page), /^\?x=300&/);
			await page.keyboard.press("0");
			await page.$eval(".row a", (link) => link.focus());
			await follows(page, () => page.keyboard.press("Enter"));
		});
	});

	test(`${as}: links are those of the file, no more`, async () => {
		const odd = "https://localhost/?a=<b>&amp;\"'";
		const bad = attributes(["main", "href=javascript:alert(1)"],
			["run", "href= java\u0001script:alert(1)"],
			["other", "href=data:text/html,x"],
			["parse", "href=" + odd, "target=\"><i>"]);
		await withGraph(LINES, { as, args: ["--nameattr", bad] }, async (page) => {
			const links = (selector) => page.$$eval(selector, (all) =>
				all.map((a) => [a.href.baseVal, a.getAttribute("target")]));
			const open = await links(".row a");
			assert.deepEqual(open, [[odd, "\"><i>"]]);
			await page.keyboard.press("i");
			assert.deepEqual(await links(".live a"), open);
			await searchFor(page, ".");
			assert.deepEqual(await links(".found a"), open);
			assert.equal((await page.$$("i, b, script ~ script ~ script")).length, 0);
		});
	});

	test(`${as}: given titles are said, shown and found`, async () => {
		const slow = "Parsing <f(x)> (slow)";
		const titles = attributes(["parse", "title=" + slow], ["", "title=Whole"],
			["write", "title=(idle)"], ["odd", "title="], ["other", "title=one (1 %)"]);
		const args = ["--nameattr", titles, "--width", "1000"];
		await withGraph(LINES, { as, args, width: 1000 }, async (page) => {
			const shown = async () => (await labels(page)).map((label) => label[3]);
			/* a line's name is what is left when blanks are taken off both its ends */
			const root = as === "flamegraph.pl" ? "Whole" : "all";
			const { rects } = await inspect(page);
			for (const [details, title] of await hoverAll(page))
				assert.equal(details, "Function: " + title);
			assert.ok(rects.some((rect) => rect.title === slow));
			const open = await labels(page);
			for (const label of ["Parsing <f(x)>", "(idle)", "odd", "one"])
				assert.ok((await shown()).includes(label), label);
			await searchFor(page, "slow");
			assert.equal(await text(page, "matched"), "Matched: 27.3%");
			await page.click("#search");
			await clickOn(page, "run");
			for (const label of [root, "(idle)"])
				assert.ok((await shown()).includes(label), label);
			await page.click("#unzoom");
			assert.deepEqual(await labels(page), open);
		});
	});
}
