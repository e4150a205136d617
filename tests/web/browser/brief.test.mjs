// SPDX-License-Identifier: MIT
// What to look at: the sentences at the top of the page, and what a click on one shows.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { drawn, notIn, startBrowser, stopBrowser, withPage, writeTemporary } from "../browser.mjs";
import { shownText, withHtml } from "../pages.mjs";

before(startBrowser);
after(stopBrowser);

const HOT = ["demo;main;hash 61", "demo;main;parse 20", "demo;main;emit 19"];
const FLAT = ["demo;main;a 30", "demo;main;b 29", "demo;main;c 31", "demo;main;d 30"];
const LOCKED = ["demo;main;update;pthread_mutex_lock 61", "demo;main;parse 20",
	"demo;main;emit 19"];

const NO_SWITCH = notIn("firefox", "nothing switches scripting off there");

/* Five parts, all of the time; in 4.5 s another one. */
const SPIKE = [...Array.from({ length: 90 }, (_, i) => ["parse", "emit", "route", "lookup", "sum"]
	.map((part) => `@time=${(i / 10).toFixed(1)};@tid=7;demo;main;${part} 4`)).flat(),
"@time=4.5;@tid=7;demo;main;compact 60", "@time=4.6;@tid=7;demo;main;compact 60"];

const sentences = (page) => page.$$eval(".brief li", (all) => all
	.filter((item) => item.offsetHeight > 0).map((item) => item.textContent));

test("a click on a sentence opens its view, and Escape goes back", async () => {
	await withHtml(HOT, {}, async (page) => {
		assert.deepEqual(await sentences(page),
			["hash itself takes 61.0 % of the samples (61)."]);
		assert.equal(await page.$(".brief button"), null);
		await page.click(".brief a");
		assert.match(page.url(), /\?view=sandwich&fn=hash$/);
		assert.match(await shownText(page, ".picked"), /^hashtotal 61 /);
		await page.keyboard.press("Escape");
		assert.doesNotMatch(page.url(), /\?/);
	});
});

test("a sentence is a link that others can open", async () => {
	await withHtml(HOT, {}, async (page) => {
		await page.goto(await page.$eval(".brief a", (link) => link.href));
		await page.waitForSelector(".picked h2");
		assert.equal(await shownText(page, ".picked h2"), "hash");
	});
});

test("the keyboard reaches the sentences and follows them", async () => {
	await withHtml(HOT, {}, async (page) => {
		await page.focus(".brief a");
		await page.keyboard.press("Enter");
		assert.match(page.url(), /\?view=sandwich&fn=hash$/);
	});
});

test("all sentences are seen on demand", async () => {
	await withHtml(LOCKED, { width: 1400 }, async (page) => {
		assert.equal((await sentences(page)).length, 1);
		assert.equal(await shownText(page, ".brief button"), "1 more");
		await page.click(".brief button");
		assert.equal((await sentences(page)).length, 2);
		assert.equal(await page.$eval(".brief button",
			(button) => button.getAttribute("aria-expanded")), "true");
		await page.click(".brief button");
		assert.equal((await sentences(page)).length, 1);
	});
});

test("a moment is selected in the Time view", async () => {
	await withHtml(SPIKE, {}, async (page) => {
		assert.match((await sentences(page))[0], /^From 4.5 s to 4.7 s compact is 75.0 % /);
		await page.click(".brief a");
		assert.match(page.url(), /\?view=time&t=45-47$/);
		assert.match(await shownText(page, ".chips"), /time 4.5 s . 4.7 s/);
	});
});

test("nothing remarkable takes no room", async () => {
	await withHtml(FLAT, {}, async (page) => {
		assert.equal(await page.$(".brief"), null);
	});
});

test("names are texts, whatever they are", async () => {
	const odd = "<img src=x onerror=alert(1)>\"'&\u202e`";
	await withHtml([`demo;main;${odd} 61`, "demo;main;b 39"], {}, async (page) => {
		assert.equal(await page.$(".brief img"), null);
		const shown = odd.replace("\u202e", "\ufffd"); /* it would turn what follows */
		assert.equal(await shownText(page, ".brief a .name"), shown);
		await page.click(".brief a");
		assert.equal(await shownText(page, ".picked h2"), shown);
	});
});

test("without scripting the sentences are text", NO_SWITCH, async () => {
	const html = drawn(HOT, "--html");
	await withPage(writeTemporary(html, ".html"), {
		prepare: (page) => page.setJavaScriptEnabled(false) }, async (page) => {
		assert.match(await page.$eval("body", (body) => body.innerHTML),
			/<li><code>hash<\/code> itself takes 61.0 % of the samples \(61\)\.<\/li>/);
	});
});
