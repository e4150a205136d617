/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * list.js - a table of which only the rows in sight exist. Rows are numbers from 0; what is in them
 * is asked for when they come into sight.
 */

const LINE = 24; /* px, of a row */
const AROUND = 6; /* rows above and below those in sight */

/*
 * `options`: { label, columns: [{ key, title, is }], fill(cells, row) writes a row, pick(row) is
 * what Enter and clicks do, sort(key) what clicks on a title do }. Returns the list; its `element`
 * is for the page.
 */
function newList(options) {
	const titles = make("div", { role: "row", class: "line titles", "aria-rowindex": 1 });
	const space = make("div", { class: "space", role: "rowgroup" });
	const element = make("div", { class: "list", role: "grid", tabindex: 0,
		"aria-label": options.label },
	make("div", { role: "rowgroup", class: "head" }, titles), space);
	const list = { ...options, element, titles, space, rows: 0, active: -1, lines: new Map(),
		id: options.label.replace(/\W/g, "-").toLowerCase() };

	setColumns(list, options.columns);
	element.addEventListener("scroll", () => drawLines(list), { passive: true });
	element.addEventListener("keydown", (event) => pressedInList(list, event));
	space.addEventListener("click", (event) => pickLine(list, event));
	new ResizeObserver(() => drawLines(list)).observe(element);
	return list;
}

function setColumns(list, columns) {
	list.columns = columns;
	list.lines.clear();
	list.space.replaceChildren();
	list.element.dataset.columns = columns.length;
	list.titles.replaceChildren(...columns.map(({ key, title, is, hint }) => {
		const button = list.sort ? makeAction(title, "", () => list.sort(key),
			{ tabindex: -1, ...hint ? { title: hint } : {} }) : title;
		return make("div", { role: "columnheader", class: `cell ${is}` }, button);
	}));
}

/* Says by which column, "KEY" or "-KEY", rows are sorted. */
function showSort(list, sort) {
	list.columns.forEach(({ key }, i) => {
		const order = sort === key ? "ascending" :
			sort === "-" + key ? "descending" : "none";
		list.titles.children[i].setAttribute("aria-sort", order);
	});
}

/* Shows so many rows; those in sight are written anew. */
function showRows(list, rows, active = -1) {
	list.rows = rows;
	list.active = Math.min(active, rows - 1);
	list.element.setAttribute("aria-rowcount", rows + 1);
	list.space.style.height = rows * LINE + "px";
	for (const line of list.lines.values())
		line.row = -1;
	drawLines(list);
}

function newLine(list) {
	const cells = list.columns.map(({ is }) =>
		make("div", { role: "gridcell", class: `cell ${is}` }));
	const element = make("div", { role: "row", class: "line" }, ...cells);

	list.space.append(element);
	return { element, cells, row: -1 };
}

function fillLine(list, line, row) {
	const { element, cells } = line;

	line.row = row;
	element.id = `${list.id}-${row}`;
	element.dataset.row = row;
	element.setAttribute("aria-rowindex", row + 2);
	element.style.transform = `translateY(${row * LINE}px)`;
	list.fill(cells, row, element);
}

/* The lines that went out of sight become those that came into it. */
function drawLines(list) {
	const { element, lines } = list;
	const first = Math.max(Math.floor(element.scrollTop / LINE) - AROUND, 0);
	const last = Math.min(first + Math.ceil(element.clientHeight / LINE) + 2 * AROUND,
		list.rows);
	const free = [];

	for (const [row, line] of lines) {
		if (row >= first && row < last)
			continue;
		lines.delete(row);
		free.push(line);
	}
	for (let row = first; row < last; row++) {
		const line = lines.get(row) || free.pop() || newLine(list);
		lines.set(row, line);
		if (line.row !== row)
			fillLine(list, line, row);
		const active = row === list.active;
		if (line.element.classList.contains("active") !== active)
			line.element.classList.toggle("active", active);
	}
	for (const line of free)
		line.element.remove();
	if (lines.has(list.active))
		element.setAttribute("aria-activedescendant", `${list.id}-${list.active}`);
	else
		element.removeAttribute("aria-activedescendant");
}

/* Makes a row the active one, and scrolls to it. */
function activate(list, row) {
	const { element } = list;
	const head = list.titles.offsetHeight;
	const top = Math.min(Math.max(row, 0), list.rows - 1) * LINE;

	if (list.rows === 0)
		return;
	list.active = top / LINE;
	if (top < element.scrollTop)
		element.scrollTop = top;
	else if (top + LINE + head > element.scrollTop + element.clientHeight)
		element.scrollTop = top + LINE + head - element.clientHeight;
	drawLines(list);
}

function pressedInList(list, event) {
	const page = Math.max(Math.floor(list.element.clientHeight / LINE) - 2, 1);
	const to = { ArrowDown: list.active + 1, ArrowUp: list.active - 1, Home: 0,
		End: list.rows - 1, PageDown: list.active + page,
		PageUp: list.active - page }[event.key];

	if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== "Enter"))
		return;
	if (to !== undefined)
		activate(list, to);
	else if (event.key === "Enter" && list.active >= 0)
		list.pick(list.active, event);
	else
		return;
	event.preventDefault();
	event.stopPropagation();
}

function pickLine(list, event) {
	const line = event.target.closest(".line");

	if (!line)
		return;
	list.active = Number(line.dataset.row);
	drawLines(list);
	list.pick(list.active, event);
}
