/* SPDX-License-Identifier: MIT */
"use strict";

/* tip.js - a box at the pointer that tells of what is under it. The mouse does not meet it. */

const REST = 500; /* ms that the pointer rests before a tip of a frame is shown */

/* Shows a box with what makeInside() returns, beside the place of an event. */
function showTip(app, { clientX, clientY }, makeInside) {
	const { tip } = app.parts;

	tip.replaceChildren(...makeInside());
	tip.hidden = false;
	const { offsetWidth, offsetHeight } = tip;
	const below = clientY + 18;
	const top = below + offsetHeight > innerHeight ? clientY - offsetHeight - 10 : below;
	tip.style.left = Math.max(Math.min(clientX + 12, innerWidth - offsetWidth - 8), 4) + "px";
	tip.style.top = Math.max(top, 4) + "px";
}

/* The same when the pointer has been at rest. */
function showTipLater(app, event, makeInside) {
	hideTip(app);
	app.tipTimer = setTimeout(() => showTip(app, event, makeInside), REST);
}

function hideTip(app) {
	clearTimeout(app.tipTimer);
	app.parts.tip.hidden = true;
}

/* Rows of a tip: a name, and what is said of it. */
function tipRows(name, rows) {
	return [make("b", {}, makeName(name)), ...rows.filter(Boolean).map((row) =>
		make("span", {}, row))];
}
