/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * minimap.js - the whole tree in small above the graph, with a frame round what fills the width. A
 * click zooms. It is for the mouse: keys reach the same frames in the graph.
 */

const MAP_ROWS = 40; /* px: a higher tree is squeezed */
const MOST_LINES = 400; /* of the picture: rows of a higher tree share them */

function newMinimap(app) {
	const canvas = make("canvas", { "aria-hidden": "true" });
	const mark = make("i", { class: "mark" });
	const map = { app, canvas, mark, tree: null,
		element: make("div", { class: "minimap" }, canvas, mark) };

	canvas.addEventListener("click", (event) => clickMinimap(map, event));
	return map;
}

/* Shows it of a view, if the state says so. */
function showMinimap(map, { tree, win, inverted }) {
	const { app, element, canvas, mark } = map;
	const rows = tree.rows.length;
	const whole = windowOn(tree, 0);
	const share = (offset) => `${100 * place(whole, offset) / GRID}%`;
	const top = inverted ? win.depth : 0;

	element.hidden = app.state.map !== "1";
	if (element.hidden)
		return;
	if (map.tree !== tree || map.inverted !== inverted)
		paintMinimap(map, tree, inverted);
	canvas.style.height = Math.min(Math.max(3 * rows, 12), MAP_ROWS) + "px";
	mark.style.left = share(win.start);
	mark.style.width = share(win.width);
	mark.style.top = 100 * top / rows + "%";
	mark.style.height = 100 * (rows - win.depth) / rows + "%";
}

function paintMinimap(map, tree, inverted) {
	const { app, canvas } = map;
	const columns = 600;
	const lines = Math.min(tree.rows.length, MOST_LINES);
	const pen = canvas.getContext("2d");
	const image = new ImageData(columns, lines);
	const words = new Uint32Array(image.data.buffer);

	Object.assign(map, { tree, inverted });
	Object.assign(canvas, { width: columns, height: lines });
	for (const { frame, x, width } of visibleBoxes(tree, windowOn(tree, 0), GRID / columns, 0,
		null)) {
		const row = Math.floor(tree.depth[frame] * lines / tree.rows.length);
		const line = columns * (inverted ? row : lines - 1 - row);
		const from = Math.floor(x * columns / GRID);
		words.fill(pixelOf(fillOf(app.graph, tree, frame)), line + from,
			line + Math.max(from + 1, Math.round((x + width) * columns / GRID)));
	}
	pen.putImageData(image, 0, 0);
}

function clickMinimap({ app, canvas, tree, inverted }, event) {
	const box = canvas.getBoundingClientRect();
	const row = Math.floor((event.clientY - box.top) * tree.rows.length / box.height);
	const frame = frameAt(tree, windowOn(tree, 0), inverted ? row : tree.rows.length - 1 - row,
		Math.floor((event.clientX - box.left) * GRID / box.width));

	if (frame >= 0)
		zoom(app, frame);
}
