/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * moves.js - keys: their names, and where arrows lead in a graph. Pure functions.
 */

/* "Ctrl-f", "Shift-n", "?", "ArrowUp" */
function keyName(event) {
	const letter = /^[a-z]$/i.test(event.key);
	const shift = event.shiftKey && (letter || event.key === "Enter");

	return (event.ctrlKey || event.metaKey ? "Ctrl-" : "") + (shift ? "Shift-" : "") +
		(letter ? event.key.toLowerCase() : event.key);
}

/*
 * The frame that an arrow leads to from view.cursor, or -1. "ArrowUp" is towards the leaves in a
 * flame graph, towards the root in an icicle graph.
 */
function arrowFrame({ tree, win, cursor, inverted }, key) {
	const by = key === (inverted ? "ArrowDown" : "ArrowUp") ? 1 : -1;

	if (cursor < 0 || !inWindow(tree, win, cursor))
		return win.frame;
	if (key === "ArrowLeft" || key === "ArrowRight")
		return neighbour(tree, win, cursor, key === "ArrowLeft" ? -1 : 1);
	return stepFrom(tree, win, cursor, by);
}
