// SPDX-License-Identifier: MIT
// reader.mjs - what a reader of a graph does and sees, in a page.
import { web } from "./script.mjs";

export const text = (page, id) => page.$eval("#" + id, (element) => element.textContent);
export const query = (page) => page.evaluate(() => location.search);

// The script notices a new width after the browser has laid out the page.
export function drawnAt(page, width) {
	return page.waitForFunction((inner) =>
		Number(document.querySelector("#frames").getAttribute("width")) === inner,
	{}, width - 20);
}

// The data block and what is seen of the frames: { graph, top, rects }.
export async function inspect(page) {
	const seen = await page.evaluate(() => {
		const frames = document.querySelector("#frames");
		const zoomed = frames.classList.contains("zoomed");
		const rects = frames.querySelectorAll(zoomed ? ".live rect" : ".row rect");
		const page = document.querySelector("#background").getBoundingClientRect();
		return {
			data: document.querySelector("#data").textContent,
			top: page.top + Number(frames.getAttribute("y")),
			rects: Array.from(rects, (rect) => {
				const title = rect.querySelector("title");
				/* without the outline, which some browsers count in */
				const box = rect.getBBox();
				const at = rect.getScreenCTM();
				return {
					left: box.x * at.a + at.e,
					right: (box.x + box.width) * at.a + at.e,
					top: box.y * at.d + at.f,
					bottom: (box.y + box.height) * at.d + at.f,
					parent: rect.classList.contains("parent"),
					title: title && title.textContent,
				};
			}),
		};
	});
	const graph = web.readGraph(JSON.parse(seen.data));

	return { graph, rects: seen.rects, top: seen.top };
}

// The middle of a frame of the un-zoomed or zoomed picture.
export async function middle(page, name, zoomedTo = "all") {
	const { graph, top } = await inspect(page);
	const { tree } = graph;
	const find = (wanted) => Array.from(tree.name).findIndex(
		(_, frame) => web.nameOf(graph, tree, frame) === wanted);
	const frame = find(name);
	const win = web.windowOn(tree, find(zoomedTo));
	const box = web.visibleBoxes(tree, win, 1, 0, null).find((b) => b.frame === frame);
	const width = await page.$eval("#frames", (e) => Number(e.getAttribute("width")));
	const row = graph.inverted ? tree.depth[frame] : tree.rows.length - 1 - tree.depth[frame];

	return [10 + (box.x + box.width / 2) / web.GRID * width, top + (row + 0.5) * graph.row];
}

export async function clickOn(page, name, zoomedTo) {
	await page.mouse.click(...await middle(page, name, zoomedTo));
}

export async function searchFor(page, term) {
	await page.keyboard.press("/");
	await page.keyboard.type(term);
	await page.keyboard.press("Enter");
}

// The details line of each visible frame when it is pointed at, and the tooltips:
// [details, title].
export async function hoverAll(page) {
	const { rects } = await inspect(page);
	const zoomed = Boolean(await page.$(".zoomed"));
	const said = [];

	for (const [i, { left, right, top, bottom }] of rects.entries()) {
		if (left === right)
			continue;
		await page.mouse.move((left + right) / 2, (top + bottom) / 2);
		said.push(await page.evaluate((layer, number) => {
			const rect = document.querySelectorAll(`#frames .${layer} rect`)[number];
			return [document.querySelector("#details").textContent,
				rect.querySelector("title").textContent];
		}, zoomed ? "live" : "row", i));
	}
	return said;
}

// The labels as they stand: place, colour and text.
export function labels(page) {
	return page.$$eval("#labels text", (all) => all.map((label) => [label.getAttribute("x"),
		label.getAttribute("y"), label.getAttribute("class"), label.textContent]));
}

export async function holding(page, key, act) {
	await page.keyboard.down(key);
	await act();
	await page.keyboard.up(key);
}

// Columns where rows (by depth) show the background, as "depth: x", of all x in the drawing.
export async function unpainted(page, depths) {
	const { graph, top } = await inspect(page);
	const ys = depths.map((depth) => Math.round(top) +
		(graph.tree.rows.length - 1 - depth) * graph.row + graph.row / 2);
	const width = await page.$eval("#frames", (e) => Number(e.getAttribute("width")));

	await page.$eval("#labels", (element) => element.setAttribute("display", "none"));
	const shot = await page.screenshot({ encoding: "base64" });
	return page.evaluate(async (png, rows, end) => {
		const image = new Image();
		image.src = "data:image/png;base64," + png;
		await image.decode();
		const canvas = document.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
		canvas.width = image.width;
		canvas.height = image.height;
		const pen = canvas.getContext("2d", { willReadFrequently: true });
		pen.drawImage(image, 0, 0);
		const bare = [];
		rows.forEach((y, row) => {
			const { data } = pen.getImageData(0, y, end + 10, 1);
			for (let x = 11; x < end + 9; x++) { /* hot colours have little blue */
				if (data[4 * x + 2] > 150)
					bare.push(`${row}: ${x}`);
			}
		});
		return bare.slice(0, 20);
	}, shot, ys, width);
}
