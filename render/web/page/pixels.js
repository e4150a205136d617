/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * pixels.js - boxes that are too narrow for a label: tens of thousands where a profile is large;
 * as elements they would take most of the time of a zoom. They are pixels of a canvas below the
 * frames, a line of them for each row, which the style makes as high as the row.
 */

const EDGED = 5; /* pixels: wider boxes have an edge on their right */
const MOST_PIXEL_ROWS = 4096; /* more would take memory, and canvases end at 32,767 in places */

/*
 * Returns the state of a screen that draws narrow boxes as pixels: clearPixels() decides for each
 * view. A path over all of these boxes takes the mouse.
 */
function usePixels(screen) {
	const { root, frames } = screen;
	const canvas = newElement(XHTML, "canvas", { "aria-hidden": "true" });
	const element = newElement(SVG, "foreignObject", { class: "pixels", x: MARGIN / 2 });
	const pixels = { least: 15 /* px */, element, canvas, colors: new Map(),
		pen: null, image: null, words: null, columns: 0,
		add: (y, box, look) => addPixels(screen, y, box, look), end: () => null };

	element.append(canvas);
	root.insertBefore(element, frames);
	screen.hit = newElement(SVG, "path", { fill: "none", "pointer-events": "all" });
	frames.prepend(screen.hit);
	return pixels;
}

/*
 * Takes all away, and makes room for the rows of a view. A very tall view has none: its narrow
 * boxes are outlines.
 */
function clearPixels(pixels, screen, view) {
	const { hit, width, rows, graph, top } = screen;
	const { element, canvas } = pixels;
	const columns = Math.max(Math.round((width - MARGIN) * devicePixelRatio), 1);
	const { row } = graph;

	hit.setAttribute("d", `M0 0h${GRID}v${rows * row}H0z`);
	screen.pixels = rows <= MOST_PIXEL_ROWS ? pixels : null;
	if (!screen.pixels) {
		Object.assign(canvas, { width: 0, height: 0 });
		pixels.image = null;
		return;
	}
	if (canvas.width === columns && canvas.height === rows && pixels.image) {
		pixels.words.fill(0);
	} else {
		Object.assign(canvas, { width: columns, height: rows });
		pixels.pen = canvas.getContext("2d");
		pixels.image = pixels.pen.createImageData(columns, rows);
		pixels.words = new Uint32Array(pixels.image.data.buffer);
		pixels.columns = columns;
	}
	element.setAttribute("y", top + (view.inverted ? 0 : 1));
	element.setAttribute("width", Math.max(width - MARGIN, 1));
	element.setAttribute("height", rows * row);
}

/* "rgb(1,2,3)" as a pixel: red is its first byte. */
function pixelOf(color) {
	const [red, green, blue] = color.match(/\d+/g).map(Number);

	return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}

function addPixels({ pixels, graph }, y, box, look) {
	const { words, colors, columns } = pixels;
	const color = look.fill || graph.searchcolor;
	const line = Math.floor(y / graph.row) * columns;
	const scale = columns / GRID;
	const from = line + Math.min(Math.round(box.x * scale), columns - 1);
	const to = Math.max(line + Math.round((box.x + box.width) * scale), from + 1);
	let pixel = colors.get(color);

	if (pixel === undefined) {
		pixel = pixelOf(color);
		colors.set(color, pixel);
	}
	for (let at = from; at < to; at++)
		words[at] = pixel;
	if (to - from >= EDGED)
		words[to - 1] &= 0x99ffffff; /* the paper shows through */
}

function showPixels({ pixels }) {
	if (pixels)
		pixels.pen.putImageData(pixels.image, 0, 0);
}
