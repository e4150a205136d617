/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * state.js - the state of the view, as a plain object that never changes, and as a query of the
 * URL. Functions are names here, not numbers. Pure functions.
 */

const VIEWS = ["graph", "sandwich", "table", "time", "facets", "source"];

/* The state when the page opens; a query omits these values. */
const FIRST = {
	view: "graph", column: null, fn: null, /* the function of the sandwich and the source */
	s: null, ic: null, flip: null,
	focus: null, hide: [], drop: [], reverse: null, fold: null, order: null,
	color: null, /* what colours mean */
	pin: [], /* searches that stay */
	map: null, /* of the whole, above the graph */
	x: null, y: null, /* start and depth of the frame that fills the width */
	sx: null, sy: null, /* the same in the sandwich */
	sort: null, nsort: null, /* of the table, of the list beside the sandwich */
	t: null, t2: null, /* ranges of time that are selected, "FROM-TO" in bins */
	z: null, /* the range of time that is seen */
	keep: [], not: [], /* facets, "NAME=VALUE" */
	cmp: null, /* the selection is compared with the rest, or both ranges */
	lane: null, chart: null, /* label of the lanes; the value whose stacks are seen in order */
	tx: null, ty: null, /* the zoom below the lanes */
	scale: null, /* of the colours of the heat map and the lanes */
	each: null, /* lanes have a scale each */
	line: null, /* of the source, whose callers are seen */
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
	nsort: (value) => /^-?\w+$/.test(value),
	t: (value) => rangeOf(value) !== null,
	t2: (value) => rangeOf(value) !== null,
	z: (value) => rangeOf(value) !== null,
	tx: (value) => /^\d{1,20}$/.test(value),
	ty: (value) => /^\d{1,9}$/.test(value),
	color: (value) => FILLS.some((choice) => choice.value === value),
	scale: (value) => ["sqrt", "linear", "rank"].includes(value),
	each: (value) => value === "1",
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

/* The numbers of names; of equal ones the first. The root has no name. */
function numbersOf(names) {
	const numbers = new Map(names.map((name, number) => [name, number]).reverse());

	numbers.delete("");
	return numbers;
}

/* The refinement that a state asks for; functions that are not there are skipped. */
function refinementOf(graph, state) {
	const known = (names) => names.map((name) => graph.numbers.get(name))
		.filter((number) => number !== undefined);
	const focus = state.focus === null ? undefined : graph.numbers.get(state.focus);
	const refine = {
		hidden: known(state.hide),
		dropped: known(state.drop),
		focus: focus === undefined ? -1 : focus,
		reversed: state.reverse === "1",
		folded: Number(state.fold),
		order: state.order || "",
	};

	return isPlain(refine) ? NOTHING : refine;
}

/* The keys of the zoom in a view: start and depth of the frame that fills the width. */
function zoomKeys(view) {
	return { sandwich: ["sx", "sy"], time: ["tx", "ty"] }[view] || ["x", "y"];
}

function isSameState(state, other) {
	return Object.keys(FIRST).every((key) => String(state[key]) === String(other[key]));
}

/* Without zoom: its place means nothing where another graph is shown. */
function unzoomed(change) {
	return { x: null, y: null, sx: null, sy: null, tx: null, ty: null, ...change };
}

/* The selections among the samples, each with the change that undoes it; { what, back }. */
function selectionsOf(state, samples) {
	const text = (range) => range.map((bin) => binText(samples, bin)).join(" \u2013 ");
	const without = (key, pair) => ({ [key]: state[key].filter((other) => other !== pair) });
	const [t, t2] = [rangeOf(state.t), rangeOf(state.t2)];

	if (!samples)
		return [];
	return [
		...t ? [{ what: `time ${text(t)}`, back: { t: null, cmp: null } }] : [],
		...t2 ? [{ what: `second time ${text(t2)}`, back: { t2: null } }] : [],
		...state.keep.map((pair) => ({ what: valueName(samples, pair),
			back: without("keep", pair) })),
		...state.not.map((pair) => ({ what: `not ${valueName(samples, pair)}`,
			back: without("not", pair) })),
		...state.cmp ? [{ what: "compared by shares", back: { cmp: null } }] : [],
	];
}

/*
 * The changes of the graph, as { what, change }: `change` undoes it. `zoomed` is the name of the
 * frame that fills the width, null where that is the root.
 */
function changesOf(state, samples, zoomed = null) {
	const without = (key, name) => ({ [key]: state[key].filter((other) => other !== name) });
	const change = (what, back) => ({ what, change: unzoomed(back) });

	return [
		...selectionsOf(state, samples).map(({ what, back }) => change(what, back)),
		...state.focus === null ? [] : [change(`focus ${state.focus}`, { focus: null })],
		...state.hide.map((name) => change(`hide ${name}`, without("hide", name))),
		...state.drop.map((name) => change(`without ${name}`, without("drop", name))),
		...state.reverse ? [change("leaf first", { reverse: null })] : [],
		...state.fold ? [{ ...change("recursion folded", { fold: null }), key: "u" }] : [],
		...state.order ? [change(`by ${state.order}`, { order: null })] : [],
		...zoomed === null ? [] : [{ what: `zoom ${zoomed}`, change:
			Object.fromEntries(zoomKeys(state.view).map((key) => [key, null])) }],
	];
}
