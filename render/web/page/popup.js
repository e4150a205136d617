/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * popup.js - the menu, and the list of keys.
 */

/* Rows of a menu: { what, key, run, on, off }; those without `run` are headings. */
function newItems(rows, close) {
	return rows.map((row) => {
		if (!row.run)
			return make("p", { role: "presentation" }, row.what);
		const role = row.on === undefined ? "menuitem" : "menuitemcheckbox";
		const item = make("button", { type: "button", role, tabindex: -1,
			...row.on === undefined ? {} : { "aria-checked": row.on } },
		make("span", {}, row.what), make("kbd", { "aria-hidden": "true" }, row.key));
		item.disabled = Boolean(row.off);
		item.addEventListener("click", () => {
			close();
			row.run();
		});
		return item;
	});
}

/* Opens a menu at x, y of the window; it is gone with Escape, a choice, or a click elsewhere. */
function openPopup(app, rows, { x, y }) {
	closePopup(app);
	const opener = document.activeElement;
	const element = make("div", { class: "popup", role: "menu", "aria-label": "View" });
	const close = () => closePopup(app);

	element.append(...newItems(rows, close));
	element.addEventListener("keydown", (event) => pressedInPopup(app, event));
	document.querySelector("main").append(element);
	element.style.left = Math.max(Math.min(x, innerWidth - element.offsetWidth - 8), 0) + "px";
	element.style.top = Math.max(Math.min(y, innerHeight - element.offsetHeight - 8), 0) + "px";
	app.popup = { element, opener };
	element.querySelector("button:enabled").focus();
}

function closePopup(app) {
	const { popup } = app;

	if (!popup)
		return;
	const hadFocus = popup.element.contains(document.activeElement);
	app.popup = null;
	popup.element.remove();
	if (hadFocus && popup.opener)
		popup.opener.focus({ preventScroll: true });
}

/* Arrows go from item to item; other keys close the menu and do what they always do. */
function pressedInPopup(app, event) {
	const items = Array.from(app.popup.element.querySelectorAll("button:enabled"));
	const at = items.indexOf(document.activeElement);
	const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];

	if (to !== undefined)
		items.at(to % items.length).focus();
	else if (event.key === "Tab" || event.key === "Escape")
		closePopup(app);
	else if (event.key === "Enter" || event.key === " ")
		return event.stopPropagation();
	else {
		closePopup(app);
		return undefined;
	}
	event.preventDefault();
	return event.stopPropagation();
}

/* The list of keys, rows { key, what }. */
function openKeys(rows) {
	const body = make("tbody", {}, ...rows.map(({ key, what }) =>
		make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)),
			make("td", {}, what))));
	const dialog = make("dialog", { class: "keys", "aria-label": "Keys", tabindex: 0 },
		make("h2", {}, "Keys"), make("table", {}, body));

	const close = () => {
		dialog.close();
		dialog.remove();
	};

	dialog.addEventListener("click", close);
	dialog.addEventListener("keydown", (event) => {
		event.stopPropagation();
		if (event.key === "?" || event.key === "Escape") {
			event.preventDefault();
			close();
		}
	});
	document.body.append(dialog);
	dialog.showModal();
}
