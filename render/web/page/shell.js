/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * shell.js - the parts around the views: title, search, tabs, changes that can be undone, details.
 */

const TABS = [
	{ view: "graph", title: "Flame graph" },
	{ view: "sandwich", title: "Sandwich" },
	{ view: "table", title: "Table" },
	{ view: "time", title: "Time" },
	{ view: "facets", title: "Threads and labels" },
	{ view: "source", title: "Source" },
];

/* Which column of a comparison widths show. */
const COLUMNS = ["before", "after", "both"].map((value) => ({ value, title: value }));

function newSearch(app) {
	const input = make("input", { type: "search", id: "search", spellcheck: "false",
		autocomplete: "off", placeholder: "Search functions, regular expression",
		"aria-label": "Search functions, a regular expression" });
	const matched = make("output", { class: "matched", for: "search" });
	const ignoreCase = makeAction("Aa", "Ctrl-i", () => toggleIgnoreCase(app),
		{ class: "case", title: "Ignore case", "aria-label": "Ignore case" });

	input.addEventListener("input", () => searchFor(app, input.value));
	const pin = makeAction("Pin", "", () => pinSearch(app), { class: "case",
		title: "Keep this search, in a colour of its own" });

	return { element: make("search", { class: "search" }, matched, input, pin, ignoreCase,
		make("kbd", { "aria-hidden": "true" }, "/")), input, matched, pin, ignoreCase };
}

function newTabs(app) {
	return TABS.map(({ view, title }, i) => {
		const tab = makeAction(title, String(i + 1), () => openView(app, view),
			{ role: "tab", id: `tab-${view}`, "aria-controls": "panel" });
		tab.addEventListener("keydown", (event) => {
			const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
			if (!by)
				return;
			event.stopPropagation();
			openView(app, nextTab(app, i, by));
			document.getElementById(`tab-${app.state.view}`).focus();
		});
		return tab;
	});
}

/* The next tab to the right (by 1) or left that is there. */
function nextTab(app, i, by) {
	const { view } = TABS.at((i + by) % TABS.length);

	return hasView(app, view) ? view : nextTab(app, i + by, by);
}

/* The legend: the groups of colours or, of a comparison, a ramp between the largest changes. */
function showLegend({ graph, parts }) {
	const { legend } = parts;
	const { delta } = graph;

	legend.hidden = !delta && graph.legend.length === 0;
	if (!delta) {
		const groups = graph.legend.slice(0, 5);
		setOnce(legend, JSON.stringify(groups), () => groups.flatMap(
			({ text, fill }) => [swatchOf(fill), text + " "]));
		return;
	}
	const [less, more] = delta.negate ? [delta.more, delta.less] : [delta.less, delta.more];
	const [weight] = delta.weights;
	const most = delta.byframe ? "" : graph.alike ?
		fixed2(percentOf(delta.max, weight * Number(graph.beforetotal))) + " points" :
		numberOf(graph, BigInt(delta.max));
	const colors = [less[1], less[0], delta.same, more[0], more[1]]
		.map((color) => `rgb(${color})`);
	setOnce(legend, most + colors, () => {
		const ramp = make("i", {});
		ramp.style.background = `linear-gradient(to right, ${colors})`;
		return [most ? `\u2212${most}` : "gone", ramp, most ? `+${most}` : "new"];
	});
}

/* Makes the page; returns its parts. */
function newShell(app) {
	const { profile } = app;
	const search = newSearch(app);
	const tabs = newTabs(app);
	const columns = makeChoice("Widths show", COLUMNS, (column) => change(app,
		unzoomed({ column })));
	const parts = { search, tabs, columns,
		legend: make("p", { class: "legend", title: "Colours" }),
		subtitle: make("p", { class: "sub" }),
		chips: make("div", { class: "chips", role: "group", "aria-label": "Changes" }),
		panel: make("div", { id: "panel", role: "tabpanel" }),
		details: make("p", { class: "details" }),
		tip: make("div", { class: "tip", hidden: "", "aria-hidden": "true" }),
		status: make("p", { class: "status", role: "status" }),
		hints: make("p", { class: "hints" }) };
	const tabList = make("div", { role: "tablist", "aria-label": "Views" }, ...tabs);
	const link = makeAction("Copy link", "l", () => copyLink(app), { class: "link" });
	const menu = makeAction("Menu", "m", () => toggleMenu(app), { "aria-haspopup": "menu" });

	parts.menu = menu;
	parts.brief = newBrief(app) || "";
	parts.tools = make("div", { class: "tools" }, parts.legend, columns, link, menu,
		makeAction("?", "", () => openKeys(keysOf(app)),
			{ title: "Keys (?)", "aria-label": "Keys" }));
	document.body.append(
		make("header", {}, make("h1", {}, profile.title), parts.subtitle, search.element),
		make("nav", { "aria-label": "Views" },
			tabList, parts.chips, parts.tools),
		parts.brief, make("main", {}, parts.panel),
		make("footer", {}, parts.details, parts.status, parts.hints), parts.tip);
	return parts;
}

function showShell(app) {
	const { parts, state } = app;

	parts.tabs.forEach((tab, i) => {
		const selected = TABS[i].view === state.view;
		tab.setAttribute("aria-selected", selected);
		tab.tabIndex = selected ? 0 : -1;
		tab.hidden = !hasView(app, TABS[i].view);
	});
	parts.panel.setAttribute("aria-labelledby", `tab-${state.view}`);
	parts.columns.hidden = !app.graph.delta;
	showLegend(app);
	Array.from(parts.columns.children).forEach((button, i) =>
		setText(button, [...sidesOf(state).titles, "Both"][i]));
	setText(parts.subtitle, subtitleOf(app));
	pressChoice(parts.columns, shownColumn(app));
	if (document.activeElement !== parts.search.input)
		parts.search.input.value = state.s || "";
	parts.search.pin.hidden = state.s === null;
	parts.search.ignoreCase.setAttribute("aria-pressed", state.ic === "1");
}

function subtitleOf({ profile, graph }) {
	const total = graph.tree.after ? `${numberOf(graph, graph.beforetotal)} and ` +
		countText(graph, graph.aftertotal) : countText(graph, graph.tree.width[0]);
	const { functions = profile.names.length - 1 } = profile;
	const isCpuTime = graph.unit && graph.unit.kind === "time" && isOfCpu(profile);
	const spent = total + (isCpuTime ? " of CPU time" : "");

	return [profile.subtitle, spent, `${grouped(functions)} functions`]
		.filter(Boolean).join(" \u00b7 ");
}

function changesOfPage(app) {
	const { screen, view } = app.picture;
	const zoomed = view && hasPicture(app) && view.win.frame > 0 ?
		nameOf(screen.graph, view.tree, view.win.frame) : null;

	const { graph, state } = app;
	const { tree } = graph;
	const textOf = (found) => coverageText(graph, tree, windowOn(tree, 0), found, {});
	const pins = graph.pins.map(({ term, found, fill }) => ({ fill,
		what: `${term} ${textOf(found)}`,
		change: { pin: state.pin.filter((other) => other !== term) } }));

	return [...pins, ...changesOf(state, app.profile.samples, zoomed)];
}

/* Show the changes of the graph; a click undoes one. */
function showChips(app) {
	const { parts } = app;
	const changes = changesOfPage(app);
	const { idle } = app.profile;
	const key = changes.map(({ what }) => what).join("\n");

	setOnce(parts.chips, key, () => [
		...idle ? [make("span", { class: "chip idle" }, idle)] : [],
		...changes.map(({ what, fill, key: unfolds, change: back }) => {
			const title = unfolds ? "Unfold" : "Take this back";
			const chip = makeAction("", unfolds, () => change(app, back),
				{ class: "chip", title, "aria-label": `Take back: ${what}` });
			chip.append(...fill ? [swatchOf(fill)] : [], makeName(what),
				make("span", { "aria-hidden": "true" }, "\u00d7"));
			return chip;
		}),
		...changes.length ? [makeAction("Undo", "Esc", () => undo(app),
			{ class: "chip undo" })] : [],
	]);
}

/* The search: what is wrong with it, or how much it found. */
function showMatched(app, text, wrong) {
	const { search } = app.parts;

	setText(search.matched, text);
	search.matched.title = text;
	search.input.setAttribute("aria-invalid", Boolean(wrong));
}

/* Says of a frame what there is to say: its counts, its own, its share of its caller. */
function showDetails(app, frame) {
	const { parts } = app;
	const { screen: { graph }, view } = app.picture;

	setText(parts.status, "");
	if (frame < 0 || !view) {
		setOnce(parts.details, "", () => []);
		return;
	}
	const { tree } = view;
	const [name, said] = titleParts(graph, tree, frame);
	setOnce(parts.details, `${name} ${said} ${frame}`, () => [make("b", {}, makeName(name)),
		make("span", {}, said),
		make("span", { class: "dim" }, moreDetails(app, frame).join(" \u00b7 "))]);
}

/* The box at the pointer has the same, one below the other. */
function tipOfFrame(app, frame, event) {
	const { screen: { graph }, view } = app.picture;
	const [name, said] = titleParts(graph, view.tree, frame);

	showTipLater(app, event, () =>
		tipRows(name, [said, ...moreDetails(app, frame)]));
}

/* The title of a frame as [name, counts]. */
function titleParts(graph, tree, frame) {
	const title = titleOf(graph, tree, frame);
	const at = title.lastIndexOf(" (");

	return at < 0 ? [title, ""] : [title.slice(0, at), title.slice(at + 2, -1)];
}

/* What the title does not say: "self 1.2 s, 3.40%", "5.60% of what is shown", "7.80% of main". */
function moreDetails(app, frame) {
	const { screen: { graph }, view: { tree, win } } = app.picture;
	const parent = tree.parent[frame];
	const self = ownCount(tree, frame);
	const shareOf = (whole, name) =>
		`${fixed2(percentOf(tree.width[frame], tree.width[whole]))}% of ${name}`;

	return [
		...tree.after ? [] : [`self ${countText(graph, self)}, ` +
			`${fixed2(percentOf(self, graph.tree.width[0]))}%`],
		...win.frame > 0 && frame >= win.frame ? [shareOf(win.frame, "what is shown")] : [],
		...tree.after || parent < 0 ? [] : [shareOf(parent, nameOf(graph, tree, parent))],
		...app.states ? [app.states.wakersText(tree, frame)].filter(Boolean) : [],
	];
}

/* The count of a frame without its callees. In a focused tree callers are not callees. */
function ownCount(tree, frame) {
	let own = tree.width[frame];

	for (let child = frame + 1; child < tree.next[frame]; child = tree.next[child]) {
		if (!tree.split || frame >= tree.split || child < tree.split)
			own -= tree.width[child];
	}
	return own;
}

function say(app, text) {
	setOnce(app.parts.details, "", () => []);
	setText(app.parts.status, text);
}
