/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * colors.js - colours of the page, light and dark: how strong a count is, and the neutral colour of
 * what is no function or has not changed.
 */

const TINTS = { light: [37, 97, 156], dark: [127, 178, 234] }; /* of the second range */

function isDark() {
	const { scheme } = document.documentElement.dataset;

	return scheme === "dark" ||
		(scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/*
 * Returns the strength of a count, from 0 to 1, by a scale: "linear" is its share of the largest;
 * "sqrt" the root of that, so that small ones are seen; "rank" how many of all are not larger, so
 * that those are different that are nearly equal.
 */
function strengthsOf(counts, scale) {
	const sorted = Float64Array.from(counts).filter((count) => count > 0).sort();
	const most = sorted.at(-1) || 1;
	const shares = { linear: (count) => count / most,
		sqrt: (count) => Math.sqrt(count / most),
		rank: (count) => lowerBound(sorted, count) / sorted.length };

	return (count) => count > 0 ? 0.06 + 0.94 * shares[scale](count) : 0;
}

/* The scale when none was chosen: by rank where most of what is not empty is nearly full. */
function usualScale(counts) {
	const sorted = Float64Array.from(counts).filter((count) => count > 0).sort();
	const isFull = sorted.length > 1 && sorted[sorted.length >> 3] > sorted.at(-1) / 2;

	return isFull ? "rank" : "sqrt";
}


/* Of the root, and of what is the same before and after: black text can be read on them. */
const NEUTRAL = { light: [212, 209, 204], dark: [138, 138, 144] };

/* Gives a profile the neutral colour of the scheme; weak changes begin at it. */
function useScheme({ fills, delta }) {
	const neutral = NEUTRAL[isDark() ? "dark" : "light"];

	fills[0] = `rgb(${neutral})`;
	Object.assign(delta, { same: neutral,
		more: [mixed(neutral, delta.more[1], 0.15), delta.more[1]],
		less: [mixed(neutral, delta.less[1], 0.15), delta.less[1]] });
}
