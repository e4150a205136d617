/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * states.js - what threads did, in pages whose samples have states of threads: lanes, histogram
 * and, by choice, functions in the colours of the states, their legend, and who woke a thread that
 * waited (collapse-perf --wakers). The script of the page gives it, as `page`, what it uses of it.
 */
(() => {
	const HIGH = 36; /* pixels of a lane's canvas */
	const WAKERS = 3; /* that are named, and functions of the first one's stack */

	/* "4 % running, 90 % blocked:lock", without what is less than half a percent. */
	function mixText({ app }, mix) {
		const sum = mix.reduce((all, count) => all + count, 0);

		return app.profile.states.map(([name], i) => [Math.round(100 * mix[i] / sum), name])
			.filter(([percent]) => percent > 0)
			.map(([percent, name]) => `${percent} % ${name}`).join(", ");
	}

	/* The place of its state in profile.states by set; the last one there is none. */
	function placesBySet({ samples, states }) {
		const label = samples.labels.find(({ name }) => name === "state");
		const places = label.values.map((value) =>
			states.findIndex(([name]) => name === value));

		return label.of.map((value) => value < 0 ? states.length - 1 : places[value]);
	}

	/* Counts by state, one row of them for each of `size` places; -1 is none. */
	function sumsOf({ app, page }, size, placeOf) {
		const { samples, states } = app.profile;
		const of = page.kept(app, "states", [app.profile], () => placesBySet(app.profile));
		const sums = new Float64Array(size * states.length);

		for (let i = 0; i < samples.size; i++) {
			const at = placeOf(i);
			if (at >= 0)
				sums[at * states.length + of[samples.set[i]]] +=
					Number(samples.count[i]);
		}
		return Array.from({ length: size }, (_, at) =>
			sums.subarray(at * states.length, (at + 1) * states.length));
	}

	/* Paints a column for each mix, its states above each other; `most` is the whole height. */
	function paint({ app, page }, canvas, high, mixes, most, look) {
		const scheme = page.isDark() ? "dark" : "light";
		const fills = [0, 1, 2].map((is) => app.profile.states.map(([, color]) =>
			`rgb(${page.lookColor(color, is, scheme)})`));

		canvas.width = mixes.length;
		canvas.height = high;
		const pen = canvas.getContext("2d");
		mixes.forEach((mix, column) => {
			let sum = 0;
			let top = 0;
			mix.forEach((count, state) => {
				const foot = top;
				sum += count;
				top = Math.round(high * sum / most);
				pen.fillStyle = fills[look(column)][state];
				pen.fillRect(column, high - top, 1, top - foot);
			});
		});
	}

	function highest(mixes, least = 1) {
		return mixes.reduce((most, mix) =>
			Math.max(most, mix.reduce((a, b) => a + b, 0)), least);
	}

	/* The counts of a thread in so many bins, all of its time; 0 where counts are no times. */
	function wholeOf({ profile, graph }, bins) {
		const { kind, size } = graph.unit || {};

		return kind === "time" ?
			Number(profile.samples.bin) * bins * 10 ** graph.scale / Number(size) : 0;
	}

	function mixesOfLanes(states, of) {
		return states.page.kept(states.app, "states of lanes", [of], () =>
			sumsOf(states, of.strips.length, of.placeOf));
	}

	/* What each lane did in the time that is selected or seen. */
	function mixesByLane(states, of) {
		const { app, page } = states;
		const { t } = app.state;
		const range = page.rangeOf(t);

		return page.kept(app, "states by lane", [of, t], () =>
			sumsOf(states, of.values.length, (i) =>
				page.inRange(app.profile.samples, range, i) ?
					Math.floor(of.placeOf(i) / of.grid.columns) : -1));
	}

	function paintLane(states, canvas, of, row, look) {
		const { columns, period } = of.grid;
		const mixes = mixesOfLanes(states, of).slice(row * columns, (row + 1) * columns);

		paint(states, canvas, HIGH, mixes, highest(mixes, wholeOf(states.app, period)),
			look);
	}

	/* A cell has a bar of its states below its text. */
	function showShares(states, cell, of, row) {
		const mix = mixesByLane(states, of)[row];
		const sum = mix.reduce((a, b) => a + b, 0);
		let at = 0;
		const stops = states.app.profile.states.map(([, color], i) => {
			const from = at;
			at += 100 * mix[i] / sum;
			return `rgb(${color}) ${from}% ${at}%`;
		});

		cell.title = sum > 0 ? mixText(states, mix) : "";
		cell.style.background = sum > 0 ?
			`linear-gradient(to right, ${stops}) bottom / 100% 3px no-repeat` : "";
	}

	function mixesOfHeat(states, grid) {
		const { app, page } = states;
		const { keep, not, z } = app.state;

		return page.kept(app, "states of all", [app.graph, z, ...keep, "", ...not], () => {
			const wants = page.passesFacets(app);
			return sumsOf(states, grid.columns, (i) => {
				const at = (app.profile.samples.time[i] - grid.from) / grid.period;
				return at < grid.columns && wants(i) ? Math.floor(at) : -1;
			});
		});
	}

	/* True of the samples that a graph of this range has. */
	function isShown({ app, page }, range) {
		const wants = page.passesFacets(app);

		return (i) => wants(i) && page.inRange(app.profile.samples, range, i);
	}

	/* What each function did, and all that is shown: callers did what they called did. */
	function mixesByName(states, names) {
		const { app, page } = states;
		const { samples, stacks: { size, name, next, parent } } = app.profile;
		const wants = isShown(states, page.rangeOf(app.state.t));
		const mixes = sumsOf(states, size, (i) => wants(i) ? samples.end[i] : -1);
		const found = Array.from({ length: names }, () => mixes[0].map(() => 0));
		const ends = new Uint32Array(names); /* of the outermost call that was seen last */
		const add = (to, from) => from.forEach((count, state) => (to[state] += count));

		for (let i = size - 1; i > 0; i--)
			add(mixes[parent[i]], mixes[i]);
		for (let i = 1; i < size; i++) {
			if (i >= ends[name[i]]) {
				ends[name[i]] = next[i];
				add(found[name[i]], mixes[i]);
			}
		}
		return { all: mixes[0], found };
	}

	/* { chosen, legend } of the colours by state: see fills.js. */
	function fillsByState(states, { names }) {
		const known = states.app.profile.states;
		const { all, found } = mixesByName(states, names.length);
		const total = (mix) => mix.reduce((a, b) => a + b, 0);
		const channelOf = (mix, channel) => known.reduce((sum, [, color], i) =>
			sum + color[channel] * mix[i], 0) / total(mix);
		const fillOf = (mix) =>
			`rgb(${[0, 1, 2].map((channel) => Math.round(channelOf(mix, channel)))})`;
		const percents = known.map(([name, color], i) =>
			[Math.round(100 * all[i] / total(all)), name, `rgb(${color})`]);

		return {
			chosen: found.map((mix) => total(mix) > 0 ? fillOf(mix) : undefined),
			legend: percents.filter(([percent]) => percent > 0).map(
				([percent, name, color]) => ({ text: `${name} ${percent}%`,
					fill: color })),
		};
	}

	function showLegend(states) {
		const { app, legend, page } = states;
		const wants = isShown(states, page.rangeOf(app.state.t) || page.seenRange(app));
		const [mix] = sumsOf(states, 1, (i) => wants(i) ? 0 : -1);
		const sum = mix.reduce((a, b) => a + b, 0) || 1;

		legend.style.whiteSpace = "normal";
		legend.replaceChildren(...app.profile.states.flatMap(([name, color], i) => {
			const item = page.make("span", {}, page.swatchOf(`rgb(${color})`),
				`${name} ${Math.round(100 * mix[i] / sum)} % `);
			item.style.display = "inline-block";
			return mix[i] > 0 ? [item] : [];
		}));
	}

	/*
	 * Who ended the waits of stacks, given as [last frame, count], the longest first: { name,
	 * count, path }, path being the stack that did it, the innermost function first.
	 */
	function wakersOf({ app }, tree, ends) {
		const mark = app.profile.numbers.get("--");
		const found = new Map();

		for (const [end, count] of ends) {
			const path = [];
			let at = end;
			for (; at > 0 && tree.name[at] !== mark; at = tree.parent[at])
				path.push(app.profile.names[tree.name[at]]);
			if (at <= 0 || path.length === 0)
				continue;
			const [name, ...callers] = path;
			const waker = found.get(name) || { name, count: 0, most: 0, path: [] };
			waker.count += Number(count);
			if (count > waker.most)
				Object.assign(waker, { most: count, path: callers.reverse() });
			found.set(name, waker);
		}
		return Array.from(found.values()).sort((a, b) => b.count - a.count);
	}

	/* "woken by slow 82 %: futex_wake < put < work, [timer] 18 %"; "" where nobody is known. */
	function wakersText(wakers) {
		const sum = wakers.reduce((all, { count }) => all + count, 0);
		const texts = wakers.slice(0, WAKERS).map(({ name, count, path }, i) =>
			`${name} ${Math.round(100 * count / sum)} %` +
			(i === 0 && path.length > 0 ? `: ${path.slice(0, WAKERS).join(" < ")}` +
				(path.length > WAKERS ? " < \u2026" : "") : ""));

		return texts.length > 0 ? `woken by ${texts.join(", ")}` : "";
	}

	/* The ends of stacks below a frame; of a focused tree its callees alone. */
	function endsBelow({ page }, tree, frame) {
		const end = frame < tree.split ? Math.min(tree.split, tree.next[frame]) :
			tree.next[frame];
		const ends = [];

		for (let at = frame; at < end; at++) {
			const own = page.ownCount(tree, at);
			if (own > 0)
				ends.push([at, own]);
		}
		return ends;
	}

	function wakersBelow(states, tree, frame) {
		const { app, page } = states;

		return tree.reversed || !app.profile.numbers.has("--") ? [] :
			page.kept(app, "wakers", [tree, frame], () =>
				wakersOf(states, tree, endsBelow(states, tree, frame)));
	}

	/* Who ended what a lane waited for in a cell. */
	function wakersOfCell(states, of, at) {
		const { samples, stacks } = states.app.profile;
		const ends = [];

		for (let i = 0; i < samples.size; i++) {
			if (of.placeOf(i) === at)
				ends.push([samples.end[i], samples.count[i]]);
		}
		return wakersOf(states, stacks, ends);
	}

	function tellCell(states, of, row, cell) {
		const at = row * of.grid.columns + cell;
		const mix = mixesOfLanes(states, of)[at];

		return mix.some(Boolean) ? [mixText(states, mix),
			wakersText(wakersOfCell(states, of, at))].filter(Boolean) : [];
	}

	/* Below the title of the sandwich: a click on one who woke goes to where it did so. */
	function wakerButtons(states, tree) {
		const { app, page } = states;
		const wakers = wakersBelow(states, tree, 0);
		const sum = wakers.reduce((all, { count }) => all + count, 0);
		const buttons = wakers.slice(0, 2 * WAKERS).map(({ name, count, path }) =>
			page.makeAction(`${name} ${Math.round(100 * count / sum)} %`, "",
				() => page.openSandwich(app, path[0] || name),
				{ title: [...path, name].join(" < ") }));

		return wakers.length > 0 ? [page.make("p", { class: "dim wakers" }, "woken by ",
			...buttons)] : [];
	}

	window.newStates = (app, page) => {
		const states = { app, page, legend: page.make("p", { class: "legend" }) };

		if (app.profile.color && location.search.length < 2)
			app.state.color = app.profile.color; /* as --colors wall asks */
		return { legend: states.legend,
			fillsOf: (graph) => fillsByState(states, graph),
			showLegend: () => showLegend(states),
			paintLane: (canvas, of, row, look) =>
				paintLane(states, canvas, of, row, look),
			showShares: (cell, of, row) => showShares(states, cell, of, row),
			tellCell: (of, row, cell) => tellCell(states, of, row, cell),
			paintHeat: (canvas, grid, look, high) => {
				const mixes = mixesOfHeat(states, grid);
				paint(states, canvas, high, mixes, highest(mixes), look);
			},
			tellHeat: (grid, cell) => {
				const mix = mixesOfHeat(states, grid)[cell];
				return mix.some(Boolean) ? [mixText(states, mix)] : [];
			},
			columns: (of) => [app.profile.states.map(([name]) => name),
				...mixesByLane(states, of).map((mix) => Array.from(mix))],
			wakersText: (tree, frame) => wakersText(wakersBelow(states, tree, frame)),
			wakerButtons: (tree) => wakerButtons(states, tree) };
	};
})();
