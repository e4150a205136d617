// SPDX-License-Identifier: MIT
// timing.mjs - shared by measure.mjs and measure-page.mjs: an act takes until two frames have been
// painted after it.

export function painted(page) {
	return page.evaluate(() => new Promise((done) =>
		window.requestAnimationFrame(() => window.requestAnimationFrame(done))));
}

export async function timed(page, act) {
	const start = performance.now();

	await act();
	await painted(page);
	return performance.now() - start;
}

// In the page: of these rectangles the one nearest to 120 px wide is clicked, as by a mouse.
export const clickFrame = (selector) => {
	const boxes = Array.from(document.querySelectorAll(selector), (rect) =>
		({ rect, box: rect.getBoundingClientRect() }));
	const off = ({ box }) => Math.abs(box.width - 120);
	const { rect, box } = boxes.reduce((best, other) => off(other) < off(best) ? other : best);

	rect.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true,
		clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
};
