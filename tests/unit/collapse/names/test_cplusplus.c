/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "collapse/names/tidy.h"
#include "common/base/arena.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* A name, what is left without arguments, and without template arguments; NULL: as before. */
static const struct row {
	const char *name, *args, *templates;
} rows[] = {
	/* functions and methods, as demanglers spell them */
	{"main", NULL, NULL},
	{"", NULL, NULL},
	{"f()", "f", NULL},
	{"f(int)", "f", NULL},
	{"f(int, ...)", "f", NULL},
	{"A::f(int, char**) const", "A::f", NULL},
	{"A::f() const &", "A::f", NULL},
	{"A::f() const &&", "A::f", NULL},
	{"A::f() volatile", "A::f", NULL},
	{"A::f() const volatile noexcept", "A::f", NULL},
	{"A::A(A const&)", "A::A", NULL},
	{"A::~A()", "A::~A", NULL},
	{"A<int>::~A()", "A<int>::~A", "A::~A"},
	{"f(void (*)(int))", "f", NULL},
	{"f(int (&) [3])", "f", NULL},
	{"f(std::function<void (int)>)", "f", NULL},
	{"f(decltype(nullptr))", "f", NULL},
	{"f[abi:cxx11](int)", "f[abi:cxx11]", NULL},
	{"\xc3\xa9t\xc3\xa9(int)", "\xc3\xa9t\xc3\xa9", NULL},

	/* clones */
	{"f(int) [clone .cold]", "f", NULL},
	{"f(int) [clone .constprop.0] [clone .isra.0]", "f", NULL},
	{"f [clone .part.0]", "f", NULL},
	{"A<int>::f() const [clone .lto_priv.0]", "A<int>::f", "A::f"},
	{"f(int) (.cold.1)", "f", NULL},
	{"f.cold", NULL, NULL},
	{"f.constprop.0", NULL, NULL},

	/* return types of templates */
	{"void f<int>(int)", "f<int>", "f"},
	{"unsigned long std::max<long>(long)", "std::max<long>", "std::max"},
	{"std::vector<int, std::allocator<int> > f<int>(int)", "f<int>", "f"},
	{"A const* f<A>()", "f<A>", "f"},
	{"unsigned int const& f<A>(A)", "f<A>", "f"},
	{"auto f<int>(int)", "f<int>", "f"},
	{"decltype(auto) f<int>(int)", "f<int>", "f"},
	{"decltype ((g)({parm#1})) f<int>(int)", "f<int>", "f"},
	{"void (anonymous namespace)::f<int>(int)", "(anonymous namespace)::f<int>",
	 "(anonymous namespace)::f"},
	{"void (*f<int>(int))(char)", "f<int>", "f"},
	{"std::ostream& operator<<(std::ostream&, A const&)", "operator<<", NULL},

	/* template arguments of all kinds */
	{"f<int>", NULL, "f"},
	{"a<(b)1>::f()", "a<(b)1>::f", "a::f"},
	{"a<(char)45, 3u>::f()", "a<(char)45, 3u>::f", "a::f"},
	{"a<(1>2)>::f(int)", "a<(1>2)>::f", "a::f"},
	{"a<(1)<(2)>::f(int)", "a<(1)<(2)>::f", "a::f"},
	{"a<&(g(int))>::f()", "a<&(g(int))>::f", "a::f"},
	{"a<b<c<d> > >::e<f>::g()", "a<b<c<d> > >::e<f>::g", "a::e::g"},
	{"a<b<c<d>>>::e<f>::g()", "a<b<c<d>>>::e<f>::g", "a::e::g"},
	{"std::function<void (int)>::operator()(int) const",
	 "std::function<void (int)>::operator()", "std::function::operator()"},
	{"std::_Function_handler<void (), main::{lambda()#1}>::_M_invoke(std::_Any_data const&)",
	 "std::_Function_handler<void (), main::{lambda()#1}>::_M_invoke",
	 "std::_Function_handler::_M_invoke"},

	/* operators */
	{"A::operator()", NULL, NULL},
	{"A::operator()(int) const", "A::operator()", NULL},
	{"operator()(long) [clone .isra.0]", "operator()", NULL},
	{"void A<int>::operator()<char>(char)", "A<int>::operator()<char>", "A::operator()"},
	{"A::operator[](unsigned long)", "A::operator[]", NULL},
	{"operator<(A, B)", "operator<", NULL},
	{"operator<", NULL, NULL},
	{"operator>(A, B)", "operator>", NULL},
	{"operator<=(A, B)", "operator<=", NULL},
	{"operator>=(A, B)", "operator>=", NULL},
	{"A::operator<=>(A const&) const", "A::operator<=>", NULL},
	{"operator< <int>(A<int>, A<int>)", "operator< <int>", "operator<"},
	{"operator><int>(A<int>, A<int>)", "operator><int>", "operator>"},
	{"bool operator==<int>(A<int> const&)", "operator==<int>", "operator=="},
	{"operator!=(A, A)", "operator!=", NULL},
	{"operator<< <std::char_traits<char> >", NULL, "operator<<"},
	{"std::basic_ostream<char>& std::operator<< <char>(std::basic_ostream<char>&, char)",
	 "std::operator<< <char>", "std::operator<<"},
	{"A::operator>>(int)", "A::operator>>", NULL},
	{"A::operator<<=(int)", "A::operator<<=", NULL},
	{"A::operator>>=(int)", "A::operator>>=", NULL},
	{"A::operator->() const", "A::operator->", NULL},
	{"A::operator->", NULL, NULL},
	{"A::operator->*(int)", "A::operator->*", NULL},
	{"A<int>::operator-><int>()", "A<int>::operator-><int>", "A::operator->"},
	{"A::operator=(A&&)", "A::operator=", NULL},
	{"operator+(A, A)", "operator+", NULL},
	{"A::operator++(int)", "A::operator++", NULL},
	{"A::operator+=(A)", "A::operator+=", NULL},
	{"operator-(A)", "operator-", NULL},
	{"A::operator--()", "A::operator--", NULL},
	{"A::operator-=(A)", "A::operator-=", NULL},
	{"A::operator*() const", "A::operator*", NULL},
	{"A::operator*=(A)", "A::operator*=", NULL},
	{"operator/(A, A)", "operator/", NULL},
	{"A::operator/=(A)", "A::operator/=", NULL},
	{"operator%(A, A)", "operator%", NULL},
	{"A::operator%=(A)", "A::operator%=", NULL},
	{"operator^(A, A)", "operator^", NULL},
	{"A::operator^=(A)", "A::operator^=", NULL},
	{"A::operator&()", "A::operator&", NULL},
	{"operator&&(A, A)", "operator&&", NULL},
	{"A::operator&=(A)", "A::operator&=", NULL},
	{"operator|(A, A)", "operator|", NULL},
	{"operator||(A, A)", "operator||", NULL},
	{"A::operator|=(A)", "A::operator|=", NULL},
	{"A::operator~()", "A::operator~", NULL},
	{"A::operator!() const", "A::operator!", NULL},
	{"operator,(A, A)", "operator,", NULL},
	{"operator new(unsigned long)", "operator new", NULL},
	{"operator new[](unsigned long)", "operator new[]", NULL},
	{"operator delete(void*)", "operator delete", NULL},
	{"operator delete []", NULL, NULL},
	{"A::operator co_await() &&", "A::operator co_await", NULL},
	{"operator\"\" _km(long double)", "operator\"\" _km", NULL},
	{"my_operator(int)", "my_operator", NULL},
	{"operators<int>(int)", "operators<int>", "operators"},
	{"operator_table::get(int)", "operator_table::get", NULL},

	/* conversions */
	{"A::operator bool() const", "A::operator bool", NULL},
	{"A::operator bool", NULL, NULL},
	{"operator bool", NULL, NULL},
	{"A::operator unsigned int()", "A::operator unsigned int", NULL},
	{"A::operator char const*() const", "A::operator char const*", NULL},
	{"A::operator std::vector<int>() const", "A::operator std::vector<int>",
	 "A::operator std::vector"},
	{"A<int>::operator std::function<void ()>() const",
	 "A<int>::operator std::function<void ()>", "A::operator std::function"},

	/* lambdas, unnamed namespaces */
	{"main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()", NULL},
	{"main::{lambda()#1}", NULL, NULL},
	{"main(int, char**)::<lambda()>", NULL, NULL},
	{"f<int>(int)::{lambda()#1}::operator()() const", "f<int>(int)::{lambda()#1}::operator()",
	 "f(int)::{lambda()#1}::operator()"},
	{"auto main::{lambda(auto:1)#1}::operator()<int>(int) const",
	 "main::{lambda(auto:1)#1}::operator()<int>", "main::{lambda(auto:1)#1}::operator()"},
	{"main::$_0::operator()() const", "main::$_0::operator()", NULL},
	{"main::'lambda'(int)::operator()(int) const", "main::'lambda'(int)::operator()", NULL},
	{"__invoke_impl<void, main(int, char**)::<lambda()> >", NULL, "__invoke_impl"},
	{"void f<work(int, int)::{lambda(auto:1)#2}>(int) [clone .constprop.0]",
	 "f<work(int, int)::{lambda(auto:1)#2}>", "f"},
	{"(anonymous namespace)", NULL, NULL},
	{"(anonymous namespace)::f(int)", "(anonymous namespace)::f", NULL},
	{"A::(anonymous namespace)::f", NULL, NULL},
	{"(anonymous namespace)::Ring<long, 32>::operator()(long)",
	 "(anonymous namespace)::Ring<long, 32>::operator()",
	 "(anonymous namespace)::Ring::operator()"},
	{"f((anonymous namespace)::A)", "f", NULL},

	/* what compilers make */
	{"non-virtual thunk to A::f(int)", "non-virtual thunk to A::f", NULL},
	{"virtual thunk to A<int>::f() const", "virtual thunk to A<int>::f",
	 "virtual thunk to A::f"},
	{"covariant return thunk to A::f()", "covariant return thunk to A::f", NULL},
	{"vtable for A", NULL, NULL},
	{"typeinfo name for A<int>", NULL, "typeinfo name for A"},
	{"guard variable for f()::x", NULL, NULL},
	{"TLS init function for A::x", NULL, NULL},
	{"_GLOBAL__sub_I_main", NULL, NULL},

	/* Rust */
	{"<T as U>::f", NULL, NULL},
	{"<str as core::fmt::Debug>::fmt::{closure#0}", NULL, NULL},
	{"<&T as core::fmt::Debug>::fmt", NULL, NULL},
	{"<[T] as Slice>::len", NULL, NULL},
	{"<(A, B) as C>::f", NULL, NULL},
	{"<fn() -> T as U>::call", NULL, NULL},
	{"work::main::{{closure}}", NULL, NULL},
	{"core::num::dec2flt::dec2flt::<f64>", NULL, NULL},
	{"core::ops::function::FnOnce::call_once{{vtable.shim}}", NULL, NULL},

	/* Go */
	{"main.main", NULL, NULL},
	{"net/http.(*Client).Do", NULL, NULL},
	{"net/http.(*Client).Do(0xc000012345, 0x1)", "net/http.(*Client).Do", NULL},
	{"net/http.(*Server).Serve.func3", NULL, NULL},
	{"main.(*T).M-fm", NULL, NULL},
	{"main.Map[go.shape.int]", NULL, NULL},
	{"main.Map[go.shape.struct { X int }]", NULL, NULL},
	{"main.(*List[...]).Push", NULL, NULL},
	{"go.(*struct { sync.Mutex }).Lock", NULL, NULL},
	{"main.glob..func1", NULL, NULL},

	/* Java */
	{"Ljava/lang/String;::length", NULL, NULL},
	{"Ljava/lang/Object;::<init>", NULL, NULL},
	{"LFoo;::bar(Ljava/lang/String;I)V", "LFoo;::bar", NULL},
	{"LFoo;::bar([[I)[Ljava/lang/String;", "LFoo;::bar", NULL},
	{"LFoo;::<init>()V", "LFoo;::<init>", NULL},
	{"int java.lang.StringLatin1.hashCode(byte[])", "java.lang.StringLatin1.hashCode", NULL},
	{"void java.lang.Object.<init>()", "java.lang.Object.<init>", NULL},
	{"java.util.stream.ReferencePipeline$3$1.accept", NULL, NULL},
	{"StubRoutines (1)", NULL, NULL},
	{"Interpreter", NULL, NULL},

	/* node */
	{"LazyCompile:*foo /path/x.js:1:2", NULL, NULL},
	{"LazyCompile:*foo /path (x)", NULL, NULL},
	{"LazyCompile:~foo /path/a(1)", NULL, NULL},
	{"LazyCompile:*foo /a<b>/x.js:1:2", NULL, NULL},
	{"Function:~(anonymous) node:internal/main:1:1", NULL, NULL},
	{"JS:*foo /a b/x(1).js:10:2", NULL, NULL},
	{"RegExp:(a|b)", NULL, NULL},
	{"RegExp:a(b|c)", NULL, NULL},
	{"RegExp:[a-z](.*)", NULL, NULL},
	{"RegExp:a<b>(c)", NULL, NULL},
	{"Builtin:ArrayMap", NULL, NULL},

	/* Python, .NET, Objective-C */
	{"py::f:/x (1).py", NULL, NULL},
	{"py::<module>:/x.py", NULL, NULL},
	{"py::f.<locals>.<lambda>:/a/b.py", NULL, NULL},
	{"void [app] Program::Main(string[])[PreJIT]", NULL, NULL},
	{"instance void [lib] A.B`1[System.__Canon]::Add(!0)[Tier0]", NULL, NULL},
	{"-[NSArray objectAtIndex:]", NULL, NULL},
	{"-[Foo(Category) bar:]", NULL, NULL},

	/* the kernel, and what has no name */
	{"do_syscall_64", NULL, NULL},
	{"entry_SYSCALL_64_after_hwframe", NULL, NULL},
	{"bpf_prog_6deef7357e7b4530_sd_devices", NULL, NULL},
	{"malloc@plt", NULL, NULL},
	{"[unknown]", NULL, NULL},
	{"[libc.so.6 <7f12>]", NULL, NULL},
};

static void simplify(const char *name, enum tidy_simplify level, struct buf *out)
{
	buf_reset(out);
	tidy_simplify(out, slice_from(name), level);
}

static bool becomes(const char *name, enum tidy_simplify level, const char *expected)
{
	struct buf out = {0};
	bool same;

	simplify(name, level, &out);
	same = slice_equal(buf_slice(&out), slice_from(expected));
	if (!same)
		fprintf(stderr, "%s: '%s' became '%.*s' instead of '%s'\n",
			level == TIDY_ARGS ? "args" : "templates", name, SLICE_ARG(buf_slice(&out)),
			expected);
	buf_release(&out);
	return same;
}

static const char *args_of(const struct row *row)
{
	return row->args ? row->args : row->name;
}

static const char *templates_of(const struct row *row)
{
	return row->templates ? row->templates : args_of(row);
}

CASE(none_leaves_every_name_whole)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++)
		CHECK(becomes(rows[i].name, TIDY_NONE, rows[i].name));
}

CASE(args_takes_parameters_and_return_types)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++)
		CHECK(becomes(rows[i].name, TIDY_ARGS, args_of(&rows[i])));
}

CASE(templates_takes_template_arguments_too)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++)
		CHECK(becomes(rows[i].name, TIDY_TEMPLATES, templates_of(&rows[i])));
}

/* DWARF has the short spelling from the start: it is the same frame. */
CASE(a_simplified_name_stays_as_it_is)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		CHECK(becomes(args_of(&rows[i]), TIDY_ARGS, args_of(&rows[i])));
		CHECK(becomes(args_of(&rows[i]), TIDY_TEMPLATES, templates_of(&rows[i])));
		CHECK(becomes(templates_of(&rows[i]), TIDY_TEMPLATES, templates_of(&rows[i])));
	}
}

CASE(the_rest_is_appended)
{
	struct buf out = {0};

	buf_add_text(&out, "before ");
	tidy_simplify(&out, SLICE("f<int>(int)"), TIDY_ARGS);
	tidy_simplify(&out, SLICE(" f<int>(int)"), TIDY_NONE);
	tidy_simplify(&out, (struct slice){0}, TIDY_TEMPLATES);
	CHECK(slice_equal(buf_slice(&out), SLICE("before f<int> f<int>(int)")));
	buf_release(&out);
}

static bool is_subsequence(struct slice part, struct slice whole)
{
	while (part.len > 0) {
		size_t at = slice_find(whole, part.ptr[0]);

		if (at == SLICE_NONE)
			return false;
		whole = slice_tail(whole, at + 1);
		part = slice_tail(part, 1);
	}
	return true;
}

/* Nothing is added or moved, whatever the name; the sanitizers watch over the rest. */
static void check_any_name(struct slice name)
{
	/* a copy of the exact size, so that a byte too far is found */
	char *exact = memory_get(name.len);
	struct slice copy = slice_of(exact, name.len);
	struct buf args = {0}, templates = {0};

	if (name.len > 0)
		memcpy(exact, name.ptr, name.len);
	tidy_simplify(&args, copy, TIDY_ARGS);
	tidy_simplify(&templates, copy, TIDY_TEMPLATES);
	CHECK(slice_contains(copy, buf_slice(&args)));
	CHECK(is_subsequence(buf_slice(&templates), buf_slice(&args)));
	buf_release(&args);
	buf_release(&templates);
	free(exact);
}

static const char *const tokens[] = {
	"(",          ")",     "<",           ">",         "[",          "]",
	"{",          "}",     "operator",    "operator<", "operator()", "operator ",
	"operator->", " ",     "a",           "::",        "->",         " const",
	" &",         "&&",    " [clone .x]", " [clone ",  "-",          "(anonymous namespace)",
	"void ",      "~",     ",",           "*",         "<lambda()>", "{lambda()#1}",
	"o",          "\xff",  "V",           "Lx;",       " to ",       "decltype",
	"\"\" _x",    "new[]", ".",           "(*",        "$",          "`",
	"RegExp:",    "(.x)",
};

CASE(unbalanced_names_are_survived)
{
	size_t a, b, c;

	check_any_name(SLICE(""));
	for (a = 0; a < ARRAY_LEN(tokens); a++) {
		for (b = 0; b < ARRAY_LEN(tokens); b++) {
			for (c = 0; c < ARRAY_LEN(tokens); c++) {
				char name[100];
				int len = snprintf(name, sizeof(name), "%s%s%s", tokens[a],
						   tokens[b], tokens[c]);

				check_any_name(slice_of(name, (size_t)len));
			}
		}
	}
}

CASE(random_names_are_survived)
{
	struct buf name = {0};
	uint64_t state = 314159265;
	size_t round, length;

	for (round = 0; round < 20000; round++) {
		buf_reset(&name);
		for (length = scratch_random(&state) % 16; length > 0; length--)
			buf_add_text(&name, tokens[scratch_random(&state) % ARRAY_LEN(tokens)]);
		check_any_name(buf_slice(&name));
	}
	buf_release(&name);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* 100 kB take milliseconds, where quadratic time would take many seconds. */
CASE(long_names_take_linear_time)
{
	enum { LENGTH = 100000 };
	struct buf name = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(tokens); i++) {
		double start = seconds();

		buf_reset(&name);
		while (name.len < LENGTH)
			buf_add_text(&name, tokens[i]);
		check_any_name(buf_slice(&name));
		buf_add_text(&name, "(int)");
		check_any_name(buf_slice(&name));
		if (seconds() - start > 1.5) {
			fprintf(stderr, "'%s' again and again: %.1f s\n", tokens[i],
				seconds() - start);
			CHECK(false && "takes linear time");
		}
	}
	buf_release(&name);
}

CASE(nested_names_take_linear_time)
{
	static const char *const pairs[][2] = {{"a<", ">"},
					       {"f(", ")"},
					       {"a<b(", ")>"},
					       {"operator<(", ")"},
					       {"{lambda(", ")#1}"}};
	struct buf name = {0};
	size_t i, depth;

	for (i = 0; i < ARRAY_LEN(pairs); i++) {
		double start = seconds();

		buf_reset(&name);
		for (depth = 0; depth < 20000; depth++)
			buf_add_text(&name, pairs[i][0]);
		for (depth = 0; depth < 20000; depth++)
			buf_add_text(&name, pairs[i][1]);
		check_any_name(buf_slice(&name));
		CHECK(seconds() - start < 1.5);
	}
	buf_release(&name);
}

TEST(cplusplus)
{
	CHECK(ARRAY_LEN(rows) >= 80);
	check_cases();
	return check_done();
}
