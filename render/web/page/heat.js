/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * heat.js - the heat map: time from left to right, and upwards as many rows as a column has room
 * for. A drag selects a range of time, with Shift a second one; so do arrows and Enter.
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

/* Strengths are shares of the largest count, or their square roots, so that small ones are seen. */
function strengthOf(count, most, scale) {
	const share = most > 0 ? count / most : 0;

	return count > 0 ? 0.06 + 0.94 * (scale === "linear" ? share : Math.sqrt(share)) : 0;
}

function mixed(color, other, share) {
	return color.map((channel, i) => Math.round(channel + (other[i] - channel) * share));
}

/*
 * Paints cells: counts by cell; `look(cell)` is 0 of what is not selected, 1 of what is, and 2 in
 * the second range.
 */
function paintCells(canvas, { columns, rows }, counts, scale, look) {
	const dark = isDark();
	const ramp = RAMPS[dark ? "dark" : "light"];
	const tint = TINTS[dark ? "dark" : "light"];
	const most = counts.reduce((a, b) => Math.max(a, b), 0);

	canvas.width = columns;
	canvas.height = rows;
	const pen = canvas.getContext("2d");
	const image = pen.createImageData(columns, rows);
	for (let cell = 0; cell < counts.length; cell++) {
		const column = Math.floor(cell / rows);
		const at = 4 * ((rows - 1 - cell % rows) * columns + column);
		let color = rampColor(ramp, strengthOf(counts[cell], most, scale));
		const is = look(cell);
		if (is === 0)
			color = mixed(color, ramp[0], 0.72);
		else if (is === 2)
			color = mixed(color, tint, 0.55);
		image.data.set([...color, 255], at);
	}
	pen.putImageData(image, 0, 0);
}

/* The first bin of a cell. */
function binOfCell(grid, cell) {
	return grid.from + Math.floor(cell / grid.rows) * grid.period +
		cell % grid.rows * grid.step;
}

/* The range from one cell to another, both included. */
function rangeOfCells(grid, a, b) {
	const [first, last] = [Math.min(a, b), Math.max(a, b)]
		.map((cell) => binOfCell(grid, cell));

	return [Math.max(first, 0), last + grid.step];
}

/* Which of the two ranges a bin is in: 1, 2, or 0; everything is in 1 if there is no range. */
function lookOf(range, second, bin) {
	if (second && bin >= second[0] && bin < second[1])
		return 2;
	return !range && !second || range && bin >= range[0] && bin < range[1] ? 1 : 0;
}

function newHeat(app) {
	const canvas = make("canvas", { "aria-hidden": "true" });
	const element = make("div", { class: "heat", tabindex: 0, role: "application",
		"aria-label": "Heat map of samples by time. Arrows go from cell to cell, " +
			"Enter begins and ends a selection, with Shift a second one." }, canvas,
	make("i", { class: "cell-cursor", hidden: "" }));
	const heat = { app, element, canvas, grid: null, counts: null, cursor: -1, anchor: -1 };

	element.addEventListener("pointerdown", (event) => beginDrag(heat, event));
	element.addEventListener("pointermove", (event) => moveDrag(heat, event));
	element.addEventListener("pointerup", (event) => endDrag(heat, event));
	element.addEventListener("pointercancel", () => dropDrag(heat));
	element.addEventListener("wheel", (event) => {
		if (heat.drag)
			event.preventDefault();
		else
			wheelTime(app, canvas, event);
	}, { passive: false });
	element.addEventListener("pointerleave", () => sayTime(app, ""));
	element.addEventListener("keydown", (event) => pressedInHeat(heat, event));
	return heat;
}

/* Shows counts of the samples that pass the facets, in the range of time that is seen. */
function showHeat(heat, grid, counts) {
	Object.assign(heat, { grid, counts });
	paintHeat(heat);
}

function paintHeat(heat, dragged) {
	const { app, grid, counts } = heat;
	let [range, second] = [rangeOf(app.state.t), rangeOf(app.state.t2)];

	if (dragged)
		[range, second] = dragged.shift ? [range, dragged.range] : [dragged.range, second];
	paintCells(heat.canvas, grid, counts, app.state.scale || "sqrt",
		(cell) => lookOf(range, second, binOfCell(grid, cell)));
	drawCellCursor(heat);
}

function drawCellCursor({ element, grid, cursor }) {
	const spot = element.querySelector(".cell-cursor");

	spot.hidden = cursor < 0;
	if (cursor < 0)
		return;
	const [column, row] = [Math.floor(cursor / grid.rows), cursor % grid.rows];
	spot.style.left = 100 * column / grid.columns + "%";
	spot.style.top = 100 * (grid.rows - 1 - row) / grid.rows + "%";
	spot.style.width = 100 / grid.columns + "%";
	spot.style.height = 100 / grid.rows + "%";
}

function cellAt({ canvas, grid }, event) {
	const box = canvas.getBoundingClientRect();
	const part = (at, from, size, cells) =>
		Math.min(Math.max(Math.floor((at - from) * cells / size), 0), cells - 1);
	const column = part(event.clientX, box.left, box.width, grid.columns);
	const row = grid.rows - 1 - part(event.clientY, box.top, box.height, grid.rows);

	return column * grid.rows + row;
}

function heatText({ app, grid, counts }, cell) {
	const { samples } = app.profile;
	const bin = binOfCell(grid, cell);

	return `${binText(samples, bin)}: ${countText(app.graph, BigInt(counts[cell]))}`;
}

function sayTime(app, text) {
	setText(app.parts.status, text);
}

function beginDrag(heat, event) {
	if (event.button)
		return;
	heat.anchor = cellAt(heat, event);
	heat.drag = true;
	heat.element.setPointerCapture(event.pointerId);
}

function moveDrag(heat, event) {
	const cell = cellAt(heat, event);

	sayTime(heat.app, heatText(heat, cell));
	if (heat.drag)
		paintHeat(heat, { range: rangeOfCells(heat.grid, heat.anchor, cell),
			shift: event.shiftKey });
}

function endDrag(heat, event) {
	if (!heat.drag)
		return;
	heat.drag = false;
	selectRange(heat.app, rangeOfCells(heat.grid, heat.anchor, cellAt(heat, event)),
		event.shiftKey);
	heat.anchor = -1;
}

/* A wheel above a canvas of time zooms in or out; the time that the mouse is at stays there. */
function wheelTime(app, canvas, event) {
	const { left, width } = canvas.getBoundingClientRect();

	event.preventDefault();
	if (event.deltaY !== 0)
		zoomTimeBy(app, event.deltaY < 0 ? 0.8 : 1.25, (event.clientX - left) / width);
}

function dropDrag(heat) {
	heat.drag = false;
	paintHeat(heat);
}

function selectRange(app, [from, to], isSecond) {
	change(app, unzoomed({ [isSecond ? "t2" : "t"]: `${from}-${to}` }));
}

function pressedInHeat(heat, event) {
	const { grid, cursor, anchor } = heat;
	const by = { ArrowLeft: -grid.rows, ArrowRight: grid.rows, ArrowUp: 1,
		ArrowDown: -1 }[event.key];

	if (by === undefined && event.key !== "Enter")
		return;
	event.preventDefault();
	event.stopPropagation();
	if (by !== undefined) {
		const to = cursor < 0 ? 0 : cursor + by;
		heat.cursor = to >= 0 && to < heat.counts.length ? to : cursor;
		paintHeat(heat, anchor < 0 ? null : { shift: event.shiftKey,
			range: rangeOfCells(grid, anchor, heat.cursor) });
		sayTime(heat.app, heatText(heat, heat.cursor));
	} else if (anchor < 0) {
		heat.anchor = Math.max(cursor, 0);
		sayTime(heat.app, "Go to the end of the range and press Enter");
	} else {
		heat.anchor = -1;
		selectRange(heat.app, rangeOfCells(grid, anchor, heat.cursor), event.shiftKey);
	}
}
