// SPDX-License-Identifier: MIT
// many.mjs - folded lines of very many frames, always the same ones.

// Numbers below `limit`, one after the other.
function dice(seed) {
	let state = seed;

	return (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor(state / 2 ** 32 * limit);
	};
}

// A region that is narrower than a pixel in a graph of 100,000 frames or more: its frames
// are wide enough to be seen when it fills the window, those in its `deep` are not.
export const REGION = [
	...Array.from({ length: 60 }, (_, i) => `main;tiny;a${i % 6};b${i} ${300 + i}`),
	...Array.from({ length: 300 }, (_, i) => `main;tiny;deep;c${i} ${1 + i % 2}`),
];

// About that many frames, and those of the region.
export function manyLines(frames) {
	const roll = dice(1);
	const stack = ["main"];
	const lines = [...REGION];

	for (let made = 0; made < frames;) {
		stack.length = 1 + roll(stack.length);
		for (let pushed = roll(5); pushed >= 0 && stack.length < 60; pushed--) {
			stack.push(`lib${roll(200)}::call_${roll(20000)}`);
			made++;
		}
		lines.push(`${stack.join(";")} ${3000 + roll(2000)}`);
	}
	return lines;
}
