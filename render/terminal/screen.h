/* SPDX-License-Identifier: MIT */
/*
 * screen.h - the terminal as rows of cells, keys and a mouse. Only screen.c uses ncurses; in a
 * build without ncurses no screen can be opened. One screen per program.
 *
 * Closing the screen restores the terminal; exit() closes it, too.
 */
#ifndef FLAMBEAU_SCREEN_H
#define FLAMBEAU_SCREEN_H

#include "common/base/buf.h"
#include "render/text/icicle.h"

/* Keys that are not characters: above all of those. */
enum screen_key {
	SCREEN_NO_KEY = 0x110000,
	SCREEN_UP,
	SCREEN_DOWN,
	SCREEN_LEFT,
	SCREEN_RIGHT,
	SCREEN_PAGE_UP,
	SCREEN_PAGE_DOWN,
	SCREEN_HOME,
	SCREEN_END,
	SCREEN_ENTER,
	SCREEN_ESCAPE,
	SCREEN_BACKSPACE,
	SCREEN_CLICK,
	SCREEN_DOUBLE_CLICK,
	SCREEN_WHEEL_UP,
	SCREEN_WHEEL_DOWN,
};

struct screen_event {
	uint32_t key;    /* a character or enum screen_key */
	int row, column; /* of the mouse */
};

/* How cells look. */
enum screen_look {
	SCREEN_PLAIN,
	SCREEN_BOLD,
	SCREEN_DIM,
	SCREEN_BAR,     /* a line of its own: reversed */
	SCREEN_COLORED, /* screen_style.color is the background */
};

struct screen_style {
	enum screen_look look;
	struct color color;
	bool selected, found;
};

/* Properties of the screen; constant while it is open except for the size. */
struct screen {
	int fd; /* the source of keys, for poll() */
	int rows, columns;
	bool utf8;   /* characters beyond ASCII can be shown */
	bool colors; /* there are some */
};

/* Would screen_open() take this terminal? */
bool screen_can_open(int fd);

/*
 * Take the terminal: keys come from `fd`, the picture goes to it. False, without a message, if it
 * is none that can be drawn on, or there is no ncurses.
 */
bool screen_open(struct screen *screen, int fd, enum terminal_when colors);
void screen_close(void);

/* The terminal has got another size. */
void screen_resize(struct screen *screen);

void screen_clear(void);

/* Text that cells_add() made harmless, of no more cells than there are. */
void screen_put(const struct screen *screen, int row, int column, struct slice text,
		const struct screen_style *style);

/* Show what was put since screen_clear(); the cursor is at (row, column), or hidden: row -1. */
void screen_show(int row, int column);

/* The next key that was pressed; false if none exists now. */
bool screen_next(struct screen_event *event);

/* Ask the terminal to put a text on its clipboard (OSC 52). */
void screen_copy(const struct screen *screen, struct slice text);

#endif
