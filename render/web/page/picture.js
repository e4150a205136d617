/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * picture.js - the graph in the page: the svg that draw.js draws into, and the mouse on it. There
 * is one, which the views share.
 */

const TOP = 6; /* px above the frames, and below */
const MOST_ROWS = 2000; /* of a graph that is drawn as a whole; of others, what is in sight */
const BEYOND = 100; /* rows that are drawn above and below what is in sight */

/*
 * `on` has what happens: point(frame, event) at each move of the mouse, hover(frame) when it comes
 * to another one, zoom(frame), menu(frame, event). A frame may be -1.
 */
function newPicture(on) {
	const root = newElement(SVG, "svg", { class: "flamegraph on", width: 800, height: 100,
		role: "group", tabindex: 0 });
	newElement(SVG, "rect", { id: "background", width: "100%", height: "100%", fill: "none" },
		root);
	const frames = newElement(SVG, "svg", { id: "frames", x: MARGIN / 2, y: TOP,
		preserveAspectRatio: "none" }, root);
	const labels = newElement(SVG, "svg", { id: "labels", x: MARGIN / 2, y: TOP }, root);
	newElement(SVG, "g", { transform: "translate(3,0)" }, labels);
	const screen = newScreen(root, { ...PLAIN, tree: { rows: [] } });
	const picture = { screen, view: null, on, pixels: usePixels(screen),
		places: new WeakMap() }; /* by host: { view, top }, where it was scrolled to */

	root.removeAttribute("height");
	frames.addEventListener("click", (event) => clickPicture(picture, event));
	for (const type of ["mouseover", "mousemove"])
		frames.addEventListener(type, (event) => hoverPicture(picture, event));
	frames.addEventListener("mouseleave", (event) => {
		on.point(-1, event);
		on.hover(-1);
	});
	frames.addEventListener("contextmenu", (event) => {
		const frame = frameOfEvent(screen, picture.view, event);
		if (frame >= 0 && !event.shiftKey)
			on.menu(frame, event);
	});
	return picture;
}

/* Puts the picture into a part of the page, as wide as that. */
function placePicture(picture, host) {
	if (picture.screen.root.parentNode === host)
		return;
	host.append(picture.screen.root);
	if (picture.observer)
		picture.observer.disconnect();
	picture.observer = new ResizeObserver(() => {
		const isHere = picture.view && picture.screen.root.parentNode === host;
		if (isHere && resizeScreen(picture.screen, widthOfPicture(picture)))
			drawPicture(picture);
		scrolled(picture, host);
	});
	picture.observer.observe(host);
	host.onscroll = () => {
		if (picture.view && picture.screen.root.parentNode === host)
			picture.places.set(host, { view: picture.view, top: host.scrollTop });
		scrolled(picture, host);
	};
}

/* True if both views have the same frames at the same places. */
function isSamePlace(view, other) {
	return view.tree === other.tree && view.inverted === other.inverted;
}

/* Scrolls to where the host was when it had these frames last, else to the window. */
function scrollBack(picture) {
	const { view, screen, places } = picture;
	const host = screen.root.parentNode;
	const last = places.get(host);

	if (!last || !isSamePlace(last.view, view) || last.view.win.frame !== view.win.frame)
		return scrollToWindow(picture);
	host.scrollTop = last.top;
	return scrolled(picture, host);
}

/*
 * The rows of the view that are in sight, and some more above and below, as [from, end];
 * undefined: all. A stack may have 65,536 frames: as elements they would take 20 s.
 */
function rowsInSight({ screen, view }) {
	const rows = view.tree.rows.length;
	const { row } = screen.graph;

	if (rows <= MOST_ROWS)
		return undefined;
	const { scrollTop, clientHeight } = screen.root.parentNode;
	const first = Math.floor((scrollTop - TOP) / row) - BEYOND;
	const end = Math.ceil((scrollTop - TOP + clientHeight) / row) + BEYOND;
	return view.inverted ? [Math.max(first, 0), Math.max(end, 0)] :
		[Math.max(rows - end, 0), Math.max(rows - first, 0)];
}

/* Draws the rows that came into sight, before those run out that are drawn beyond it. */
function scrolled(picture, host) {
	const { screen, view } = picture;

	if (!view || !screen.sight || screen.root.parentNode !== host)
		return;
	const isNear = (at, end) => Math.abs(at - screen.sight[end]) <= BEYOND / 2;
	if (!rowsInSight(picture).every(isNear))
		drawPicture(picture);
}

function widthOfPicture({ screen }) {
	return screen.root.parentNode.clientWidth;
}

/* Shows a view: { tree, refine, win, inverted, found, cursor, hovered } of a graph. */
function showPicture(picture, graph, view) {
	const { screen } = picture;

	screen.graph = graph;
	screen.found.setAttribute("fill", graph.searchcolor);
	screen.rows = -1; /* the height is set anew */
	screen.height = graph.tree.rows.length * graph.row + 2 * TOP;
	picture.view = view;
	resizeScreen(screen, widthOfPicture(picture));
	screen.root.setAttribute("width", "100%");
	screen.measure = screen.measure || textMeasure(screen.labels);
	screen.root.setAttribute("aria-label", `${graph.title}, ` +
		`${grouped(view.tree.size)} frames. Arrow keys go from frame to frame.`);
	drawPicture(picture);
}

function drawPicture(picture) {
	const { screen, view, pixels } = picture;

	makeRoom(screen, view.tree.rows.length);
	screen.sight = rowsInSight(picture);
	clearPixels(pixels, screen, view);
	drawFrames(screen, view);
	drawFound(screen, view);
	showPixels(screen);
	drawLabels(screen, view);
	drawCursor(screen, view);
}

const PAPER = 1100; /* px of a picture on paper, which is scaled to it */

/* On paper the picture is scaled to the page, and as wide as makes the best of it. */
function printPicture(picture) {
	const { screen, view } = picture;

	if (!view)
		return;
	resizeScreen(screen, Math.max(PAPER, heightOfView(picture) * 0.7));
	screen.root.setAttribute("viewBox", `0 0 ${screen.width} ${heightOfView(picture)}`);
	drawPicture(picture);
}

function endPrint(picture) {
	const { screen } = picture;

	screen.root.removeAttribute("viewBox");
	if (picture.view && resizeScreen(screen, widthOfPicture(picture)))
		drawPicture(picture);
}

function heightOfView({ screen, view }) {
	return view.tree.rows.length * screen.graph.row + 2 * TOP;
}

function clickPicture({ screen, view, on }, event) {
	const frame = frameOfEvent(screen, view, event);

	if (event.button || frame < 0)
		return;
	event.preventDefault();
	on.zoom(frame);
}

function hoverPicture({ screen, view, on }, event) {
	const frame = frameOfEvent(screen, view, event);

	on.point(frame, event);
	if (frame !== view.hovered)
		on.hover(frame);
}

/* Move the keyboard focus to a frame and announce it to screen readers. */
function moveInPicture({ screen, view }, frame) {
	view.cursor = frame;
	drawCursor(screen, view);
	if (frame < 0)
		return;
	screen.cursor.focus({ preventScroll: true });
	screen.cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/* Scrolls so that the frame that fills the width is in sight, with what is next to it. */
function scrollToWindow(picture) {
	const { screen, view } = picture;
	const box = screen.root.parentNode;
	const top = rowTop(screen, view.tree.depth[view.win.frame], view.inverted);
	const down = view.inverted ? top - 60 : top + 60 - box.clientHeight;

	box.scrollTop = Math.max(down, 0);
	scrolled(picture, box);
}
