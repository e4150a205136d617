/* SPDX-License-Identifier: MIT */
"use strict";

/* actions.js - actions of the reader: changes of the state, which can be undone, and the keys. */

/*
 * Changes the state and shows it. Tabs are not steps (`quiet`); what is typed in the search is one
 * as long as it goes on.
 */
function change(app, patch, quiet = false) {
	const before = app.state;

	app.state = { ...before, ...patch };
	if (isSameState(app.state, before))
		return;
	if (!quiet) {
		app.steps.push(before);
		keepStep(app);
	}
	app.typing = false;
	showSoon(app, patch);
}

const LARGE = 200000; /* frames: what takes a second or more */

/* Shows the state; of a large profile after a sign that it will take a moment. */
function showSoon(app, patch) {
	const isQuickStep = Object.keys(patch).every((key) => /^[st]?[xy]$|^s$|^view$/.test(key));

	if (app.profile.stacks.size < LARGE || isQuickStep) {
		showState(app);
		return;
	}
	say(app, "One moment \u2026");
	document.body.classList.add("busy");
	requestAnimationFrame(() => setTimeout(() => {
		document.body.classList.remove("busy");
		showState(app);
	}));
}

/* Shows a state that was before, or that the browser's history has. */
function goToState(app, state) {
	app.state = state;
	app.typing = false;
	app.parts.search.input.value = state.s || "";
	showState(app);
}

/*
 * What Undo takes back: the last step or, of a page that was opened by a link, the search and then
 * the last chip; null: nothing.
 */
function stepToUndo(app) {
	const { steps, state } = app;
	const last = changesOfPage(app).at(-1);

	if (steps.length > 0)
		return steps.at(-1);
	if (state.s !== null)
		return { ...state, s: null };
	return last ? { ...state, ...last.change } : null;
}

/* False if there is nothing to take back. */
function undo(app) {
	const step = stepToUndo(app);

	if (step) {
		app.surplus += app.steps.length > 0 ? 1 : 0;
		app.steps.pop();
		goToState(app, step);
	}
	return Boolean(step);
}

/*
 * Each step is an entry of the browser's history, which saveState() makes, so that Back takes it
 * back. Undo writes over the
 * entry it is at, which then is equal to the one before it: `surplus` counts those.
 */
function keepStep(app) {
	if (app.surplus > 0)
		app.surplus--;
	else
		app.newSteps++;
}

/* Back and Forward of the browser. */
function followHistory(app) {
	const linked = stateOfQuery(location.search);
	const state = app.live ? { ...linked, ...unzoomed({}) } : linked;
	const { steps } = app;

	if (isSameState(state, app.state)) {
		if (app.surplus > 0) {
			app.surplus--;
			history.back();
		}
		return;
	}
	if (steps.length > 0 && isSameState(steps.at(-1), state))
		steps.pop();
	else
		steps.push(app.state);
	goToState(app, state);
}

function searchFor(app, term) {
	const goesOn = app.typing;

	app.linked = null;
	change(app, { s: term || null }, goesOn);
	app.typing = true;
}

/* The search becomes one that stays. */
function pinSearch(app) {
	const { s, pin } = app.state;

	if (s === null || foundOf(app).error)
		return;
	app.parts.search.input.value = "";
	change(app, { s: null, pin: pin.includes(s) ? pin : [...pin, s] });
}

function toggleIgnoreCase(app) {
	change(app, { ic: app.state.ic ? null : "1" });
}

/* True if there is something to show in the view. */
function hasView({ profile: { samples, lines } }, view) {
	return view === "source" ? Boolean(lines) :
		view === "time" ? Boolean(samples) && samples.timed :
		view !== "facets" || Boolean(samples) && samples.labels.length > 0;
}

function openView(app, view) {
	const fn = view === "source" && chosenFunction(app) || app.state.fn;

	if (hasView(app, view))
		change(app, { view, fn }, true);
	else
		say(app, view === "source" ? "The page has no lines: draw it with --line-data" :
			"The profile has no labels: collapse with --labels time,tid");
}

/* The frame that the reader points at or is on with the keys, or that fills the width; or -1. */
function chosenFrame(app) {
	const { view } = app.picture;

	if (!view || !hasPicture(app))
		return -1;
	if (view.hovered >= 0)
		return view.hovered;
	return view.win.frame > 0 ? view.win.frame : view.cursor;
}

function hasPicture({ state: { view } }) {
	return ["graph", "sandwich", "time"].includes(view);
}

/* The function that is meant, a name, or null. */
function chosenFunction(app) {
	const { state, picture } = app;
	const frame = chosenFrame(app);

	if (state.view === "table")
		return activeFunction(app);
	if (frame >= 0 && !isRoot(picture.view.tree, frame))
		return nameOf(picture.screen.graph, picture.view.tree, frame);
	return ["sandwich", "source"].includes(state.view) ? state.fn : null;
}

function activeFunction(app) {
	const { table } = app.views;
	const name = table ? table.names[table.list.active] : undefined;

	return name === undefined ? null : app.profile.names[name];
}

/* Changes the refinement by the function that is meant. */
function withFunction(app, patch) {
	const name = chosenFunction(app);

	if (name === null)
		say(app, "Point at a function first");
	else
		change(app, unzoomed(patch(name)));
}

function focusOn(app) {
	withFunction(app, (focus) => ({ focus, view: "graph" }));
}

function hide(app) {
	withFunction(app, (name) => ({ hide: [...app.state.hide, name] }));
}

function leaveOut(app) {
	withFunction(app, (name) => ({ drop: [...app.state.drop, name] }));
}

function openSandwich(app, name) {
	change(app, { view: "sandwich", fn: name, sx: null, sy: null });
}

function sandwich(app) {
	withFunction(app, (fn) => ({ view: "sandwich", fn, sx: null, sy: null }));
}

function toggle(app, key) {
	change(app, unzoomed({ [key]: app.state[key] ? null : "1" }));
}

function toggleFold(app) {
	const fold = app.state.fold ? null : String(foldOf(app.graph).folded || 1);

	change(app, unzoomed({ fold }));
}

function toggleMinimap(app) {
	change(app, { view: "graph", map: app.state.map ? null : "1" }, true);
}

function nextOrder(app) {
	const at = ORDERS.indexOf(app.state.order || "");

	change(app, unzoomed({ order: ORDERS[(at + 1) % ORDERS.length] || null }));
}

function nextColumn(app) {
	const at = COLUMNS.findIndex(({ value }) => value === shownColumn(app));

	if (app.graph.tree.after)
		change(app, unzoomed({ column: COLUMNS[(at + 1) % COLUMNS.length].value }));
}

/* Lets a frame fill the width. The sandwich has a zoom of its own. */
function zoom(app, frame) {
	const { tree } = app.picture.view;
	const place = frame > 0 ? [String(tree.start[frame]), String(tree.depth[frame])] :
		[null, null];

	if (frame < 0 || tree.width[frame] <= tree.zero)
		return;
	const [x, y] = zoomKeys(app.state.view);
	change(app, { [x]: place[0], [y]: place[1] });
}

function goToMatch(app, by) {
	const { view } = app.picture;
	const frame = view && view.found ?
		nextFound(view.tree, view.win, view.found, view.cursor, by) : -1;

	if (frame >= 0)
		moveTo(app, frame);
}

function moveTo(app, frame) {
	moveInPicture(app.picture, frame);
	app.picture.view.hovered = frame;
	showDetails(app, frame);
}

function arrow(app, key) {
	const { view } = app.picture;
	const frame = view && hasPicture(app) ? arrowFrame(view, key) : -1;

	if (frame >= 0)
		moveTo(app, frame);
	else if (app.state.view === "table")
		app.views.table.list.element.focus();
}

/* Escape: what is open, then the last step. */
function stepBack(app) {
	if (app.popup)
		closePopup(app);
	else if (!undo(app) && app.picture.view)
		moveTo(app, -1);
}

function copyText(app, text, what) {
	const done = () => say(app, `Copied: ${what}`);
	const failed = () => say(app, `Copying is blocked: ${what}`);

	try {
		navigator.clipboard.writeText(text).then(done, failed);
	} catch {
		failed();
	}
}

function copyName(app) {
	const name = chosenFunction(app);

	if (name !== null)
		copyText(app, name, name);
}

function copyStack(app) {
	const frame = chosenFrame(app);

	if (frame >= 0) {
		const stack = stackOf(app.picture.screen.graph, app.picture.view.tree, frame);
		copyText(app, stack, stack);
	}
}

/* The address has the view. Who opens it needs the file, if that is not on a server. */
function copyLink(app) {
	const isFile = location.protocol === "file:";

	copyText(app, location.href, "the link to this view" + (isFile ?
		"; it opens where this file is: send the file, too" : ""));
}

/* The list that is seen, as tab-separated text. */
function copyList(app) {
	const text = listText(app);

	copyText(app, text, `${grouped(text.split("\n").length - 2)} rows`);
}

function menuRows(app) {
	const { state, graph } = app;
	const name = chosenFunction(app);
	const off = name === null;
	const item = (what, key, run, more) => ({ what, key, run: () => run(app), ...more });

	return [
		{ what: off ? "Point at a function first" : name },
		item("Sandwich: all callers and callees", "s", sandwich, { off }),
		...app.profile.lines ?
			[item("Source", "6", (a) => openView(a, "source"), { off })] : [],
		item("Focus the graph on it", "f", focusOn, { off }),
		item("Hide, keep what it calls", "h", hide, { off }),
		item("Leave out with all it calls", "x", leaveOut, { off }),
		item("Copy name", "c", copyName, { off }),
		item("Copy stack", "Shift-c", copyStack, { off: chosenFrame(app) < 0 }),
		{ what: "Graph" },
		item("Leaf first", "r", (a) => toggle(a, "reverse"), { on: state.reverse === "1" }),
		item("Recursion as one frame", "u", toggleFold, { on: state.fold !== null }),
		...ORDERS.slice(1).map((order) => item("By " + order, "o",
			(a) => change(a, unzoomed({ order: state.order === order ? null : order })),
			{ on: state.order === order })),
		item("Root on top", "i", (a) => change(a, { flip: state.flip ? null : "1" }),
			{ on: isInverted(app) }),
		item("Minimap", "p", toggleMinimap, { on: state.map === "1" }),
		...graph.tree.after ? [item("Before, after, both", "d", nextColumn)] : [],
		{ what: "Colours" },
		...choicesOf(graph).map(({ value, title }) => item(title, "",
			(a) => change(a, { color: a.state.color === value ? null : value }),
			{ on: state.color === value })),
		{ what: "Page" },
		item("Copy the link to this view", "l", copyLink),
		item("Copy the list, tab-separated", "t", copyList),
		item("One step back", "Esc", stepBack, { off: !stepToUndo(app) }),
		item("Show everything", "", (a) => change(a, { ...FIRST, view: state.view }),
			{ off: queryOfState("", { ...state, view: "graph" }) === "" }),
		item("Keys", "?", () => openKeys(keysOf(app))),
	];
}

function toggleMenu(app) {
	const { left, bottom } = app.parts.menu.getBoundingClientRect();

	if (app.popup)
		closePopup(app);
	else
		openPopup(app, menuRows(app), { x: left, y: bottom + 4 });
}

const KEYS = [
	...TABS.map(({ view, title }, i) => ({ key: String(i + 1), what: title,
		run: (app) => openView(app, view) })),
	{ key: "/", what: "search", run: (app) => app.parts.search.input.select() },
	{ key: "Ctrl-f", run: (app) => app.parts.search.input.select() },
	{ key: "F3", run: (app) => app.parts.search.input.select() },
	{ key: "n", what: "next match", run: (app) => goToMatch(app, 1) },
	{ key: "Shift-n", what: "previous match", run: (app) => goToMatch(app, -1) },
	{ key: "Ctrl-i", what: "ignore case, or don't", run: toggleIgnoreCase },
	{ key: "Arrows", what: "parent, child, neighbours; rows" },
	...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) =>
		({ key, run: (app) => arrow(app, key) })),
	{ key: "Enter", what: "zoom the frame; open the row",
		run: (app) => app.picture.view && zoom(app, app.picture.view.cursor) },
	{ key: "0", what: "reset the zoom", run: (app) => app.picture.view && zoom(app, 0) },
	{ key: "Escape", what: "one step back", run: stepBack },
	{ key: "s", what: "sandwich of the function", run: sandwich },
	{ key: "f", what: "focus the graph on the function", run: focusOn },
	{ key: "h", what: "hide the function", run: hide },
	{ key: "x", what: "leave out its stacks", run: leaveOut },
	{ key: "r", what: "leaf first, or root first", run: (app) => toggle(app, "reverse") },
	{ key: "u", what: "fold recursion, or unfold it", run: toggleFold },
	{ key: "o", what: "order: by width, by name, as given", run: nextOrder },
	{ key: "i", what: "flame or icicle",
		run: (app) => change(app, { flip: app.state.flip ? null : "1" }) },
	{ key: "p", what: "minimap of the whole graph", run: (app) => toggleMinimap(app) },
	{ key: "+", what: "time: closer", run: (app) => zoomTimeBy(app, 0.5) },
	{ key: "-", what: "time: farther", run: (app) => zoomTimeBy(app, 2) },
	{ key: "d", what: "differential: before, after, both", run: nextColumn },
	{ key: "k", what: "compare the selection", run: (app) => toggleCompare(app) },
	{ key: "z", what: "zoom to the selected time", run: (app) => zoomTime(app) },
	{ key: "c", what: "copy the function's name", run: copyName },
	{ key: "Shift-c", what: "copy the whole stack", run: copyStack },
	{ key: "l", what: "copy the link to this view", run: copyLink },
	{ key: "t", what: "copy the list, tab-separated", run: copyList },
	{ key: "m", what: "menu", run: toggleMenu },
	{ key: "?", what: "this list", run: (app) => openKeys(keysOf(app)) },
];

/* Of a page with a server; these come first. */
const LIVE_KEYS = [
	{ key: "Space", what: "pause, or go on" },
	{ key: " ", run: pauseLive },
	{ key: "d", what: "compare with now, or don't", run: compareLive },
	{ key: "w", what: "save what is seen", run: saveLive },
];

function allKeys(app) {
	return app.live ? [...LIVE_KEYS, ...KEYS.filter(({ key }) => key !== "d")] : KEYS;
}

/* Those that the list of keys has. */
function keysOf(app) {
	return allKeys(app).filter(({ what }) => what);
}

/* In the search field these do something; everything else is text. */
const SEARCH_KEYS = [
	{ key: "Enter", run: (app) => goToMatch(app, 1) },
	{ key: "Shift-Enter", run: (app) => goToMatch(app, -1) },
	{ key: "Ctrl-i", run: toggleIgnoreCase },
	{ key: "Escape", run: (app) => app.parts.search.input.blur() },
	{ key: "Ctrl-Enter", run: pinSearch },
];

function pressed(app, event) {
	const typing = event.target === app.parts.search.input;
	const row = (typing ? SEARCH_KEYS : allKeys(app)).find(({ key }) => key === keyName(event));
	const isButton = ["a", "button"].includes(event.target.localName);

	if (!row || !row.run || event.altKey || event.isComposing ||
		(isButton && ["Enter", " "].includes(event.key)))
		return;
	event.preventDefault();
	row.run(app);
}
