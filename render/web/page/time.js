/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * time.js - the view of time: the heat map, a lane for each value of a label, and below them the
 * graph of what is selected, or the stacks of one lane in order of time.
 */

const STRIP = 360; /* parts of a lane */

const SCALES = [{ value: "sqrt", title: "Square root" }, { value: "linear", title: "Linear" }];

/* The range of time that is seen. */
function seenRange(app) {
	return rangeOf(app.state.z) || [0, Math.max(app.profile.samples.bins, 1)];
}

/* The label whose values are lanes: the one chosen, or the first of these that is there. */
function laneLabel(app) {
	const { labels } = app.profile.samples;
	const find = (name) => labels.find((label) => label.name === name);

	return find(app.state.lane) || find("tid") || find("thread") || find("cpu") || labels[0] ||
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

	return kept(app, "heat", [app.state.z, keep.join("\n"), not.join("\n")], () => {
		const grid = heatGrid(samples, seenRange(app), 300);
		return { grid, counts: heatCounts(samples, grid, passesFacets(app)) };
	});
}

/*
 * Lanes: { label, names, values, counts, strips }, the busiest first; strips have STRIP counts
 * each.
 */
function lanesOf(app) {
	const { samples } = app.profile;
	const label = laneLabel(app);
	const { z, keep, not } = app.state;

	return kept(app, "lanes", [label, z, keep.join("\n"), not.join("\n")], () => {
		if (!label)
			return { label, names: [], values: [], counts: [], strips: [] };
		const wants = passesFacets(app, label.name);
		const range = seenRange(app);
		const counts = countsByValue(samples, label,
			(i) => wants(i) && inRange(samples, range, i));
		const values = busiestValues(label, counts);
		const rows = new Int32Array(label.values.length).fill(-1);
		values.forEach((value, row) => {
			rows[value] = row;
		});
		const strips = new Float64Array(values.length * STRIP);
		const width = range[1] - range[0];
		for (let i = 0; i < samples.size; i++) {
			const row = rows[label.of[samples.set[i]]];
			const time = samples.time[i] - range[0];
			if (row >= 0 && time >= 0 && time < width && wants(i))
				strips[row * STRIP + Math.floor(time * STRIP / width)] +=
					Number(samples.count[i]);
		}
		return { label, names: laneNames(app.profile, label), values, counts, strips };
	});
}

function newLanes(app) {
	const lanes = { app, of: null };

	lanes.list = newList({ label: "Lanes", columns: [{ title: "", is: "name" },
		{ title: "", is: "strip" }, { title: "", is: "count" }],
	fill: (cells, row) => fillLane(lanes, cells, row),
	pick: (row, event) => {
		if (!event.target.closest(".strip"))
			openChart(app, lanes.of.label, lanes.of.values[row]);
	} });
	lanes.list.element.classList.add("lanes");
	lanes.list.space.addEventListener("pointerdown", (event) => dragLane(lanes, event));
	lanes.list.space.addEventListener("wheel", (event) => wheelLane(lanes, event),
		{ passive: false });
	return lanes;
}

function openChart(app, label, value) {
	change(app, { lane: label.name, chart: label.values[value], tx: null, ty: null });
}

function fillLane(lanes, cells, row) {
	const { app, of } = lanes;
	const { label, values, counts, strips } = of;
	const text = label.values[values[row]];
	const range = seenRange(app);
	const [t, t2] = [rangeOf(app.state.t), rangeOf(app.state.t2)];
	const strip = strips.subarray(row * STRIP, (row + 1) * STRIP);
	const canvas = cells[1].firstChild || make("canvas", { "aria-hidden": "true" });

	cells[0].replaceChildren(makeName(of.names[values[row]]));
	cells[0].title = `${label.name} ${text}`;
	cells[0].classList.toggle("on", app.state.chart === text);
	if (!canvas.parentNode)
		cells[1].append(canvas);
	paintCells(canvas, { columns: STRIP, rows: 1 }, strip, app.state.scale || "sqrt", (cell) =>
		lookOf(t, t2, range[0] + (range[1] - range[0]) * (cell + 0.5) / STRIP));
	setText(cells[2], countText(app.graph, BigInt(counts[values[row]])));
}

/*
 * A wheel above a strip zooms in time; where lanes are out of sight it scrolls to them, unless Ctrl
 * is held.
 */
function wheelLane({ app, list }, event) {
	const strip = event.target.closest(".strip");
	const { scrollHeight, clientHeight } = list.element;

	if (strip && (event.ctrlKey || scrollHeight <= clientHeight))
		wheelTime(app, strip.firstChild, event);
}

/* A drag in a lane selects time, and the lane. */
function dragLane(lanes, event) {
	const canvas = event.target.closest(".strip") && event.target.closest(".strip").firstChild;
	const line = event.target.closest(".line");

	if (!canvas || event.button)
		return;
	const box = canvas.getBoundingClientRect();
	const [from, to] = seenRange(lanes.app);
	const binAt = ({ clientX }) => from + (to - from) *
		Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
	const end = (up) => {
		const [a, b] = [binAt(event), binAt(up)].sort((x, y) => x - y);
		const { label, values } = lanes.of;
		const value = `${label.name}=${label.values[values[line.dataset.row]]}`;
		const others = lanes.app.state.keep.filter((pair) =>
			pairOf(pair)[0] !== label.name);
		window.removeEventListener("pointerup", end);
		change(lanes.app, unzoomed({ [up.shiftKey ? "t2" : "t"]:
			`${Math.floor(a)}-${Math.max(Math.ceil(b), Math.floor(a) + 1)}`,
		...up.shiftKey ? {} : { keep: [...others, value] } }));
	};
	window.addEventListener("pointerup", end);
}

/* Show the selection and its actions. */
function showSelection(app, host) {
	const { state, profile } = app;
	const { samples } = profile;
	const text = (range) => range.map((bin) => binText(samples, bin)).join(" \u2013 ");
	const [t, t2] = [rangeOf(state.t), rangeOf(state.t2)];
	const selected = t || t2 || state.keep.length + state.not.length > 0;
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

	if (t || t2 || keep.length + not.length > 0)
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

function captionOfHeat(app, grid) {
	const { samples } = app.profile;

	return `${binText(samples, grid.period)} a column, ${binText(samples, grid.step)} a cell`;
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
		make("b", {}, makeName(`${laneLabel(app).name} ${app.state.chart}`)),
		make("span", { class: "dim" }, "in order of time, as wide as it took"),
		makeAction("Close", "", () => change(app, { chart: null, tx: null, ty: null })),
	] : [make("span", { class: "dim" }, app.state.cmp ?
		"The selection against the rest, by shares: red is more, blue is less" :
		"Flame graph of the selection; a click on a lane opens its stacks in time order")]);
	if (chart)
		showTree(app, host, chart, chart.tree, NOTHING, place);
	else
		showTree(app, host, app.graph, treeOf(app, "tree", refine), refine, place);
}

function newTimeView(app) {
	const heat = newHeat(app);
	const lanes = newLanes(app);
	const chooser = laneChooser(app);
	const scale = makeChoice("Colours", SCALES, (value) => change(app, { scale: value }));
	const selection = make("div", { class: "selection" });
	const caption = make("span", { class: "dim" });
	const rest = make("p", { class: "rest dim" });
	const title = make("div", { class: "below" });
	const host = make("section", { class: "graph", "aria-label": "Graph" });
	const bar = make("div", { class: "timebar" }, selection, caption, scale, chooser);

	return { element: make("div", { class: "time" }, bar, heat.element, lanes.list.element,
		rest, title, host), show() {
		const { grid, counts } = heatOf(app);
		lanes.of = lanesOf(app);
		chooser.hidden = !lanes.of.label;
		chooser.value = lanes.of.label ? lanes.of.label.name : "";
		pressChoice(scale, app.state.scale || "sqrt");
		setText(caption, captionOfHeat(app, grid));
		showHeat(heat, grid, counts);
		showSelection(app, selection);
		setText(rest, othersText(lanes.of.values, lanes.of.counts,
			(sum) => countText(app.graph, sum)));
		showRows(lanes.list, lanes.of.values.length, lanes.list.active);
		showBelow(app, { host, title });
	}, text() {
		const { label, values, counts } = lanes.of;
		return tsvOf([[label ? label.name : "", app.profile.countname],
			...values.map((value) => [label.values[value], counts[value]])]);
	} };
}
