// SPDX-License-Identifier: MIT
// Names and options that would like to be more than text.
import assert from "node:assert/strict";
import { Buffer, isUtf8 } from "node:buffer";
import { spawnSync } from "node:child_process";
import path from "node:path";
import test, { after, before } from "node:test";
import { NAMES_HERE, drawnAs, startBrowser, stopBrowser, withPage,
	writeTemporary } from "../browser.mjs";
import { clickOn, hoverAll, inspect, labels, searchFor, text } from "../reader.mjs";
import { takeRequests } from "../server.mjs";

before(startBrowser);
after(stopBrowser);

// Each would set window.hacked, open a dialog, or ask for a file named hacked.
const ATTACKS = [
	"</script><script>hacked=1,alert(1)</script>",
	"</title><script>hacked=1,alert(1)</script>",
	"]]><script>hacked=1,alert(1)</script>",
	"--><script>hacked=1,alert(1)</script><!--",
	"\"><img src=hacked onerror=hacked=1,alert(1)>",
	"'><image href='hacked' onload='hacked=1'/>",
	"<![CDATA[<script>hacked=1</script>]]>",
	"&lt;script&gt;hacked=1&lt;/script&gt;&#60;script>hacked=1</script>",
	"\",\"links\":{\"1\":[\"javascript:hacked=1\",\"\"]},\"x\":\"y",
	"\\u003cscript>hacked=1</script>",
	"${hacked=1}`+(hacked=1)+`",
	"*{fill:url(hacked)}</style><style>*{fill:url(hacked)}",
	"@import url(hacked) } * { background: url(hacked) } \\",
	"<?xml-stylesheet href=\"hacked\"?><!ENTITY x SYSTEM \"hacked\">&x;",
	"<use xlink:href=\"hacked#x\"/>",
];

// Links that would run a script, if a browser took them for what they look like.
const SCRIPT = "javascript:hacked=1,alert(1)";
const LINKS = [SCRIPT, SCRIPT.toUpperCase(), " " + SCRIPT, "\u0001" + SCRIPT,
	"\u001f \u0000" + SCRIPT, "java\u000bscript:hacked=1", "java\rscript:hacked=1",
	"j\u0001a\u0002v\u0003a" + SCRIPT.slice(4), "javascript\r:hacked=1",
	"JaVaScRiPt:hacked=1", "vbscript:hacked", "livescript:x", "blob:x", "view-source:x",
	"data:text/html,<script>alert(1)</script>", "data:image/svg+xml,<svg/>",
	"&#106;avascript:hacked=1", "javascript&colon;hacked=1", "\u00a0" + SCRIPT,
	"\ufeff" + SCRIPT];

// Attributes by which a browser would ask for a file, and the values that do it.
const KINDS = ["fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker-start",
	"marker", "src", "href", "xlink:href", "xml:base", "style", "background", "ping"];
const VALUES = ["url(hacked)", "url('hacked#x')", "u\\72l(hacked)",
	"image-set('hacked' 1x)", "URL(hacked.svg#x)"];

const CONTROLS = Array.from({ length: 32 }, (_, i) => i).filter((i) => i !== 10);
const BYTES = [
	...CONTROLS.map((code) => [0x78, code, 0x79]),
	[0x41, 0x7F, 0x42], [0x43, 0xC2, 0x80, 0x44], /* DEL, C1 */
	/* surrogates, alone and as a pair */
	[0xED, 0xA0, 0xBD], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xED, 0xBF, 0xBF],
	[0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], /* no characters */
	[0xFF], [0x80], [0xC0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98],
].map((bytes, i) => Buffer.concat([Buffer.from(`n${i}`), Buffer.from(bytes), Buffer.from("z")]));
const MARKS = ["\u202Egnp.exe", "\u202A\u2066x\u2067", "a\u200Fb\u200E", "\u05D0\u05D1 (1,0)",
	"\uFEFFbom", "\u2028line\u2029"].map((name) => Buffer.from(name));

// A name as a page can show it: characters that XML forbids are U+FFFD.
function readable(bytes) {
	const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

	// eslint-disable-next-line no-control-regex
	return decoded.replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, "\uFFFD");
}

function folded(names) {
	const space = Buffer.from(" 7\n");

	return Buffer.concat(names.flatMap((name) => [name, space]));
}

function checkXml(svg) {
	const file = writeTemporary(svg, ".xml");
	const { status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", file]);

	assert.equal(status, 0, String(stderr).slice(0, 500));
}

// Opens the picture over HTTP, where nothing but itself may be asked for.
async function withHostile(svg, use, query = "") {
	const file = writeTemporary(svg, ".svg");
	const dialogs = [];
	const prepare = (page) => page.on("dialog", (dialog) => {
		dialogs.push(dialog.message());
		dialog.dismiss();
	});

	takeRequests();
	await withPage(file, { over: "http", prepare, query }, async (page) => {
		await use(page);
		assert.equal(await page.evaluate(() => window.hacked), undefined);
		assert.deepEqual(await page.$$eval("script", (all) => all.length), 2);
		assert.deepEqual(await page.$$eval("*", (all) => all.map((e) => e.localName)
			.filter((name) => /^(img|image|use|iframe|object|embed)$/.test(name))), []);
		const own = ["/" + path.basename(file), "/favicon.ico"];
		assert.deepEqual(takeRequests().filter((name) => !own.includes(name)), []);
		assert.deepEqual(dialogs, []);
	});
}

function attributes(...lines) {
	return writeTemporary(lines.join("\n") + "\n", ".attr");
}

async function useAll(page) {
	for (const key of ["Escape", "Escape", "ArrowUp", "ArrowUp", "c", "Enter", "i"])
		await page.keyboard.press(key);
	await page.mouse.move(...Object.values(await page.$eval(".live rect", (rect) => {
		const { x, y } = rect.getBoundingClientRect();
		return { x: x + 5, y: y + 5 };
	})));
	await searchFor(page, "s");
	await page.keyboard.press("n");
}

for (const as of NAMES_HERE) {
	test(`${as}: names are text`, async () => {
		const names = ATTACKS.map((name) => Buffer.from(name.replaceAll(";", ",")));
		const svg = drawnAs(as, folded(names), "--minwidth", "0", "--width", "1280");
		checkXml(svg);
		await withHostile(svg, async (page) => {
			const titles = (await inspect(page)).rects.map((rect) => rect.title);
			for (const name of names.map((bytes) => `${bytes} (7 `))
				assert.ok(titles.some((title) => title.startsWith(name)), name);
			await hoverAll(page);
			await useAll(page);
		});
	});

	test(`${as}: any bytes are a name that can be read`, async () => {
		const names = [...BYTES, ...MARKS].filter((name) => as === "flamegraph" ||
			isUtf8(name)); /* the others refuse such lines */
		const svg = drawnAs(as, folded(names), "--minwidth", "0", "--width", "1280");
		checkXml(svg);
		await withHostile(svg, async (page) => {
			const said = await hoverAll(page);
			for (const name of names.map(readable)) {
				const pair = said.find(([, title]) =>
					title.startsWith(name + " (7 "));
				assert.ok(pair, JSON.stringify(name));
				assert.equal(pair[0], "Function: " + pair[1]);
			}
		});
	});

	test(`${as}: texts that options give are text`, async () => {
		/* each text in turn in each place; under the other names, each text somewhere */
		for (let turn = 0; turn < ATTACKS.length; turn += as === "flamegraph" ? 1 : 5) {
			const attack = (i) => ATTACKS[(turn + i) % ATTACKS.length];
			const attr = attributes(`a\ttitle=${attack(0)}`,
				`b\ttitle=${attack(1)}\thref=${attack(2)}`,
				`c\tclass=${attack(3)}\tid=${attack(4)}\ttarget=${attack(0)}`,
				`d\tg_extra=${attack(1)}\ta_extra=${attack(2)}\thref=x`,
				`e\tg_extra=data-x="${attack(3)}" onload=hacked=1 style=fill:red`);
			const texts = ["title", "subtitle", "countname", "nametype", "fonttype"];
			if (as !== "flamegraph.pl" || !/[<>]/.test(attack(5))) /* it refuses */
				texts.push("notes");
			const options = texts.map((name, i) => `--${name}=${attack(i)}`);
			const lines = Array.from("abcde", (name) => `${name};b 7`);
			const svg = drawnAs(as, lines, ...options, "--nameattr", attr);
			checkXml(svg);
			await withHostile(svg, async (page) => {
				assert.equal(await text(page, "title"), attack(0));
				assert.equal(await text(page, "subtitle"), attack(1));
				const { rects } = await inspect(page);
				for (const title of [attack(0), attack(1)])
					assert.ok(rects.some((rect) => rect.title === title));
				await useAll(page);
			});
		}
	});

	test(`${as}: no link runs a script`, async () => {
		const names = LINKS.map((_, i) => `f${i}`);
		const attr = attributes(...LINKS.map((link, i) =>
			`f${i}\thref=${link}\ta_extra=href="${link}" xlink:href=${link}`));
		const svg = drawnAs(as, names.map((name) => `${name} 1`), "--nameattr", attr);
		checkXml(svg);
		await withHostile(svg, async (page) => {
			const bad = await page.$$eval("a", (all) => all.map((a) =>
				new URL(a.href.baseVal, document.baseURI).protocol)
				.filter((protocol) => !/^(https?|file|mailto):$/.test(protocol)));
			assert.deepEqual(bad, []);
			await useAll(page);
			assert.deepEqual(await page.$$eval("[onload], [onclick], [style]", (all) =>
				all.length), 0);
		});
	});

	test(`${as}: attributes of frames ask for nothing`, async () => {
		const all = KINDS.flatMap((kind) => VALUES.map((value) => `${kind}="${value}"`));
		const lines = all.map((_, i) => `f${i} 1`);
		const attr = attributes(...all.map((extra, i) => `f${i}\tg_extra=${extra}`));
		const svg = drawnAs(as, lines, "--nameattr", attr, "--minwidth", "0");
		checkXml(svg);
		await withHostile(svg, useAll);
	});
}

test("the URL is text", async () => {
	const svg = drawnAs("flamegraph", ["a;b 1"]);

	for (let turn = 0; turn < ATTACKS.length; turn += 3) {
		const [x, y, s] = ATTACKS.slice(turn, turn + 3).map(encodeURIComponent);
		await withHostile(svg, useAll, `?x=${x}&y=${y}&s=${s}`);
	}
});

test("a name of a megabyte is shown, cut, searched and zoomed", async () => {
	const name = "a<b>&c\u00e9".repeat(1 << 17);
	const svg = drawnAs("flamegraph", [`m;${name} 3`, "n 1"]);

	checkXml(svg);
	await withHostile(svg, async (page) => {
		const shown = await labels(page);
		assert.ok(shown.some((label) => /^a<b>&c\u00e9a.{10,500}\.\.$/.test(label[3])));
		const { rects } = await inspect(page);
		const found = rects.find((rect) => rect.title === `${name} (3 samples, 75.00%)`);
		await page.mouse.move((found.left + found.right) / 2, found.top + 5);
		const cut = /^Function: a<b>&c\u00e9a.{10,500}\.\. \(3 samples, 75\.00%\)$/;
		assert.match(await text(page, "details"), cut);
		await clickOn(page, name);
		await searchFor(page, "(b>&c\u00e9a<){9}");
		assert.equal(await text(page, "matched"), "Matched: 100%");
	});
});
