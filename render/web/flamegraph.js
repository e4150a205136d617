/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * flamegraph.js - actions of the reader: pointing, searching, and the state in the URL. Zooms are
 * in steps.js. An app is { screen, view, field, ... }; every action changes the view and draws it.
 */

const WIDE = 760; /* px: narrower pictures say less */

/* The browser's own tooltip for what is drawn here, made when it is first pointed at. */
function setTooltip(screen, view, element, frame) {
	const drawn = [screen.live, screen.found, screen.hit].some((layer) =>
		layer && layer.contains(element));

	if (!drawn || !/^(rect|path)$/.test(element.localName))
		return; /* the target is a group when the element under the mouse has gone */
	const text = titleOf(screen.graph, view.tree, frame);
	const title = element.firstChild || newElement(SVG, "title", {}, element);
	if (title.textContent !== text)
		title.textContent = text;
}

function show(element, shown) {
	if (element)
		element.classList.toggle("hide", !shown);
}

/* Details */

function describe(app, frame) {
	const { screen, view } = app;

	view.hovered = frame;
	say(app, frame < 0 ? hint(app) :
		screen.graph.nametype + " " + titleOf(screen.graph, view.tree, frame));
}

/* The hint when no frame is pointed at: what folds a tower of recursion, or unfolds it. */
function hint({ view, hints }) {
	const text = hints[view.refine.folded ? 1 : 0];

	return text ? "The key u " + text : " ";
}

/* Puts a text into the details line, cut to the room that the search result leaves. */
function say(app, text) {
	const { screen, view } = app;
	const { details, matched } = screen.text;
	const shared = view.found && details.getAttribute("y") === matched.getAttribute("y");
	const taken = screen.width >= WIDE ? 390 : 250; /* px, by the result of a search */
	const room = screen.width - MARGIN - (shared ? taken : 0);
	const { fontsize, truncate } = screen.graph;

	setText(details, text.length * fontsize < room || !screen.measure ? text :
		fittedTitle(text, room, truncate, screen.measure));
}

function hover(app, event) {
	const frame = frameOfEvent(app.screen, app.view, event);

	if (frame >= 0)
		setTooltip(app.screen, app.view, event.target, frame);
	if (frame !== app.view.hovered)
		describe(app, frame < 0 ? app.view.cursor : frame);
}

/* The URL */

/* The document's own svg owns the URL; one inlined in a page only if asked to. */
function ownsUrl(app) {
	return app.alone || app.screen.root.hasAttribute("data-url");
}

function saveState(app) {
	const { screen, view } = app;
	const { graph } = screen;
	const { refine, tree } = view;
	const { frame } = view.win;
	const names = (numbers) => numbers.map((number) => graph.names[number]);

	if (!ownsUrl(app))
		return;
	const state = {
		x: frame !== 0 ? String(tree.start[frame]) : null,
		y: frame !== 0 ? String(screen.top + fileRowTop(app, tree.depth[frame])) : null,
		s: view.found ? view.term : null,
		ic: (view.found || view.pins.length > 0) && view.ignoreCase ? 1 : null,
		flip: view.inverted !== graph.inverted ? 1 : null,
		focus: refine.focus >= 0 ? graph.names[refine.focus] : null,
		hide: names(refine.hidden),
		drop: names(refine.dropped),
		reverse: refine.reversed ? 1 : null,
		fold: refine.folded || null,
		order: refine.order || null,
		color: view.color,
		pin: view.pins,
	};
	try {
		const query = writeState(location.search, state, urlPrefix(app));
		keepEntry(app, location.pathname + query + location.hash);
	} catch {
		/* Not allowed here, as in sandboxed frames. */
	}
}

/*
 * Each step in a document of its own is an entry of the browser's history, so that Back takes it
 * back: `entries` has what was seen, by the number that is the entry's state. Undo writes over the
 * entry it is at: `surplus` says how many before it have what was undone.
 */
function keepEntry(app, url) {
	const { view, past } = app;
	const { refine, win, inverted, found, term, ignoreCase, color, pins, steps } = view;
	const depth = steps.length + (found ? 1 : 0);
	const more = app.opened ? depth - past.depth : 0;
	const isNew = app.alone && more > 0 && past.surplus === 0;

	if (isNew)
		past.at++;
	else
		past.surplus = Math.min(past.surplus - more, past.at);
	past.depth = depth;
	history[isNew ? "pushState" : "replaceState"](app.alone ? past.at : null, "", url);
	past.entries[past.at] = { refine, frame: win.frame, inverted, found, term, ignoreCase,
		color, pins, steps: steps.slice() };
}

/* Back and Forward of the browser. */
function followHistory(app, { state }) {
	const { past } = app;

	if (!Number.isInteger(state))
		return;
	const undone = state < past.at ? past.surplus : 0;
	Object.assign(past, { at: state, surplus: 0 });
	if (undone > 0)
		history.go(-undone);
	else if (past.entries[state])
		showEntry(app, past.entries[state]);
	else
		location.reload(); /* left before the file was loaded anew */
}

function showEntry(app, { refine, frame, inverted, found, term, ignoreCase, color, pins, steps }) {
	const { view } = app;

	app.opened = false;
	resetSearch(app);
	if (inverted !== view.inverted)
		flip(app);
	if (ignoreCase !== view.ignoreCase)
		toggleCase(app);
	Object.assign(view, { steps: steps.slice(), term, color, pins });
	applyColors(app);
	goTo(app, refine, frame);
	setFound(app, found);
	app.opened = true;
}

/* From now on steps are entries of the history; the one that the file is opened at is the first. */
function beginHistory(app) {
	const { view, past } = app;

	app.opened = true;
	past.depth = view.steps.length + (view.found ? 1 : 0);
	if (!app.alone)
		return;
	window.addEventListener("popstate", (event) => followHistory(app, event));
	try {
		keepEntry(app, location.href);
	} catch {
		/* Not allowed here. */
	}
}

/* The prefix of parameters in the URL: graphs in one page differ in it if their data-url differ. */
function urlPrefix(app) {
	return app.screen.root.getAttribute("data-url") || "";
}

function fileRowTop(app, depth) {
	return rowTop(app.screen, depth, app.screen.graph.inverted);
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

/* The refinement of the URL; functions that the graph does not have are skipped. */
function refinementOfState(graph, state) {
	const numbers = (names) => graph.names.map((name, number) => number)
		.filter((number) => names.includes(graph.names[number]));
	const refine = {
		hidden: numbers(state.hide),
		dropped: numbers(state.drop),
		focus: state.focus === null ? -1 : graph.names.indexOf(state.focus),
		reversed: state.reverse === "1",
		folded: Number(state.fold),
		order: ORDERS.includes(state.order) ? state.order : "",
	};

	return isPlain(refine) ? NOTHING : refine;
}

function restoreState(app) {
	const { screen } = app;

	if (!ownsUrl(app) || location.search === "")
		return;
	const state = readState(location.search, urlPrefix(app));
	const refine = refinementOfState(screen.graph, state);
	if (refine !== NOTHING)
		refineBy(app, refine);
	const frame = frameOfState(app, state);
	if (frame > 0)
		zoom(app, frame);
	if (state.flip === "1")
		flip(app);
	if ((state.s || state.pin.length > 0) && state.ic === "1")
		toggleCase(app);
	if (state.color !== null || state.pin.length > 0)
		recolor(app, { pins: state.pin,
			color: choicesOf(screen.graph).some(({ value }) => value === state.color) ?
				state.color : null });
	if (state.s && isQuick(screen.graph, state.s)) {
		find(app, state.s);
	} else if (state.s) {
		openField(app, state.s);
		showProblem(app.field, "Not searched, for it may take long: press Enter");
	}
}

/* Pointing and clicking */

/* True if the element is in the link of a frame. */
function isLinked(element) {
	return Boolean(element.closest && element.closest("#frames a"));
}

/* The menu is gone with the next click elsewhere. */
function clickBeside(app, event) {
	if (app.menu && !app.menu.box.contains(event.target) &&
		!app.screen.text.menu.contains(event.target))
		closeMenu(app);
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
	const { graph, text, matches } = app.screen;
	const { found, tree, win, refine } = app.view;
	const { frames, width } = found ? coverage(tree, win, found) : {};
	const all = found && tree.split && win.frame === 0 ?
		focusCoverage(graph, refine, found) : width;

	setText(text.matched, found ? "Matched: " + shareText(all, win.width) : " ");
	const total = app.screen.width >= WIDE && !tree.before && found ?
		countText(graph, all) + ", " : "";
	setText(matches, found ? total + plural(frames, "frame") : "");
	setText(text.search, found ? "Reset Search" : "Search");
	text.search.classList.toggle("show", Boolean(found));
}

/* Shows `found` (null: nothing was searched). */
function setFound(app, found) {
	app.view.found = found;
	drawFound(app.screen, app.view);
	drawLabels(app.screen, app.view);
	showMatched(app);
	showSteps(app);
	describe(app, app.view.hovered); /* in the room that is left */
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
	if (view.pins.length > 0)
		recolor(app, {});
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
	return element.localName === "button" ||
		(element.getAttribute && element.getAttribute("role") === "button");
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

/* Add texts that only the script needs: the number of matches, and names for screen readers. */
function addTexts(app) {
	const { screen } = app;
	const { matched, ignorecase, unzoom } = screen.text;

	screen.root.classList.add("on");
	for (const button of [screen.text.search, ignorecase])
		show(button, true); /* where no script runs they do nothing, and may be hidden */
	screen.root.setAttribute("role", "group");
	screen.root.setAttribute("aria-label", app.title || "Flame graph");
	screen.root.setAttribute("aria-description", `${grouped(screen.graph.tree.size)} frames. ` +
		"Arrow keys go from frame to frame, a question mark lists all keys.");
	matched.setAttribute("role", "status");
	if (ignorecase)
		ignorecase.setAttribute("aria-label", "Ignore case");
	screen.matches = newElement(SVG, "text", { class: "matches", x: "100%",
		y: matched.getAttribute("y"), transform: "translate(-130,0)" }, screen.root);
	standsBelow(screen, screen.matches);
	screen.text.menu = newMenuButton(screen);
	screen.text.undo = newElement(SVG, "text", { class: "undo hide",
		y: unzoom.getAttribute("y") });
	screen.text.undo.textContent = "Undo";
	unzoom.after(screen.text.undo);
	const bar = newBar(screen);
	screen.bar = app.alone ? bar : null;
	screen.foot = newFoot(screen);
}

function listen(app) {
	const { root, text, frames } = app.screen;
	const forget = () => describe(app, app.view.cursor);

	frames.addEventListener("click", (event) => clickFrame(app, event));
	frames.addEventListener("mouseover", (event) => hover(app, event));
	frames.addEventListener("mousemove", (event) => hover(app, event));
	frames.addEventListener("mouseleave", forget);
	for (const marks of root.querySelectorAll("#marks, .marks")) {
		marks.addEventListener("mouseover", (event) => say(app, event.target.textContent));
		marks.addEventListener("mouseleave", forget);
	}
	frames.addEventListener("contextmenu", (event) => openContext(app, event));
	root.addEventListener("pointerdown", (event) => clickBeside(app, event));
	makeButton(text.menu, () => toggleMenu(app));
	makeButton(text.unzoom, () => zoom(app, 0));
	makeButton(text.undo, () => undo(app));
	makeButton(text.search, () => searchOrReset(app));
	makeButton(text.ignorecase, () => toggleCase(app));
	(app.alone ? window : root).addEventListener("keydown", (event) => pressed(app, event));
	for (const type of ["scroll", "resize"])
		window.addEventListener(type, () => moveBar(app.screen), { passive: true });
	window.addEventListener("beforeprint", () => beginPrint(app));
	window.addEventListener("afterprint", () => endPrint(app));
	if (!app.alone)
		root.setAttribute("tabindex", "0");
}

function fit(app, width) {
	if (app.printed || !resizeScreen(app.screen, width))
		return;
	drawView(app.screen, app.view);
	showSteps(app);
	describe(app, app.view.hovered);
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

/*
 * Scrolls a document of its own so that the frame that fills the width, which is the root where
 * nothing is zoomed, is above the lower end of the window. An icicle graph begins with it, and a
 * URL with a fragment leads elsewhere.
 */
function scrollToFrame(app) {
	const { screen, view } = app;
	const depth = view.tree.depth[view.win.frame];

	if (!app.alone || view.inverted || location.hash !== "")
		return;
	const above = depth * screen.graph.row; /* px from the root's lower edge to the frame's */
	window.scrollTo(0, heightOfRows(screen) - above - window.innerHeight);
}

/* On paper the graph is the picture that the file has without script. */
function beginPrint(app) {
	const { screen, view } = app;

	if (app.printed)
		return;
	closeMenu(app);
	app.printed = { view: { ...view }, width: screen.width };
	Object.assign(view, newView(screen.graph));
	applyColors(app);
	resizeScreen(screen, screen.fileWidth);
	showSteps(app);
	drawView(screen, view);
	scaleToPage(screen, true);
}

function endPrint(app) {
	const { screen, view, printed } = app;

	if (!printed)
		return;
	app.printed = null;
	Object.assign(view, printed.view);
	applyColors(app);
	resizeScreen(screen, printed.width);
	scaleToPage(screen, false);
	showSteps(app);
	drawView(screen, view);
}

/* The view when the file is opened. Frames are numbers in `tree`, -1 for none. */
function newView(graph) {
	return {
		tree: graph.tree,
		refine: NOTHING,
		steps: [], /* see steps.js */
		win: windowOn(graph.tree, 0),
		inverted: graph.inverted,
		found: null, /* what search() found */
		term: "", /* the last expression, kept when a search is reset */
		ignoreCase: false,
		color: null, /* what colours mean, see fills.js */
		pins: [], /* expressions of searches that stay */
		cursor: -1, /* where the keys are */
		hovered: -1,
	};
}

function start(script) {
	const root = script.parentNode;
	const graph = readGraph(JSON.parse(part(root, "data").textContent));
	const screen = Object.assign(newScreen(root, graph),
		{ marks: newMarks(root, part(root, "frames")) });
	const view = newView(graph);
	const alone = root === document.documentElement;
	const title = screen.text.title ? screen.text.title.textContent : "";
	const app = { screen, view, alone, title,
		hints: [foldHint(graph, false), foldHint(graph, true)],
		delta: graph.delta, /* the file's colours of changes */
		field: null, help: null, menu: null, printed: null,
		opened: false, past: { entries: [], depth: 0, surplus: 0,
			at: Number.isInteger(history.state) ? history.state : 0 } };

	addTexts(app);
	listen(app);
	if (graph.fluid)
		followWidth(app);
	showSteps(app);
	drawLabels(screen, view); /* measured, no longer estimated: as they will be after a zoom */
	describe(app, -1);
	restoreState(app);
	const folded = alone && location.search === "" ? openingFold(graph) : 0;
	if (folded)
		refineBy(app, { folded });
	beginHistory(app);
	scrollToFrame(app);
	moveBar(screen);
}

if (typeof document !== "undefined")
	start(document.currentScript);
