/* SPDX-License-Identifier: MIT */
"use strict";

/* keys.js - actions of the keyboard: the cursor, which is a frame, and the tables of keys. */

function moveCursor(app, frame) {
	const { screen, view } = app;

	view.cursor = frame;
	drawCursor(screen, view);
	describe(app, frame);
	if (frame < 0)
		return;
	if (!fieldIsOpen(app))
		screen.cursor.focus({ preventScroll: true });
	screen.cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function arrow(app, key) {
	const frame = arrowFrame(app.view, key);

	if (frame >= 0)
		moveCursor(app, frame);
}

/* One step back: the menu, the list of keys, the field, the search, zooms and refinements. */
function stepBack(app) {
	if (app.menu)
		closeMenu(app);
	else if (app.help)
		toggleHelp(app);
	else if (fieldIsOpen(app))
		closeField(app);
	else if (app.view.found)
		resetSearch(app);
	else if (!goBack(app))
		moveCursor(app, -1);
}

function flip(app) {
	app.view.inverted = !app.view.inverted;
	drawView(app.screen, app.view);
	saveState(app);
}

function copyText(app, text) {
	const done = () => setText(app.screen.text.details, "Copied: " + text);
	const failed = () => setText(app.screen.text.details, "Copying is blocked: " + text);

	try {
		navigator.clipboard.writeText(text).then(done, failed);
	} catch {
		failed();
	}
}

function copyFrame(app, whole) {
	const { view, screen } = app;
	const frame = chosenFrame(app);

	if (frame >= 0)
		copyText(app, (whole ? stackOf : nameOf)(screen.graph, view.tree, frame));
}

/*
 * The order is that of the list that `?` shows; keys without `what` are left out of it. What
 * they do is looked up when they are pressed: some of it is in a later file.
 */
const KEYS = [
	{ key: "/", what: "search", run: (app) => openField(app) },
	{ key: "Ctrl-f", what: "search, or reset the search", run: (app) => searchAgain(app) },
	{ key: "F3", run: (app) => searchAgain(app) },
	{ key: "Ctrl-Enter", what: "keep the search, in a colour", run: (app) => pinSearch(app) },
	{ key: "n", what: "next match", run: (app) => goToMatch(app, 1) },
	{ key: "Shift-n", what: "previous match", run: (app) => goToMatch(app, -1) },
	{ key: "Ctrl-i", what: "ignore case, or don't", run: (app) => toggleCase(app) },
	{ key: "Arrows", what: "parent, child, neighbours" },
	{ key: "ArrowUp", run: (app) => arrow(app, "ArrowUp") },
	{ key: "ArrowDown", run: (app) => arrow(app, "ArrowDown") },
	{ key: "ArrowLeft", run: (app) => arrow(app, "ArrowLeft") },
	{ key: "ArrowRight", run: (app) => arrow(app, "ArrowRight") },
	{ key: "Enter", what: "zoom the frame", run: (app) => zoom(app, app.view.cursor) },
	{ key: "0", what: "reset the zoom", run: (app) => zoom(app, 0) },
	{ key: "Escape", what: "one step back", run: (app) => stepBack(app) },
	{ key: "f", what: "focus: callers and callees", run: (app) => focusOn(app) },
	{ key: "h", what: "hide the function", run: (app) => hide(app) },
	{ key: "x", what: "leave out its stacks", run: (app) => leaveOut(app) },
	{ key: "r", what: "leaf first, or root first", run: (app) => reverse(app) },
	{ key: "u", what: "fold recursion, or unfold it", run: (app) => fold(app) },
	{ key: "o", what: "order: by width, by name, as given", run: (app) => nextOrder(app) },
	{ key: "i", what: "flame or icicle", run: (app) => flip(app) },
	{ key: "c", what: "copy the frame's name", run: (app) => copyFrame(app, false) },
	{ key: "Shift-c", what: "copy the whole stack", run: (app) => copyFrame(app, true) },
	{ key: "m", what: "menu", run: (app) => toggleMenu(app) },
	{ key: "?", what: "this list", run: (app) => toggleHelp(app) },
];

/* These work in the search field too; everything else is text there. */
const FIELD_KEYS = [
	{ key: "Enter", run: (app) => enterField(app, 1) },
	{ key: "Shift-Enter", run: (app) => enterField(app, -1) },
	{ key: "Ctrl-Enter", run: (app) => pinSearch(app) },
	{ key: "Escape", run: (app) => closeField(app) },
	{ key: "Ctrl-f", run: (app) => app.field.input.select() },
	{ key: "F3", run: (app) => enterField(app, 1) },
	{ key: "Ctrl-i", run: (app) => toggleCase(app) },
];

function toggleHelp(app) {
	const { help, screen } = app;

	if (help) {
		const hadFocus = help.body.contains(document.activeElement);
		removePanel(screen, help);
		app.help = null;
		if (hadFocus)
			help.opener.focus({ preventScroll: true });
		return;
	}
	const opener = openerOf(app);
	app.help = Object.assign(newList(screen, KEYS.filter((row) => row.what)), { opener });
	app.help.body.focus({ preventScroll: true });
	app.help.box.addEventListener("click", () => toggleHelp(app));
}

/* In the menu arrows go from item to item; Tab leaves it, and so do keys that do something. */
function pressedInMenu(app, event) {
	const items = Array.from(app.menu.body.querySelectorAll("button:enabled"));
	const at = items.indexOf(event.target);
	const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];

	if (event.key === "Enter" || event.key === " ")
		return true; /* a button's own */
	if (to !== undefined) {
		items.at(to % items.length).focus();
		event.preventDefault();
		return true;
	}
	if (event.key === "Tab" || (event.key.length === 1 && event.key !== "m"))
		closeMenu(app);
	return false;
}

function pressed(app, event) {
	const typing = Boolean(app.field) && event.target === app.field.input;
	const elsewhere = !typing && /^(input|textarea|select)$/.test(event.target.localName);
	const row = (typing ? FIELD_KEYS : KEYS).find((r) => r.key === keyName(event));

	if (app.menu && app.menu.body.contains(event.target) && pressedInMenu(app, event))
		return;
	if (!row || !row.run || elsewhere || event.altKey || event.isComposing)
		return;
	if (event.key === "Enter" && (isButton(event.target) || isLinked(event.target)))
		return;
	event.preventDefault();
	row.run(app);
}
