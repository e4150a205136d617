/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * steps.js - zooms and refinements as steps that can be taken back, and the menu. A step is
 * what was before it: { refine, frame }, the frame being the one that filled the width.
 */

/* The text, which is `whole` or what there is room for: a tooltip then tells the whole. */
function setCutText(element, text, whole) {
	const tooltip = text === whole ? "" : whole;

	if (element.textContent === text + tooltip)
		return;
	element.textContent = text;
	if (tooltip)
		newElement(SVG, "title", {}, element).textContent = tooltip;
}

/* Shows `frame` of the tree of `refine`; false, and a word, if nothing would be left. */
function goTo(app, refine, frame) {
	const { screen, view } = app;
	const isOtherHeight = refine.folded !== view.refine.folded;

	if (refine !== view.refine) {
		const tree = refinedTree(screen.graph, refine);
		if (!tree) {
			setText(screen.text.details, "Nothing would be left");
			return false;
		}
		const kept = (from) => keptFrame(app, tree, refine, from);
		const win = windowOn(tree, frame === undefined ? kept(view.win.frame) : frame);
		const cursor = view.cursor < 0 ? -1 : kept(view.cursor);
		Object.assign(view, { refine, tree, cursor, win });
		describe(app, cursor);
	} else {
		view.win = windowOn(view.tree, frame);
	}
	showSteps(app);
	drawView(screen, view);
	if (isOtherHeight)
		scrollToFrame(app);
	showMatched(app);
	saveState(app);
	return true;
}

/* The frame of another tree with the same stack, if the tree still has that direction. */
function keptFrame(app, tree, refine, frame) {
	const { view } = app;
	const turned = refine.reversed !== view.refine.reversed ||
		refine.focus !== view.refine.focus;

	return turned || refine.focus >= 0 ? 0 : samePlace(view.tree, frame, tree, refine.hidden);
}

/* The buttons that lead back, one beside the other; the title has the room that is left. */
function showSteps(app) {
	const { screen, view } = app;
	const { text, graph, width } = screen;
	const character = graph.fontsize * graph.fontwidth;
	const zoomed = view.win.frame !== 0;
	let x = 34;

	for (const [button, shown] of [[text.unzoom, zoomed], [text.undo, !isPlain(view.refine)]]) {
		show(button, shown);
		button.setAttribute("x", x);
		if (shown)
			x += (button.textContent.length + 1.5) * character;
	}
	fitTitle(app, width - 2 * Math.max(x, 110 + 3 * character));
}

/* The title, and what was refined; cut where it would run into the buttons. */
function fitTitle(app, room) {
	const { screen, view, title } = app;
	const words = refinementText(screen.graph, view.refine);
	const both = words ? `${title} \u2013 ${words}` : title;

	if (!screen.text.title)
		return;
	if (both.length * (screen.graph.fontsize + 5) < room) { /* however wide the font */
		setCutText(screen.text.title, both, both);
		return;
	}
	const measure = screen.measureTitle = screen.measureTitle || textMeasure(screen.text.title);
	const text = measure(both) <= room ? both : words || title;
	setCutText(screen.text.title, fitted(text, room, "right", measure), both);
}

/*
 * Zooms to a frame of the current tree. Zooming in is a step, zooming further in is not; zooming
 * out to the start undoes it.
 */
function zoom(app, frame) {
	const { view } = app;
	const { tree, steps } = view;
	const isInside = (outer) => outer < frame && frame < tree.next[outer];

	if (frame < 0 || frame === view.win.frame || tree.width[frame] <= tree.zero)
		return;
	const zoomed = () => steps.length > 0 && steps.at(-1).refine === view.refine;
	if (zoomed() && !isInside(steps.at(-1).frame))
		steps.pop();
	if (!zoomed() && isInside(view.win.frame))
		steps.push({ refine: view.refine, frame: view.win.frame });
	goTo(app, view.refine, frame);
}

/* Takes the last step back; false if there is none. */
function goBack(app) {
	const step = app.view.steps.pop();

	if (step)
		goTo(app, step.refine, step.frame);
	return Boolean(step);
}

/* Takes back the last refinement, with the zooms that came after it. */
function undo(app) {
	const { steps, refine } = app.view;

	while (steps.length > 1 && steps.at(-1).refine === refine)
		steps.pop();
	goBack(app);
}

/* Changes what is seen of the file; a step. */
function refineBy(app, change) {
	const { view } = app;

	view.steps.push({ refine: view.refine, frame: view.win.frame });
	if (!goTo(app, { ...view.refine, ...change }))
		view.steps.pop();
}

/* The frame that is named in the details line or, without one, that fills the width; or -1. */
function chosenFrame(app) {
	const { view } = app;

	if (view.hovered >= 0)
		return view.hovered;
	return view.win.frame > 0 ? view.win.frame : view.cursor;
}

/* The function of the chosen frame, the number of its name, or -1. */
function chosenFunction(app) {
	const frame = chosenFrame(app);

	return frame < 0 || isRoot(app.view.tree, frame) ? -1 : app.view.tree.name[frame];
}

function focusOn(app) {
	const name = chosenFunction(app);

	if (name >= 0 && name !== app.view.refine.focus)
		refineBy(app, { focus: name });
}

function hide(app) {
	const name = chosenFunction(app);

	if (name >= 0 && name !== app.view.refine.focus)
		refineBy(app, { hidden: [...app.view.refine.hidden, name] });
}

function leaveOut(app) {
	const name = chosenFunction(app);

	if (name >= 0)
		refineBy(app, { dropped: [...app.view.refine.dropped, name] });
}

function reverse(app) {
	refineBy(app, { reversed: !app.view.refine.reversed });
}

function fold(app) {
	const { view, screen } = app;
	const seen = view.refine.focus < 0 ? view : screen.graph;
	const folded = view.refine.folded ? 0 : foldOf(seen).folded;

	if (folded || view.refine.folded)
		refineBy(app, { folded });
	else
		setText(screen.text.details, "There is no recursion to fold");
}

function nextOrder(app) {
	const at = ORDERS.indexOf(app.view.refine.order);

	refineBy(app, { order: ORDERS[(at + 1) % ORDERS.length] });
}

function showAll(app) {
	if (!isPlain(app.view.refine))
		refineBy(app, NOTHING);
}

/* The menu */

function menuRows(app) {
	const { view, screen } = app;
	const { refine, tree } = view;
	const frame = chosenFrame(app);
	const none = chosenFunction(app) < 0;
	const focused = chosenFunction(app) === refine.focus;
	const name = none ? "" : nameOf(screen.graph, tree, frame);
	const item = (what, key, run, more) => ({ what, key, ...more, run: () => {
		closeMenu(app);
		run(app, frame);
	} });

	return [
		{ what: none ? "Click or point at a frame first" : name },
		item("Focus: callers and callees", "f", focusOn, { off: none || focused }),
		item("Hide, keep what it calls", "h", hide, { off: none || focused }),
		item("Leave out with all it calls", "x", leaveOut, { off: none }),
		item("Copy name", "c", (a) => copyFrame(a, false), { off: none }),
		item("Copy stack", "Shift-c", (a) => copyFrame(a, true), { off: none }),
		{ what: "Whole graph" },
		item("Leaf first", "r", reverse, { on: refine.reversed }),
		item("Recursion as one frame", "u", fold, { on: refine.folded }),
		...ORDERS.slice(1).map((order) => item("By " + order, "o",
			(a) => refineBy(a, { order: refine.order === order ? "" : order }),
			{ on: refine.order === order })),
		item("Root on top", "i", flip, { on: view.inverted }),
		item("Keep the search", "Ctrl-Enter", pinSearch, { off: !isPinnable(app) }),
		item("One step back", "Esc", stepBack,
			{ off: view.steps.length === 0 && !view.found }),
		item("Show everything", "", showAll, { off: isPlain(refine) }),
		item("Keys", "?", toggleHelp),
		{ what: "Colours" },
		...choicesOf(screen.graph).map(({ value, title }) => item(title, "",
			(a) => recolor(a, { color: view.color === value ? null : value }),
			{ on: view.color === value })),
	];
}

/* The element that has the focus before a panel takes it, and gets it back. */
function openerOf(app) {
	const { root, text } = app.screen;
	const from = document.activeElement;

	return from !== root && root.contains(from) ? from : text.menu;
}

function openMenu(app, place) {
	const { screen } = app;

	if (app.help)
		toggleHelp(app);
	const opener = openerOf(app);
	app.menu = Object.assign(newMenu(screen, place, menuRows(app)),
		{ opener, frame: chosenFrame(app) });
	screen.text.menu.setAttribute("aria-expanded", "true");
	app.menu.body.querySelector("button:enabled").focus({ preventScroll: true });
}

function closeMenu(app) {
	const { menu, screen, view } = app;

	if (!menu)
		return;
	const hadFocus = menu.body.contains(document.activeElement);
	app.menu = null;
	removePanel(screen, menu);
	screen.text.menu.setAttribute("aria-expanded", "false");
	view.hovered = menu.frame; /* what the menu was about */
	if (hadFocus)
		menu.opener.focus({ preventScroll: true });
}

function toggleMenu(app) {
	const { screen } = app;
	const below = Number(screen.text.unzoom.getAttribute("y")); /* the button */

	if (app.menu)
		closeMenu(app);
	else
		openMenu(app, { x: 4, y: Math.max(below + barTop(screen), shownTop(screen)) + 8 });
}

/*
 * The right button opens the menu for a frame. With Shift, and on links, that is the browser's
 * own menu.
 */
function openContext(app, event) {
	const { screen, view } = app;
	const atCursor = event.target === screen.cursor;
	const frame = atCursor ? view.cursor : frameOfEvent(screen, view, event);

	if (frame < 0 || event.shiftKey || isLinked(event.target))
		return;
	event.preventDefault();
	closeMenu(app);
	describe(app, frame);
	const { left, top, scale } = placeOfPicture(screen);
	openMenu(app, { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale });
}
