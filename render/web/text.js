/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * text.js - what is said about a graph, without a page: counts, titles, labels, and the
 * state in the URL. Pure functions.
 */

/* 1234567 -> "1,234,567" */
function grouped(n) {
	return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/* printf("%.2f"): the exact double, ties to even. toFixed() differs in the ties only. */
function fixed2(x) {
	if (x * 8 % 2 !== 1)
		return x.toFixed(2);
	const low = Math.floor(x * 100); /* x is an odd number of eighths: x * 100 is exact */
	return ((low + low % 2) / 100).toFixed(2);
}

/* Displayed counts are count * up / down; `factor` is the decimal number that was typed. */
function displayRatio(scale, factor) {
	const digits = /^(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(factor)) || ["", "1"];
	const fraction = digits[2] || "";
	const shift = Number(digits[3] || 0) - fraction.length - scale;

	return {
		up: BigInt(digits[1] + fraction) * 10n ** BigInt(Math.max(shift, 0)),
		down: 10n ** BigInt(Math.max(-shift, 0)),
	};
}

/* The displayed count, a BigInt, rounded half away from zero. */
function displayed(graph, count) {
	const { up, down } = graph.ratio;

	return (2n * BigInt(count) * up + down) / (2n * down);
}

function nameOf(graph, tree, frame) {
	return frame === 0 ? "all" : graph.names[tree.name[frame]];
}

/* Titles that were given to a name have a key. The root shares its name with nameless frames. */
function titleKey(tree, frame) {
	return frame === 0 ? "root" : tree.name[frame];
}

/* The titles that were given to names, by titleKey(): not name and counts, "NAME (...%)". */
function givenTitles(graph) {
	const { tree, titles } = graph;
	const given = new Map();

	for (const frame of Object.keys(titles).map(Number)) {
		const name = nameOf(graph, tree, frame);
		const title = titles[frame];
		const counts = title.startsWith(name + " (") && title.endsWith("%)");
		if (!counts && title !== "")
			given.set(titleKey(tree, frame), title);
	}
	return given;
}

/* What the frame is labelled: its name, or its given title without the last parenthesis. */
function labelOf(graph, tree, frame) {
	const title = graph.given.get(titleKey(tree, frame)) || "";

	return title.replace(/\([^(]*$/, "").trimEnd() || title || nameOf(graph, tree, frame);
}

/* Percent that a displayed count is of a total, which is not rounded for that. */
function percentOf(graph, shown, total) {
	const whole = Number(total) / 10 ** graph.scale * graph.factor;

	return Number(total) > 0 ? 100 * Number(shown) / whole : 0;
}

/* The count that the title tells: what the width shows, or a differential's second column. */
function countOf(graph, tree, frame) {
	return graph.after ? graph.after[frame] : tree.width[frame];
}

/*
 * In differentials: "; was 1,000, 4.10%; +1.57%", the change being in percentage points. What
 * normalising made of a count is no whole number: its share is not rounded.
 */
function changeOf(graph, frame, share) {
	const count = graph.before[frame];
	const shown = displayed(graph, count);
	const exact = Number(count) / 10 ** graph.scale * graph.factor;
	const before = percentOf(graph, graph.normalized ? exact : shown, graph.beforetotal);
	const points = share - before;
	const sign = points > 0 ? "+" : points < 0 ? "-" : "";

	if (frame === 0)
		return `; was ${grouped(shown)}, 100%; 0.00%`;
	return `; was ${grouped(shown)}, ${fixed2(before)}%; ${sign}${fixed2(Math.abs(points))}%`;
}

/*
 * The frame's title, as the static picture has it: "main (1,234 samples, 5.67%)", if the
 * file does not list another one.
 */
function titleOf(graph, tree, frame) {
	if (graph.titles[frame] !== undefined)
		return graph.titles[frame];
	const shown = displayed(graph, countOf(graph, tree, frame));
	const share = percentOf(graph, shown, graph.after ? graph.aftertotal : tree.width[0]);
	const percent = frame === 0 ? "100" : fixed2(share);
	const change = graph.before ? changeOf(graph, frame, share) : "";

	return `${nameOf(graph, tree, frame)} (${grouped(shown)} ${graph.countname}, ` +
		`${percent}%${change})`;
}

/* Names from the root to the frame, as folded text has them. */
function stackOf(graph, tree, frame) {
	const names = [];

	for (let f = frame; f > 0; f = tree.parent[f])
		names.unshift(nameOf(graph, tree, f));
	return names.join(";");
}

/* "12.3%", and "100%" only for the whole. */
function shareText(part, whole) {
	return part === whole ? "100%" : (100 * Number(part) / Number(whole)).toFixed(1) + "%";
}

/*
 * `text` cut to `room`, with ".." where it was cut; "" if no three characters fit.
 * measure(text) is its width in the unit of `room`; `side` is the end that is cut off.
 */
function fitted(text, room, side, measure) {
	if (measure(text) <= room)
		return text;
	const chars = Array.from(text);
	const cut = (n) => side === "left" ?
		".." + chars.slice(chars.length - n).join("") : chars.slice(0, n).join("") + "..";
	let low = 0;
	let high = chars.length;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (measure(cut(middle)) <= room)
			low = middle;
		else
			high = middle - 1;
	}
	return low > 0 ? cut(low) : "";
}

/* Does white contrast more than black with "rgb(r,g,b)"? By WCAG's relative luminance. */
function needsWhite(color) {
	const linear = (color.match(/\d+/g) || [255, 255, 255]).map((part) => {
		const v = part / 255;
		return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	});
	const light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];

	return 1.05 / (light + 0.05) > (light + 0.05) / 0.05;
}

/* encodeURIComponent() throws on half a surrogate pair, decodeURIComponent() on a bare %. */
function encoded(text) {
	return encodeURIComponent(String(text).replace(/[\uD800-\uDFFF]/gu, "\uFFFD"));
}

function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/* "?x=1&y=2&s=a%20b" -> { x: "1", y: "2", s: "a b" }, null where missing. */
function readState(query) {
	const state = { x: null, y: null, s: null };

	for (const part of query.replace(/^\?/, "").split("&")) {
		const [key] = part.split("=", 1);
		if (Object.hasOwn(state, key) && part.length > key.length)
			state[key] = decoded(part.slice(key.length + 1));
	}
	return state;
}

/* The query with x, y and s replaced (null: taken out); others are kept as they were. */
function writeState(query, state) {
	const parts = query.replace(/^\?/, "").split("&")
		.filter((part) => part !== "" && !Object.hasOwn(state, part.split("=", 1)[0]));

	for (const key of Object.keys(state)) {
		if (state[key] !== null)
			parts.push(key + "=" + encoded(state[key]));
	}
	return parts.length > 0 ? "?" + parts.join("&") : "";
}
