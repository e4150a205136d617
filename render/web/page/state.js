/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * state.js - what the reader looks at, as a plain object that never changes, and as a query of the
 * URL. Functions are names here, not numbers. Pure functions.
 */

const VIEWS = ["graph", "sandwich", "table"];

/* Where the page begins, and what a query leaves out. */
const FIRST = {
	view: "graph", column: null, fn: null, /* the sandwich's function */
	s: null, ic: null, flip: null,
	focus: null, hide: [], drop: [], reverse: null, fold: null, order: null,
	x: null, y: null, /* start and depth of the frame that fills the width */
	sx: null, sy: null, /* the same in the sandwich */
	sort: null,
};

/* Values that another state may have; what a URL says otherwise is ignored. */
const ALLOWED = {
	view: (value) => VIEWS.includes(value),
	column: (value) => ["before", "after", "both"].includes(value),
	x: (value) => /^\d{1,20}$/.test(value),
	y: (value) => /^\d{1,9}$/.test(value),
	sx: (value) => /^\d{1,20}$/.test(value),
	sy: (value) => /^\d{1,9}$/.test(value),
	order: (value) => ORDERS.includes(value),
	sort: (value) => /^-?\w+$/.test(value),
};

function stateOfQuery(query) {
	const state = { ...FIRST };
	const read = readState(query, "", FIRST);

	for (const [key, value] of Object.entries(read)) {
		const known = value !== null && (!ALLOWED[key] || ALLOWED[key](value));
		if (known)
			state[key] = value;
	}
	return state;
}

function queryOfState(query, state) {
	const changed = Object.fromEntries(Object.keys(FIRST).map((key) =>
		[key, state[key] === FIRST[key] ? null : state[key]]));

	return writeState(query, changed, "", FIRST);
}

/* The refinement that a state asks for; functions that are not there are passed over. */
function refinementOf(graph, state) {
	const { numbers } = graph;
	const known = (names) => names.map((name) => numbers.get(name))
		.filter((number) => number !== undefined);
	const focus = state.focus === null ? undefined : numbers.get(state.focus);
	const refine = {
		hidden: known(state.hide),
		dropped: known(state.drop),
		focus: focus === undefined ? -1 : focus,
		reversed: state.reverse === "1",
		folded: state.fold === "1",
		order: state.order || "",
	};

	return isPlain(refine) ? NOTHING : refine;
}

/* Without zoom: its place means nothing where another graph is shown. */
function unzoomed(change) {
	return { x: null, y: null, sx: null, sy: null, ...change };
}

/* What was changed of the graph, as { what, change }: change takes it back. */
function changesOf(state) {
	const without = (key, name) => ({ [key]: state[key].filter((other) => other !== name) });
	const change = (what, back) => ({ what, change: unzoomed(back) });

	return [
		...state.focus === null ? [] : [change(`focus ${state.focus}`, { focus: null })],
		...state.hide.map((name) => change(`hide ${name}`, without("hide", name))),
		...state.drop.map((name) => change(`without ${name}`, without("drop", name))),
		...state.reverse ? [change("leaf first", { reverse: null })] : [],
		...state.fold ? [change("recursion folded", { fold: null })] : [],
		...state.order ? [change(`by ${state.order}`, { order: null })] : [],
	];
}
