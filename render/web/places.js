/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * places.js - when the SVG's tree changes: find the same frame in another tree, describe the
 * refinement in words. Pure functions.
 */

/* The child of that name, or -1. */
function childNamed(tree, frame, name) {
	let child = frame + 1;

	while (child < tree.next[frame] && tree.name[child] !== name)
		child = tree.next[child];
	return child < tree.next[frame] ? child : -1;
}

/* childNamed() for a frame that may call itself before it calls that child. */
function childOfRun(tree, frame, name) {
	let child = -1;

	for (let at = frame; at >= 0 && child < 0; at = childNamed(tree, at, tree.name[at]))
		child = childNamed(tree, at, name);
	return child;
}

/* The frame of another tree with the same path, or its last caller that the other tree has. */
function samePlace(from, frame, to, hidden) {
	const find = from.folded && !to.folded ? childOfRun : childNamed;
	const names = [];
	let at = 0;

	for (let f = frame; f > 0; f = from.parent[f])
		names.unshift(from.name[f]);
	for (const name of names) {
		const child = find(to, at, name);
		const again = to.folded && at > 0 && to.name[at] === name;
		if (child >= 0)
			at = child;
		else if (!hidden.includes(name) && !again)
			break;
	}
	return at;
}

/* Describe the refinement: "f: callers and callees, 2 functions hidden, leaf first". */
function refinementText(graph, refine) {
	const name = (number) => graph.names[number];
	const several = (numbers) =>
		numbers.length === 1 ? name(numbers[0]) : `${numbers.length} functions`;
	const words = [];

	if (refine.focus >= 0)
		words.push(name(refine.focus) + ": callers and callees");
	if (refine.hidden.length > 0)
		words.push(several(refine.hidden) + " hidden");
	if (refine.dropped.length > 0)
		words.push(several(refine.dropped) + " left out");
	if (refine.reversed)
		words.push("leaf first");
	if (refine.folded)
		words.push("recursion folded");
	if (refine.order)
		words.push("by " + refine.order);
	return words.join(", ");
}

/* A title cut to fit: its name, not the counts after it, as long as there is room for them. */
function fittedTitle(text, room, side, measure) {
	const at = text.lastIndexOf(" (");
	const end = at > 0 ? at : text.length;

	return fittedName(text.slice(0, end), text.slice(end), room, side, measure);
}
