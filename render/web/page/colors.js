/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * colors.js - colours of the page, light and dark: ramps from few samples to many, and the neutral
 * colour of what is no function or has not changed.
 */

/* From few samples to many, as [red, green, blue]. */
const RAMPS = {
	light: [[247, 243, 236], [249, 201, 141], [226, 108, 44], [142, 32, 16]],
	dark: [[32, 32, 36], [92, 46, 22], [214, 112, 46], [255, 224, 172]],
};
const TINTS = { light: [37, 97, 156], dark: [127, 178, 234] }; /* of the second range */

function isDark() {
	const { scheme } = document.documentElement.dataset;

	return scheme === "dark" ||
		(scheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/* The colour of a strength from 0 to 1. */
function rampColor(ramp, strength) {
	const at = Math.min(Math.max(strength, 0), 1) * (ramp.length - 1);
	const low = Math.min(Math.floor(at), ramp.length - 2);

	return ramp[low].map((channel, i) =>
		Math.round(channel + (ramp[low + 1][i] - channel) * (at - low)));
}

/*
 * Returns the strength of a count, from 0 to 1, by a scale: "linear" is its share of the largest;
 * "sqrt" the root of that, so that small ones are seen; "rank" how many of all are not larger, so
 * that those are different that are nearly equal.
 */
function strengthsOf(counts, scale) {
	const sorted = Array.from(counts).filter((count) => count > 0).sort((a, b) => a - b);
	const most = sorted.at(-1) || 1;
	const shares = { linear: (count) => count / most,
		sqrt: (count) => Math.sqrt(count / most),
		rank: (count) => lowerBound(sorted, count) / sorted.length };

	return (count) => count > 0 ? 0.06 + 0.94 * shares[scale](count) : 0;
}

/* The scale when none was chosen: by rank where most of what is not empty is nearly full. */
function usualScale(counts) {
	const sorted = Array.from(counts).filter((count) => count > 0).sort((a, b) => a - b);
	const isFull = sorted.length > 1 && sorted[sorted.length >> 3] > sorted.at(-1) / 2;

	return isFull ? "rank" : "sqrt";
}

function mixed(color, other, share) {
	return color.map((channel, i) => Math.round(channel + (other[i] - channel) * share));
}


/* Of the root, and of what is the same before and after: black text can be read on them. */
const NEUTRAL = { light: [212, 209, 204], dark: [138, 138, 144] };

/* Colours of changes that colour-blind readers can tell apart. */
function blueOrange(delta) {
	const [orange, blue] = [[240, 125, 15], [60, 150, 240]];

	return { ...delta, more: [mixed(delta.same, orange, 0.15), orange],
		less: [mixed(delta.same, blue, 0.15), blue] };
}

/* Gives a profile the neutral colour of the scheme; weak changes begin at it. */
function useScheme({ fills, delta }) {
	const neutral = NEUTRAL[isDark() ? "dark" : "light"];

	fills[0] = `rgb(${neutral})`;
	Object.assign(delta, { same: neutral,
		more: [mixed(neutral, delta.more[1], 0.15), delta.more[1]],
		less: [mixed(neutral, delta.less[1], 0.15), delta.less[1]] });
}
