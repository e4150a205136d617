/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * fills.js - what the colours of frames mean, by the reader's choice: the name, the module, the
 * language, how much of a function is its own; and over these the matches of pinned searches.
 */

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
	const plain = name.replace(/_\[[ijkw]\]$/, "");
	const parts = MODULES.map((pattern) => pattern.exec(plain)).find(Boolean);

	return /_\[k\]$/.test(name) ? "kernel" : parts ? parts[1] : "other";
}

/* The choices: { value, title }, and groupOf(name) of those that make groups. */
const FILLS = [
	{ value: null, title: "Colours by name" },
	{ value: "module", title: "Colours by module", groupOf: moduleOf },
	{ value: "language", title: "Colours by language", groupOf: languageOf },
	{ value: "self", title: "Colours by own share" },
	{ value: "orange", title: "Orange and blue", compared: true },
];

/* Groups of names, those of most own counts first: [{ name, share, fill, has }]. */
function groupsOf(graph, groupOf) {
	const { self, totals } = graph.functions();
	const groups = new Map();

	graph.names.forEach((name, number) => {
		const key = groupOf(name);
		const group = groups.get(key) || { name: key, sum: 0, numbers: [] };
		group.sum += Number(self[number]);
		group.numbers.push(number);
		groups.set(key, group);
	});
	return Array.from(groups.values()).sort((a, b) => b.sum - a.sum).map((group, i) => ({
		...group, share: percentOf(group.sum, totals),
		fill: GROUP_FILLS[i] || graph.fills[0] }));
}

/*
 * What replaces the colours of the file: { fills, legend }, by number of name; legend is a list of
 * { name, share, fill }.
 */
function fillsOf(graph, choice, pins) {
	const fills = graph.fills.slice();
	const { groupOf } = FILLS.find(({ value }) => value === choice) || {};
	const legend = groupOf ? groupsOf(graph, groupOf) : [];

	for (const { numbers, fill } of legend) {
		for (const number of numbers.filter((n) => n > 0))
			fills[number] = fill;
	}
	if (choice === "self") {
		const { self, total } = graph.functions();
		const ramp = RAMPS[isDark() ? "dark" : "light"];
		for (let number = 1; number < fills.length; number++) {
			const share = percentOf(self[number], total[number]) / 100;
			fills[number] = `rgb(${rampColor(ramp, 0.15 + 0.85 * share)})`;
		}
	}
	pins.forEach(({ found, fill }) => found.names.forEach((is, number) => {
		if (is === 1 && number > 0)
			fills[number] = fill;
	}));
	return { fills, legend };
}

/* Pinned searches: { term, found, fill }; those that are no expression, or slow, are left out. */
function pinsOf(graph, terms, ignoreCase) {
	return terms.map((term, i) => ({ term, fill: PIN_FILLS[i % PIN_FILLS.length],
		pattern: isQuick(graph, term) ? compiled(term, ignoreCase).pattern : undefined }))
		.filter(({ pattern }) => pattern)
		.map((pin) => ({ ...pin, found: search(graph, pin.pattern) }));
}
