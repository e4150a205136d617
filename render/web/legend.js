/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * legend.js - colours of the reader's choice and pinned searches, and the row at the lower end that
 * says what they mean.
 */

/* True if the picture is dark: the reader wants it so, or the file is. */
function isDarkPicture({ root }) {
	return getComputedStyle(root).colorScheme === "dark";
}

/* A spot of a colour. */
function newSwatch(color, parent) {
	newElement(XHTML, "i", {}, parent).style.background = color;
}

/* The row, empty; it is as high as what is in it. */
function newFoot(screen) {
	const box = newElement(SVG, "foreignObject", { class: "foot hide", x: MARGIN / 2,
		height: 1 }, screen.root);

	return { box, body: newElement(XHTML, "div", { role: "group", "aria-label": "Colours" },
		box) };
}

function fillFoot(app, { legend, pins }) {
	const { graph, foot } = app.screen;
	const { tree } = graph;

	foot.body.replaceChildren();
	for (const { text, fill } of legend) {
		const item = newElement(XHTML, "span", {}, foot.body);
		newSwatch(fill, item);
		item.append(text);
	}
	for (const { term, found, fill } of pins) {
		const text = coverageText(graph, tree, windowOn(tree, 0), found, {});
		const pin = newElement(XHTML, "button", { type: "button", title: "Take this back" },
			foot.body);
		newSwatch(fill, pin);
		pin.append(`${term} ${text} \u00d7`);
		pin.addEventListener("click", () => recolor(app,
			{ pins: app.view.pins.filter((other) => other !== term) }));
	}
}

/* The legend of a differential has the colours of its frames. */
function colorLegend({ root, graph: { delta, diffwidth } }) {
	const patches = root.querySelectorAll("#legend rect");

	if (!delta || patches.length === 0)
		return;
	const strongest = [delta.less[1], delta.more[1]].map((color) => `rgb(${color})`);
	const [less, more] = delta.negate ? strongest.reverse() : strongest;
	patches[0].setAttribute("fill", less);
	patches[2].setAttribute("fill", more);
	for (const hatch of root.querySelectorAll("pattern rect"))
		hatch.setAttribute("fill", diffwidth === "before" ? more : less);
}

/* Gives the graph the colours that the view asks for. */
function applyColors(app) {
	const { screen, view } = app;
	const { graph } = screen;
	const pins = pinsOf(graph, view.pins, view.ignoreCase);

	graph.delta = app.delta && view.color === "orange" ? blueOrange(app.delta) : app.delta;
	const fills = fillsOf(graph, view.color, pins, isDarkPicture(screen));
	Object.assign(graph, fills);
	colorLegend(screen);
	fillFoot(app, { ...fills, pins });
}

/* Changes the colours; `change` is of { color, pins }. */
function recolor(app, change) {
	Object.assign(app.view, change);
	applyColors(app);
	drawView(app.screen, app.view);
	saveState(app);
}

function isPinnable({ view, field }) {
	return fieldIsOpen({ field }) ? field.input.value !== "" : Boolean(view.found);
}

/* The search becomes one that stays. */
function pinSearch(app) {
	const { view, screen, field } = app;
	const typed = fieldIsOpen(app);

	if (!isPinnable(app) || (typed && !find(app, field.input.value)))
		return;
	const { term, pins } = view;
	if (!isQuick(screen.graph, term)) {
		say(app, "Not kept, for it may take long");
		return;
	}
	if (typed)
		field.input.value = "";
	resetSearch(app);
	recolor(app, { pins: pins.includes(term) ? pins : [...pins, term] });
}
