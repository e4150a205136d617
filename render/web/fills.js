/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * fills.js - what the colours of frames mean, by the reader's choice: the name, the module, the
 * language, how much of a function is its own; and over these the matches of pinned searches. Pure
 * functions.
 */

/* From few samples to many, as [red, green, blue]. */
const RAMPS = {
	light: [[247, 243, 236], [249, 201, 141], [226, 108, 44], [142, 32, 16]],
	dark: [[32, 32, 36], [92, 46, 22], [214, 112, 46], [255, 224, 172]],
};

/* In this order for the groups that count most; black text can be read on all. */
const GROUP_FILLS = ["rgb(232,163,61)", "rgb(106,169,224)", "rgb(93,187,138)", "rgb(240,131,143)",
	"rgb(196,165,224)", "rgb(217,208,90)", "rgb(99,199,199)", "rgb(224,163,200)",
	"rgb(169,182,101)"];
const PIN_FILLS = ["rgb(255,60,200)", "rgb(60,200,255)", "rgb(120,230,60)", "rgb(255,160,20)"];

/* Rules by name, the first that holds: [what, expression]. */
const LANGUAGES = [
	["kernel", /_\[k\]$/],
	["unknown", /^\[.*\]$|^0x[0-9a-f]+$/],
	["Python", /\.pyx?\b|^py::/],
	["JavaScript", /\.[cm]?[jt]sx?\b|^(?:LazyCompile|Function|Builtin):/],
	["Go", /^[\w./-]+\.\(\*?\w+\)\.|^runtime\.\w+$|^[\w-]+\.\w+\/[\w./-]+\.\w+$/],
	["Java", /_\[[ij]\]$|^L?[\w$]+(?:\/[\w$]+)+(?:[.;:]|$)|^(?:java|jdk|org|com)\./],
	["C++, Rust", /::|<.*>/],
];

const MODULES = [/^(.+?)[\x60!]/, /\[([^\]]{2,})\]$/, /\(([^()]*\.(?:so|dll|exe|py|[jt]s)[^():]*)/,
	/^L?((?:[\w$]+[/.]){1,2}[\w$]+)[/.]/, /^<?([\w$]+(?:::[\w$]+)?)::/, /^([\w.-]+)\.\(/];

function languageOf(name) {
	const rule = LANGUAGES.find(([, pattern]) => pattern.test(name));

	return rule ? rule[0] : "other";
}

function moduleOf(name) {
	const plain = name.replace(/_\[[ijkw]\]$/, "")
		.replace(/\.(?:isra|constprop|part|cold|llvm)\b.*$/, ""); /* a compiler's */
	const parts = MODULES.map((pattern) => pattern.exec(plain)).find(Boolean);

	return /_\[k\]$/.test(name) ? "kernel" : parts ? parts[1] : "other";
}

/*
 * The choices: { value, title }, and groupOf(name) of those that make groups. With `of` it is for
 * graphs that have such a function, which gives { chosen, legend } of the graph.
 */
const FILLS = [
	{ value: null, title: "Colours by name" },
	{ value: "module", title: "Colours by module", groupOf: moduleOf },
	{ value: "language", title: "Colours by language", groupOf: languageOf },
	{ value: "self", title: "Colours by own share" },
	{ value: "state", title: "Colours by state", of: "byState" },
	{ value: "orange", title: "Orange and blue", compared: true },
];

/*
 * Functions by their numbers: { self, total, calls } by column, recursion counted once. Callers
 * of a focused tree would count twice: its functions are those of the tree it was made of.
 */
function functionsOf(tree, names) {
	const columns = [tree.before, tree.after].every(Boolean) ? [tree.before, tree.after] :
		[tree.width];
	const ends = new Uint32Array(names); /* of the outermost call that was seen last */
	const self = columns.map((column) => new column.constructor(names));
	const total = columns.map((column) => new column.constructor(names));
	const calls = new Uint32Array(names);
	const own = ownCounts(tree).slice(-columns.length);

	for (let i = 1; i < tree.size; i++) {
		const name = tree.name[i];
		const outermost = i >= ends[name];
		if (outermost)
			ends[name] = tree.next[i];
		calls[name]++;
		for (let c = 0; c < columns.length; c++) {
			self[c][name] += own[c][i];
			if (outermost)
				total[c][name] += columns[c][i];
		}
	}
	return { self, total, calls };
}

/* The colour of a strength from 0 to 1. */
function rampColor(ramp, strength) {
	const at = Math.min(Math.max(strength, 0), 1) * (ramp.length - 1);
	const low = Math.min(Math.floor(at), ramp.length - 2);

	return ramp[low].map((channel, i) =>
		Math.round(channel + (ramp[low + 1][i] - channel) * (at - low)));
}

function mixed(color, other, share) {
	return color.map((channel, i) => Math.round(channel + (other[i] - channel) * share));
}

/* Colours of changes that colour-blind readers can tell apart. */
function blueOrange(delta) {
	const [orange, blue] = [[240, 125, 15], [60, 150, 240]];

	return { ...delta, more: [mixed(delta.same, orange, 0.15), orange],
		less: [mixed(delta.same, blue, 0.15), blue] };
}

/* The choices for a graph: a comparison has one, others have the rest. */
function choicesOf(graph) {
	return FILLS.filter(({ compared, of }) =>
		Boolean(compared) === Boolean(graph.delta) && (!of || graph[of]));
}

/* Groups of names, those of most own counts first: [{ name, sum, fill, numbers }]. */
function groupsOf(graph, self, groupOf) {
	const groups = new Map();

	graph.names.forEach((name, number) => {
		const key = groupOf(name);
		const group = groups.get(key) || { name: key, sum: 0, numbers: [] };
		group.sum += Number(self[number]);
		group.numbers.push(number);
		groups.set(key, group);
	});
	return Array.from(groups.values()).sort((a, b) => b.sum - a.sum).map((group, i) => ({
		...group, fill: GROUP_FILLS[i] || "rgb(190,187,182)" }));
}

/* Legend of groups: those with counts of their own. */
function legendOf({ tree }, groups) {
	return groups.slice(0, GROUP_FILLS.length).flatMap(({ name, sum, fill }) => {
		const share = percentOf(sum, tree.width[0]).toFixed(0);
		return share === "0" ? [] : [{ text: `${name} ${share}%`, fill }];
	});
}

/*
 * What the reader's choice means in a graph: { chosen, legend, recolored }. `chosen` has colours by
 * number of name, where they are not those of the file; legend is a list of { text, fill }.
 */
function fillsOf(graph, value, pins, dark) {
	const choice = choicesOf(graph).find((one) => one.value === value) || FILLS[0];
	const functions = choice.value && functionsOf(graph.tree, graph.names.length);
	let chosen = new Array(graph.names.length);
	let legend = [];

	if (choice.of) {
		({ chosen, legend } = graph[choice.of](graph));
	} else if (choice.groupOf) {
		const groups = groupsOf(graph, functions.self.at(-1), choice.groupOf);
		for (const { numbers, fill } of groups)
			numbers.forEach((number) => (chosen[number] = fill));
		legend = legendOf(graph, groups);
	} else if (choice.value === "self") {
		const [self, total] = [functions.self.at(-1), functions.total.at(-1)];
		const ramp = RAMPS[dark ? "dark" : "light"];
		const fill = (share) => `rgb(${rampColor(ramp, 0.15 + 0.85 * share)})`;
		graph.names.forEach((_, number) => {
			chosen[number] = fill(percentOf(self[number], total[number]) / 100);
		});
		legend = [0, 0.5, 1].map((share) =>
			({ text: `${100 * share}% own`, fill: fill(share) }));
	}
	for (const { found, fill } of pins)
		found.names.forEach((is, number) => is === 1 && (chosen[number] = fill));
	return { chosen, legend, recolored: Boolean(choice.value) || pins.length > 0 };
}

/* Pinned searches: { term, found, fill }; those that are no expression, or slow, are left out. */
function pinsOf(graph, terms, ignoreCase) {
	return terms.map((term, i) => ({ term, fill: PIN_FILLS[i % PIN_FILLS.length],
		pattern: isQuick(graph, term) ? compiled(term, ignoreCase).pattern : undefined }))
		.filter(({ pattern }) => pattern)
		.map((pin) => ({ ...pin, found: search(graph, pin.pattern) }));
}
