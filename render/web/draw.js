/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * draw.js - the picture: puts a view into the svg. A screen is the svg and its
 * layers; a view (flamegraph.js) is what the reader wants to see. As long as the
 * view is the one of the file, the file's own frames are shown; any other is drawn
 * into layers of rects over the same columns. Last come the search field and the
 * list of keys.
 */

const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";
const MARGIN = 20; /* px, left and right of the frames together */
const LEAST = 0.3; /* px: narrower boxes are not drawn */
const OWN = 2; /* px: narrower boxes share an element; 2x: zoom of 100,000 frames */

function newElement(space, name, attributes, parent) {
	const element = document.createElementNS(space, name);

	for (const key of Object.keys(attributes))
		element.setAttribute(key, attributes[key]);
	if (parent)
		parent.appendChild(element);
	return element;
}

function setText(element, text) {
	if (element && element.textContent !== text)
		element.textContent = text;
}

/* The element of this root: another graph in the same page has the same ids. */
function part(root, id) {
	return root.querySelector("#" + id);
}

/* Widths of label text in px. Monospaced fonts are measured once, as long as it is ASCII. */
function textMeasure(element) {
	const style = getComputedStyle(element);
	const pen = newElement(XHTML, "canvas", {}).getContext("2d");

	pen.font = style.fontSize + " " + style.fontFamily;
	const each = pen.measureText("W").width;
	const mono = Math.abs(pen.measureText("!").width - each) < 0.01;
	return (text) => mono && /^[ -~]*$/.test(text) ?
		text.length * each : pen.measureText(text).width;
}

function newScreen(root, graph) {
	const frames = part(root, "frames");
	const screen = {
		root,
		graph,
		frames,
		text: {},
		labels: part(root, "labels").querySelector("g"),
		live: newElement(SVG, "g", { class: "live" }),
		found: newElement(SVG, "g", { class: "found", fill: graph.searchcolor }, frames),
		cursor: newElement(SVG, "rect", { class: "cursor hide", tabindex: -1, role: "img" },
			frames),
		width: Number(root.getAttribute("width")), /* px, of the whole drawing */
		fileWidth: Number(root.getAttribute("width")),
		top: Number(frames.getAttribute("y")),
		measure: null,
	};

	frames.prepend(screen.live);
	for (const id of ["details", "unzoom", "search", "ignorecase", "matched"])
		screen.text[id] = part(root, id);
	return screen;
}

/* Top of a row in px, from the top of the frames. */
function rowTop(graph, depth, inverted) {
	return inverted ? depth * graph.row : (graph.tree.rows.length - 1 - depth) * graph.row + 1;
}

/* Columns in a pixel. */
function pixelColumns(screen) {
	return GRID / Math.max(screen.width - MARGIN, 1);
}

/* Makes the drawing `width` px wide; true if that changed anything. */
function resizeScreen(screen, width) {
	if (width < 1 || Math.abs(width - screen.width) < 0.5)
		return false;
	screen.width = width;
	for (const id of ["frames", "labels"])
		part(screen.root, id).setAttribute("width", Math.max(width - MARGIN, 1));
	return true;
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

/* The view is the one that the file shows without script. */
function isStatic(screen, view) {
	return view.tree === screen.graph.tree && view.win.frame === 0 &&
		view.inverted === screen.graph.inverted;
}

/* The rect in its link, as the file has it. Nothing is followed but what the file says. */
function linked(rect, [href, target]) {
	const element = newElement(SVG, "a", { href });

	if (target)
		element.setAttribute("target", target);
	element.appendChild(rect);
	return element;
}

/* Fills `layer`: rects in one group a row, and one path for all narrow boxes of a class. */
function drawBoxes(screen, view, layer, boxes, classOf) {
	const height = screen.graph.row - 1;
	const pattern = newElement(SVG, "rect", { height });
	const own = OWN * pixelColumns(screen);
	const rows = [];
	const paths = new Map(); /* class -> outlines */

	for (const box of boxes) {
		const depth = view.tree.depth[box.frame];
		const y = rowTop(screen.graph, depth, view.inverted);
		const name = classOf(box);
		const link = box.frames === 1 && linkOf(screen.graph, view.tree, box.frame);
		if (box.width < own && !link) {
			const outline = `M${box.x} ${y}h${box.width}v${height}H${box.x}z`;
			paths.set(name, (paths.get(name) || "") + outline);
			continue;
		}
		const rect = pattern.cloneNode(false);
		if (box.x > 0)
			rect.setAttribute("x", box.x);
		rect.setAttribute("width", box.width);
		if (name)
			rect.setAttribute("class", name);
		rows[depth] = rows[depth] || newElement(SVG, "g",
			{ transform: `translate(0,${y})` });
		rows[depth].appendChild(link ? linked(rect, link) : rect);
	}
	layer.replaceChildren(...rows.filter(Boolean));
	for (const [name, d] of paths)
		newElement(SVG, "path", { class: name, d }, layer);
}

function drawFrames(screen, view) {
	const { graph, live } = screen;
	const still = isStatic(screen, view);

	screen.frames.classList.toggle("zoomed", !still);
	if (still) {
		live.replaceChildren();
		return;
	}
	const pixel = pixelColumns(screen);
	const boxes = visibleBoxes(view.tree, view.win, pixel, LEAST * pixel, null);
	drawBoxes(screen, view, live, boxes, (box) =>
		"c" + fillOf(graph, view.tree, box.frame) + (box.ancestor ? " parent" : ""));
}

/* What a search found lies over the frames; at least a pixel wide, so that it is seen. */
function drawFound(screen, view) {
	const pixel = pixelColumns(screen);
	const { found } = view;

	if (!found) {
		screen.found.replaceChildren();
		return;
	}
	const boxes = visibleBoxes(view.tree, view.win, pixel, 0, found);
	for (const box of boxes)
		box.width = Math.max(box.width, Math.round(pixel));
	drawBoxes(screen, view, screen.found, boxes, (box) => box.ancestor ? "parent" : "");
}

function labelClass(screen, view, box) {
	const { graph } = screen;
	const white = view.found && isFound(view.found, view.tree, box.frame) ?
		needsWhite(graph.searchcolor) :
		graph.white.has(fillOf(graph, view.tree, box.frame));

	return white && !box.ancestor ? "w" : "";
}

/*
 * Labels of the frames that have room for one, cut to fit. The root has one only where it is
 * the way back from a zoom.
 */
function drawLabels(screen, view) {
	const { graph } = screen;
	const pixel = pixelColumns(screen);
	const least = 2 * graph.fontsize * graph.fontwidth; /* px */
	const labels = [];

	screen.measure = screen.measure || textMeasure(screen.text.details);
	for (const box of wideBoxes(view.tree, view.win, least * pixel)) {
		const name = labelOf(graph, view.tree, box.frame);
		const text = fitted(name, box.width / pixel - 3, graph.truncate, screen.measure);
		if (text === "" || (box.frame === 0 && view.win.frame === 0))
			continue;
		const depth = view.tree.depth[box.frame];
		const label = newElement(SVG, "text", {
			x: (100 * box.x / GRID).toFixed(4) + "%",
			y: rowTop(graph, depth, view.inverted) + (graph.row - 1) / 2 + 3,
		});
		if (labelClass(screen, view, box))
			label.setAttribute("class", "w");
		label.textContent = text;
		labels.push(label);
	}
	screen.labels.replaceChildren(...labels);
}

/* The outline of the frame that the keys are at. */
function drawCursor(screen, view) {
	const { cursor, graph } = screen;
	const at = view.cursor;
	const hidden = at < 0 || !inWindow(view.tree, view.win, at);

	cursor.classList.toggle("hide", hidden);
	if (hidden)
		return;
	const above = view.tree.depth[at] < view.win.depth;
	const x = above ? 0 : place(view.win, view.tree.start[at]);
	const end = above ? GRID : place(view.win, view.tree.start[at] + view.tree.width[at]);
	const least = Math.round(2 * pixelColumns(screen));
	cursor.setAttribute("x", x);
	cursor.setAttribute("y", rowTop(graph, view.tree.depth[at], view.inverted));
	cursor.setAttribute("width", Math.max(end - x, least));
	cursor.setAttribute("height", graph.row - 1);
	cursor.setAttribute("aria-label", titleOf(graph, view.tree, at));
}

function drawView(screen, view) {
	drawFrames(screen, view);
	drawFound(screen, view);
	drawLabels(screen, view);
	drawCursor(screen, view);
}

/* The frame that the mouse is at, or -1; the same for the file's frames and drawn ones. */
function frameOfEvent(screen, view, event) {
	const { graph, root } = screen;
	const matrix = part(root, "background").getScreenCTM();
	let { clientX, clientY } = event;

	if (/^(rect|a)$/.test(event.target.localName) && screen.frames.contains(event.target)) {
		const box = event.target.getBoundingClientRect();
		const inside = clientX >= box.left && clientX <= box.right &&
			clientY >= box.top && clientY <= box.bottom;
		if (!inside) { /* not made by a mouse */
			clientX = (box.left + box.right) / 2;
			clientY = (box.top + box.bottom) / 2;
		}
	}
	if (!matrix)
		return -1;
	const x = (clientX - matrix.e) / matrix.a - MARGIN / 2;
	const y = (clientY - matrix.f) / matrix.d - screen.top;
	const row = Math.floor((view.inverted ? y : y - 1) / graph.row);
	const depth = view.inverted ? row : view.tree.rows.length - 1 - row;
	return frameAt(view.tree, view.win, depth, Math.floor(x * pixelColumns(screen)));
}

/* The browser's own tooltip for what is drawn here, made when it is first pointed at. */
function setTooltip(screen, view, element, frame) {
	const drawn = screen.live.contains(element) || screen.found.contains(element);

	if (!drawn || !/^(rect|path)$/.test(element.localName))
		return; /* the target is a group when the element under the mouse has gone */
	const text = titleOf(screen.graph, view.tree, frame);
	const title = element.firstChild || newElement(SVG, "title", {}, element);
	if (title.textContent !== text)
		title.textContent = text;
}

/* The search field, hidden. It says by itself when its text is no expression. */
function newField(screen) {
	const box = newElement(SVG, "foreignObject", { class: "field hide", height: 48 },
		screen.root);
	const form = newElement(XHTML, "form", {}, box);
	const input = newElement(XHTML, "input", { type: "text", spellcheck: "false",
		autocomplete: "off", placeholder: "regular expression",
		"aria-label": "Search for frames, a regular expression" }, form);
	const output = newElement(XHTML, "output", {}, form);
	const field = { box, input, output };

	form.addEventListener("submit", (event) => event.preventDefault());
	input.addEventListener("input", () => showProblem(field, compiled(input.value).error));
	return field;
}

/* Says at the field what is wrong with the expression; nothing: it is right. */
function showProblem(field, problem) {
	if (!field)
		return;
	setText(field.output, problem ? "Invalid: " + problem : "");
	field.input.setAttribute("aria-invalid", Boolean(problem));
}

/* Left of the buttons, as wide as there is room for. */
function placeField(screen, field) {
	const button = screen.text.search.getBBox();
	const taken = 136; /* px, where the buttons are */
	const room = Math.min(Math.max(screen.width - taken - 20, 80), 240);

	field.box.setAttribute("x", Math.max(screen.width - taken - room, 0));
	field.box.setAttribute("y", Math.max(button.y + button.height / 2 - 12, 0));
	field.box.setAttribute("width", room);
}

/* A list of rows { key, what }; it scrolls where the graph is low. */
function newList(screen, rows) {
	const { root } = screen;
	const room = Math.max(root.getBoundingClientRect().height - 16, 40);
	const list = newElement(SVG, "foreignObject", { class: "help", x: "50%", y: 8,
		width: 320, height: Math.min(rows.length * 20 + 24, room),
		transform: "translate(-160,0)" }, root);
	const box = newElement(XHTML, "div", { tabindex: 0, role: "group", "aria-label": "Keys" },
		list);
	const table = newElement(XHTML, "table", {}, box);

	for (const { key, what } of rows) {
		const line = newElement(XHTML, "tr", {}, table);
		newElement(XHTML, "th", {}, line).textContent = key;
		newElement(XHTML, "td", {}, line).textContent = what;
	}
	return list;
}
