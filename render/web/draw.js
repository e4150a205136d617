/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * draw.js - the picture: puts a view into the svg. A screen is the svg and its
 * layers; a view (flamegraph.js) is what the reader wants to see. As long as the
 * view is the one of the file, the file's own frames are shown; any other is drawn
 * into layers of rects over the same columns.
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

/* replaceChildren() for any number of elements: a call takes about 100,000 arguments. */
function replaceAll(layer, elements) {
	const all = document.createDocumentFragment();

	for (const element of elements)
		all.appendChild(element);
	layer.replaceChildren(all);
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
		hasStill: Boolean(frames.querySelector(".row")), /* the file has frames */
		text: {},
		labels: part(root, "labels").querySelector("g"),
		live: newElement(SVG, "g", { class: "live" }),
		found: newElement(SVG, "g", { class: "found", fill: graph.searchcolor }, frames),
		cursor: newElement(SVG, "rect", { class: "cursor hide", tabindex: -1, role: "img" },
			frames),
		width: Number(root.getAttribute("width")), /* px, of the whole drawing */
		fileWidth: Number(root.getAttribute("width")),
		top: Number(frames.getAttribute("y")),
		rows: graph.tree.rows.length, /* that there is room for */
		below: [], /* what stands below the frames: { element, y }, y of the file */
		measure: null,
		sight: undefined, /* the rows that are drawn, [from, end]; undefined: all */
		pixels: null, /* what narrow boxes are drawn with if not as newOutlines() does */
		hit: null, /* where the mouse is on them */
		bar: null, /* that moves with the window */
		footHeight: 0, /* px, of what is below all else */
	};

	frames.prepend(screen.live);
	for (const id of ["title", "details", "unzoom", "search", "ignorecase", "matched"])
		screen.text[id] = part(root, id);
	screen.height = Number(root.getAttribute("height"));
	for (const id of ["details", "matched", "legend"])
		standsBelow(screen, part(root, id));
	return screen;
}

/* Lets the element move with the lower end of the frames, if it is below them. */
function standsBelow(screen, element) {
	const y = element && Number(element.getAttribute("y"));

	if (element && (y > screen.top || element.localName !== "text"))
		screen.below.push({ element, y });
}

/* The height of the picture, with as many rows as there is room for. */
function heightOfRows(screen) {
	return screen.height + (screen.rows - screen.graph.tree.rows.length) * screen.graph.row +
		screen.footHeight;
}

function setHeight(screen, height) {
	const { root } = screen;
	const viewBox = (root.getAttribute("viewBox") || "").split(" ");

	if (Number(root.getAttribute("height")) === height)
		return;
	root.setAttribute("height", height);
	if (viewBox.length === 4)
		root.setAttribute("viewBox", `0 0 ${viewBox[2]} ${height}`);
}

/* Makes room for so many rows; what stands below the frames moves down. */
function makeRoom(screen, rows) {
	const { root, graph } = screen;
	const extra = (rows - graph.tree.rows.length) * graph.row;

	if (rows === screen.rows)
		return;
	screen.rows = rows;
	setHeight(screen, heightOfRows(screen));
	screen.frames.setAttribute("viewBox", `0 0 ${GRID} ${rows * graph.row}`);
	for (const id of ["frames", "labels"])
		part(root, id).setAttribute("height", rows * graph.row);
	for (const { element, y } of screen.below) {
		if (element.localName === "text")
			element.setAttribute("y", y + extra);
		else
			element.setAttribute("transform", `translate(0,${extra})`);
	}
}

/* Top of a row in px, from the top of the frames. */
function rowTop(screen, depth, inverted) {
	const { rows, graph } = screen;

	return inverted ? depth * graph.row : (rows - 1 - depth) * graph.row + 1;
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

/* The view is the one that the file shows without script, in its colours. */
function isStatic(screen, view) {
	return screen.hasStill && view.tree === screen.graph.tree && view.win.frame === 0 &&
		view.inverted === screen.graph.inverted && !screen.graph.recolored;
}

/*
 * The rect in its link, as the file has it. Nothing is followed but what the file says, and
 * what is opened learns nothing of this page.
 */
function linked(rect, [href, target]) {
	const element = newElement(SVG, "a", { href });

	if (target)
		element.setAttribute("target", target);
	if (target && !/^_(self|top|parent)$/.test(target))
		element.setAttribute("rel", "noopener");
	element.appendChild(rect);
	return element;
}

/* Narrow boxes of an SVG: one path for all of one look. */
function newOutlines(screen) {
	const height = screen.graph.row - 1;
	const paths = new Map(); /* look, as text -> { look, d } */

	return { least: OWN, add(y, { x, width }, look) {
		const key = look.class + look.fill;
		const outline = `M${x} ${y}h${width}v${height}H${x}z`;
		const path = paths.get(key);
		if (path)
			path.d += outline;
		else
			paths.set(key, { look, d: outline });
	}, end(layer) {
		for (const { look, d } of paths.values())
			setLook(newElement(SVG, "path", { d }, layer), look);
	} };
}

/*
 * Fills `layer`: rects in one group a row; narrow boxes are not elements of their own but outlines
 * or, where the host of the graph gave it something for them, pixels. lookOf(box) is
 * { class, fill }, the latter where no class has the colour.
 */
function drawBoxes(screen, view, layer, boxes, lookOf) {
	const pattern = newElement(SVG, "rect", { height: screen.graph.row - 1 });
	const narrow = screen.pixels || newOutlines(screen);
	const own = narrow.least * pixelColumns(screen);
	const rows = [];

	for (const box of boxes) {
		const depth = view.tree.depth[box.frame];
		const y = rowTop(screen, depth, view.inverted);
		const look = lookOf(box);
		const link = box.frames === 1 && linkOf(screen.graph, view.tree, box.frame);
		if (box.width < own && !link) {
			narrow.add(y, box, look);
			continue;
		}
		const rect = pattern.cloneNode(false);
		if (box.x > 0)
			rect.setAttribute("x", box.x);
		rect.setAttribute("width", box.width);
		setLook(rect, look);
		rows[depth] = rows[depth] || newElement(SVG, "g",
			{ transform: `translate(0,${y})` });
		rows[depth].appendChild(link ? linked(rect, link) : rect);
	}
	replaceAll(layer, rows.filter(Boolean));
	narrow.end(layer);
}

function setLook(element, look) {
	if (look.class)
		element.setAttribute("class", look.class);
	if (look.fill)
		element.setAttribute("fill", look.fill);
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
	const boxes = visibleBoxes(view.tree, view.win, pixel, LEAST * pixel, null,
		screen.sight);
	drawBoxes(screen, view, live, boxes, (box) => {
		const fill = fillOf(graph, view.tree, box.frame);
		const parent = box.ancestor ? "parent" : "";

		return typeof fill === "string" ? { class: parent, fill } :
			{ class: `c${fill} ${parent}`.trimEnd(), fill: "" };
	});
}

/* Draw the matches of a search over the frames, at least a pixel wide to be visible. */
function drawFound(screen, view) {
	const pixel = pixelColumns(screen);
	const { found } = view;

	if (!found) {
		screen.found.replaceChildren();
		return;
	}
	const boxes = visibleBoxes(view.tree, view.win, pixel, 0, found, screen.sight);
	for (const box of boxes)
		box.width = Math.max(box.width, Math.round(pixel));
	drawBoxes(screen, view, screen.found, boxes, (box) =>
		({ class: box.ancestor ? "parent" : "", fill: "" }));
}

/* "w" on dark frames. Ancestors are faded into the background, which decides there. */
function labelClass(screen, view, box) {
	const { graph } = screen;
	const fill = fillOf(graph, view.tree, box.frame);

	if (box.ancestor)
		return "p";
	if (view.found && isFound(view.found, view.tree, box.frame))
		return needsWhite(graph.searchcolor) ? "w" : "";
	return (typeof fill === "string" ? needsWhite(fill) : graph.white.has(fill)) ? "w" : "";
}

/*
 * Labels of the frames that have room for one, cut to fit. The root has one only where it is
 * the way back from a zoom.
 */
function drawLabels(screen, view) {
	const { graph } = screen;
	const pixel = pixelColumns(screen);
	const least = 2 * graph.fontsize * graph.fontwidth; /* px */
	const drop = Math.floor((graph.row - 1) / 2) + 3; /* px, of the baseline */
	const labels = [];

	screen.measure = screen.measure || textMeasure(screen.text.details);
	for (const box of wideBoxes(view.tree, view.win, least * pixel, screen.sight)) {
		const text = fittedName(labelOf(graph, view.tree, box.frame),
			labelRest(graph, view.tree, box.frame), box.width / pixel - 3,
			graph.truncate, screen.measure);
		if (text === "" || (isRoot(view.tree, box.frame) && view.win.frame === 0))
			continue;
		const depth = view.tree.depth[box.frame];
		const label = newElement(SVG, "text", {
			x: (100 * box.x / GRID).toFixed(4) + "%",
			y: rowTop(screen, depth, view.inverted) + drop,
		});
		const look = labelClass(screen, view, box);
		if (look)
			label.setAttribute("class", look);
		label.textContent = text;
		labels.push(label);
	}
	replaceAll(screen.labels, [...labels, ...dustLabels(screen, view, least * pixel, drop)]);
}

/*
 * "1,204 smaller, 31.0%" over neighbours that are too narrow for labels. Not over matches of a
 * search, nor where frames have their place in time.
 */
function dustLabels(screen, { tree, win, inverted, found }, least, drop) {
	const { graph, sight = [0, Infinity] } = screen;
	const depth = tree.depth[win.frame] + 1;
	const percent = (columns) => (100 * columns / GRID).toFixed(4) + "%";

	if (found || tree.split || graph.chart || depth < sight[0] || depth >= sight[1])
		return [];
	return dustOf(tree, win, least, GRID / 20).flatMap(({ frames, x, end, width }) => {
		const text = `${grouped(frames)} smaller, ${shareText(width, win.width)}`;
		const y = rowTop(screen, depth, inverted);
		if (screen.measure(text) > (end - x) / pixelColumns(screen) - 6)
			return [];
		const box = newElement(SVG, "rect", { class: "dust", x: percent(x), y,
			width: percent(end - x), height: graph.row - 1,
			transform: "translate(-3,0)" }); /* as the labels are moved */
		const label = newElement(SVG, "text", { class: "p", x: percent(x), y: y + drop });
		label.textContent = text;
		return [box, label];
	});
}

/* The outline of the frame that the keys are at. */
function drawCursor(screen, view) {
	const { cursor, graph } = screen;
	const at = view.cursor;
	const hidden = at < 0 || !inWindow(view.tree, view.win, at);

	cursor.classList.toggle("hide", hidden);
	if (hidden)
		return;
	const above = at < view.win.frame;
	const x = above ? 0 : place(view.win, view.tree.start[at]);
	const end = above ? GRID : place(view.win, view.tree.start[at] + view.tree.width[at]);
	const least = Math.round(2 * pixelColumns(screen));
	cursor.setAttribute("x", x);
	cursor.setAttribute("y", rowTop(screen, view.tree.depth[at], view.inverted));
	cursor.setAttribute("width", Math.max(end - x, least));
	cursor.setAttribute("height", graph.row - 1);
	cursor.setAttribute("aria-label", titleOf(graph, view.tree, at));
	cursor.setAttribute("aria-description", placeText(graph, view.tree, at));
}

/*
 * Where the picture is in the window: { left, top }, px, and the px of the window that one of its
 * own takes; null where it is not shown. (getScreenCTM() of a document that is scrolled is not the
 * same in all browsers.)
 */
function placeOfPicture({ root }) {
	const background = part(root, "background");
	const { left, top, width } = background.getBoundingClientRect();

	return width > 0 ? { left, top, scale: width / background.width.baseVal.value } : null;
}

/* The frame that the mouse is at, or -1; the same for the file's frames and drawn ones. */
function frameOfEvent(screen, view, event) {
	const { graph } = screen;
	const at = placeOfPicture(screen);
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
	if (!at)
		return -1;
	const x = (clientX - at.left) / at.scale - MARGIN / 2;
	const y = (clientY - at.top) / at.scale - screen.top;
	const row = Math.floor((view.inverted ? y : y - 1) / graph.row);
	const depth = view.inverted ? row : screen.rows - 1 - row;
	return frameAt(view.tree, view.win, depth, Math.floor(x * pixelColumns(screen)));
}
