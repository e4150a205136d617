/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * text.js - texts about a graph, without a page: counts, titles, labels, and the state in the URL.
 * Pure functions.
 */

/* 1234567 -> "1,234,567" */
function grouped(n) {
	return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/* "1 frame", "1,234 frames" */
function plural(n, noun) {
	return `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
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
	return isRoot(tree, frame) ? "all" : graph.names[tree.name[frame]];
}

/* Titles that were given to a name have a key. The root shares its name with nameless frames. */
function titleKey(tree, frame) {
	return isRoot(tree, frame) ? "root" : tree.name[frame];
}

/* After the name of a folded frame: of how many it was made, at most. */
function runText(tree, frame) {
	return tree.folded && tree.run[frame] > 1 ? ` up to \u00d7${grouped(tree.run[frame])}` : "";
}

/* The label of a frame: its name, or its given title without the last parenthesis. */
function labelOf(graph, tree, frame) {
	const title = graph.given.get(titleKey(tree, frame)) || "";

	return title.replace(/\([^(]*$/, "").trimEnd() || title || nameOf(graph, tree, frame);
}

/* After the name in a label: what a folded frame was made of, what changed in a differential. */
function labelRest(graph, tree, frame) {
	const changed = tree.before && !isRoot(tree, frame) &&
		tree.before[frame] !== countOf(graph, tree, frame);
	const text = changed ? differenceText(graph, tree, frame) : "";

	return runText(tree, frame) + (text && " " + text);
}

/* Percent that a count is of a total. */
function percentOf(count, total) {
	return Number(total) > 0 ? 100 * Number(count) / Number(total) : 0;
}

/* n / step, halves rounded up. */
function divided(n, step) {
	return (2n * n + step) / (2n * step);
}

/* 1250n, 2 -> "12.50", with commas in the whole part. */
function fixed(n, digits) {
	const text = String(n).padStart(digits + 1, "0");
	const whole = grouped(text.slice(0, text.length - digits));

	return digits > 0 ? `${whole}.${text.slice(-digits)}` : whole;
}

/* Nanoseconds as "12.0 ms": the first power of 10 of them that leaves three digits. */
function timeText(ns) {
	let step = 1n;
	let i = 0;

	for (; i < 9 && divided(ns, step) >= 1000n; i++)
		step *= 10n;
	return fixed(divided(ns, step), (9 - i) % 3) +
		[" ns", " \u00B5s", " ms", " s"][Math.floor((i + 2) / 3)];
}

/* Bytes as "4.2 GiB". */
function memoryText(bytes) {
	const names = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
	let unit = 1024n;

	if (bytes < unit)
		return `${bytes} B`;
	while (divided(10n * bytes, unit) >= 10240n && names.length > 1) {
		unit *= 1024n;
		names.shift();
	}
	return `${fixed(divided(10n * bytes, unit), 1)} ${names[0]}`;
}

/* A count as it is displayed: in its unit, else with two of its decimals at most. */
function numberOf(graph, count) {
	const power = 10n ** BigInt(graph.scale);

	if (graph.unit) {
		const amount = divided(BigInt(count) * BigInt(graph.unit.size), power);
		return graph.unit.kind === "time" ? timeText(amount) : memoryText(amount);
	}
	if (graph.scale > 0 && graph.factor === 1 && !graph.normalized)
		return fixed(divided(100n * BigInt(count), power), 2).replace(/\.?0+$/, "");
	return grouped(displayed(graph, count));
}

/* "1,234 samples", "12.0 ms" */
function countText(graph, count) {
	return numberOf(graph, count) + (graph.unit ? "" : ` ${graph.countname}`);
}

/* The count that the title tells: what the width shows, or a differential's second column. */
function countOf(graph, tree, frame) {
	return tree.after ? tree.after[frame] : tree.width[frame];
}

/* The whole of which countOf() is a part. */
function totalOf(graph, tree) {
	return tree.after ? graph.aftertotal : graph.tree.width[0];
}

/* "+464 ms" or, of profiles that count alike, the change of the share: "+6.07"; "": none. */
function differenceText(graph, tree, frame) {
	const [before, after] = [tree.before[frame], countOf(graph, tree, frame)];

	if (graph.alike) {
		const points = percentOf(after, totalOf(graph, tree)) -
			percentOf(before, graph.beforetotal);
		const text = fixed2(Math.abs(points));
		return text === "0.00" ? "" : (points > 0 ? "+" : "-") + text;
	}
	return (after > before ? "+" : after < before ? "-" : "") +
		numberOf(graph, after > before ? after - before : before - after);
}

/* "x1.67", or "" where one of both is 0. */
function ratioText(before, after) {
	return before > 0 && after > 0 ? "x" + fixed2(Number(after) / Number(before)) : "";
}

/* In differentials: ", was 695 ms: +464 ms, x1.67, 58.52% -> ". */
function changeOf(graph, tree, frame) {
	const [before, after] = [tree.before[frame], countOf(graph, tree, frame)];
	const ratio = ratioText(before, after);
	const parts = graph.alike ? [] :
		[differenceText(graph, tree, frame), ...ratio ? [ratio] : []];
	const shares = isWhole(graph, tree, frame) ? "" :
		`${fixed2(percentOf(before, graph.beforetotal))}% -> `;

	return `, ${graph.sides[0]} ${numberOf(graph, before)}: ` +
		parts.map((part) => part + ", ").join("") + shares;
}

/* True for the root with everything it has in the file. */
function isWhole(graph, tree, frame) {
	return isRoot(tree, frame) && tree.width[0] === graph.tree.width[0];
}

/* The title that the file gave to the frame, or undefined. */
function givenTitle(graph, tree, frame) {
	const sole = tree === graph.tree ? frame : tree.sole[frame];

	if (sole >= 0 && tree.width[frame] === graph.tree.width[sole])
		return graph.titles[sole];
	return graph.given.get(titleKey(tree, frame));
}

/*
 * The frame's title, as the static picture has it: "main (1,234 samples, 5.67%)", if the
 * file does not list another one. Shares are those of the whole profile, whatever is seen.
 */
function titleOf(graph, tree, frame) {
	const given = givenTitle(graph, tree, frame);
	const name = nameOf(graph, tree, frame);
	const run = runText(tree, frame);

	if (given !== undefined)
		return run && given.startsWith(name + " (") ?
			name + run + given.slice(name.length) : given + run;
	const count = countOf(graph, tree, frame);
	const share = percentOf(count, totalOf(graph, tree));
	const whole = isWhole(graph, tree, frame);
	const samples = whole && graph.samples ? `, ${graph.samples}` : "";
	const change = tree.before ? changeOf(graph, tree, frame) : ", ";

	return `${name}${run} (${countText(graph, count)}${samples}${change}` +
		`${whole ? "100" : fixed2(share)}%)`;
}

/* The colour of a change as the file has it; no change is stronger than the strongest. */
function deltaColor(delta, before, after) {
	const kind = typeof before === "bigint" ? BigInt : Number;
	const weights = delta.weights || [1, 1]; /* that make the totals count alike */
	const count = [before, after].map((n, i) => n * kind(weights[i]));
	const [less, more] = delta.negate ? [count[1], count[0]] : count;
	const change = more > less ? more - less : less - more;
	const largest = delta.byframe ? (more > less ? more : less) : kind(delta.max);
	const [weak, strong] = more > less ? delta.more : delta.less;
	const rest = largest > change ? largest - change : kind(0);
	const faded = strong.map((channel, i) => channel +
		Math.trunc(Number(rest * kind(weak[i] - channel) / (largest || kind(1)))));

	return `rgb(${change > (delta.least || 0) ? faded : delta.same})`;
}

/* Names from the root to the frame, as folded text has them. */
function stackOf(graph, tree, frame) {
	const names = [];
	const below = tree.split > 0 && frame >= tree.split;

	for (let f = frame; f >= 0; f = tree.parent[f]) {
		if (!isRoot(tree, f))
			names.unshift(nameOf(graph, tree, f));
	}
	return (below === tree.reversed ? names : names.reverse()).join(";");
}

/* The position of a frame, for screen readers: "Level 2, on main, with 3 frames on it". */
function placeText(graph, tree, frame) {
	const parent = tree.parent[frame];
	const on = parent < 0 ? "Root" :
		`Level ${Math.abs(tree.depth[frame] - tree.depth[0])}, ` +
		`on ${nameOf(graph, tree, parent)}`;
	let frames = 0;

	for (let child = frame + 1; child < tree.next[frame]; child = tree.next[child])
		frames++;
	return `${on}, with ${grouped(frames)} ${frames === 1 ? "frame" : "frames"} on it`;
}

/* `name` and `rest`, cut in the name as long as there is room for some of it. */
function fittedName(name, rest, room, side, measure) {
	const left = rest ? fitted(name, room - measure(rest), side, measure) : "";

	if (left)
		return left + rest;
	return measure(name) <= room ? name : fitted(name + rest, room, side, measure);
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

/* True if white contrasts more than black with "rgb(r,g,b)", by WCAG's relative luminance. */
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

/* The state in the URL: null or [] if the URL does not set it. */
const STATE = { x: null, y: null, s: null, ic: null, flip: null, focus: null, hide: [], drop: [],
	reverse: null, fold: null, order: null, color: null, pin: [] };

/*
 * "?x=1&hide=a%20b" -> { x: "1", hide: ["a b"], y: null, ... }; keys may have a prefix. `known` has
 * all keys, each with null or [].
 */
function readState(query, prefix = "", known = STATE) {
	const state = { ...known };

	for (const part of query.replace(/^\?/, "").split("&")) {
		const [written] = part.split("=", 1);
		const key = written.slice(prefix.length);
		if (!written.startsWith(prefix) || !Object.hasOwn(state, key) ||
			part.length === written.length)
			continue;
		const value = decoded(part.slice(written.length + 1));
		state[key] = Array.isArray(state[key]) ? [...state[key], value] : value;
	}
	return state;
}

/* The query with these of the state replaced, or taken out; others are kept as they were. */
function writeState(query, state, prefix = "", known = STATE) {
	const isState = (key) => key.startsWith(prefix) &&
		Object.hasOwn(known, key.slice(prefix.length));
	const parts = query.replace(/^\?/, "").split("&")
		.filter((part) => part !== "" && !isState(part.split("=", 1)[0]));

	for (const key of Object.keys(known)) {
		for (const value of [state[key]].flat()) {
			if (value !== null && value !== undefined)
				parts.push(prefix + key + "=" + encoded(value));
		}
	}
	return parts.length > 0 ? "?" + parts.join("&") : "";
}
