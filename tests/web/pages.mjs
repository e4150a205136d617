// SPDX-License-Identifier: MIT
// pages.mjs - what a reader of a page does and sees in it.
import { drawn, withPage, writeTemporary } from "./browser.mjs";

// The page of the lines; `args` are options of flamegraph, the rest is for withPage().
export async function withHtml(lines, options, use) {
	const file = writeTemporary(drawn(lines, "--html", ...(options.args || [])), ".html");

	await withPage(file, options, async (page) => {
		await page.waitForSelector("#panel > *");
		await use(page);
	});
}

export const shownText = (page, selector) =>
	page.$eval(selector, (element) => element.textContent);

// Labels of the graph in the order in which they are drawn.
export const labelsOf = (page) =>
	page.$$eval("#labels text", (all) => all.map((label) => label.textContent));

// The rows of the list that is seen, as texts of their cells.
export const rowsOf = (page) => page.$$eval("#panel .space .line", (all) =>
	all.sort((a, b) => a.dataset.row - b.dataset.row)
		.map((line) => Array.from(line.children, (cell) => cell.textContent)));

// The middle of the frame that has a label.
export async function middleOf(page, name) {
	return page.$$eval("#labels text", (all, wanted) => {
		const label = all.find((text) => text.textContent === wanted)
			.getBoundingClientRect();
		return [label.x + label.width / 2, label.y + label.height / 2];
	}, name);
}

export async function clickFrame(page, name) {
	await page.mouse.click(...await middleOf(page, name));
}

export async function pointAt(page, name) {
	await page.mouse.move(...await middleOf(page, name));
}

// From now on copied texts are in window.copied, whatever the browser would allow.
export function keepCopies(page) {
	return page.evaluate(() => {
		Object.defineProperty(navigator, "clipboard", { value: {
			writeText: (text) => {
				window.copied = text;
				return Promise.resolve();
			},
		} });
	});
}

export const copied = (page) => page.evaluate(() => window.copied);
