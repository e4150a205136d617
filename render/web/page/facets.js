/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * facets.js - for each label its values with their counts. A click keeps a value, with Alt it is
 * left out; what a label has of its own facets does not change its counts.
 */

/* What counts are: "time", "memory", "samples". */
function measureName(graph) {
	return graph.unit ? graph.unit.kind === "time" ? "time" : "memory" : graph.countname;
}

function newFacet(app, label) {
	const facet = { app, label, values: [], counts: [], most: 1,
		names: valueNames(app.profile.samples, label),
		rest: make("p", { class: "rest dim" }) };

	facet.list = newList({ label: `Values of ${label.name}`,
		columns: [{ title: label.name, is: "name" },
			{ title: `${measureName(app.profile)}, share`, is: "bar" }],
		fill: (cells, row, line) => fillFacet(facet, cells, row, line),
		pick: (row, event) => toggleFacet(app, label,
			label.values[facet.values[row]], event.altKey) });
	return facet;
}

/* Keeps a value, leaves it out, or takes that back. */
function toggleFacet(app, label, value, isOut) {
	const pair = `${label.name}=${value}`;
	const [key, other] = isOut ? ["not", "keep"] : ["keep", "not"];
	const has = app.state[key].includes(pair);
	const without = (list) => list.filter((one) => one !== pair);

	change(app, unzoomed({ [other]: without(app.state[other]),
		[key]: has ? without(app.state[key]) : [...app.state[key], pair] }));
}

function fillFacet(facet, cells, row, line) {
	const { app, label, values, counts, most, sum } = facet;
	const value = label.values[values[row]];
	const pair = `${label.name}=${value}`;
	const count = counts[values[row]];
	const isKept = app.state.keep.includes(pair);
	const isOut = app.state.not.includes(pair);

	cells[0].replaceChildren(makeName(facet.names[values[row]]));
	cells[0].title = value;
	setText(cells[1], `${numberOf(app.graph, BigInt(count))} \u00b7 ` +
		`${fixed2(percentOf(count, sum))}%`);
	cells[1].style.setProperty("--bar", count / most);
	line.classList.toggle("kept", isKept);
	line.classList.toggle("out", isOut);
	line.setAttribute("aria-selected", isKept);
	line.setAttribute("aria-description", isKept ? "kept" : isOut ? "left out" : "");
}

function showFacet(facet) {
	const { app, label } = facet;
	const { samples } = app.profile;
	const range = rangeOf(app.state.t);
	const wants = passesFacets(app, label.name);
	const key = [shownColumn(app), app.state.t, app.state.keep.join("\n"),
		app.state.not.join("\n")];

	facet.counts = kept(app, "counts of " + label.name, key, () =>
		countsByValue(samples, label, (i) => wants(i) && inRange(samples, range, i)));
	facet.values = busiestValues(label, facet.counts);
	facet.most = facet.counts.reduce((a, b) => Math.max(a, b), 1);
	facet.sum = facet.counts.reduce((a, b) => a + b, 0) || 1;
	setText(facet.rest, othersText(facet.values, facet.counts,
		(sum) => countText(app.graph, sum)));
	showRows(facet.list, facet.values.length, facet.list.active);
}

function newFacetsView(app) {
	const facets = app.profile.samples.labels.map((label) => newFacet(app, label));
	const cards = facets.map(({ list, label, rest }) => {
		const card = make("section", { class: "facet", "aria-label": label.name },
			list.element, rest);
		const rows = Math.min(label.values.length, 12);
		card.style.height = (rows + 1) * LINE + 14 + "px";
		return card;
	});
	const element = make("div", { class: "facets" }, ...cards);

	return { element, show() {
		app.picture.view = null;
		for (const facet of facets)
			showFacet(facet);
	}, text() {
		return tsvOf([["label", "value", app.profile.countname],
			...facets.flatMap(({ label, values, counts }) => values.map((value) =>
				[label.name, label.values[value], counts[value]]))]);
	} };
}
