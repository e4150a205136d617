/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * time.js - the view of time: the heat map, a lane for each value of a label, and below them the
 * graph of what is selected, or the stacks of one lane in order of time.
 */

const STRIP = 360; /* columns of a lane, at most */

const SCALES = [{ value: "sqrt", title: "Square root" }, { value: "linear", title: "Linear" },
	{ value: "rank", title: "Rank" }];
const MEASURES = [{ value: "all", title: "One scale" }, { value: "own", title: "Each its own" }];

/* The range of time that is seen; of a recording that goes on, what is still there. */
function seenRange(app) {
	const { first, bins } = app.profile.samples;

	return rangeOf(app.state.z) || [app.live ? Math.max(first, 0) : 0, Math.max(bins, 1)];
}

const MANY_LANES = 24; /* of threads: fewer names of them say more */

/* The label whose values are lanes: the one chosen, or the first of these that is there. */
function laneLabel(app) {
	const { labels } = app.profile.samples;
	const find = (name) => labels.find((label) => label.name === name);
	const [tid, comm] = [find("tid"), find("comm")];
	const threads = tid && comm && tid.values.length > MANY_LANES &&
		comm.values.length < tid.values.length ? comm : tid;

	return find(app.state.lane) || threads || find("thread") || find("cpu") || labels[0] ||
		null;
}

/* A function that says of a sample if it passes the facets, but for those of one label. */
function passesFacets(app, but = "") {
	const { samples } = app.profile;
	const passes = kept(app, "facets " + but,
		[app.state.keep.join("\n"), app.state.not.join("\n")],
		() => setsOf(samples, samples.sets, app.state, but));

	return (i) => passes[samples.set[i]] === 1;
}

function heatOf(app) {
	const { samples } = app.profile;
	const { keep, not } = app.state;
	const key = [shownColumn(app), app.state.z, keep.join("\n"), not.join("\n")];

	return kept(app, "heat", key, () => {
		const grid = heatGrid(samples, seenRange(app), STRIP);
		return { grid, counts: heatCounts(samples, grid, passesFacets(app)) };
	});
}

/* The scale of colours that was chosen, or the usual one of these counts. */
function scaleOf(app, counts) {
	return app.state.scale || usualScale(counts);
}

/*
 * Lanes: { label, names, values, counts, grid, strips, placeOf }, the busiest first; strips have
 * the counts of the grid's columns each, placeOf(sample) is where its count is, or -1.
 */
function lanesOf(app) {
	const { samples } = app.profile;
	const label = laneLabel(app);
	const { z, keep, not } = app.state;
	const grid = laneGrid(seenRange(app), STRIP);
	const key = [shownColumn(app), label, z, keep.join("\n"), not.join("\n")];

	return kept(app, "lanes", key, () => {
		if (!label)
			return { label, names: [], values: [], counts: [], grid, strips: [] };
		const wants = passesFacets(app, label.name);
		const range = seenRange(app);
		const counts = countsByValue(samples, label,
			(i) => wants(i) && inRange(samples, range, i));
		const values = busiestValues(label, counts);
		const rows = new Int32Array(label.values.length).fill(-1);
		values.forEach((value, row) => {
			rows[value] = row;
		});
		const strips = new Float64Array(values.length * grid.columns);
		const placeOf = (i) => {
			const row = rows[label.of[samples.set[i]]];
			return row >= 0 && inRange(samples, range, i) && wants(i) ?
				row * grid.columns + Math.floor(
					(samples.time[i] - grid.from) / grid.period) : -1;
		};
		for (let i = 0; i < samples.size; i++) {
			const at = placeOf(i);
			if (at >= 0)
				strips[at] += Number(samples.count[i]);
		}
		return { label, names: valueNames(samples, label), values, counts, grid, strips,
			placeOf };
	});
}

function newLanes(app) {
	const lanes = { app, of: null, drag: null };

	lanes.list = newList({ label: "Lanes", columns: [{ title: "", is: "name" },
		{ title: "", is: "strip" }, { title: "", is: "count" }],
	fill: (cells, row) => fillLane(lanes, cells, row),
	pick: (row, event) => {
		if (!event.target.closest(".strip"))
			openChart(app, lanes.of.label, lanes.of.values[row]);
	} });
	lanes.list.element.classList.add("lanes");
	lanes.list.space.addEventListener("pointerdown", (event) => dragLane(lanes, event));
	lanes.list.space.addEventListener("pointermove", (event) => pointAtLane(lanes, event));
	lanes.list.space.addEventListener("pointerleave", () => {
		hideTip(app);
		sayTime(app, "");
	});
	lanes.list.space.addEventListener("wheel", (event) => wheelLane(lanes, event),
		{ passive: false });
	return lanes;
}

function openChart(app, label, value) {
	change(app, { lane: label.name, chart: label.values[value], tx: null, ty: null });
}

function stripOf({ grid, strips }, row) {
	return strips.subarray(row * grid.columns, (row + 1) * grid.columns);
}

/* True if the selection has the value of a lane. */
function isKeptLane({ keep, not }, { label, values }, row) {
	const pair = `${label.name}=${label.values[values[row]]}`;

	return !not.includes(pair) && (keep.includes(pair) ||
		!keep.some((other) => pairOf(other)[0] === label.name));
}

function fillLane(lanes, cells, row) {
	const { app, of, drag } = lanes;
	const { label, values, counts, grid } = of;
	const text = label.values[values[row]];
	const strip = stripOf(of, row);
	const canvas = cells[1].firstChild || make("canvas", { "aria-hidden": "true" });
	let [t, t2] = [rangeOf(app.state.t), rangeOf(app.state.t2)];
	let isIn = isKeptLane(app.state, of, row);

	if (drag)
		[t, t2] = drag.shift ? [t, drag.range] : [drag.range, t2];
	if (drag && !drag.shift)
		isIn = drag.row === row;
	cells[0].replaceChildren(makeName(of.names[values[row]]));
	cells[0].title = `${label.name} ${text}: opens its stacks in time order`;
	cells[0].classList.toggle("on", app.state.chart === text);
	if (!canvas.parentNode)
		cells[1].append(canvas);
	placeCanvas(canvas, grid, seenRange(app));
	const look = (cell) => isIn ? lookOf(t, t2, binOfCell(grid, cell)) : 0;
	setText(cells[2], numberOf(app.graph, BigInt(counts[values[row]])));
	if (app.states) {
		app.states.paintLane(canvas, of, row, look);
		app.states.showShares(cells[2], of, row);
	} else {
		paintCells(canvas, grid, strip, app.state.each ?
			strengthsOf(strip, scaleOf(app, strip)) : lanes.strength, look);
	}
}

/*
 * A wheel above a strip zooms in time; where lanes are out of sight it scrolls to them, unless Ctrl
 * is held.
 */
function wheelLane({ app, list }, event) {
	const strip = event.target.closest(".strip");
	const { scrollHeight, clientHeight } = list.element;

	if (strip && (event.ctrlKey || scrollHeight <= clientHeight))
		wheelTime(app, strip, event);
}

/* The row and the strip under the pointer, or null. */
function laneAt(lanes, event) {
	const strip = event.target.closest(".strip");
	const line = event.target.closest(".line");

	return strip && line ? { strip, row: Number(line.dataset.row) } : null;
}

/* Tells what is under the pointer, if it is on a strip. */
function pointAtLane(lanes, event) {
	const { app, of, drag } = lanes;
	const at = laneAt(lanes, event);

	if (drag || !at)
		return drag || hideTip(app);
	const { grid, names, values } = of;
	const cell = Math.floor((binAt(app, at.strip, event) - grid.from) / grid.period);
	const texts = [...timeTexts(app, binOfCell(grid, cell), grid.period,
		stripOf(of, at.row)[cell]),
	...app.states ? app.states.tellCell(of, at.row, cell) : []];
	const name = names[values[at.row]];

	sayTime(app, `${name}, ${texts.join(": ")}`);
	return showTip(app, event, () => tipRows(name, texts));
}

/* A drag in a lane selects time, and the lane; until the button is up it is shown. */
function dragLane(lanes, event) {
	const { app } = lanes;
	const at = laneAt(lanes, event);

	if (!at || event.button)
		return;
	const from = binAt(app, at.strip, event);
	const rangeTo = (other) => {
		const [a, b] = [from, binAt(app, at.strip, other)].sort((x, y) => x - y);
		return [Math.floor(a), Math.max(Math.ceil(b), Math.floor(a) + 1)];
	};
	const show = (drag) => {
		lanes.drag = drag;
		showRows(lanes.list, lanes.of.values.length, lanes.list.active);
	};
	const move = (other) => show({ row: at.row, range: rangeTo(other), shift: other.shiftKey });
	const stop = () => {
		window.removeEventListener("pointermove", move);
		window.removeEventListener("pointerup", end);
		window.removeEventListener("pointercancel", stop);
		show(null);
	};
	const end = (up) => {
		const { label, values } = lanes.of;
		const value = `${label.name}=${label.values[values[at.row]]}`;
		const others = app.state.keep.filter((pair) => pairOf(pair)[0] !== label.name);
		stop();
		change(app, unzoomed({ [up.shiftKey ? "t2" : "t"]: rangeTo(up).join("-"),
			...up.shiftKey ? {} : { keep: [...others, value] } }));
	};
	window.addEventListener("pointermove", move);
	window.addEventListener("pointerup", end);
	window.addEventListener("pointercancel", stop);
}

/* Show the selection and its actions. */
function showSelection(app, host) {
	const { state, profile } = app;
	const { samples } = profile;
	const text = (range) => range.map((bin) => binText(samples, bin)).join(" \u2013 ");
	const [t, t2] = [rangeOf(state.t), rangeOf(state.t2)];
	const selected = !profile.differential &&
		(t || t2 || state.keep.length + state.not.length > 0);
	const key = JSON.stringify([state.t, state.t2, state.z, state.cmp, state.keep, state.not]);

	setOnce(host, key, () => [
		t ? make("b", { class: "first" }, text(t)) : make("span", { class: "dim" },
			"Drag to select a time, Shift-drag for a second one"),
		...t2 ? [make("b", { class: "second" }, text(t2))] : [],
		...selected ? [makeAction(t && t2 ? "Compare both" : "Compare with the rest", "k",
			() => toggleCompare(app), { "aria-pressed": state.cmp === "1" })] : [],
		...t ? [makeAction("Zoom in", "z", () => zoomTime(app))] : [],
		...state.z ? [makeAction("Whole time", "", () => change(app, { z: null }))] : [],
	]);
}

function toggleCompare(app) {
	const { t, t2, keep, not } = app.state;

	if (app.profile.differential)
		say(app, "Two profiles are compared already");
	else if (t || t2 || keep.length + not.length > 0)
		change(app, unzoomed({ cmp: app.state.cmp ? null : "1" }));
	else
		say(app, "Select a time or a label first");
}

function zoomTime(app) {
	if (app.state.t)
		change(app, { z: app.state.t });
}

/*
 * Makes the time that is seen `times` as long; what is at a share `at` of the width stays there.
 * Turns of a wheel that follow each other are one step back.
 */
function zoomTimeBy(app, times, at = 0.5) {
	const { samples } = app.profile;

	if (app.state.view !== "time" || !samples)
		return;
	const range = zoomedRange(seenRange(app), samples.bins, times, at);
	const goesOn = app.zooming === app.state.z && app.zooming !== null;
	const z = range ? range.join("-") : null;
	if (z !== app.state.z)
		change(app, { z }, goesOn);
	app.zooming = app.state.z;
}

function laneChooser(app) {
	const { labels } = app.profile.samples;
	const select = make("select", { "aria-label": "Lanes by" },
		...labels.map(({ name }) => make("option", { value: name }, name)));

	select.addEventListener("change", () => change(app, { lane: select.value, chart: null }));
	return select;
}

/* What a column or a cell is, and how much the highest bar is. */
function captionOfHeat(app, { grid, counts }) {
	const { samples } = app.profile;
	const column = `${binText(samples, grid.period)} a column`;
	const most = BigInt(counts.reduce((a, b) => Math.max(a, b), 0));

	return grid.rows > 1 ? `${column}, ${binText(samples, grid.step)} a cell` :
		`${column}, the highest ${countText(app.graph, most)}`;
}

/* The stacks of a lane in order of time, or null if there is no such lane. */
function chartOf(app) {
	const { profile, state } = app;
	const label = laneLabel(app);
	const value = label && state.chart !== null ? label.values.indexOf(state.chart) : -1;
	const range = rangeOf(state.t) || seenRange(app);

	if (value < 0)
		return null;
	return kept(app, "chart", [label, value, range[0], range[1], app.graph], () => {
		const wants = passesFacets(app, label.name);
		const { of } = label;
		return chartGraph(profile, app.graph, range, (i) =>
			of[profile.samples.set[i]] === value && wants(i));
	});
}

function showBelow(app, parts) {
	const { host, title } = parts;
	const chart = chartOf(app);
	const place = [app.state.tx, app.state.ty];
	const refine = refinementOf(app.profile, app.state);

	const key = chart ? `chart ${app.state.chart}` : `graph ${app.state.cmp}`;

	setOnce(title, key, () => chart ? [
		make("b", {}, makeName(valueName(app.profile.samples,
			`${laneLabel(app).name}=${app.state.chart}`))),
		make("span", { class: "dim" }, "in order of time, as wide as it took"),
		makeAction("Close", "", () => change(app, { chart: null, tx: null, ty: null })),
	] : [make("span", { class: "dim" }, app.state.cmp ?
		"The selection against the rest, by shares: red is more, blue is less" :
		"Flame graph of the selection. A lane's name opens its stacks in time order, " +
		"a click or a drag in its strip selects time")]);
	if (chart)
		showTree(app, host, chart, chart.tree, NOTHING, place);
	else
		showTree(app, host, app.graph, treeOf(app, "tree", refine), refine, place);
}

/* Paints what is above the graph, but only if that changes it. */
function paintTop(app, heat, lanes, { grid, counts }) {
	const { t, t2, scale, each, chart } = app.state;
	const { values, strips } = lanes.of;

	kept(app, "painted", [heat, counts, strips, t, t2, scale, each, chart], () => {
		lanes.strength = strengthsOf(strips, scaleOf(app, strips));
		showHeat(heat, grid, counts);
		showRows(lanes.list, values.length, lanes.list.active);
	});
}

function newTimeView(app) {
	const heat = newHeat(app);
	const lanes = newLanes(app);
	const axis = make("div", { class: "axis", "aria-hidden": "true" });
	const chooser = laneChooser(app);
	const scale = makeChoice("Colours", SCALES, (value) => change(app, { scale: value }));
	const measure = makeChoice("Lanes have", MEASURES, (value) =>
		change(app, { each: value === "own" ? "1" : null }));
	const selection = make("div", { class: "selection" });
	const caption = make("span", { class: "dim" });
	const rest = make("p", { class: "rest dim" });
	const title = make("div", { class: "below" });
	const host = make("section", { class: "graph", "aria-label": "Graph" });
	const bar = make("div", { class: "timebar" }, selection, caption,
		app.states && app.states.legend, scale, measure, chooser);
	const element = make("div", { class: "time" }, bar, heat.element, axis, lanes.list.element,
		rest, title, host);
	const show = () => {
		if (!axis.isConnected) /* of a snapshot that another one has followed */
			return;
		const { clientWidth, offsetWidth } = lanes.list.element;
		element.style.setProperty("--bar", `${offsetWidth - clientWidth}px`);
		showAxis(axis, ticksOf(app.profile.samples, seenRange(app),
			Math.max(axis.clientWidth / 90, 2)));
	};

	new ResizeObserver(show).observe(axis);
	return { element, show() {
		const shown = heatOf(app);
		lanes.of = lanesOf(app);
		chooser.hidden = measure.hidden = !lanes.of.label;
		if (app.states) {
			app.states.showLegend();
			measure.hidden = true;
			scale.hidden = shown.grid.rows === 1;
		}
		chooser.value = lanes.of.label ? lanes.of.label.name : "";
		pressChoice(scale, scaleOf(app,
			shown.grid.rows > 1 ? shown.counts : lanes.of.strips));
		pressChoice(measure, app.state.each ? "own" : "all");
		setText(caption, captionOfHeat(app, shown));
		showSelection(app, selection);
		setText(rest, othersText(lanes.of.values, lanes.of.counts,
			(sum) => countText(app.graph, sum)));
		paintTop(app, heat, lanes, shown);
		show();
		showBelow(app, { host, title });
	}, text() {
		const { label, values, counts } = lanes.of;
		const more = app.states && label ? app.states.columns(lanes.of) : [];
		return tsvOf([[label ? label.name : "", app.profile.countname],
			...values.map((value) => [label.values[value], counts[value]])]
			.map((row, i) => [...row, ...more[i] || []]));
	} };
}
