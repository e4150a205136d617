/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * table.js - the list of functions: all columns in the table, two of them beside the sandwich.
 */

/* The colour of a name: what the reader has chosen, or the file's. */
function fillOfName({ chosen, fills }, name) {
	return chosen && chosen[name] || fills[name];
}

/* `narrow` for two columns; pick(name) is what clicks do. */
function newTable(app, label, narrow, pick) {
	const table = { app, narrow, names: [], functions: null, columns: [] };

	table.list = newList({
		label,
		columns: [],
		fill: (cells, row) => fillFunction(table, cells, row),
		pick: (row) => pick(table.names[row]),
		sort: (key) => sortBy(app, narrow ? "nsort" : "sort", key),
	});
	table.list.space.addEventListener("contextmenu", (event) => {
		const line = event.target.closest(".line");
		if (!line || event.shiftKey)
			return;
		event.preventDefault();
		activate(table.list, Number(line.dataset.row));
		openPopup(app, menuRows(app), { x: event.clientX, y: event.clientY });
	});
	return table;
}

function columnsOfTable(functions, narrow) {
	const columns = functions.total.length === 1 ? ONE_COLUMN :
		functions.alike ? ALIKE_COLUMNS : TWO_COLUMNS;
	const few = functions.total.length > 1 ? ["name", "change"] : ["name", "share"];
	const shown = narrow ? columns.filter(({ key }) => few.includes(key)) : columns;

	return shown.map((column) => column.side === undefined ? column :
		{ ...column, title: functions.titles[column.side] });
}

/* Numbers first fall, names rise. */
function sortBy(app, which, key) {
	const first = key === "name" ? key : "-" + key;
	const second = key === "name" ? "-" + key : key;

	change(app, { [which]: app.state[which] === first ? second : first });
}

/* The sort order when none was chosen. */
function usualSort(functions) {
	return functions.total.length > 1 ? "-change" : "-self";
}

/* Shows `names`, sorted, of the functions; `picked` is marked. */
function showTable(table, functions, names, sort, picked) {
	const columns = columnsOfTable(functions, table.narrow);

	if (String(columns.map(({ title }) => title)) !==
		String(table.columns.map(({ title }) => title)))
		setColumns(table.list, columns);
	Object.assign(table, { columns, functions, names });
	table.largest = largestOf(columns, functions, names);
	showSort(table.list, sort);
	showRows(table.list, names.length, names.indexOf(picked));
	if (names.length > 0 && table.list.active >= 0)
		activate(table.list, table.list.active);
}

function hasBar({ is }) {
	return is === "bar" || is === "change" || is === "pointbar";
}

/* The value of a full bar. */
function largestOf(columns, functions, names) {
	const column = columns.find(hasBar);
	let largest = 0;

	for (const name of names)
		largest = Math.max(largest, Math.abs(Number(column.of(functions, name))));
	return largest || 1;
}

function fillFunction(table, cells, row) {
	const { columns, functions, names, app, largest } = table;
	const name = names[row];

	columns.forEach((column, i) => {
		const value = column.of ? column.of(functions, name) : 0;
		const text = textOfCell(app, functions, column, name);
		const cell = cells[i];
		if (column.is === "name")
			cell.replaceChildren(swatchOf(fillOfName(app.graph, name)), makeName(text));
		else
			setText(cell, text);
		if (column.is === "name")
			cell.title = text;
		if (!hasBar(column))
			return;
		cell.style.setProperty("--bar", Math.abs(Number(value)) / largest);
		cell.classList.toggle("less", Number(value) < 0);
		cell.classList.toggle("more", column.is !== "bar" && Number(value) > 0);
	});
}

/* The text of a cell, in the page and in copies. */
function textOfCell(app, functions, column, name) {
	const value = column.of ? column.of(functions, name) : 0;

	switch (column.is) {
	case "name":
		return app.profile.names[name];
	case "count":
		return numberOf(app.graph, value);
	case "share":
	case "bar":
		return fixed2(percentOf(value, functions.totals[column.side || 0])) + "%";
	case "difference":
	case "change":
		return (value > 0 ? "+" : value < 0 ? "\u2212" : "") +
			numberOf(app.graph, value < 0 ? -value : value);
	case "ratio":
		return value > 0 && value < Infinity ? "x" + fixed2(value) :
			value > 0 ? "new" : value === 0 ? "gone" : "";
	case "mark":
		return markOf(value, functions.count);
	default:
		return signed(value);
	}
}

function signed(points) {
	const text = fixed2(Math.abs(points));

	return (text === "0.00" ? "" : points > 0 ? "+" : "\u2212") + text;
}

/* The table, titles first, with plain numbers: a spreadsheet reads them. */
function copyOfTable(table) {
	const { columns, functions, names, app } = table;
	const cell = (column, name) => {
		const value = column.of ? column.of(functions, name) : 0;
		const isCount = column.is === "count" && !app.profile.unit;

		return isCount ? displayed(app.graph, value) :
			textOfCell(app, functions, column, name);
	};

	return tsvOf([columns.map(({ title }) => title),
		...Array.from(names, (name) => columns.map((column) => cell(column, name)))]);
}
