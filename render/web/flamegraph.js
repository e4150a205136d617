/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * flamegraph.js - what the reader can do: pointing, zooming, searching, and the state
 * in the URL. An app is { screen, view, field, ... }; every action changes the view and
 * draws it.
 */

function show(element, shown) {
	if (element)
		element.classList.toggle("hide", !shown);
}

/* Details */

function describe(app, frame) {
	const { screen, view } = app;

	view.hovered = frame;
	setText(screen.text.details, frame < 0 ? " " :
		screen.graph.nametype + " " + titleOf(screen.graph, view.tree, frame));
}

function hover(app, event) {
	const frame = frameOfEvent(app.screen, app.view, event);

	if (frame >= 0)
		setTooltip(app.screen, app.view, event.target, frame);
	if (frame !== app.view.hovered)
		describe(app, frame < 0 ? app.view.cursor : frame);
}

/* The URL */

/* The document's own svg owns the URL; one inlined in a page does so if it is told to. */
function ownsUrl(app) {
	return app.alone || app.screen.root.hasAttribute("data-url");
}

function saveState(app) {
	const { screen, view } = app;
	const { frame } = view.win;
	const zoomed = view.tree === screen.graph.tree && frame !== 0;

	if (!ownsUrl(app))
		return;
	const state = {
		x: zoomed ? String(view.tree.start[frame]) : null,
		y: zoomed ? String(screen.top + fileRowTop(app, view.tree.depth[frame])) : null,
		s: view.found ? view.term : null,
	};
	try {
		const query = writeState(location.search, state);
		history.replaceState(null, "", location.pathname + query + location.hash);
	} catch {
		/* Not allowed here, as in sandboxed frames. */
	}
}

function fileRowTop(app, depth) {
	return rowTop(app.screen.graph, depth, app.screen.graph.inverted);
}

/* The frame of ?x=START&y=ROW, or -1. */
function frameOfState(app, state) {
	const { screen, view } = app;
	const tops = view.tree.rows.map((row, depth) => screen.top + fileRowTop(app, depth));

	if (state.x === null || state.y === null || !/^\d+$/.test(state.x))
		return -1;
	const x = typeof view.tree.zero === "bigint" ? BigInt(state.x) : Number(state.x);
	return frameStarting(view.tree, tops.indexOf(Number(state.y)), x);
}

function restoreState(app) {
	if (!ownsUrl(app))
		return;
	const state = readState(location.search);
	const frame = frameOfState(app, state);

	if (frame > 0)
		zoom(app, frame);
	if (state.s)
		find(app, state.s);
}

/* Zoom */

function zoom(app, frame) {
	const { screen, view } = app;

	if (frame < 0 || frame === view.win.frame || view.tree.width[frame] <= view.tree.zero)
		return;
	view.win = windowOn(view.tree, frame);
	show(screen.text.unzoom, frame !== 0);
	drawView(screen, view);
	showMatched(app);
	saveState(app);
}

/* Is that in the link of a frame? */
function isLinked(element) {
	return Boolean(element.closest && element.closest("#frames a"));
}

/* Links are the browser's to follow. With Ctrl or Cmd they are frames like others. */
function clickFrame(app, event) {
	const follows = isLinked(event.target) && !event.ctrlKey && !event.metaKey;

	if (event.button || follows)
		return;
	event.preventDefault();
	zoom(app, frameOfEvent(app.screen, app.view, event));
}

/* Search */

function showMatched(app) {
	const { text, matches } = app.screen;
	const { found, tree, win } = app.view;
	const { frames, width } = found ? coverage(tree, win, found) : {};

	setText(text.matched, found ? "Matched: " + shareText(width, win.width) : " ");
	setText(matches, found ? `${grouped(frames)} ${frames === 1 ? "frame" : "frames"}` : "");
	setText(text.search, found ? "Reset Search" : "Search");
	text.search.classList.toggle("show", Boolean(found));
}

/* Shows `found` (null: nothing was searched). */
function setFound(app, found) {
	app.view.found = found;
	drawFound(app.screen, app.view);
	drawLabels(app.screen, app.view);
	showMatched(app);
	saveState(app);
}

/* Searches the view; false, with a word at the field, if `term` is not an expression. */
function find(app, term) {
	const { screen, view } = app;
	const { pattern, error } = compiled(term, view.ignoreCase);

	if (error) {
		if (!fieldIsOpen(app))
			openField(app, term);
		showProblem(app.field, error);
		return false;
	}
	view.term = term;
	showProblem(app.field, "");
	setFound(app, term === "" ? null : search(screen.graph, pattern));
	return true;
}

function resetSearch(app) {
	if (app.view.found)
		setFound(app, null);
}

function toggleCase(app) {
	const { text } = app.screen;
	const { view } = app;

	view.ignoreCase = !view.ignoreCase;
	if (text.ignorecase) {
		text.ignorecase.classList.toggle("show", view.ignoreCase);
		text.ignorecase.setAttribute("aria-pressed", view.ignoreCase);
	}
	if (view.found)
		find(app, view.term);
}

function goToMatch(app, by) {
	const { found, tree, win, cursor } = app.view;
	const frame = found ? nextFound(tree, win, found, cursor, by) : -1;

	if (frame >= 0)
		moveCursor(app, frame);
}

/* The search field: part of the graph, because prompt() is blocked in many places. */

function fieldIsOpen(app) {
	return Boolean(app.field) && !app.field.box.classList.contains("hide");
}

function openField(app, term) {
	app.field = app.field || newField(app.screen);
	const { input, box } = app.field;

	show(box, true);
	placeField(app.screen, app.field);
	showProblem(app.field, "");
	input.value = term === undefined ? app.view.term : term;
	input.focus({ preventScroll: true });
	input.select();
}

function closeField(app) {
	app.field.input.blur();
	show(app.field.box, false);
	if (!app.alone)
		app.screen.root.focus({ preventScroll: true });
}

/* Enter in the field: the first time search, then go from match to match. */
function enterField(app, by) {
	const term = app.field.input.value;

	if (app.view.found && term === app.view.term)
		goToMatch(app, by);
	else if (find(app, term) && term === "")
		closeField(app);
}

/* The button resets a search, or asks for one; */
function searchOrReset(app) {
	if (!app.view.found)
		openField(app);
	else if (fieldIsOpen(app))
		closeField(app);
	resetSearch(app);
}

/* the keys reset a search and ask for the next. */
function searchAgain(app) {
	resetSearch(app);
	openField(app);
}

/* Buttons */

function isButton(element) {
	return element.getAttribute && element.getAttribute("role") === "button";
}

function makeButton(element, run) {
	if (!element)
		return;
	element.setAttribute("role", "button");
	element.setAttribute("tabindex", "0");
	element.addEventListener("click", run);
	element.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" && event.key !== " ")
			return;
		event.preventDefault();
		run();
	});
}

/* Start */

/* What only the script needs: the number of matches, and names for screen readers. */
function addTexts(screen) {
	const { matched, ignorecase } = screen.text;

	screen.root.setAttribute("role", "group");
	screen.root.setAttribute("aria-label", part(screen.root, "title").textContent);
	if (ignorecase)
		ignorecase.setAttribute("aria-label", "ic: ignore case");
	screen.matches = newElement(SVG, "text", { class: "matches", x: "100%",
		y: matched.getAttribute("y"), transform: "translate(-130,0)" }, screen.root);
}

function listen(app) {
	const { root, text, frames } = app.screen;
	const forget = () => describe(app, app.view.cursor);

	frames.addEventListener("click", (event) => clickFrame(app, event));
	frames.addEventListener("mouseover", (event) => hover(app, event));
	frames.addEventListener("mousemove", (event) => hover(app, event));
	frames.addEventListener("mouseleave", forget);
	makeButton(text.unzoom, () => zoom(app, 0));
	makeButton(text.search, () => searchOrReset(app));
	makeButton(text.ignorecase, () => toggleCase(app));
	(app.alone ? window : root).addEventListener("keydown", (event) => pressed(app, event));
	window.addEventListener("beforeprint", () => beginPrint(app));
	window.addEventListener("afterprint", () => endPrint(app));
	if (!app.alone)
		root.setAttribute("tabindex", "0");
}

function fit(app, width) {
	if (app.printed || !resizeScreen(app.screen, width))
		return;
	drawView(app.screen, app.view);
	if (fieldIsOpen(app))
		placeField(app.screen, app.field);
}

/* The graph takes the width that the page gives it. */
function followWidth(app) {
	const { screen } = app;
	const width = () => screen.root.getBoundingClientRect().width;

	unfixWidth(screen);
	resizeScreen(screen, width());
	new ResizeObserver(() => fit(app, width())).observe(screen.root);
}

/* On paper the graph is the picture that the file has without script. */
function beginPrint(app) {
	const { screen, view } = app;

	if (app.printed)
		return;
	app.printed = { view: { ...view }, width: screen.width };
	Object.assign(view, newView(screen.graph));
	resizeScreen(screen, screen.fileWidth);
	scaleToPage(screen, true);
	drawView(screen, view);
}

function endPrint(app) {
	const { screen, view, printed } = app;

	if (!printed)
		return;
	app.printed = null;
	Object.assign(view, printed.view);
	resizeScreen(screen, printed.width);
	scaleToPage(screen, false);
	drawView(screen, view);
}

/* What the file shows. Frames are numbers in `tree`, -1 for none. */
function newView(graph) {
	return {
		tree: graph.tree,
		win: windowOn(graph.tree, 0),
		inverted: graph.inverted,
		found: null, /* what search() found */
		term: "", /* the last expression, kept when a search is reset */
		ignoreCase: false,
		cursor: -1, /* where the keys are */
		hovered: -1,
	};
}

function start(script) {
	const root = script.parentNode;
	const graph = readGraph(JSON.parse(part(root, "data").textContent));
	const screen = newScreen(root, graph);
	const view = newView(graph);
	const alone = root === document.documentElement;
	const app = { screen, view, alone, field: null, help: null, printed: null };

	addTexts(screen);
	listen(app);
	if (graph.fluid)
		followWidth(app);
	drawLabels(screen, view); /* measured, no longer estimated: as they will be after a zoom */
	restoreState(app);
}

if (typeof document !== "undefined")
	start(document.currentScript);
