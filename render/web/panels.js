/* SPDX-License-Identifier: MIT */
"use strict";

/* panels.js - panels over the picture: the search field, the list of keys, the menu. */

/* The search field, hidden. It says by itself when its text is not an expression. */
function newField(screen) {
	const box = newElement(SVG, "foreignObject", { class: "field hide", height: 48 },
		screen.root);
	const form = newElement(XHTML, "form", {}, box);
	const input = newElement(XHTML, "input", { type: "text", spellcheck: "false",
		autocomplete: "off", placeholder: "regular expression",
		"aria-label": "Search for frames, a regular expression" }, form);
	const output = newElement(XHTML, "output", {}, form);
	const field = { box, input, output };

	form.addEventListener("submit", (event) => event.preventDefault());
	input.addEventListener("input", () => showProblem(field, compiled(input.value).error));
	return field;
}

/* Says at the field what is wrong with the expression; nothing: it is right. */
function showProblem(field, problem) {
	if (!field)
		return;
	setText(field.output, problem ? "Invalid: " + problem : "");
	field.input.setAttribute("aria-invalid", Boolean(problem));
}

/* The first px of the picture that the window shows, from its top. */
function shownTop(screen) {
	const at = placeOfPicture(screen);

	return at ? Math.max(-at.top / at.scale, 0) : 0;
}

/*
 * Returns the bar: the title and the buttons. As screen.bar it stays at the top of the window above
 * a graph that is higher than that.
 */
function newBar(screen) {
	const { title, menu, unzoom, undo, search, ignorecase } = screen.text;
	const bar = newElement(SVG, "g", { class: "bar" }, screen.root);

	newElement(SVG, "rect", { width: "100%", height: 3 * screen.graph.fontsize }, bar);
	bar.append(...[title, menu, unzoom, undo, search, ignorecase].filter(Boolean));
	return bar;
}

/* Lays out the row of colours, at the lower end or, above a higher graph, at that of the window. */
function placeFoot(screen) {
	const { foot: { box, body } } = screen;
	const shown = body.childElementCount > 0;

	show(box, shown);
	box.setAttribute("width", Math.max(screen.width - MARGIN, 1));
	const height = shown ? body.scrollHeight + 6 : 0;
	if (height !== screen.footHeight) { /* else a panel may need more */
		screen.footHeight = height;
		box.setAttribute("height", height || 1);
		setHeight(screen, heightOfRows(screen));
	}
	moveFoot(screen);
}

function moveFoot(screen) {
	const { foot, footHeight } = screen;
	const at = placeOfPicture(screen);
	const end = heightOfRows(screen);
	const seen = screen.bar && at ? (window.innerHeight - at.top) / at.scale : end;

	foot.box.classList.toggle("up", seen < end);
	foot.box.setAttribute("y", Math.min(end, Math.max(seen, 0)) - footHeight);
}

/* How far the bar is below its place in the file. */
function barTop(screen) {
	return screen.bar ? shownTop(screen) : 0;
}

function moveBar(screen) {
	const top = barTop(screen);

	moveFoot(screen);
	if (!screen.bar)
		return;
	screen.bar.classList.toggle("up", top > 0);
	screen.bar.setAttribute("transform", `translate(0,${top})`);
}

/* Left of the buttons, as wide as there is room for; where they are out of sight, on top. */
function placeField(screen, field) {
	const button = screen.text.search.getBBox();
	const taken = 136; /* px, where the buttons are */
	const room = Math.min(Math.max(screen.width - taken - 20, 80), 240);

	field.box.setAttribute("x", Math.max(screen.width - taken - room, 0));
	field.box.setAttribute("y",
		Math.max(button.y + button.height / 2 - 12 + barTop(screen), shownTop(screen) + 8));
	field.box.setAttribute("width", room);
}

/* A panel at x, y (px), as high as what is in it. */
function newPanel(screen, name, { x, y, width }) {
	const left = Math.max(Math.min(x, screen.width - width - 8), 0);
	const box = newElement(SVG, "foreignObject", { class: "panel " + name, x: left, y,
		width: Math.min(width, screen.width), height: 1 }, screen.root);

	screen.root.classList.add("open");
	return { box, body: newElement(XHTML, "div", {}, box) };
}

/*
 * To be called when the panel is filled. It hangs over a lower graph in a page; a document of
 * its own grows. It scrolls where the window is lower.
 */
function fitPanel(screen, { box, body }) {
	const scale = body.getBoundingClientRect().width / body.offsetWidth || 1;
	const room = Math.max(window.innerHeight / scale - 16, 80);
	const height = Math.min(body.scrollHeight + 2, room);
	const top = body.getBoundingClientRect().y / scale;
	const over = Math.max(top + height + 8 - window.innerHeight / scale, 0);

	const y = Math.max(Number(box.getAttribute("y")) - over, 0);

	box.setAttribute("height", height);
	box.setAttribute("y", y);
	if (screen.root === document.documentElement)
		setHeight(screen, Math.max(y + height + 8, heightOfRows(screen)));
}

function removePanel(screen, { box }) {
	box.remove();
	screen.root.classList.toggle("open", Boolean(screen.root.querySelector(".panel")));
	setHeight(screen, heightOfRows(screen));
}

/* The list of keys, rows { key, what }. */
function newList(screen, rows) {
	const panel = newPanel(screen, "help",
		{ x: screen.width / 2 - 175, y: shownTop(screen) + 8, width: 350 });
	const table = newElement(XHTML, "table", {}, panel.body);

	panel.body.setAttribute("role", "dialog");
	panel.body.setAttribute("tabindex", -1);
	panel.body.setAttribute("aria-label", "Keys");
	for (const { key, what } of rows) {
		const line = newElement(XHTML, "tr", {}, table);
		newElement(XHTML, "kbd", {}, newElement(XHTML, "th", {}, line)).textContent = key;
		newElement(XHTML, "td", {}, line).textContent = what;
	}
	fitPanel(screen, panel);
	return panel;
}

/* A menu of rows { what, key, run, on, off }; rows without `run` are headings. */
function newMenu(screen, place, rows) {
	const panel = newPanel(screen, "menu", { ...place, width: 280 });

	panel.body.setAttribute("role", "menu");
	panel.body.setAttribute("aria-label", "View");
	for (const row of rows) {
		if (!row.run) {
			newElement(XHTML, "p", { role: "presentation" }, panel.body)
				.textContent = row.what;
			continue;
		}
		const item = newElement(XHTML, "button", { type: "button", tabindex: -1,
			role: row.on === undefined ? "menuitem" : "menuitemcheckbox" }, panel.body);
		if (row.on !== undefined)
			item.setAttribute("aria-checked", row.on);
		item.disabled = Boolean(row.off);
		newElement(XHTML, "span", {}, item).textContent = row.what;
		newElement(XHTML, "kbd", { "aria-hidden": "true" }, item).textContent = row.key;
		item.addEventListener("click", () => row.run());
	}
	fitPanel(screen, panel);
	return panel;
}

/* The button of the menu: three lines, left of the title. */
function newMenuButton(screen) {
	const y = Number(screen.text.search.getAttribute("y"));
	const button = newElement(SVG, "g", { class: "burger", transform: `translate(10,${y - 11})`,
		"aria-label": "Menu", "aria-haspopup": "menu", "aria-expanded": "false" });

	newElement(SVG, "title", {}, button).textContent = "Menu (m)";
	newElement(SVG, "rect", { x: -5, y: -5, width: 24, height: 22, rx: 3 }, button);
	newElement(SVG, "path", { d: "M0 1.5h14M0 6h14M0 10.5h14" }, button);
	screen.root.insertBefore(button, screen.text.unzoom);
	return button;
}
