/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * heat.js - all samples by time, from left to right: a histogram or, of a longer time, a heat map,
 * whose columns have rows of a part of their time each. A drag selects a range of time, with Shift
 * a second one; so do arrows and Enter.
 */

const BAR_ROWS = 96; /* pixels of a histogram's canvas */

/*
 * Paints cells: counts by cell, of which `most` is the strongest; `look(cell)` is 0 of what is not
 * selected, 1 of what is, and 2 in the second range.
 */
function paintCells(canvas, { columns, rows }, counts, strength, look) {
	const scheme = isDark() ? "dark" : "light";
	const ramp = RAMPS[scheme];

	canvas.width = columns;
	canvas.height = rows;
	const pen = canvas.getContext("2d");
	const image = pen.createImageData(columns, rows);
	for (let cell = 0; cell < counts.length; cell++) {
		const column = Math.floor(cell / rows);
		const at = 4 * ((rows - 1 - cell % rows) * columns + column);
		const color = rampColor(ramp, strength(counts[cell]));
		image.data.set([...lookColor(color, look(cell), scheme), 255], at);
	}
	pen.putImageData(image, 0, 0);
}

/* Paints a histogram: a bar for each column. */
function paintBars(canvas, { columns }, counts, look) {
	const scheme = isDark() ? "dark" : "light";
	const most = counts.reduce((a, b) => Math.max(a, b), 1);

	canvas.width = columns;
	canvas.height = BAR_ROWS;
	const pen = canvas.getContext("2d");
	counts.forEach((count, column) => {
		const high = Math.ceil(BAR_ROWS * count / most);
		pen.fillStyle = `rgb(${lookColor(RAMPS[scheme][2], look(column), scheme)})`;
		pen.fillRect(column, BAR_ROWS - high, 1, high);
	});
}

function lookColor(color, look, scheme) {
	return look === 0 ? mixed(color, RAMPS[scheme][0], 0.72) :
		look === 2 ? mixed(color, TINTS[scheme], 0.55) : color;
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

/* Puts a canvas of the columns of a grid where they are in the range [from, to) that is seen. */
function placeCanvas(canvas, grid, [from, to]) {
	canvas.style.left = 100 * (grid.from - from) / (to - from) + "%";
	canvas.style.width = 100 * grid.columns * grid.period / (to - from) + "%";
}

function newHeat(app) {
	const canvas = make("canvas", { "aria-hidden": "true" });
	const element = make("div", { class: "heat", tabindex: 0, role: "application",
		"aria-label": "Samples by time. Arrows go from place to place, " +
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
			wheelTime(app, element, event);
	}, { passive: false });
	element.addEventListener("pointerleave", () => {
		hideTip(app);
		sayTime(app, "");
	});
	element.addEventListener("keydown", (event) => pressedInHeat(heat, event));
	return heat;
}

/* Shows counts of the samples that pass the facets, in the range of time that is seen. */
function showHeat(heat, grid, counts) {
	Object.assign(heat, { grid, counts });
	heat.element.classList.toggle("bars", grid.rows === 1);
	placeCanvas(heat.canvas, grid, seenRange(heat.app));
	paintHeat(heat);
}

function paintHeat(heat, dragged) {
	const { app, canvas, grid, counts } = heat;
	let [range, second] = [rangeOf(app.state.t), rangeOf(app.state.t2)];

	if (dragged)
		[range, second] = dragged.shift ? [range, dragged.range] : [dragged.range, second];
	const look = (cell) => lookOf(range, second, binOfCell(grid, cell));
	if (app.states && grid.rows === 1)
		app.states.paintHeat(canvas, grid, look, BAR_ROWS);
	else if (grid.rows === 1)
		paintBars(canvas, grid, counts, look);
	else
		paintCells(canvas, grid, counts, strengthsOf(counts, scaleOf(app, counts)), look);
	drawCellCursor(heat);
}

function drawCellCursor({ app, element, grid, cursor }) {
	const spot = element.querySelector(".cell-cursor");
	const [from, to] = seenRange(app);

	spot.hidden = cursor < 0;
	if (cursor < 0)
		return;
	const [column, row] = [Math.floor(cursor / grid.rows), cursor % grid.rows];
	spot.style.left = 100 * (grid.from + column * grid.period - from) / (to - from) + "%";
	spot.style.top = 100 * (grid.rows - 1 - row) / grid.rows + "%";
	spot.style.width = 100 * grid.period / (to - from) + "%";
	spot.style.height = 100 / grid.rows + "%";
}

/* The bin under the pointer on an element that is as wide as the time that is seen; a fraction. */
function binAt(app, element, { clientX }) {
	const { left, width } = element.getBoundingClientRect();
	const [from, to] = seenRange(app);

	return from + (to - from) * Math.min(Math.max((clientX - left) / width, 0), 0.999999);
}

function cellAt({ app, element, grid }, event) {
	const { top, height } = element.getBoundingClientRect();
	const column = Math.floor((binAt(app, element, event) - grid.from) / grid.period);
	const row = Math.floor((top + height - event.clientY) * grid.rows / height);

	return Math.min(column, grid.columns - 1) * grid.rows +
		Math.min(Math.max(row, 0), grid.rows - 1);
}

/* True if counts are time on a CPU, by the event that the subtitle begins with. */
function isOfCpu({ subtitle }) {
	return /^(?:cpu|task)-clock/.test(subtitle);
}

/* "5.50 s - 5.52 s", "12.0 ms, 60 % of a CPU" of so many bins. */
function timeTexts(app, bin, bins, count) {
	const { profile, graph } = app;
	const { samples } = profile;
	const nanoseconds = Number(samples.bin) * bins;
	const words = [countText(graph, BigInt(count))];

	if (graph.unit && graph.unit.kind === "time") {
		const spent = count * Number(graph.unit.size) / 10 ** graph.scale;
		words.push(`${(100 * spent / nanoseconds).toFixed(0)} % of ` +
			(isOfCpu(profile) ? "a CPU" : "the time"));
	}
	return [`${binText(samples, bin)} \u2013 ${binText(samples, bin + bins)}`,
		words.join(", ")];
}

function sayTime(app, text) {
	setText(app.parts.status, text);
}

function sayCell({ app, grid, counts }, cell, event) {
	const texts = [...timeTexts(app, binOfCell(grid, cell), grid.step, counts[cell]),
		...app.states && grid.rows === 1 ? app.states.tellHeat(grid, cell) : []];

	if (event)
		showTip(app, event, () => tipRows(texts[0], texts.slice(1)));
	sayTime(app, texts.join(": "));
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

	sayCell(heat, cell, event);
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

/* A wheel above an element of time zooms in or out; the time that the mouse is at stays there. */
function wheelTime(app, element, event) {
	const { left, width } = element.getBoundingClientRect();

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
		sayCell(heat, heat.cursor);
	} else if (anchor < 0) {
		heat.anchor = Math.max(cursor, 0);
		sayTime(heat.app, "Go to the end of the range and press Enter");
	} else {
		heat.anchor = -1;
		selectRange(heat.app, rangeOfCells(grid, anchor, heat.cursor), event.shiftKey);
	}
}

/* The axis of time: ticks, each a share of the width and a text. */
function ticksOf(samples, [from, to], most) {
	const bins = [1, 2, 5].flatMap((n) => Array.from({ length: 14 }, (_, i) => n * 10 ** i))
		.sort((a, b) => a - b);
	const second = 1e9 / Number(samples.bin);
	const clock = SECONDS.map((seconds) => seconds * second).filter(Number.isInteger);
	const step = [...bins.filter((n) => n < second), ...clock]
		.find((n) => (to - from) / n <= most) || to - from;
	const ticks = [];

	for (let at = Math.ceil(from / step) * step; at < to; at += step)
		ticks.push({ at: (at - from) / (to - from), text: binText(samples, at, true) });
	return ticks;
}

function showAxis(element, ticks) {
	setOnce(element, JSON.stringify(ticks), () => ticks.map(({ at, text }) => {
		const tick = make("span", {}, text);
		tick.style.left = 100 * at + "%";
		return tick;
	}));
}
