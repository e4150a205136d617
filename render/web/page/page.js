/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * page.js - shows what the state says, view by view, and the start. What takes long to compute is
 * kept as long as that of the state it was made of stays the same.
 */

/* compute(), or what it gave when it was called with the same key. */
function kept(app, what, key, compute) {
	const last = app.kept.get(what);

	if (last && last.key.length === key.length && key.every((part, i) => part === last.key[i]))
		return last.value;
	const value = compute();
	app.kept.set(what, { key, value });
	return value;
}

function shownColumn(app) {
	return app.state.column || app.profile.diffwidth;
}

function isInverted(app) {
	const usual = app.state.view === "sandwich" || app.profile.inverted;

	return app.state.flip === "1" ? !usual : usual;
}

/* Gives a graph the colours that the reader has chosen. */
function coloredGraph({ state, states }, graph) {
	graph.byState = states && states.fillsOf;
	graph.pins = pinsOf(graph, state.pin, state.ic === "1");
	Object.assign(graph, fillsOf(graph, state.color, graph.pins, isDark()));
	if (graph.delta && state.color === "orange")
		graph.delta = blueOrange(graph.delta);
	return graph;
}

/* The graph of what is selected. */
function graphOf(app) {
	const { profile, state } = app;
	if (profile.samples)
		showCounts(profile.samples, shownColumn(app));
	const key = [shownColumn(app), state.t, state.t2, state.cmp, state.keep.join("\n"),
		state.not.join("\n"), state.color, state.pin.join("\n")];

	return kept(app, "graph", key, () => {
		const selection = { range: rangeOf(state.t), second: rangeOf(state.t2),
			compare: state.cmp === "1", keep: state.keep, not: state.not };
		const own = selectedOwn(profile, selection) || profile.stacks.own;
		const alike = own.length > profile.stacks.own.length || profile.normalized;
		return coloredGraph(app, Object.assign(
			selectedGraph(profile, own, shownColumn(app), alike),
			{ sides: sidesOf(state).sides }));
	});
}

function treeOf(app, what, refine) {
	const { graph } = app;
	const key = [graph, ...Object.values(refine).flat(), refine.hidden.length];

	return kept(app, what, key, () => treeOfRefinement(graph, refine));
}

/* The matches of the search, and its error. */
function foundOf(app) {
	const { s, ic } = app.state;
	const isSlow = s !== null && s === app.linked && !isQuick(app.graph, s);

	return kept(app, "found", [app.graph, s, ic, isSlow], () => {
		if (s === null)
			return {};
		if (isSlow)
			return { error: "not searched, for it may take long: edit it" };
		const { pattern, error } = compiled(s, ic === "1");
		return error ? { error } : { found: search(app.graph, pattern) };
	});
}

/* The functions of what is seen: without those hidden and what was left out, all others whole. */
function functionsOfState(app) {
	const { profile } = app;
	const { hidden, dropped } = refinementOf(profile, app.state);
	const left = treeOf(app, "functions' tree", { ...NOTHING, hidden, dropped });

	return kept(app, "functions", [left], () => {
		const tree = left || newTree(0, false); /* nothing, where all is dropped */
		const functions = functionsOf(tree, profile.names.length);
		const columns = tree.after ? [tree.before, tree.after] : [tree.width];
		functions.totals = columns.map(
			(column) => column.length > 0 ? column[0] : tree.zero);
		functions.sampling = samplingOf(profile);
		Object.assign(functions, { tree, alike: app.graph.alike,
			titles: sidesOf(app.state).titles });
		functions.count = functions.calls.filter((calls) => calls > 0).length;
		return functions;
	});
}

/* The numbers of functions, filtered by the search and sorted. */
function rowsOfState(app, functions, sort) {
	const { found } = foundOf(app);

	return kept(app, "rows " + sort, [functions, found], () =>
		sortedNames(functions, shownNames(functions, found),
			columnsOfTable(functions, false), sort, nameRanks(app.graph)));
}

/* The view of the graph that the state says, for the picture. */
function viewOf(app, tree, refine, [x, y]) {
	const { found } = foundOf(app);
	const start = typeof tree.zero === "bigint" ? BigInt(x || 0) : Number(x);
	const frame = x === null || y === null ? -1 : frameStarting(tree, Number(y), start);

	return { tree, refine, win: windowOn(tree, Math.max(frame, 0)), inverted: isInverted(app),
		found: found || null, cursor: -1, hovered: -1 };
}

/* Shows a tree of the graph in a part of the page, and how much of it the search found. */
function showTree(app, host, graph, tree, refine, place) {
	const { picture } = app;
	if (!tree || tree.width[0] <= tree.zero)
		return showNothing(app, host, "Nothing is left: take something back.");
	for (const empty of host.querySelectorAll(".empty"))
		empty.remove();
	const last = picture.view;
	const view = viewOf(app, tree, refine, place);
	const { found, win } = view;

	placePicture(picture, host);
	if (last && last.tree === tree && inWindow(tree, win, last.cursor))
		view.cursor = last.cursor;
	showPicture(picture, graph, view);
	if (!last || !isSamePlace(last, view))
		scrollToWindow(picture);
	if (!found)
		return undefined;
	return showMatched(app, coverageText(graph, tree, win, found, { refine, frames: true }));
}

function showNothing(app, host, text) {
	app.picture.screen.root.remove();
	app.picture.view = null;
	host.replaceChildren(make("p", { class: "empty" }, text));
}

/* The views. Each is made once; show() is called whenever the state has changed. */

function newGraphView(app) {
	const host = make("section", { class: "graph", "aria-label": "Graph" });
	const map = newMinimap(app);

	return { element: make("div", { class: "column" }, map.element, host), show() {
		const refine = refinementOf(app.profile, app.state);
		showTree(app, host, app.graph, treeOf(app, "tree", refine), refine,
			[app.state.x, app.state.y]);
		map.element.hidden = true;
		if (app.picture.view)
			showMinimap(map, app.picture.view);
	} };
}

function sandwichTitle(app, functions, number) {
	const { graph } = app;
	const total = functions.total.at(-1)[number];
	const whole = functions.totals.at(-1);
	const self = functions.self.at(-1)[number];

	return [make("h2", {}, makeName(app.state.fn)), make("p", { class: "dim" },
		`total ${countText(graph, total)}, ${fixed2(percentOf(total, whole))}% \u00b7 ` +
		`self ${countText(graph, self)}, ${fixed2(percentOf(self, whole))}% \u00b7 ` +
		`in ${plural(functions.calls[number], "place")}`)];
}

function newSandwichView(app) {
	const names = newTable(app, "Functions, the largest first", true,
		(name) => openSandwich(app, app.profile.names[name]));
	const title = make("div", { class: "picked" });
	const host = make("section", { class: "graph", "aria-label": "Callers and callees" });

	return { element: make("div", { class: "sandwich" }, names.list.element,
		make("div", { class: "column" }, title, host)), table: names, show() {
		const functions = functionsOfState(app);
		const usual = functions.total.length > 1 ? "-change" : "-share";
		const sort = app.state.nsort || usual;
		const rows = rowsOfState(app, functions, sort);
		const number = app.profile.numbers.get(app.state.fn);
		showTable(names, functions, rows, sort, number);
		if (number === undefined || functions.calls[number] === 0) {
			title.replaceChildren();
			return showNothing(app, host, "Pick a function: its callers will be " +
				"above it, what it calls below, of all places where it is called.");
		}
		title.replaceChildren(...sandwichTitle(app, functions, number));
		const refine = { ...refinementOf(app.profile, app.state), focus: number,
			reversed: false };
		const tree = treeOf(app, "sandwich", refine);
		if (app.states && tree)
			title.append(...app.states.wakerButtons(tree));
		return showTree(app, host, app.graph, tree, refine,
			[app.state.sx, app.state.sy]);
	} };
}

function newTableView(app) {
	const table = newTable(app, "Functions", false,
		(name) => openSandwich(app, app.profile.names[name]));

	app.views.table = table;
	return { element: table.list.element, table, show() {
		const functions = functionsOfState(app);
		const sort = app.state.sort || usualSort(functions);
		const active = table.names[table.list.active];
		showTable(table, functions, rowsOfState(app, functions, sort), sort, active);
		const { found } = foundOf(app);
		if (found)
			showMatched(app, `${plural(table.names.length, "function")}, ` +
				coverageText(app.graph, functions.tree, windowOn(functions.tree, 0),
					found, {}));
	} };
}

const VIEW_MAKERS = { graph: newGraphView, sandwich: newSandwichView, table: newTableView,
	time: newTimeView, facets: newFacetsView,
	/* of source.js, which only pages with lines have */
	source: (app) => window.newSourceView(app, { change, fixed2, foundOf, make, makeName,
		newList, percentOf, showRows, tsvOf, visibleName }) };

/* The rows of the list that is seen; where there is none, of the table. */
function listText(app) {
	const { table, text } = viewOfState(app);

	if (text)
		return text();
	if (table)
		return copyOfTable(table);
	const all = VIEW_MAKERS.table(app);
	all.show();
	return copyOfTable(all.table);
}

function viewOfState(app) {
	const { view } = app.state;

	app.made[view] = app.made[view] || VIEW_MAKERS[view](app);
	return app.made[view];
}

function showState(app) {
	const { parts } = app;
	const error = foundOfNew(app);
	const view = viewOfState(app);

	showMatched(app, error ? `Invalid: ${error}` : "", error);
	showShell(app);
	const isOther = parts.panel.firstChild !== view.element;
	if (isOther) {
		parts.panel.replaceChildren(view.element);
		showDetails(app, -1);
	}
	view.show();
	if (isOther && app.picture.view && hasPicture(app))
		scrollBack(app.picture);
	showChips(app);
	setText(parts.hints, hintOf(app));
	hideTip(app);
	saveState(app);
}

function foundOfNew(app) {
	app.graph = graphOf(app);
	return foundOf(app).error;
}

/* The hint of the view: its purpose and keys. */
function hintOf(app) {
	const { state: { view, fold }, graph } = app;
	const folds = view !== "graph" ? "" :
		kept(app, "folds", [graph.tree.name, fold], () => foldHint(graph, fold !== null));

	if (folds)
		return "u " + folds;
	return { graph: "s sandwich \u00b7 f focus \u00b7 x leave out \u00b7 c copy \u00b7 ? keys",
		sandwich: "click zooms \u00b7 s picks the function \u00b7 ? keys",
		table: "click opens the sandwich \u00b7 t copies the table \u00b7 ? keys",
		time: "drag selects \u00b7 k compares \u00b7 z zooms \u00b7 ? keys",
		facets: "click keeps \u00b7 Alt-click leaves out \u00b7 ? keys",
		source: "click shows callers \u00b7 ? keys" }[view];
}

function saveState(app) {
	const address = location.pathname + queryOfState(location.search, app.state) +
		location.hash;
	let { newSteps } = app;

	app.newSteps = 0;
	try {
		if (newSteps === 0)
			history.replaceState(null, "", address);
		while (newSteps-- > 0)
			history.pushState(null, "", address);
	} catch {
		/* Not allowed here, as in sandboxed frames. */
	}
}

async function startPage() {
	const block = document.getElementById("data");
	const bytes = await inflated(bytesOf(block.textContent), block.dataset.encoding);
	const profile = readProfile(bytes);
	const app = { profile, tipTimer: 0, state: stateOfQuery(location.search), steps: [],
		surplus: 0, kept: new Map(), views: {}, made: {}, popup: null, typing: false,
		zooming: null, newSteps: 0, graph: null, live: null,
		states: null };

	app.linked = app.state.s; /* a search that nobody has typed */
	if (profile.differential)
		app.state.cmp = null;

	block.remove();
	useScheme(profile);
	withLazy(profile, ["numbers"], () => ({ numbers: numbersOf(profile.names) }));
	const isFirst = queryOfState("", app.state) === "";
	if (profile.states)
		/* of states.js, which only pages with states of threads have */
		app.states = window.newStates(app, { inRange, isDark, kept, lookColor, make,
			makeAction, openSandwich, ownCount, passesFacets, rangeOf, seenRange,
			swatchOf });
	app.graph = graphOf(app);
	const folded = isFirst && openingFold(app.graph);
	if (folded)
		app.state.fold = String(folded);
	if (!hasView(app, app.state.view))
		app.state.view = "graph";
	app.parts = newShell(app);
	app.picture = newPicture({
		hover: (frame) => {
			app.picture.view.hovered = frame;
			showDetails(app, frame < 0 ? app.picture.view.cursor : frame);
		},
		point: (frame, event) =>
			frame < 0 ? hideTip(app) : tipOfFrame(app, frame, event),
		zoom: (frame) => zoom(app, frame),
		menu: (frame, event) => {
			event.preventDefault();
			app.picture.view.hovered = frame;
			openPopup(app, menuRows(app), { x: event.clientX, y: event.clientY });
		},
	});
	window.addEventListener("keydown", (event) => pressed(app, event));
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
		useScheme(app.profile);
		app.kept.clear();
		showState(app);
	});
	window.addEventListener("beforeprint", () => printPicture(app.picture));
	window.addEventListener("afterprint", () => endPrint(app.picture));
	window.addEventListener("popstate", () => followHistory(app));
	window.addEventListener("pointerdown", (event) => {
		if (app.popup && !app.popup.element.contains(event.target) &&
			!app.parts.menu.contains(event.target))
			closePopup(app);
	});
	showState(app);
	startLive(app);
}

if (typeof document !== "undefined")
	startPage();
