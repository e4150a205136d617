/*! SPDX-License-Identifier: MIT */
"use strict";

/*
 * source.js - the lines of functions with what they cost, for pages that have lines: a script of
 * its own, which runs before the page's and gets what it needs of that as `page`. A click on a line
 * shows the callers of the function that lead through it.
 */
(() => {
	const COLUMNS = [
		{ title: "Self", is: "bar" },
		{ title: "Total", is: "share" },
		{ title: "Line", is: "number" },
		{ title: "Source", is: "code" },
	];
	const LETTER = 7.3; /* px */
	const LONGEST = 500; /* letters of a line that the width is made for */

	/* Text that shows what is not to be seen; tabs remain. */
	function shownText(page, text) {
		return page.visibleName(text.replace(/\p{Cc}/gu,
			(sign) => sign === "\t" ? sign : "\ufffd"));
	}

	/* The functions by name; those of one name are seen one after the other. */
	function functionsByName(page, { functions }) {
		const names = new Map();

		for (const one of functions) {
			const name = page.visibleName(one.function);
			const known = names.get(name) || { name, self: 0, total: 0, parts: [] };
			known.self += one.self;
			known.total += one.total;
			known.parts.push(one);
			names.set(name, known);
		}
		return names;
	}

	/* What is inlined at a line and, if it is open, its callers, as rows below it. */
	function rowsBelow({ inlined = [], callers = [] }, isOpen) {
		const place = ({ file, line }) =>
			line ? ` ${file.replace(/.*\//, "")}:${line}` : "";

		return [
			...inlined.map((code) => ({ self: code.self, go: code.function, is: "below",
				text: `\u2192 ${code.function}${place(code)}` })),
			...!isOpen ? [] : callers.map((caller) => ({ total: caller.total,
				go: caller.function, is: "caller",
				text: `\u2190 ${caller.function}` })),
			...isOpen && callers.length === 0 ? [{ is: "caller",
				text: "\u2190 no caller is known" }] : [],
		];
	}

	/* The rows of a function: files, lines, gaps between them. */
	function rowsOf({ parts }, open) {
		const rows = [];

		for (const { module, lines } of parts) {
			let last = null;
			for (const line of lines) {
				if (!last || last.file !== line.file)
					rows.push({ is: "file", text: line.file || module });
				else if (last.line > 0 && line.line > last.line + 1)
					rows.push({ is: "gap", text: "\u22ef" });
				const isOpen = line.total > 0 && String(line.line) === open;
				rows.push({ ...line, is: "code", isOpen,
					text: line.line ? line.source || "" : "code of no line" });
				rows.push(...rowsBelow(line, isOpen));
				last = line;
			}
		}
		return rows;
	}

	function shareText({ fixed2, percentOf }, view, count) {
		return count > 0 ? fixed2(percentOf(count, view.lines.total)) + "%" : "";
	}

	function fillLine(page, view, cells, row, element) {
		const line = view.rows[row];
		const text = shownText(page, line.text);

		cells[0].textContent = shareText(page, view, line.self);
		cells[0].style.setProperty("--bar", (line.self || 0) / view.largest);
		cells[1].textContent = shareText(page, view, line.total);
		cells[2].textContent = line.is === "code" && line.line || "";
		cells[3].replaceChildren(page.makeName(text));
		element.dataset.is = line.is;
		element.setAttribute("aria-description", line.isOpen ? "callers follow" : "");
	}

	/* A click: callers of a line, or the function that a row names. */
	function pick(page, view, row) {
		const { app, names } = view;
		const { is, line, total, go } = view.rows[row];
		const fn = go && page.visibleName(go);

		if (is === "code" && total > 0)
			page.change(app, { fn: view.picked.name,
				line: app.state.line === String(line) ? null : String(line) });
		else if (names.has(fn))
			page.change(app, { fn, line: null });
		else if (app.profile.numbers.has(fn))
			page.change(app, { view: "sandwich", fn, sx: null, sy: null });
	}

	function showFunction(page, view, picked) {
		const { list, app } = view;
		const title = `self ${shareText(page, view, picked.self) || "0%"} \u00b7 total ` +
			`${shareText(page, view, picked.total) || "0%"} \u00b7 `;
		const modules = [...new Set(picked.parts.map(({ module }) => module))].join(", ");
		const rows = rowsOf(picked, app.state.line);
		const longest = rows.reduce((most, { text }) => Math.max(most, text.length), 0);

		view.title.replaceChildren(page.make("h2", {}, page.makeName(picked.name)),
			page.make("p", { class: "dim" }, title,
				page.makeName(shownText(page, modules))));
		Object.assign(view, { rows, picked,
			largest: rows.reduce((most, { self = 0 }) => Math.max(most, self), 1) });
		list.element.style.setProperty("--code",
			Math.min(longest + 2, LONGEST) * LETTER + "px");
		page.showRows(list, rows.length, list.active);
	}

	function fillName(page, view, cells, row) {
		const { name, self } = view.shown[row];
		const { profile, graph } = view.app;
		const swatch = page.make("i", { class: "swatch" });

		swatch.style.background = graph.fills[profile.numbers.get(name)] || "none";
		cells[0].replaceChildren(swatch, page.makeName(name));
		cells[0].title = name;
		cells[1].textContent = shareText(page, view, self);
		cells[1].style.setProperty("--bar", self / view.most);
	}

	/* Shows the functions that the search has found, and one of them. */
	function showSource(page, view) {
		const { app, names } = view;
		const { found } = page.foundOf(app);
		const isFound = ({ name }) =>
			!found || found.names[app.profile.numbers.get(name)] === 1;

		app.picture.view = null;
		view.shown = [...names.values()].filter(isFound);
		const picked = app.state.fn === null ? view.shown[0] : names.get(app.state.fn);
		page.showRows(view.functions, view.shown.length, view.shown.indexOf(picked));
		view.list.element.hidden = !picked;
		if (picked)
			showFunction(page, view, picked);
		else
			view.title.replaceChildren(page.make("p", { class: "empty" },
				"The page has no lines of this function: " +
				"export-lines --function has them."));
	}

	window.newSourceView = (app, page) => {
		const { lines } = app.profile;
		const names = functionsByName(page, lines);
		const view = { app, lines, names, rows: [], shown: [], picked: null, largest: 1,
			most: Math.max(...Array.from(names.values(), ({ self }) => self), 1),
			title: page.make("div", { class: "picked" }) };

		view.functions = page.newList({ label: "Functions with lines",
			columns: [{ title: "Function", is: "name" }, { title: "Self", is: "bar" }],
			fill: (cells, row) => fillName(page, view, cells, row),
			pick: (row) =>
				page.change(app, { fn: view.shown[row].name, line: null }) });
		view.list = page.newList({ label: "Lines", columns: COLUMNS,
			fill: (cells, row, line) => fillLine(page, view, cells, row, line),
			pick: (row) => pick(page, view, row) });
		const element = page.make("div", { class: "sandwich source" },
			view.functions.element,
			page.make("div", { class: "column" }, view.title, view.list.element));
		return { element, show: () => showSource(page, view),
			text: () => page.tsvOf([["self", "total", "line", "source"],
				...view.rows.map(({ self = 0, total = 0, line = "", text }) =>
					[self, total, line, text])]) };
	};
})();
