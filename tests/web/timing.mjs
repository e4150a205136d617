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

// In the page: the middle of the one of these rectangles that is nearest to 120 px wide.
export const frameToClick = (selector) => {
	const boxes = Array.from(document.querySelectorAll(selector), (rect) =>
		rect.getBoundingClientRect());
	const off = (box) => Math.abs(box.width - 120);
	const box = boxes.reduce((best, other) => off(other) < off(best) ? other : best);

	return [box.x + box.width / 2, box.y + box.height / 2];
};

// How long a click on such a frame takes. Which one it is, is not timed.
export async function timedZoom(page, selector) {
	const place = await page.evaluate(frameToClick, selector);

	await page.mouse.move(...place);
	await painted(page);
	return timed(page, () => page.mouse.click(...place));
}
