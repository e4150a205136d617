/* SPDX-License-Identifier: MIT */
#include "render/terminal/screen.h"

#ifdef HAVE_NCURSESW

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

#undef columns /* names of capabilities */
#undef lines

enum {
	ESCAPE_DELAY = 25, /* ms after which an escape byte is the key, not the start of another */
	MANY_COLORS = 256,
	DIRECT_COLORS = 1 << 24,
};

/* The state given to ncurses, which has one screen per program. */
static struct {
	SCREEN *terminal;
	FILE *out, *in;
	bool at_exit;
} taken;

COLD bool screen_can_open(int fd)
{
	int problem;

	if (!terminal_is(fd) || setupterm(NULL, fd, &problem) != OK)
		return false;
	del_curterm(cur_term);
	return true;
}

COLD void screen_close(void)
{
	if (!taken.terminal)
		return;
	/* Where there is no alternate screen the shell goes on in this line. */
	move(LINES - 1, 0);
	clrtoeol();
	refresh();
	endwin();
	delscreen(taken.terminal);
	taken.terminal = NULL;
	fclose(taken.out);
	fclose(taken.in);
}

/* The description of this terminal with colours of 24 bits, if the system has one. */
static SCREEN *open_direct(enum terminal_colors colors)
{
	const struct slice kind = terminal_environment("TERM");
	struct buf name = {0};
	SCREEN *terminal;

	if (colors != COLORS_TRUE)
		return NULL;
	buf_add(&name, slice_starts(kind, SLICE("xterm")) ? SLICE("xterm") : kind);
	buf_add_text(&name, "-direct");
	terminal = newterm(buf_cstring(&name), taken.out, taken.in);
	buf_release(&name);
	return terminal;
}

/*
 * Define keys as other terminals than the one named by TERM send them, tmux and screen among them.
 */
static void define_keys(void)
{
	static const struct {
		const char *sequence;
		int key;
	} more[] = {{"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME},
		    {"\033OH", KEY_HOME},  {"\033[4~", KEY_END},  {"\033[8~", KEY_END},
		    {"\033[F", KEY_END},   {"\033OF", KEY_END},   {"\033[A", KEY_UP},
		    {"\033[B", KEY_DOWN},  {"\033[C", KEY_RIGHT}, {"\033[D", KEY_LEFT}};
	size_t i;

	for (i = 0; i < ARRAY_LEN(more); i++)
		define_key(more[i].sequence, more[i].key);
}

COLD bool screen_open(struct screen *screen, int fd, enum terminal_when when)
{
	const enum terminal_colors colors = terminal_colors(fd, when);

	setlocale(LC_CTYPE, "");
	taken.out = fdopen(dup(fd), "w");
	taken.in = fdopen(dup(fd), "r");
	if (!taken.out || !taken.in)
		return false;
	taken.terminal = open_direct(colors);
	if (!taken.terminal)
		taken.terminal = newterm(NULL, taken.out, taken.in);
	if (!taken.terminal)
		return false;
	if (!taken.at_exit)
		taken.at_exit = atexit(screen_close) == 0;
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_DELAY);
	define_keys();
	mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED |
			  BUTTON5_PRESSED,
		  NULL);
	mouseinterval(0);
	curs_set(0);
	screen->fd = fd;
	screen->utf8 = slice_equal(slice_from(nl_langinfo(CODESET)), SLICE("UTF-8"));
	screen->colors = colors != COLORS_NONE && has_colors();
	if (screen->colors) {
		start_color();
		use_default_colors();
	}
	getmaxyx(stdscr, screen->rows, screen->columns);
	return true;
}

COLD void screen_resize(struct screen *screen)
{
	struct winsize size;

	if (ioctl(screen->fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resizeterm(size.ws_row, size.ws_col);
	clearok(stdscr, TRUE);
	getmaxyx(stdscr, screen->rows, screen->columns);
}

COLD void screen_clear(void)
{
	erase();
}

/* A pair of colours, made when it is first wanted; the least recently used one makes room. */
static int pair_of(struct color background)
{
	const unsigned count = COLORS >= DIRECT_COLORS ? DIRECT_COLORS : (unsigned)COLORS;
	const struct terminal_pair pair = terminal_pair(background, count);

	return alloc_pair(pair.text, pair.background);
}

static attr_t attributes_of(const struct screen *screen, const struct screen_style *style)
{
	attr_t attributes = A_NORMAL;

	if (style->look == SCREEN_BOLD)
		attributes = A_BOLD;
	else if (style->look == SCREEN_DIM)
		attributes = A_DIM;
	else if (style->look == SCREEN_BAR)
		attributes = A_REVERSE;
	if (style->selected)
		attributes ^= A_REVERSE | A_BOLD;
	if (style->found && !screen->colors)
		attributes |= A_UNDERLINE | A_BOLD;
	return attributes;
}

COLD void screen_put(const struct screen *screen, int row, int column, struct slice text,
		     const struct screen_style *style)
{
	int pair = 0;

	if (row < 0 || row >= screen->rows || column >= screen->columns)
		return;
	if (style->look == SCREEN_COLORED && screen->colors)
		pair = pair_of(style->color);
	attr_set(attributes_of(screen, style), 0, &pair);
	mvaddnstr(row, column, text.ptr, (int)text.len);
	pair = 0;
	attr_set(A_NORMAL, 0, &pair);
}

COLD void screen_show(int row, int column)
{
	curs_set(row >= 0);
	if (row >= 0)
		move(row, column);
	refresh();
}

static uint32_t mouse_key(struct screen_event *event)
{
	MEVENT mouse;

	if (getmouse(&mouse) != OK)
		return SCREEN_NO_KEY;
	event->row = mouse.y;
	event->column = mouse.x;
	if (mouse.bstate & BUTTON4_PRESSED)
		return SCREEN_WHEEL_UP;
	if (mouse.bstate & BUTTON5_PRESSED)
		return SCREEN_WHEEL_DOWN;
	if (mouse.bstate & BUTTON1_DOUBLE_CLICKED)
		return SCREEN_DOUBLE_CLICK;
	return mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED) ? SCREEN_CLICK : SCREEN_NO_KEY;
}

static uint32_t function_key(wint_t key)
{
	static const struct {
		int curses;
		uint32_t key;
	} keys[] = {
		{KEY_UP, SCREEN_UP},         {KEY_DOWN, SCREEN_DOWN},
		{KEY_LEFT, SCREEN_LEFT},     {KEY_RIGHT, SCREEN_RIGHT},
		{KEY_PPAGE, SCREEN_PAGE_UP}, {KEY_NPAGE, SCREEN_PAGE_DOWN},
		{KEY_HOME, SCREEN_HOME},     {KEY_END, SCREEN_END},
		{KEY_ENTER, SCREEN_ENTER},   {KEY_BACKSPACE, SCREEN_BACKSPACE},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(keys); i++) {
		if ((wint_t)keys[i].curses == key)
			return keys[i].key;
	}
	return SCREEN_NO_KEY;
}

static uint32_t character_key(wint_t key)
{
	if (key == '\r' || key == '\n')
		return SCREEN_ENTER;
	if (key == 0x1b) {
		/*
		 * An escape byte alone is the key; a sequence that is not known, "ESC [ ... final
		 * byte", is none.
		 */
		wint_t next;

		if (get_wch(&next) == ERR)
			return SCREEN_ESCAPE;
		if (next != '[' && next != 'O') {
			unget_wch((wchar_t)next);
			return SCREEN_ESCAPE;
		}
		while (get_wch(&next) == OK && (next < 0x40 || next > 0x7e))
			continue;
		return SCREEN_NO_KEY;
	}
	return key == 0x7f || key == '\b' ? SCREEN_BACKSPACE : (uint32_t)key;
}

COLD bool screen_next(struct screen_event *event)
{
	wint_t key;
	int kind = get_wch(&key);

	*event = (struct screen_event){.key = SCREEN_NO_KEY};
	if (kind == ERR)
		return false;
	if (kind != KEY_CODE_YES)
		event->key = character_key(key);
	else
		event->key = key == KEY_MOUSE ? mouse_key(event) : function_key(key);
	return true;
}

static void add_base64(struct buf *buf, struct slice text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < text.len; i += 3) {
		const size_t left = text.len - i;
		const unsigned a = (unsigned char)text.ptr[i];
		const unsigned b = left > 1 ? (unsigned char)text.ptr[i + 1] : 0;
		const unsigned c = left > 2 ? (unsigned char)text.ptr[i + 2] : 0;

		buf_add_char(buf, digits[a >> 2]);
		buf_add_char(buf, digits[(a & 3) << 4 | b >> 4]);
		buf_add_char(buf, left > 1 ? digits[(b & 15) << 2 | c >> 6] : '=');
		buf_add_char(buf, left > 2 ? digits[c & 63] : '=');
	}
}

/* GNU screen hands on what is in a device control string. */
COLD void screen_copy(const struct screen *screen, struct slice text)
{
	const bool wraps = slice_starts(terminal_environment("TERM"), SLICE("screen")) &&
			   terminal_environment("TMUX").len == 0;
	struct buf sequence = {0};
	struct slice rest;
	ssize_t n;

	buf_add_text(&sequence, wraps ? "\033P\033]52;c;" : "\033]52;c;");
	add_base64(&sequence, text);
	buf_add_text(&sequence, wraps ? "\a\033\\" : "\a");
	for (rest = buf_slice(&sequence); rest.len > 0; rest = slice_tail(rest, (size_t)n)) {
		n = write(screen->fd, rest.ptr, rest.len);
		if (n <= 0)
			break;
	}
	buf_release(&sequence);
}

#else

COLD bool screen_can_open(int fd)
{
	(void)fd;
	return false;
}

COLD bool screen_open(struct screen *screen, int fd, enum terminal_when colors)
{
	(void)screen;
	(void)fd;
	(void)colors;
	return false;
}

COLD void screen_close(void)
{
}

COLD void screen_resize(struct screen *screen)
{
	(void)screen;
}

COLD void screen_clear(void)
{
}

COLD void screen_put(const struct screen *screen, int row, int column, struct slice text,
		     const struct screen_style *style)
{
	(void)screen;
	(void)row;
	(void)column;
	(void)text;
	(void)style;
}

COLD void screen_show(int row, int column)
{
	(void)row;
	(void)column;
}

COLD bool screen_next(struct screen_event *event)
{
	(void)event;
	return false;
}

COLD void screen_copy(const struct screen *screen, struct slice text)
{
	(void)screen;
	(void)text;
}

#endif
