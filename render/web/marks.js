/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * marks.js - the picture as a whole: all its layers, the marks of differentials, its width.
 */

const MARK = 2; /* px: width of a mark */

/* A layer for the marks of a view, filled as those of the file are; null: it has none. */
function newMarks(root, frames) {
	const marks = part(root, "marks");

	return marks && newElement(SVG, "g", { class: "marks", fill: marks.getAttribute("fill") },
		frames.parentNode);
}

/* Marks of frames without width, in trees that have them: at their parents. */
function marksOf(screen, view) {
	const { graph } = screen;
	const { tree, win } = view;
	const marks = [];

	for (let at = 0; at < graph.marks.length; at += 6) {
		const [from, offset, frames, name, count, sum] = graph.marks.slice(at, at + 6);
		const isFile = tree === graph.tree;
		const parent = isFile ? from : tree.of ? tree.of[from] : -1;
		if (parent < win.frame || parent >= tree.next[win.frame])
			continue;
		const start = tree.start[parent];
		const shift = typeof start === "bigint" ? BigInt(offset) : Number(offset);
		marks.push({ parent, frames, name, count: BigInt(count), sum: BigInt(sum),
			start: isFile ? start + shift : start });
	}
	return marks;
}

/* Marks of a row that would lie on each other become one. In px from the left edge. */
function placedMarks(screen, view) {
	const { graph } = screen;
	const { tree, win } = view;
	const last = new Map(); /* by the parent's row */
	const pixel = pixelColumns(screen);
	const placed = [];

	for (const mark of marksOf(screen, view)) {
		const { parent } = mark;
		const px = (count) => MARGIN / 2 + place(win, count) / pixel;
		const right = px(tree.start[parent] + tree.width[parent]) - MARK;
		const left = px(tree.start[parent]);
		const x = Math.max(Math.min(px(mark.start) - MARK / 2, right), left);
		const before = last.get(tree.depth[parent]);
		if (before && x - before.x < MARK && x >= before.x) {
			before.frames += mark.frames;
			before.sum += mark.sum;
			if (mark.count > before.count)
				Object.assign(before, { count: mark.count, name: mark.name });
			continue;
		}
		placed.push({ ...mark, x, depth: tree.depth[parent] + 1 });
		last.set(tree.depth[parent], placed[placed.length - 1]);
	}
	return strongMarks(graph, placed, wholeOfMarks(graph, tree, win));
}

function drawMarks(screen, view) {
	const { graph, marks, top } = screen;

	if (!marks)
		return;
	marks.replaceChildren();
	if (isStatic(screen, view))
		return;
	for (const mark of placedMarks(screen, view)) {
		const y = top + rowTop(screen, mark.depth, view.inverted);
		const rect = newElement(SVG, "rect", { x: mark.x, y, width: MARK,
			height: graph.row - 1, "fill-opacity": mark.strength }, marks);
		newElement(SVG, "title", {}, rect).textContent = markTitle(graph, mark);
	}
}

/* Lets the page decide the width from now on. */
function unfixWidth(screen) {
	screen.root.setAttribute("width", "100%");
	screen.root.removeAttribute("viewBox");
}

/* Scales the drawing, which then has the file's width, to a page that has another. */
function scaleToPage(screen, scaled) {
	const { root, fileWidth } = screen;

	if (!screen.graph.fluid)
		return;
	root.classList.toggle("scaled", scaled);
	if (scaled)
		root.setAttribute("viewBox", `0 0 ${fileWidth} ${root.getAttribute("height")}`);
	else
		root.removeAttribute("viewBox");
}

function drawView(screen, view) {
	const { rows } = view.tree;

	makeRoom(screen, view.tree.folded ? rows.length :
		Math.max(screen.graph.tree.rows.length, rows.length));
	drawFrames(screen, view);
	drawFound(screen, view);
	drawMarks(screen, view);
	drawLabels(screen, view);
	drawCursor(screen, view);
	placeFoot(screen);
}
